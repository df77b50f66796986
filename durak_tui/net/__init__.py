"""People elsewhere: other programs, and guests of a server."""

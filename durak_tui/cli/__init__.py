"""The command line.  Nothing here imports a terminal library."""

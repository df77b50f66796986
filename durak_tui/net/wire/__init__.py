"""The line to a program elsewhere: SSH, and who waits in the network."""

"""The line over SSH, and who waits in the network."""

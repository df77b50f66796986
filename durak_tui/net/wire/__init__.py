"""The line over SSH, and people waiting in the network.

Stands on the folder above, asyncio, asyncssh and zeroconf, and runs in a thread of its own, so
that a slow screen cannot keep the line from answering.  Begin with docs/line.md, then
switchboard.py, which decides about invitations, and link.py, one SSH channel.
"""

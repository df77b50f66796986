"""The engine protocol as bytes in, events out.  Does no I/O.

Stands on game.  Begin with conversation.py, a state machine in the manner of h11: it makes the
lines to an engine, turns bytes into answers, and ``NEXT`` says what may be sent when.  messages.py
has how a line looks; the contract for authors is engines/README.md.
"""

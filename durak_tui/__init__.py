"""durak-tui: the place where Durak engines meet.

This package imports nothing by itself, so that a command which needs only the
rules, or only the protocol, pays for nothing else.
"""

__version__ = "0.1.0"

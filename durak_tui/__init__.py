"""durak-tui: the place where Durak engines meet.

This package imports nothing by itself, so that a command which needs only the rules, or only the
protocol, pays for nothing else.  Its folders lie on each other in layers: docs/architecture.md has
the tree, the layers and what happens when a card is played.  Begin with game/, which knows nobody.
"""

__version__ = "0.1.0"

"""The line mode: games and practice in lines of text.

Stands on table and words, as a screen does: it is another face of the same controller, for screen
readers and for terminals without screens.  Begin with plain_game.py.
"""

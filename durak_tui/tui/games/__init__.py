"""Screens of Gold Rush and 2048.

Stands on games, tui/runs and tui/toolkit.  Begin with playback.py: a game that is over, or still
grows, is shown move by move; mine_screen.py and duel_screen.py say what one of each kind looks
like.  group_screen.py is the form of a run, and the run.
"""

"""Matches and tournaments of engines: their form, their progress, watching them.

Stands on toolkit and match, which plays in the background.  The form makes a plan, the screen
shows its results as they come, and a game can be watched card by card.
"""

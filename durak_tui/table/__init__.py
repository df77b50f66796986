"""One game between two seats, for any face that shows it.

Stands on records, engine and user.  Begin with controller.py: it moves a game forward, asks
engines, and notifies a ``GameListener``: a screen, the line mode or a test.  game.py has the game
with its seats, hidden.py one of which a single hand is known, session.py one person's games in
turn.
"""

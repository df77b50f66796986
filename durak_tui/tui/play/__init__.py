"""Playing: the table of a game, and its questions.

Stands on toolkit and on the controller of table, whose face these screens are.  Begin with
bout_screen.py, the table of any game; session_table.py plays game after game; hand.py has the
person's cards with their keys; game_view.py a game as one seat sees it; choice.py asks for the
opponent; hot_seat.py is two people at one keyboard.
"""

"""One's own record on a screen.

Stands on library, which adds up the games of the user's log in a thread, on words for the
sentences, and on logs to open a game.  There is one module, me_screen.py.
"""

"""The application as guests of a server have it.

Stands on people: a guest's table is theirs, with a server as dealer.  Begin with guest_app.py,
which leaves out all that leads to files and programs; lobby_screen.py lists the other guests
and shows games of others.
"""

"""People elsewhere: waiting for them, and games with them.

Stands on play and net, and does not know what carries the line: people_service.py has the interface
of both kinds.  Where a server deals, only the help and the question before leaving differ.
meeting.py lists people and invites; people_table.py is a game with one of them; talk_view.py shows
it and how things stand between the two.
"""

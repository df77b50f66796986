"""People elsewhere: waiting for them, and games with them.

Stands on play and net, and knows neither what carries the line nor whether a server deals:
people_service.py has the interface of both.  meeting.py lists people and invites; people_table.py
is a game with one of them; talk_view.py shows it and how things stand between the two.
"""

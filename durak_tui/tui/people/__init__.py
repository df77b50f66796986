"""People elsewhere: waiting for them, and games with them.

Stands on play and net, and knows neither what carries the line nor whether a server deals.
meeting.py lists people and invites; table.py is a game with one of them; chat.py their messages;
kept.py the games that can go on.
"""

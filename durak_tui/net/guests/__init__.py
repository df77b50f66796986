"""Guests of a server, each in a process of its own.

Stands on net; its entries, ssh.py and web.py, also on the door, the keys and the listening of
wire/, and on asyncssh and aiohttp.  One half is the server: who may come in, how much each guest
may have (terms.py), and the lobby where they meet, with the server as dealer.  The other half is in
a guest's program and turns what the server sends (news.py) into the events of net; what the program
says is in wishes.py.
"""

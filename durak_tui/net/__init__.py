"""People elsewhere: other programs, and guests of a server.

Stands on table and user.  Modules here do no I/O: the deal without a dealer (begin with dealing.py
and docs/dealing.md), its proof (proof.py), and the talk of two people (begin with stages.py, which
says who may say what, then talk.py; docs/sitting.md).  wire/ carries it over SSH, guests/ serves it
to guests; a screen is the same for both.
"""

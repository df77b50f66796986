"""People elsewhere: other programs, and guests of a server.

Stands on table and user.  It has two subjects; in each, a module stands on those named before it:
the deal without a dealer (``locks``, ``secret``, ``dealing``, ``proof``; docs/dealing.md), and the
talk of two people (``talk_messages``; ``stages``, which says who may say what; ``talk``;
docs/sitting.md).  Between two programs both meet in ``peer_game`` and ``peer_talk``;
``talk_journal`` alone writes files. wire/ carries a talk over SSH, guests/ serves it to guests; a
screen is the same for both.
"""

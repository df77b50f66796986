"""The rules of two-player throw-in Durak, without I/O, clock or randomness.

Stands on nothing.  Begin with position.py: a ``Position`` is both hands, the table, the talon and
the phase of a game, checks each action and plays it.  cards.py has cards as small integers and bit
masks, violation.py why an action is illegal, deals.py the deals of a seed.  mypyc compiles all but
notation.py.
"""

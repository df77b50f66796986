"""The worth of positions, actions and whole games.

Stands on game and records; knows no engine.  endgame.py solves positions in which all cards are
known; montecarlo.py judges the others, by a search tree (tree.py) over layouts of the hidden cards
(world.py). game_review.py judges each decision of a game, lesson.py asks about the mistakes.  The
modules that search repeat themselves on purpose: mypyc compiles them.  All stand on kernel.py.
"""

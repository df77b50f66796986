"""Positions to practise on, those that ship and one's own mistakes.

Stands on analysis, library, table and user.  Begin with practice_session.py, which chooses one
exercise after the other; positions.py reads those that ship, exercises.py finds one's own mistakes
in reviewed games, history.py says when a failed one comes back.
"""

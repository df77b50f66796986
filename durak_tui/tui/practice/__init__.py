"""Practice on the screen: one exercise after the other.

Stands on the practice folder of the product, which chooses the exercises, and on lesson, which
asks them.  Begin with practice_screen.py.
"""

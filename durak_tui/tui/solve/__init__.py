"""Endgames entered, solved and gone through.

Stands on toolkit and analysis; begin with solution_screen.py.  A form takes cards or a line of
text, a process of its own solves the position, and a screen steps through best play.
"""

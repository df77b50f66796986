"""Endgames entered, solved and gone through.

Stands on toolkit and analysis.  A form takes cards or a line of text, a process of its own solves
the position, and a screen steps through best play.
"""

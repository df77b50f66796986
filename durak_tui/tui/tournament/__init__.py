"""Tournaments of engines: their form, table and report.

Stands on toolkit and tournament, which plays in the background.  The form writes the same file
that the command reads; the screen shows the table as it grows, and opens the games of a pairing.
"""

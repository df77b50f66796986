"""A game or a position to show to others.

Stands on words and records.  Begin with formats.py, which makes any of the formats: a log, text, a
picture of the table (picture.py, SVG) or a page to step through (game_page.py with page.html).
arrangement.py says where cards lie.
"""

"""Logs of any size as lists: found, filtered, sorted, exported.

A log is looked at in three depths, each only as far as it is asked for: index.py finds where each
game begins (500 MB/s, eight bytes a game), and search.py notes names and result on the way (two
bytes); summary.py picks what a list shows out of a game's bytes (100,000 games/s);
``records.log_format`` replays a whole game (2,000 games/s): only that finds out if it is damaged.
query.py says which depth a question needs, search.py finds and sorts in steps of some milliseconds,
and catalogue.py is the list that the screens see.

Why not SQLite: as the index of a million games (``tools.benchmarks.logs``) it holds the first
page, memory and filters by title, but the scan and the reading of facts stay.  A list that can be
shown while it is sorted takes 1.6 to 4.6 s in place of 1.1 s, a page far down 15 ms and the row of
a game 30 to 400 ms in place of microseconds; some 120 lines could go.
"""

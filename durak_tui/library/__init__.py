"""Logs of any size as lists: found, filtered, sorted, exported.

A log is looked at in three depths, each only as far as it is asked for:

- index.py finds where each game begins, 500 MB/s, and remembers eight bytes a game; titles.py
  notes the names and the result on the way, two bytes a game.
- summary.py picks what a list shows out of a game's bytes, 100,000 games/s.
- ``records.log_format`` replays a whole game, 2,000 games/s.

query.py says which depth a question needs, search.py finds and sorts the games in steps of some
milliseconds, and catalogue.py is the list that the screens see.

Why not SQLite: with a private database in a temporary file as the index of a million games
(``tools.benchmarks.logs``), the first page (10 ms), memory (39 to 42 MB without Textual) and
filters by title hold, and a question that was asked before is answered in a tenth of a second.
But the scan that checks titles and the reading of facts stay: parsed by ``json`` the facts of a
million games take 20 to 30 s in place of 10.  Sorting in steps, in which a page can be shown at
any moment, takes 1.6 s (bouts) to 4.6 s (times) in place of 1.1 s; CREATE INDEX takes half a
second to 1.3 s, but nothing can be shown meanwhile.  In a sorted list a page far down takes 15 ms
and the row of a game 30 to 60 ms, with two filters 400 ms, in place of microseconds.  In return
some 120 lines could go, and a full disk would be one more way to fail.
"""

"""Many engines, one report.

Stands on match and statistics: a tournament is runs of pairs.  Begin with tournament_run.py;
tournament_config.py reads the file, pairings.py says who meets whom, standings.py counts, and
report.py makes the report, which is written after each round.
"""

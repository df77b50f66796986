"""Many games of two engines.

Stands on engine, library and statistics.  Begin with run.py: a ``Run`` plays what a plan says, and
saves each game before it counts.  engine_game.py plays a single game without a face; pool/ is where
games are played; run_log.py finds where a stopped run goes on.
"""

"""Many games of two engines.

Stands on pool, engine, library and statistics.  Begin with run.py: a ``Run`` plays what a plan
says.  engine_game.py plays a single game without a face, engine_table.py one after the other;
run_log.py finds where a stopped run goes on.
"""

"""The places where the games of a run are played.

Stands on engine; the games may be of any kind.  Begin with dispatch.py: it hands batches of games
to workers, gives out again what a dead worker had, and returns games in their order.  local.py has
a process for each core, cluster.py the workers of a Dask scheduler; worker.py is what both have in
a process.  saved_run.py saves games before it counts them, background_work.py does so in a thread.
"""

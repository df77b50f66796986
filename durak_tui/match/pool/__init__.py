"""The places where the games of a run are played.

Stands on the folder above.  Begin with dispatch.py: it hands batches of games to workers, gives
out again what a dead worker had, and returns games in their order.  local.py has a process for
each core, cluster.py the workers of a Dask scheduler.
"""

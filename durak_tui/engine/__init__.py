"""Running engines: processes, deadlines, limits, and the one client.

Stands on protocol, game and records.  Begin with client.py: an ``EngineClient`` asks an engine and
judges its answer; it blocks, so it runs in a thread or a worker.  process.py, deadline.py and
orphans.py see that no engine can hold anybody up or outlive its runner.  registry.py finds the
program that a name means, launch.py starts it and says why it is silent; sandbox.py holds a process
in which strangers have a say; sdk.py is the library for authors of engines in Python.
"""

"""Games as records: stored, written to logs, read and replayed.

Stands on game and common.  Begin with record.py: a ``GameRecord`` is a deal, its actions and its
ending, and walk.py derives from them all that happened.  log_format.py and writer.py make logs;
journal.py saves a game while it is played.  docs/formats describes each file.
"""

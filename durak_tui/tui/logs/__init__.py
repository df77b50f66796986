"""Logs: their games listed, replayed, reviewed, exported."""

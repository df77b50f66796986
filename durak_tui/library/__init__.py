"""Logs of any size as lists: found, filtered, sorted, exported."""

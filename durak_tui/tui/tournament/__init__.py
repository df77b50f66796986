"""Tournaments of engines: their form, and their table as it grows."""

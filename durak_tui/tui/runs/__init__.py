"""Matches of engines: their form, their progress, watching them."""

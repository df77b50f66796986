"""Strength from counts of results: Elo, LOS, SPRT."""

"""What counts of results say about strength: Elo, LOS, SPRT."""

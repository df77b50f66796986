"""Playing games between engines: one game, matches of games, the tally."""

"""Where the games of a run are played."""

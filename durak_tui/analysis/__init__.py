"""What a position is worth: games played out from it, and exact endgames."""

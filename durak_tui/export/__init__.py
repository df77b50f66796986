"""A game or a position to show to others."""

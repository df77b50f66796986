"""A game or a position as something to show to others: a picture, a page."""

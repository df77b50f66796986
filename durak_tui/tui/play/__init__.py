"""Playing: the screen, what it shows and what it asks."""

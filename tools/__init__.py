"""Programs for those who work on durak-tui."""

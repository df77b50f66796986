"""Games with people elsewhere."""

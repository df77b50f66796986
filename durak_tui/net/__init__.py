"""People elsewhere."""

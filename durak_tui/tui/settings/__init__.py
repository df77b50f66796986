"""Settings, keys and themes."""

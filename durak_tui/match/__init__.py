"""Many games of two engines."""

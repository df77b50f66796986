"""Many engines, one report."""

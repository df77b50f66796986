"""The compliance check of engines."""

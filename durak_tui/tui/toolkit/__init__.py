"""Widgets, screens and looks that all features share."""

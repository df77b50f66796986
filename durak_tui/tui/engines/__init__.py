"""Engines: listed, entered, checked."""

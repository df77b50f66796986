"""Endgames entered, solved and gone through."""

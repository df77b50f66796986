"""Positions to practise on, those that ship and one's own mistakes."""

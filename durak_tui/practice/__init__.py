"""Positions to practise on: what ships, one's own mistakes, and which comes next."""

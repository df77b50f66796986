"""Guests of a server, each in a process of its own."""

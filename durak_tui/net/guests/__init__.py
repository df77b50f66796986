"""Guests of a server, each with the application in a process of its own."""

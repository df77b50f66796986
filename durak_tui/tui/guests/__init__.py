"""The application as guests of a server have it."""

"""Logs as strangers may write them, read by everything that reads logs."""

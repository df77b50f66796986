"""One finished game as a record; log files written, indexed, read and replayed."""

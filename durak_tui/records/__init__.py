"""Games as records: stored, written to logs, read and replayed."""

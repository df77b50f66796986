"""Running engines: processes, deadlines, limits, and the one client that everything uses."""

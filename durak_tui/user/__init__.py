"""Settings, state and engines of the user."""

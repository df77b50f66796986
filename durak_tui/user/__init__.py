"""What belongs to the user: settings, state, engines."""

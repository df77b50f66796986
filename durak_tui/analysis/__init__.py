"""What positions, actions and whole games are worth."""

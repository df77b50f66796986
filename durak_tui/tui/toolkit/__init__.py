"""What all screens are made of."""

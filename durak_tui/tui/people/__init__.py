"""People elsewhere: who waits, and games with them."""

"""One game between two seats, and who sits there."""

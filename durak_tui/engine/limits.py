"""What times engines may be given."""

from typing import Final

LONGEST_SECONDS: Final = 1e9
"""The longest limit that can be set, some thirty years: in milliseconds it is still a number
that any engine can read."""

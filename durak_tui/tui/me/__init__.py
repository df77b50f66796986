"""One's own record on a screen."""

"""Questions about positions, answered on the table."""

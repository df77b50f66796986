"""What overrides Textual, one module for each override."""

"""The terminal application.  The only package that knows Textual."""

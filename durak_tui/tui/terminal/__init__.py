"""Overrides of Textual 8.2.8, one module each, with its reason.

All code that reaches into private members of Textual lies here, which is why pyproject.toml names
that version exactly.  Another version of Textual: read each module's docstring, compare the
methods that it names, and run tests/tui/terminal.
"""

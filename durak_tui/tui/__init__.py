"""The terminal application.  The only package that knows Textual.

Stands on everything but cli.  Begin with app.py, which opens screens by name, and
toolkit/screen.py, the base of all screens: what a user can do on one is its tuple ``ACTIONS``,
from which keys, footer, help and palette follow.  Each feature has a folder; terminal/ has all
that overrides Textual.
"""

"""The user's own things: settings, state, engines, opponents.

Stands on engine and library.  Begin with schema.py: each setting is one row, from which file,
check, form and docs/settings.md follow.  state.py remembers what the program could do without,
such as scores; opponents.py has the five levels; folders.py says where the files are.
"""

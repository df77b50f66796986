"""Settings, keys and themes.

Stands on user/schema.py: the form is made of its rows.  Begin with screen.py; key_map.py lets keys
be changed, choices.py puts values into words, problems.py lists what is wrong with the user's
files.
"""

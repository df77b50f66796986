"""Settings, keys and themes.

Stands on user/schema.py: the form is made of its rows.  Begin with settings_screen.py; keys.py lets
keys be changed, choices.py puts values into words, file.py lists the problems of the user's files.
"""

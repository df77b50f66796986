"""Logs: their games listed, replayed, reviewed, exported, added up.

Stands on toolkit, library, analysis, export and words.  Begin with logs_screen.py, the list of a
log of any size: game_list.py is its widget, log_reader.py reads in a thread.  open_log.py chooses
the file, replay_screen.py goes through one game, me_screen.py is one's own record.
"""

"""Logs: their games listed, replayed, reviewed, exported, added up.

Stands on toolkit, library and words.  Begin with open_log.py, which opens a log of any size, and
game_list.py, which shows a page of it; replay_screen.py goes through one game; log_reader.py does
the reading in threads.  me_screen.py is one's own record.
"""

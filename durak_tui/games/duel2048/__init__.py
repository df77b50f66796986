"""2048 for two: each player has a half of one board.

Rows ``S-…`` are those of SESSDSA's 2048, which docs/2048.md lists.  Begin with board.py,
which has the rules; duel.py has a game, duel_play.py one between programs; player_process.py and
chessboard.py are what a ``class Player`` sees; record_file.py and duel_report.py are the files of
the older platform.
"""

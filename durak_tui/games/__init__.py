"""The ground of the games of programs that are not Durak.

Stands on pool, engine and statistics.  A game is an opening, moves and a finish (playthrough.py);
what it looks like at any moment follows from them, so that watching, replay, undo and "play on from
here" are one mechanism.  Begin with game_kind.py: the facts that make a game one of these.
program_player.py asks a program, program_table.py plays one game after the other,
live_playthrough.py one that somebody watches or takes part in; group_schedule.py, group_run.py and
group_standings.py play and rank many, playthrough_log.py keeps them.  A folder for each game knows
this ground, which knows none.
"""

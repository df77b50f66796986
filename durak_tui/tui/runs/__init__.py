"""Matches and tournaments of engines: their form, their progress, watching them.

Stands on toolkit, engines, match and tournament, which play in the background.  Begin with
run_screen.py, form and run of every kind; match_screen.py, tournament_screen.py and the
screens of tui/games fill it in.
feed.py follows a run behind other screens; watch_screen.py shows a game card by card.
"""

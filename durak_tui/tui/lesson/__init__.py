"""Questions about positions, answered on the table.

Stands on play and analysis.  Begin with question.py, which shows a position, takes a card and says
what each was worth; practice asks by it, too.  lesson_screen.py makes questions of a game's
mistakes.
"""

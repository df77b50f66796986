"""Questions about positions, answered on the table.

Stands on play, analysis and the practice folder of the product, which chooses the exercises.  Begin
with question.py, which shows a position, takes a card and says what each was worth.
lesson_screen.py makes questions of a game's mistakes; practice_screen.py asks one exercise after
the other.
"""

"""Games and reviews in sentences, for every face.

Stands on all that it has words for (table, match, practice, library, analysis, user, engine,
records), and on no terminal library.  Begin with narrator.py,
which describes games by their events; play.py has what a person is asked, refusals.py why a card is
illegal, worth.py a worth in per cent, review_words.py what mistakes cost, text_table.py columns.
The words of a single screen stay beside that screen.
"""

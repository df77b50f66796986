"""Games and reviews in sentences, for every face.

Stands on records, analysis, table and library, and on no terminal library.  Begin with narrator.py,
which describes games by their events; play.py has what a person is asked, refusals.py why a card is
illegal, review_words.py what mistakes cost, text_table.py columns.  The words of a single screen
stay beside that screen.
"""

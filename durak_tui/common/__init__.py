"""Things that every part may use: files, languages, errors, text.

Stands on nothing, and knows nothing of cards.  files.py replaces, locks and appends to files so
that they survive a crash; i18n.py has the languages; text.py and clusters.py see to text from
strangers.  Each module stands for itself: read the one that you need.
"""

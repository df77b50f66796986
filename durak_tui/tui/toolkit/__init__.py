"""The parts that all screens are made of.

Stands on Textual, terminal, user and words; knows no screen of a feature.  Begin with screen.py and
actions.py; menu.py, form.py and canvas.py are what lists and forms stand on.  A card table is
table_view.py (what it shows), table_layout.py (where) and card_table.py (drawn).
"""

"""Engines: listed, entered, checked.

Begin with engines_screen.py.  Stands on toolkit, user (the engines are part of the settings) and
engine/check.  A list shows all engines, a form takes one, and a check shows for each scenario
whether it passed.
"""

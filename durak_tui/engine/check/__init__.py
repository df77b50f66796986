"""The compliance check of engines.

Stands on the client of the folder above.  Begin with scenarios.py: each is a conversation with an
engine and what it must answer.  compliance.py runs them.  The words of the report, with advice on
failures, are in words/check_words.py.
"""

"""The compliance check of engines.

Stands on the client of the folder above.  Begin with scenarios.py: each is a conversation with an
engine and what it must answer.  compliance.py runs them, advice.py says how to mend what failed,
report.py prints it.
"""

"""Programs for those who work on durak-tui.

Each is run as ``python -m tools.NAME``; CONTRIBUTING.md says what each does.  benchmarks/ measures.
"""

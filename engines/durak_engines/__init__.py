"""The engines that ship, one module each, each a program.

Stand on game, analysis and the library for authors (engine/sdk.py), and on nothing that runs
engines.  Begin with dummy.py, the simplest; montecarlo.py is the strongest, and player.py has the
levels and styles for people.  examples/ has engines in other languages, which new-engine copies.
"""

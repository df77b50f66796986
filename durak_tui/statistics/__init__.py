"""The strength that counts of results show: Elo, LOS, SPRT.

Stands on common alone: numbers in, numbers out.  Begin with counts.py, results of single games or
of pairs with one deal; elo.py makes a rating difference of them, sprt.py a sequential test,
rating.py the ratings of many players at once.
"""

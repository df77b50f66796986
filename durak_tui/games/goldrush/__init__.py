"""Gold Rush: one to four programs dig diamonds out of a mine.

Rows ``G-…`` are those of goldrush-simu's behaviours, which docs/goldrush.md lists.  Begin with
mine.py, which has the rules; maps.py has the files of mines, dig.py a game between programs.
"""

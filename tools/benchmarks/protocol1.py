"""An engine as for pyDurak: protocol 1, and plain Python.

Leads its lowest card, beats with the lowest that does, throws in nothing.
"""

import sys

RANKS = "23456789TJQKA"
hand: list[str] = []
trump = ""
for line in sys.stdin:
    word, *rest = line.partition("##")[0].split()
    answer = "ok"
    if word == "game_end":
        break
    if word == "init":
        trump = rest[0][1]
    elif word == "deal":
        hand += rest
        hand.sort(key=lambda card: (card[1] == trump, RANKS.index(card[0])))
    else:
        fit = []
        if word == "move" and not rest:
            fit = hand
        elif word == "respond":
            rank, suit = rest[-1][0], rest[-1][1]
            fit = [
                card
                for card in hand
                if (card[1] == suit and RANKS.index(card[0]) > RANKS.index(rank))
                or (card[1] == trump != suit)
            ]
        answer = fit[0] if fit else ""
        hand = [card for card in hand if card != answer]
    print(answer, flush=True)

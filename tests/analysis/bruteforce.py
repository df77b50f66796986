"""The value of an endgame by looking at everything that can happen, on the reference rules.

Slow, and meant to be: no window, no order, no memory, and nothing of the product.
"""

from dataclasses import replace
from itertools import combinations

from tests.game.reference import ReferenceGame


def answers(game: ReferenceGame) -> list[list[str]]:
    """All answers that the player to act may give."""
    playable = game.playable()
    if game.state == "give_more":
        most = min(game.most_to_give(), len(playable))
        return [list(some) for n in range(most + 1) for some in combinations(playable, n)]
    return [[card] for card in playable] + ([[]] if game.silence_allowed() else [])


def after(game: ReferenceGame, answer: list[str]) -> ReferenceGame:
    """The game when this has been answered and what is to be dealt is dealt."""
    game = replace(game, hands=[list(hand) for hand in game.hands], table=list(game.table))
    game.answer(answer)
    if game.state == "deal":
        # Discarded cards are of no more use, and this list is shared by the copies.
        game.discarded = []
        game.deal()
    return game


def worth(game: ReferenceGame, player: int) -> int:
    """The player's result if both play their best: 1, 0 or -1."""
    if game.state == "over":
        return 0 if game.result == "draw" else 1 if game.result == str(player) else -1
    values = [worth(after(game, answer), player) for answer in answers(game)]
    return max(values) if game.asked() == player else min(values)

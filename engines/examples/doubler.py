"""doubler: a player of 2048 for two that merges where most of its tiles become one.

The guide: docs/players.md of durak-tui.
"""


class Player:
    """Change how it decides.  ``board`` is a copy, on which you may try everything."""

    def __init__(self, isFirst, array):
        self.isFirst = isFirst
        self.array = array  # The random numbers of the rounds.

    def output(self, currentRound, board, mode):
        """Decide: a cell (row, column), or a side, 0 to 3 for up, down, left and right."""
        if mode == "position":
            own = board.getNext(self.isFirst, currentRound)
            return own or board.getNone(not self.isFirst)[0]
        if mode == "direction":
            return max(range(4), key=lambda side: self.worth(board.copy(), side))
        return None  # There is nothing to decide.

    def worth(self, board, side):
        """The better, the higher: fewer tiles are left; below all if the side is illegal."""
        # Here your work begins: high tiles count in the end, and the other one eats yours.
        if not board.move(self.isFirst, side):
            return -100
        return -len(board.getScore(self.isFirst))

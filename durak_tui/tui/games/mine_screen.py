"""A game of Gold Rush on a screen."""

from typing import ClassVar, Final

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _
from durak_tui.engine.engine_errors import REASONS
from durak_tui.games.goldrush.dig import GOLD_RUSH, SEATS, MineGame
from durak_tui.games.goldrush.mine import SIGHT
from durak_tui.tui.games.mine_board import MineBoard, MineSight
from durak_tui.tui.games.playback import PLAYBACK, PlaybackScreen
from durak_tui.tui.toolkit.actions import KeyAction

_PAN: Final = 4  # Cells that the picture is moved by.


class MineScreen(PlaybackScreen):
    """A mine and its miners, turn by turn."""

    TITLE = N_("Gold Rush")
    HELP = N_(
        "Stone is #, mud is a dot, a number is a pile of diamonds, + one of ten or more. A to D"
        " are the miners, a to d their wagons. With the eyes of one miner you see what that miner"
        " has seen: what it never saw is a question mark."
    )
    KIND = GOLD_RUSH
    BY_ROUND = True
    MILLISECONDS = 250
    ACTIONS: ClassVar = (
        *PLAYBACK,
        KeyAction("mine.eyes", "f", N_("View"), N_("See the mine with the eyes of each miner")),
        KeyAction("mine.pan-left", "shift+left,H", N_("Look left"), N_("Move the picture"), False,
                  does="pan", arguments=(-_PAN, 0)),
        KeyAction("mine.pan-right", "shift+right,L", N_("Look right"), N_("Move the picture"),
                  False, does="pan", arguments=(_PAN, 0)),
        KeyAction("mine.pan-up", "shift+up,K", N_("Look up"), N_("Move the picture"), False,
                  does="pan", arguments=(0, -_PAN)),
        KeyAction("mine.pan-down", "shift+down,J", N_("Look down"), N_("Move the picture"), False,
                  does="pan", arguments=(0, _PAN)),
    )  # fmt: skip

    _eyes: int | None = None
    _pan = (0, 0)
    _seen: tuple[int, set[int]] = -1, set()
    """The cells that the miner has seen after so many moves."""

    def content(self) -> ComposeResult:
        yield MineBoard()

    def title_text(self) -> str:
        if not self.is_mounted:
            return _(self.TITLE)
        state: MineGame = self.state
        text = _("Gold Rush, round {n} of {total}")
        return text.format(n=min(state.round + 1, state.rounds), total=state.rounds)

    def show_state(self) -> None:
        state: MineGame = self.state
        game, seats = self.game, len(state.mine.miners)
        details = game.finish.details if game.finish else {}
        names = [one or game.names[at] for at, one in enumerate(details.get("names", game.names))]
        faults = game.finish.faults if game.finish else (None,) * seats
        outs = [
            _("out: {why}").format(why=_(REASONS[one.reason])) if one else _("out")
            for one in faults
        ]
        sight = MineSight(
            state, names, outs, self._turns(seats), self._eyes, self._seen_by_now(), self._pan
        )
        self.query_one(MineBoard).show(sight)

    def _turns(self, seats: int) -> list[str]:
        """The last move of each seat up to here."""
        last, moves = [""] * seats, self.game.moves
        for at in range(max(0, 2 * self._at - 4 * seats), 2 * self._at, 2):
            last[SEATS.index(moves[at])] = moves[at + 1]
        return last

    def _seen_by_now(self) -> set[int]:
        """The cells that the miner whose eyes are used has seen."""
        if self._eyes is None:
            return set()
        count, seen = self._seen
        if count > self._at or count < 0:
            count, seen = 0, set()
        moves = self.game.moves
        game: MineGame = self.KIND.after(self.game.opening, moves, count)
        mine, sides = game.mine, range(-SIGHT, SIGHT + 1)
        around = [x + y * mine.stride for y in sides for x in sides]
        miner = mine.miners[self._eyes]
        seen.update(miner.place + step for step in around)
        for at in range(2 * count, 2 * self._at, 2):
            game.step(moves[at : at + 2])
            seen.update(miner.place + step for step in around)
        self._seen = self._at, seen
        return seen

    def action_eyes(self) -> None:
        """Go to the eyes of the next miner, or to all."""
        seats = len(self.state.mine.miners)
        after = 0 if self._eyes is None else self._eyes + 1
        self._eyes = after if after < seats else None
        self._seen, self._pan = (-1, set()), (0, 0)
        self.fill()

    def action_pan(self, x: int, y: int) -> None:
        self._pan = self._pan[0] + x, self._pan[1] + y
        self.fill()

    def action_game(self, by: int) -> None:
        self._eyes, self._seen = None, (-1, set())
        super().action_game(by)

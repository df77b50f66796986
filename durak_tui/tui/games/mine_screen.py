"""A game of Gold Rush on a screen."""

from typing import ClassVar, Final

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _
from durak_tui.engine.engine_errors import REASONS
from durak_tui.games.goldrush.dig import BAD, GOLD_RUSH, SEATS, MineGame, bad_commands
from durak_tui.games.goldrush.mine import SIGHT
from durak_tui.games.playthrough import Playthrough
from durak_tui.tui.games.mine_board import MineBoard, MineSight
from durak_tui.tui.games.playback import MORE_PLAYBACK, PLAYBACK, PlaybackScreen
from durak_tui.tui.toolkit.actions import KeyAction

_PAN: Final = 4  # Cells that the picture is moved by.


class MineScreen(PlaybackScreen):
    """A mine and its miners, turn by turn."""

    TITLE = N_("Gold Rush")
    HELP = N_(
        "Stone is #, mud is a dot, a number is a pile of diamonds, + one of ten or more. A to D"
        " are the miners, a to d their wagons, each at its base. Through a miner's eyes you see"
        " only what it has seen; the rest is question marks."
    )
    KIND = GOLD_RUSH
    BY_ROUND = True
    MILLISECONDS = 250
    ACTIONS: ClassVar = (
        *PLAYBACK,
        KeyAction("mine.eyes", "f", N_("View"), N_("See the mine through each miner's eyes")),
        *MORE_PLAYBACK,
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
    _seen: tuple[int, MineGame, set[int]] | None = None
    """A number of moves, the game after them, and the cells that the miner has seen by then."""

    def content(self) -> ComposeResult:
        yield MineBoard()

    def title_text(self) -> str:
        if not self.is_mounted:
            return _(self.TITLE)
        state: MineGame = self.state
        text = _("Gold Rush, round {n} of {total}")
        said = text.format(n=min(state.round + 1, state.rounds), total=state.rounds)
        if self._eyes is None:
            return said
        eyes = _("seen by {seat}").format(seat=SEATS[self._eyes])
        return f"{said}, {eyes}"

    def show_state(self) -> None:
        state: MineGame = self.state
        game, seats = self.game, len(state.mine.miners)
        faults = game.finish.faults if game.finish else (None,) * seats
        outs = [
            _("out: {why}").format(why=_(REASONS[one.reason])) if one else _("out")
            for one in faults
        ]
        sight = MineSight(
            state, game.names, outs, self._turns(seats), self._eyes, self._seen_by_now()
        )
        self.query_one(MineBoard).show(sight)

    def _turns(self, seats: int) -> list[str]:
        """The last move of each seat, a bad one with its text."""
        last, moves, texts = [""] * seats, self.game.moves, bad_commands(self.game)
        for turn in range(max(0, self._at - 2 * seats), self._at):
            seat, code = moves[2 * turn], moves[2 * turn + 1]
            last[SEATS.index(seat)] = code + (texts.get(turn, "") if code == BAD else "")
        return last

    def _seen_by_now(self) -> set[int]:
        """The cells that the miner whose eyes are used has seen."""
        if self._eyes is None:
            return set()
        if self._seen is None or self._seen[0] > self._at:
            self._seen = 0, self.KIND.start(self.game.opening), set()
        count, game, seen = self._seen
        moves, sides = self.game.moves, range(-SIGHT, SIGHT + 1)
        around = [x + y * game.mine.stride for y in sides for x in sides]
        miner = game.mine.miners[self._eyes]
        seen.update(miner.place + step for step in around)
        for at in range(2 * count, 2 * self._at, 2):
            game.step(moves[at : at + 2])
            seen.update(miner.place + step for step in around)
        self._seen = self._at, game, seen
        return seen

    def action_eyes(self) -> None:
        """Go to the eyes of the next miner, or to all."""
        seats = len(self.state.mine.miners)
        after = 0 if self._eyes is None else self._eyes + 1
        self._eyes = after if after < seats else None
        self._seen, self.query_one(MineBoard).pan = None, (0, 0)
        self.fill()

    def action_pan(self, x: int, y: int) -> None:
        self.query_one(MineBoard).look_aside(x, y)

    def show_game(self, game: Playthrough, number: int) -> None:
        self._eyes, self._seen, self.query_one(MineBoard).pan = None, None, (0, 0)
        super().show_game(game, number)

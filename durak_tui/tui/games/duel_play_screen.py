"""A person's own game of 2048 for two."""

from asyncio import to_thread
from typing import Final

from durak_tui.common.i18n import N_, _
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.games.duel2048.board import COLUMNS
from durak_tui.games.duel2048.duel import CELL_CODES, MERGE_CODES, Duel
from durak_tui.games.duel2048.duel_play import Duelists, with_players
from durak_tui.games.live_playthrough import LivePlaythrough
from durak_tui.games.person import Person
from durak_tui.games.playthrough import Json
from durak_tui.games.trail import Trail
from durak_tui.tui.games.duel_board import DuelSight
from durak_tui.tui.games.duel_screen import SHOW_LEVELS, DuelScreen
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.screen import asking
from durak_tui.user.opponents import PERSON

_STEPS: Final = (-1, 0), (1, 0), (0, -1), (0, 1)  # Rows and columns, to each side.


class DuelPlayScreen(DuelScreen):
    """A board on which a person places and merges."""

    HELP = N_(
        "When you place, choose a cell that is marked o: the one offered in your half, or any free"
        " one of the other half. When you merge, press an arrow: your tiles move to that side, and"
        " equal ones that meet become one of twice the number. At the end whoever has more of the"
        " highest tile wins; if that is equal, the next lower tile decides. Your time does not"
        " count."
    )
    ACTIONS = (
        KeyAction("duel.up", "up,k,w", N_("Up"), N_("Move the cursor, or merge, upwards"),
                  does="side", arguments=(0,)),
        KeyAction("duel.down", "down,j,s", N_("Down"), N_("Move the cursor, or merge, downwards"),
                  does="side", arguments=(1,)),
        KeyAction("duel.left", "left,h,a", N_("Left"), N_("Move the cursor, or merge, leftwards"),
                  does="side", arguments=(2,)),
        KeyAction("duel.right", "right,l,d", N_("Right"),
                  N_("Move the cursor, or merge, rightwards"), does="side", arguments=(3,)),
        KeyAction("duel.place", "enter,space", N_("Place"), N_("Place a tile in this cell")),
        KeyAction("duel.undo", "u,ctrl+u", N_("Undo"), N_("Take back your last decision")),
        KeyAction("duel.replay", "r", N_("Replay"), N_("Step through the game")),
        KeyAction("duel.again", "n", N_("New game"), N_("Play again, against the same opponent")),
        SHOW_LEVELS,
    )  # fmt: skip

    def __init__(
        self,
        opening: Json,
        seat: int,
        opponent: str,
        past: str = "",
        *,
        duelists: Duelists = Duelists(),  # noqa: B008 (frozen)
        log: str | None = None,
    ) -> None:
        """Play from ``seat``, 0 or 1, on from the moves ``past``.

        Raises EngineStartError if the opponent is not one of ``duelists``.
        """
        self._seat: int = seat
        self._opponent = EngineConfig(opponent)
        self._kind = with_players(duelists)
        self._log_file = log
        self._cursor = 0
        super().__init__(self._made(opening, past), milliseconds=0)

    def _made(self, opening: Json, past: str) -> LivePlaythrough:
        players: list[EngineConfig | Person] = [self._opponent]
        players.insert(self._seat, Person(self.durak.settings.value.player or PERSON))
        return LivePlaythrough(self._kind, opening, players, past=past, log=self._log_file)

    @property
    def _live(self) -> LivePlaythrough:
        assert isinstance(self._source, LivePlaythrough)
        return self._source

    @property
    def _is_asked(self) -> bool:
        """True if it is the person's turn."""
        duel: Duel = self.state
        return self.is_live and self._follows and not duel.is_over and duel.player == self._seat

    def how(self) -> str:
        if not self.is_live:
            return ""
        return _("your turn") if self._is_asked else _("your opponent thinks")

    def sight(self, duel: Duel) -> DuelSight:
        if not self._is_asked or duel.merges:
            return DuelSight(duel, self._levels)
        free = {CELL_CODES.index(code) for code in duel.legal()}
        if self._cursor not in free:
            self._cursor = duel.own if duel.own in free and duel.own is not None else min(free)
        return DuelSight(duel, self._levels, self._cursor, free)

    def news(self, duel: Duel) -> list[str]:
        if not self._is_asked:
            return super().news(duel)
        last = self._last(self._at)
        if duel.merges:
            return [last, _("Merge: press an arrow.")]
        return [last, _("Place a tile: choose a cell with o, then press enter.")]

    # Decisions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("place", "side"):
            duel = self.state
            return self._is_asked and (action == "side" or not duel.merges)
        return {
            # Both begin with a tile, one after the other.
            "undo": len(self.game.moves) > self._seat,
            "replay": not self.is_live,
            "again": not self.is_live,
        }.get(action, True)

    def action_side(self, side: int) -> None:
        """Merge, or move the cursor to the next free cell."""
        duel: Duel = self.state
        if duel.merges:
            self._decide(MERGE_CODES[side])
            return
        down, right = _STEPS[side]
        row, column = divmod(self._cursor, COLUMNS)
        free = {CELL_CODES.index(code) for code in duel.legal()}
        ahead = [
            (abs(r - row) + abs(c - column) + 2 * abs((r - row) * right + (c - column) * down), at)
            for at in free
            for r, c in [divmod(at, COLUMNS)]
            if (r - row) * down + (c - column) * right > 0
        ]
        if ahead:
            self._cursor = min(ahead)[1]
            self.fill()

    def action_place(self) -> None:
        self._decide(CELL_CODES[self._cursor])

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        word, _dash, cell = event.action.partition("-")
        if word != "cell":
            super().on_canvas_widget_chosen(event)
        elif self._is_asked and not self.state.merges:
            event.stop()
            self._decide(CELL_CODES[int(cell)])

    def _decide(self, code: str) -> None:
        duel: Duel = self.state
        if code not in duel.legal():
            self.say(self._why_not(code, duel), bad=True)
            return
        person = self._live.players[self._seat]
        assert isinstance(person, Person)
        person.answer(code, self._at)

    def _why_not(self, code: str, duel: Duel) -> str:
        if duel.merges:
            return _("None of your tiles can move or merge in that direction.")
        if duel.tiles[CELL_CODES.index(code)]:
            return _("There is already a tile there.")
        return _("In your own half only the cell with o is offered.")

    # Taking back

    @asking
    async def action_undo(self) -> None:
        """Play on from before the person's last decision."""
        game, last = self.game, 0
        duel: Duel = self.KIND.start(game.opening)
        for at, code in enumerate(game.moves):
            if duel.player == self._seat:
                last = at
            duel.step(code)
        await self._play(game.opening, game.moves[:last])

    async def _play(self, opening: Json, moves: str) -> None:
        """Play another game in place of this one."""
        try:
            live = self._made(opening, moves)
        except EngineStartError as error:  # It was there when the game began.
            self.say(str(error), bad=True)
            return
        await to_thread(self._live.drop)
        self._source, self._follows, self._failure = live, True, ""
        self._trail = Trail(self.KIND, opening)
        self.begin()
        self.keys_changed()

    @asking
    async def action_again(self) -> None:
        game = self.game.opening
        opening = {**game, "game": int(game.get("game", 1)) + 1, "unknown": 0}
        await self._play(opening, "")

    def action_replay(self) -> None:
        self.app.push_screen(DuelScreen(self.game))

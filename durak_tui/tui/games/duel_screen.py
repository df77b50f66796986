"""A game of 2048 for two on a screen."""

import os
from random import SystemRandom
from typing import ClassVar, Final

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.games.duel2048.board import COLUMNS, count, leader
from durak_tui.games.duel2048.duel import CELL_CODES, MERGE_CODES, Duel
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048
from durak_tui.games.duel2048.record_file import read_record
from durak_tui.games.game_book import GameBook
from durak_tui.games.playthrough import Json
from durak_tui.tui.games.duel_board import DuelBoard, DuelSight
from durak_tui.tui.games.playback import PLAYBACK, PlaybackScreen
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.screen import asking

_SIDES: Final = N_("up"), N_("down"), N_("left"), N_("right")
SHOW_LEVELS: Final = KeyAction(
    "duel.levels", "v", N_("Levels"), N_("Show numbers, or levels as records do")
)
_EASY: Final = "2048-greedy"  # The opponent in a game that goes on, if its own is no more.


class DuelScreen(PlaybackScreen):
    """A board of 2048 for two, decision by decision."""

    TITLE = N_("2048 for two")
    HELP = N_(
        "Tiles with + belong to player 1, whose half is at the left, those with - to player 2."
        " In each round both place a tile, in the cell offered in their own half or in any free"
        " one of the other, then both merge. The higher tile wins in the end; of equals the"
        " greater number."
    )
    KIND = DUEL_2048
    FILES = N_("A log of games, a record, or a folder of records.")
    ACTIONS: ClassVar[tuple[KeyAction, ...]] = (
        *PLAYBACK,
        KeyAction("duel.play-on", "o", N_("Play on"), N_("Play on yourself from this board")),
        SHOW_LEVELS,
    )

    _levels = False

    @classmethod
    def open_book(cls, path: str | os.PathLike[str]) -> GameBook:
        return GameBook(path, cls.KIND.name, lambda text: read_record(text).game)

    def content(self) -> ComposeResult:
        yield DuelBoard()
        yield Note()

    def title_text(self) -> str:
        if not self.is_mounted:
            return _(self.TITLE)
        duel = self.state
        text = _("2048 for two, round {n} of {total}")
        return text.format(n=min(duel.round + 1, duel.rounds), total=duel.rounds)

    def sight(self, duel: Duel) -> DuelSight:
        """The picture of the board."""
        return DuelSight(duel, self._levels)

    def show_state(self) -> None:
        duel: Duel = self.state
        duel.settle()
        self.query_one(DuelBoard).show(self.sight(duel))
        self.query_one(Note).say(*((text, "text") for text in self.news(duel)))

    def news(self, duel: Duel) -> list[str]:
        """Sentences below the board: the names, the last decision or the end."""
        game = self.game
        first, second = (f"{sign} {name}" for sign, name in zip("+-", game.names, strict=True))
        names = f"{first}   {second}"
        if self.is_at_end and game.finish:
            return [names, self._end()]
        return [names, self._last(self._at)]

    def _last(self, at: int) -> str:
        """The decision before the state that is shown, in words."""
        game = self.game
        if not at:
            return _("The board is empty.")
        code = game.moves[at - 1]
        before: Duel = self.KIND.after(game.opening, game.moves, at - 1)
        before.settle()
        name = game.names[before.player]
        if code in MERGE_CODES:
            side = _(_SIDES[MERGE_CODES.index(code)])
            return _("{name} merges {side}.").format(name=name, side=side)
        if code not in CELL_CODES:
            return _("{name} answers something else.").format(name=name)
        row, column = divmod(CELL_CODES.index(code), COLUMNS)
        text = _("{name} places a tile in row {row}, column {column}.")
        return text.format(name=name, row=row + 1, column=column + 1)

    def _end(self) -> str:
        finish = self.game.finish
        assert finish
        fault = next((one for one in finish.faults if one), None)
        if fault:
            return fault.message
        if finish.winner is None:
            return _("Nobody has won.")
        level = leader(self.state.tiles)[1]
        first, second = (count(self.state.tiles, seat, level) for seat in (0, 1))
        text = _("{name} wins with tiles of {tile}: {first} to {second}.")
        name = self.game.names[finish.winner]
        return text.format(name=name, tile=2**level, first=first, second=second)

    def action_levels(self) -> None:
        self._levels = not self._levels
        self.fill()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "play_on":
            return not self.is_live and not self.state.is_over
        return super().check_action(action, parameters)

    @asking
    async def action_play_on(self) -> None:
        """Ask for the side, and the opponent, and play."""
        self.action_run(0)
        game, at = self.game, self._at
        entries: list[Entry] = []
        others: dict[str, tuple[int, str]] = {}
        for seat, sign in enumerate("+-"):
            for other in dict.fromkeys((game.names[1 - seat], _EASY)):
                label = _("You are {sign}, against {name}").format(sign=sign, name=other)
                entries.append(Entry(str(len(others)), label))
                others[str(len(others))] = seat, other
        text = _("The program of your opponent is run on this computer.")
        if answer := await self.ask(Question(_("Play on from here"), text, entries)):
            seat, other = others[answer]
            opening, moves = opening_from(game.opening, self.state), game.moves[:at]
            try:
                self.durak.go("2048-play", opening=opening, seat=seat, opponent=other, past=moves)
            except EngineStartError as error:
                self.say(str(error), bad=True)


def opening_from(opening: Json, duel: Duel) -> Json:
    """The opening of a game that is played on from here."""
    if "seed" in opening:
        return {key: value for key, value in opening.items() if key != "clocks"}
    # Of a record, which has neither the numbers nor the times.
    known = duel.round + bool(duel.merges or duel.player)
    new = DuelOptions(duel.rounds).opening(SystemRandom().randrange(10**9), 1)
    return {**new, "unknown": known}

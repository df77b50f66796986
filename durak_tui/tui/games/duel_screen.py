"""A game of 2048 for two on a screen."""

import os
import re
from functools import partial
from random import SystemRandom
from typing import ClassVar, Final

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.short_names import short_names
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import REASONS, EngineStartError
from durak_tui.games.duel2048.board import COLUMNS, count, leader
from durak_tui.games.duel2048.duel import CELL_CODES, MERGE_CODES, Duel
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048, Duelists
from durak_tui.games.duel2048.duel_report import RECORDS
from durak_tui.games.game_book import GameBook
from durak_tui.games.live_playthrough import check_log
from durak_tui.games.playthrough import Finish, Json
from durak_tui.pool.run_errors import RunError
from durak_tui.tui.games.duel_board import DuelBoard, DuelSight
from durak_tui.tui.games.playback import MORE_PLAYBACK, PLAYBACK, PlaybackScreen
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.screen import asking
from durak_tui.user.folders import new_games_log
from durak_tui.user.opponents import PERSON, shown_name

_SIDES: Final = N_("up"), N_("down"), N_("left"), N_("right")
SHOW_LEVELS: Final = KeyAction(
    "duel.levels", "v", N_("Levels"), N_("Show numbers, or levels as in records")
)
_LEAST_NAME: Final = 12  # Columns of a name in a sentence.
_NUMBERED: Final = re.compile(r" \(\d+\)$")  # Of one of several equal players.
_EASY: Final = "2048-greedy"  # The opponent in a game that goes on, if its own is no more.


class DuelScreen(PlaybackScreen):
    """A board of 2048 for two, decision by decision."""

    TITLE = N_("2048 for two")
    HELP = N_(
        "Tiles with + belong to player 1, whose half is at the left, those with - to player 2."
        " In each round both place a tile, in the cell offered in their own half or in any free"
        " one of the other, then both merge. At the end whoever has more of the highest tile wins;"
        " if that is equal, the next lower tile decides."
    )
    KIND = DUEL_2048
    FILES = N_("A log of games, a record, or a folder of records.")
    ACTIONS: ClassVar[tuple[KeyAction, ...]] = (
        *PLAYBACK,
        KeyAction("duel.play-on", "o", N_("Play on"), N_("Play on yourself from this board")),
        SHOW_LEVELS,
        *MORE_PLAYBACK,
    )

    _levels = False

    @classmethod
    def open_book(cls, path: str | os.PathLike[str]) -> GameBook:
        return GameBook(path, cls.KIND, RECORDS)

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
        self.query_one(DuelBoard).show(self.sight(duel))
        self.query_one(Note).say(*((text, "text") for text in self.news(duel)))

    def news(self, duel: Duel) -> list[str]:
        """Sentences below the board: the names, the last decision or the end."""
        game = self.game
        names = "   ".join(map(self.who, (0, 1)))
        if self.is_at_end and game.finish:
            return [names, *self._end(game.finish)]
        return [names, self._last(self._at)]

    def _last(self, at: int) -> str:
        """The decision before the state that is shown, in words."""
        game = self.game
        if not at:
            return _("The board is empty.")
        code = game.moves[at - 1]
        before: Duel = self.KIND.after(game.opening, game.moves, at - 1)
        name, is_own = self.who(before.player), self._is_own(before.player)
        if code in MERGE_CODES:
            text = _("You merge {side}.") if is_own else _("{name} merges {side}.")
            return text.format(name=name, side=_(_SIDES[MERGE_CODES.index(code)]))
        if code not in CELL_CODES:
            return _("{name} gives an invalid answer.").format(name=name)
        row, column = divmod(CELL_CODES.index(code), COLUMNS)
        text = _("{name} places a tile in row {row}, column {column}.")
        if is_own:
            text = _("You place a tile in row {row}, column {column}.")
        return text.format(name=name, row=row + 1, column=column + 1)

    def _end(self, finish: Finish) -> list[str]:
        failed = [(seat, one) for seat, one in enumerate(finish.faults) if one]
        if failed:
            text = _("{name} is out: {why}.")
            said = [
                text.format(name=self.who(seat), why=_(REASONS[one.reason])) for seat, one in failed
            ]
            if finish.winner is not None:
                text = _("You win.") if self._is_own(finish.winner) else _("{name} wins.")
                said.append(text.format(name=self.who(finish.winner)))
            return [" ".join(said), failed[0][1].message]
        return [self._outcome(finish)]

    def _outcome(self, finish: Finish) -> str:
        """A sentence about the end of a game without faults."""
        duel: Duel = self.state
        stuck = [_("Nothing can move any more.")] if duel.is_stuck else []
        winner = finish.winner
        if winner is None:
            return " ".join([*stuck, _("Nobody has won.")])
        level = leader(duel.tiles)[1]
        more, less = (count(duel.tiles, seat, level) for seat in (winner, 1 - winner))
        text = _("{name} wins with tiles of {tile}: {first} to {second}.")
        if self._is_own(winner):
            text = _("You win with tiles of {tile}: {first} to {second}.")
        tile = f"{level:02}" if self._levels else 2**level
        said = text.format(name=self.who(winner), tile=tile, first=more, second=less)
        return " ".join([*stuck, said])

    def who(self, seat: int) -> str:
        """A player with their sign, in half a line at most."""
        # What is to be done stands behind sentences with names.
        width = max(_LEAST_NAME, self.size.width // 2 - 6)
        names = short_names(map(shown_name, self.game.names), width, self.durak.glyphs.ellipsis)
        return f"{'+-'[seat]} {names[seat]}"

    def _is_own(self, seat: int) -> bool:
        """True for a seat that is called "You"."""
        return self.game.names[seat] == PERSON

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
        # In any other game a name may be that of a person.
        is_of_programs = game.run is not None or "seed" not in game.opening
        duelists = Duelists(any_module=bool((game.run or {}).get("any_module")))
        for seat, sign in enumerate("+-"):
            own = [_NUMBERED.sub("", game.names[1 - seat])] if is_of_programs else []
            for other in dict.fromkeys([*filter(partial(_can_play, duelists), own), _EASY]):
                label = _("You are {sign}, against {name}").format(sign=sign, name=other)
                entries.append(Entry(str(len(others)), label))
                others[str(len(others))] = seat, other
        text = _("The program of your opponent is run on this computer.")
        if answer := await self.ask(Question(_("Play on from here"), text, entries)):
            seat, other = others[answer]
            opening, moves = opening_from(game.opening, self.state), game.moves[:at]
            try:
                log = new_games_log()
                check_log(log, self.KIND)
            except OSError as error:
                self.say(str(why(error)), bad=True)
                return
            except RunError as error:
                self.say(str(error), bad=True)
                return
            try:
                self.durak.go(
                    "2048-play", opening=opening, seat=seat, opponent=other, past=moves,
                    duelists=duelists, log=log,
                )  # fmt: skip
            except EngineStartError as error:  # It was there when the question was asked.
                self.say(str(error), bad=True)


def _can_play(duelists: Duelists, name: str) -> bool:
    try:
        duelists(EngineConfig(name))
    except EngineStartError:
        return False
    return True


def opening_from(opening: Json, duel: Duel) -> Json:
    """The opening of a game that is played on from here."""
    if "seed" in opening:
        return {key: value for key, value in opening.items() if key != "clocks"}
    # Of a record, which has neither the numbers nor the times.
    known = duel.round + bool(duel.merges or duel.player)
    new = DuelOptions(duel.rounds).opening(SystemRandom().randrange(10**9), 1)
    return {**new, "unknown": known}

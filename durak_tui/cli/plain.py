"""``durak-tui play --plain``: games in lines of text, for screen readers and dumb terminals.

Lines are written and lines are read: no colours, no cursor, no control characters.
"""

import argparse
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from durak_tui.arena.contestant import Contestant
from durak_tui.arena.duel import Duel
from durak_tui.arena.opponent import Opponent
from durak_tui.arena.table import Table, new_deal
from durak_tui.cli.common import CommandError, complain, positive_seconds
from durak_tui.cli.plaingame import PlainGame
from durak_tui.cli.plainio import Console, Left, can_be_written
from durak_tui.cli.signals import Stop, stopping
from durak_tui.engine.errors import EngineStartError
from durak_tui.i18n import LANGUAGES, _, choose
from durak_tui.oldsettings import open_stores
from durak_tui.records.journal import (
    NotUnfinished,
    UnfinishedGame,
    damaged,
    put_away,
    unfinished,
)
from durak_tui.records.journalformat import DamagedJournal
from durak_tui.roster import contestant
from durak_tui.settings import Settings, games_log, unfinished_folder
from durak_tui.text import one_line
from durak_tui.userstate import StateStore, Winner

OFFERED: Final = 9
"""Unfinished games that are offered."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of a game."""
    add = parser.add_argument
    add(
        "engine",
        nargs="?",
        metavar="ENGINE",
        help="the engine to play against: a name, a path, a program on PATH, or a quoted"
        " command line (default: the one of the settings)",
    )
    add("--deck", type=int, choices=(36, 52), help="cards in the deck")
    add("--seed", metavar="S", help="same seed, same deals (default: by chance)")
    add(
        "--winner-first",
        action=argparse.BooleanOptionalAction,
        help="who has won a game attacks first in the next",
    )
    add(
        "--move-time",
        type=positive_seconds,
        metavar="SEC",
        help="the engine's time for every answer, unless its entry says other",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--resume", action="store_true", help="go on with the unfinished game played last"
    )
    which.add_argument("--new", action="store_true", help="begin a new game without asking")


def run(arguments: argparse.Namespace) -> int:
    """Play.  Returns the exit code; raises CommandError for what a user can mend."""
    store, state, problems = open_stores()
    settings = store.settings
    if not can_be_written(LANGUAGES[choose(settings.language)]):
        choose("en")
    for problem in problems:
        complain(f"durak-tui: {problem}")
    player = contestant(
        settings,
        arguments.engine or settings.default_engine,
        arguments.move_time or settings.think_seconds,
    )
    if arguments.engine:
        _look_for(player)
    with stopping() as stop:
        evening = _Evening(arguments, settings, state, player, stop)
        try:
            evening.play()
        except Left:
            # A terminal that is gone cannot be told anything.
            with suppress(BrokenPipeError):
                evening.say_goodbye()
        finally:
            evening.close()
        return stop.exit_code if stop.signal else 0


def _look_for(player: Contestant) -> None:
    try:
        player.spec()
    except EngineStartError as error:
        raise CommandError(str(error)) from None


class _Evening:
    """Games until the person leaves."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        settings: Settings,
        state: StateStore,
        player: Contestant,
        stop: Stop,
    ) -> None:
        self._arguments = arguments
        self._settings = settings
        self._console = Console(stop)
        self._folder = unfinished_folder()
        self._log = games_log()
        self._state = state
        self._opponent = Opponent(player)
        self._games = 0
        self._table: Table | None = None
        self._game: PlainGame | None = None

    def play(self) -> None:
        """Play game after game.  Raises Left when the person leaves in the middle of one."""
        self._tidy()
        self._table = None if self._arguments.new else self._resumed()
        while True:
            table = self._table = self._table or self._new_table()
            if table.contestant != self._opponent.contestant:
                self._opponent.close()
                self._opponent = Opponent(table.contestant)
            self._game = PlainGame(self._console, table, self._opponent, self._score())
            self._game.play()
            if not table.discarded:
                self._count(table)
                self._game.end()
            if self._console.ask([_("Play again."), _("Quit.")]) == 2:
                return
            self._close_table()

    def say_goodbye(self) -> None:
        """Say what becomes of the game."""
        self._console.say()
        table = self._table
        if self._game and table and not table.duel.over and not table.discarded:
            self._game.tell_trouble()
            if table.path:
                command = "durak-tui play --plain --resume"
                text = _("The game is stored. To go on with it: {command}")
                self._console.say(text.format(command=command))

    def close(self) -> None:
        """Leave the table and end the engine."""
        self._close_table()
        self._opponent.close()

    def _close_table(self) -> None:
        table, self._table = self._table, None
        if table:
            table.save()
            table.leave()

    def _tidy(self) -> None:
        """Put away what an earlier time has left over, and tell of what is damaged."""
        say = self._console.say
        try:
            put_away(self._folder, self._log)
            for damage in damaged(self._folder):
                text = _("The unfinished game {path} cannot be read and is left as it is: {why}.")
                say(text.format(path=one_line(str(damage.path)), why=one_line(damage.reason)))
        except OSError as error:
            text = _("A finished game could not be written to {path}: {why}.")
            say(text.format(path=one_line(str(self._log)), why=error.strerror or error))

    def _resumed(self) -> Table | None:
        """An unfinished game to go on with, if there is one and the person wants to."""
        say, newest = self._console.say, self._arguments.resume
        while games := self._unfinished():
            chosen = 1 if newest else self._offered(games)
            if chosen > len(games):
                return None
            try:
                return Table.resume(games[chosen - 1].path, self._log)
            except (NotUnfinished, DamagedJournal, OSError) as error:
                say(_("This game cannot be resumed: {why}.").format(why=error))
                if newest:
                    return None
        if newest:
            say(_("There is no unfinished game. A new one begins."))
        return None

    def _unfinished(self) -> list[UnfinishedGame]:
        with suppress(OSError):
            left = unfinished(self._folder)
            return [game for game in left if not game.game.is_untouched][:OFFERED]
        return []

    def _offered(self, games: Sequence[UnfinishedGame]) -> int:
        self._console.say(_("What do you want to play?"))
        return self._console.ask([*map(_described, games), _("A new game.")])

    def _new_table(self) -> Table:
        self._games += 1
        arguments, settings, player = self._arguments, self._settings, self._opponent.contestant
        _look_for(player)
        winner_first = arguments.winner_first
        if winner_first is None:
            winner_first = settings.winner_first
        last = self._state.state.against(player.shown).last_winner
        dealt = new_deal(
            arguments.deck or settings.deck,
            seed=arguments.seed,
            number=self._games,
            first={"person": 0, "engine": 1}.get(last or "") if winner_first else None,
        )
        duel = Duel(dealt, names=(settings.log_name, player.shown), casual=settings.take_back)
        return Table(duel, player, self._folder, self._log)

    def _count(self, table: Table) -> None:
        """Add a finished game to the series, unless others began it, and say how it stands."""
        seat, ending = table.duel.seat, table.duel.ending
        assert ending
        if table.duel.before:
            return
        winners: dict[int | None, Winner] = {seat: "person", 1 - seat: "engine"}
        winner, engine = winners.get(ending.winner), table.contestant.shown
        # If it cannot be saved it holds for this evening all the same.
        with suppress(OSError):
            self._state.change(lambda state: state.with_result(engine, winner))
        self._console.say(self._score())

    def _score(self) -> str:
        name = self._opponent.name
        series = self._state.state.against(name)
        text = _("Score: you {wins}, {name} {losses}, draws {draws}.")
        return text.format(
            wins=series.wins, name=one_line(name), losses=series.losses, draws=series.draws
        )


def _described(game: UnfinishedGame) -> str:
    opening, position = game.game.opening, game.game.position
    text = _(
        "Against {name}, begun on {day} at {time}. Bout {bout}. Cards: you {mine},"
        " {name} {its}, talon {talon}."
    )
    return text.format(
        name=one_line(opening.names[1 - opening.seat]),
        day=f"{opening.started_at:%Y-%m-%d}",
        time=f"{opening.started_at:%H:%M}",
        bout=game.game.bout,
        mine=position.hands[opening.seat].bit_count(),
        its=position.hands[1 - opening.seat].bit_count(),
        talon=position.talon_count,
    )

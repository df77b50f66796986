"""``durak-tui play --plain``: games in lines of text.

For screen readers and dumb terminals: no colours, no cursor, no control characters.
"""

import argparse
from contextlib import suppress
from pathlib import Path
from typing import Final

from durak_tui.cli.common import CommandError, can_be_written, complain, positive_seconds
from durak_tui.cli.plain.conversation import Console, Left
from durak_tui.cli.plain.game import PlainGame
from durak_tui.cli.signals import Stop, stopping
from durak_tui.common.i18n import LANGUAGES, _, choose
from durak_tui.common.text import one_line
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.errors import EngineStartError
from durak_tui.records.journal import UnfinishedGame, worth_resuming
from durak_tui.table.seats import Engine
from durak_tui.table.session import Session, Terms, tidy
from durak_tui.user.folders import games_log, unfinished_folder
from durak_tui.user.import_pydurak import open_stores
from durak_tui.words.play import not_kept

OFFERED: Final = 9
"""Unfinished games that are offered."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
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


def run(arguments: argparse.Namespace, resume: Path | None = None) -> int:
    """Play, at first the game in the journal ``resume``; the exit code."""
    store, state, problems = open_stores()
    if not can_be_written(LANGUAGES[choose(store.value.language)]):
        choose("en")
    for problem in problems:
        complain(f"durak-tui: {problem}")
    terms = Terms(arguments.deck, arguments.seed, arguments.winner_first, arguments.move_time)
    session = Session(store, state, unfinished_folder(), games_log(), terms)
    if arguments.engine:
        _look_for(session.find(arguments.engine))
    with stopping() as stop:
        evening = _Evening(arguments, session, stop, resume)
        try:
            evening.play()
        except Left:
            # A terminal that is gone cannot be told anything.
            with suppress(BrokenPipeError):
                evening.say_goodbye()
        finally:
            evening.close()
        return stop.exit_code if stop.signal else 0


def _look_for(player: EngineConfig) -> None:
    try:
        player.program()
    except EngineStartError as error:
        raise CommandError(str(error)) from None


class _Evening:
    """Games until the person leaves."""

    def __init__(
        self, arguments: argparse.Namespace, session: Session, stop: Stop, resume: Path | None
    ) -> None:
        self._arguments = arguments
        self._resume = resume
        self._session = session
        self._console = Console(stop)
        self._folder = unfinished_folder()
        self._game: PlainGame | None = None

    def play(self) -> None:
        """Play game after game.  Raises Left if the person leaves."""
        session, say = self._session, self._console.say
        say(*tidy(self._folder, games_log()))
        if self._arguments.new or not self._is_resumed():
            who = session.find(self._arguments.engine or "")
            _look_for(who)
            session.begin(Engine(who))
        self._game = PlainGame(self._console, session, self._score)
        while True:
            self._game.play()
            if not session.game.discarded:
                session.count()
                if problem := session.remember():
                    say(problem)
                say(self._score())
                self._game.end()
            if self._console.ask([_("Play again."), _("Quit.")]) == 2:
                return
            session.leave()
            session.begin_again()

    def say_goodbye(self) -> None:
        self._console.say()
        session = self._session
        if self._game and not session.game.over and not session.game.discarded:
            if session.lost:
                self._console.say(not_kept(session.lost))
            elif session.is_kept:
                command = "durak-tui play --plain --resume"
                text = _("The game is stored. To go on with it: {command}")
                self._console.say(text.format(command=command))

    def close(self) -> None:
        if self._game:
            self._session.leave()
        self._session.close()

    def _is_resumed(self) -> bool:
        """Resume an unfinished game, if the person wants to."""
        if self._resume:
            return self._goes_on_with(self._resume)
        while games := self._unfinished():
            self._console.say(_("What do you want to play?"))
            chosen = self._console.ask([*map(_described, games), _("A new game.")])
            if chosen > len(games):
                return False
            if self._goes_on_with(games[chosen - 1].path):
                return True
        return False

    def _goes_on_with(self, path: Path) -> bool:
        if why := self._session.resume(path):
            self._console.say(_("This game cannot be resumed: {why}.").format(why=why))
        return not why

    def _unfinished(self) -> list[UnfinishedGame]:
        with suppress(OSError):
            return worth_resuming(self._folder)[:OFFERED]
        return []

    def _score(self) -> str:
        name, series = self._session.name, self._session.series
        text = _("Score: you {wins}, {name} {losses}, draws {draws}.")
        return text.format(wins=series.wins, name=name, losses=series.losses, draws=series.draws)


def _described(game: UnfinishedGame) -> str:
    opening, position = game.game.opening, game.game.position
    text = _(
        "Against {name}, begun on {day} at {time}. Bout {bout}. Cards: you {mine},"
        " {name} {its}, talon {talon}."
    )
    return text.format(
        name=one_line(opening.names[1 - opening.here]),
        day=f"{opening.started_at:%Y-%m-%d}",
        time=f"{opening.started_at:%H:%M}",
        bout=game.game.bout,
        mine=position.hands[opening.here].bit_count(),
        its=position.hands[1 - opening.here].bit_count(),
        talon=position.talon_count,
    )

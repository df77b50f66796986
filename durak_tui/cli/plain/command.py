"""``durak-tui play --plain``: games in lines of text.

For screen readers and dumb terminals: no colours, no cursor, no control characters.
"""

import argparse
from contextlib import suppress
from pathlib import Path
from typing import Final

from durak_tui.cli.common import can_be_written, complain, stopping
from durak_tui.cli.plain.conversation import Console, Left
from durak_tui.cli.plain.game import PlainGame
from durak_tui.common.i18n import LANGUAGES, _, choose
from durak_tui.common.text import one_line
from durak_tui.records.journal import UnfinishedGame, worth_resuming
from durak_tui.table.seats import Engine
from durak_tui.table.session import Session, Terms, tidy
from durak_tui.user.folders import games_log, unfinished_folder
from durak_tui.user.import_pydurak import open_stores
from durak_tui.words.play import not_kept

OFFERED: Final = 9  # Unfinished games that are offered.


def run(arguments: argparse.Namespace, resume: Path | None) -> int:
    """Play, at first the game in the journal ``resume``; the exit code."""
    store, state, problems = open_stores()
    if not can_be_written(LANGUAGES[choose(store.value.language)]):
        choose("en")
    for problem in problems:
        complain(f"durak-tui: {problem}")
    terms = Terms(arguments.deck, arguments.seed, arguments.winner_first, arguments.move_time)
    session = Session(store, state, unfinished_folder(), games_log(), terms)
    if arguments.engine:
        session.find(arguments.engine).program()
    with stopping() as stop:
        evening = _Evening(session, Console(stop))
        try:
            evening.begin(arguments.engine or "", resume, offers=not arguments.new)
            evening.play()
        except Left:
            # A terminal that is gone cannot be told anything.
            with suppress(BrokenPipeError):
                evening.say_goodbye()
        finally:
            evening.close()
        return stop.exit_code if stop.signal else 0


class _Evening:
    """Games until the person leaves."""

    def __init__(self, session: Session, console: Console) -> None:
        self._session = session
        self._console = console
        self._game: PlainGame | None = None

    def begin(self, engine: str, resume: Path | None, *, offers: bool) -> None:
        """Begin a game, or resume one.  Raises Left, EngineStartError."""
        self._console.say(*tidy(unfinished_folder(), games_log()))
        is_resumed = self._resume(resume) if resume else offers and self._resumes_one()
        if not is_resumed:
            who = self._session.find(engine)
            who.program()
            self._session.begin(Engine(who))
        self._game = PlainGame(self._console, self._session)

    def play(self) -> None:
        """Play game after game.  Raises Left if the person leaves."""
        assert self._game
        session, say = self._session, self._console.say
        while True:
            self._game.play()
            if not session.game.discarded:
                session.count()
                if problem := session.remember():
                    say(problem)
                say(self._game.score())
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

    def _resumes_one(self) -> bool:
        """Resume an unfinished game, if the person wants to."""
        while games := _unfinished():
            self._console.say(_("What do you want to play?"))
            chosen = self._console.ask([*map(_described, games), _("A new game.")])
            if chosen > len(games):
                return False
            if self._resume(games[chosen - 1].path):
                return True
        return False

    def _resume(self, path: Path) -> bool:
        if why := self._session.resume(path):
            self._console.say(_("This game cannot be resumed: {why}.").format(why=why))
        return not why


def _unfinished() -> list[UnfinishedGame]:
    with suppress(OSError):
        return worth_resuming(unfinished_folder())[:OFFERED]
    return []


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

"""``durak-tui play --plain``: games in lines of text.

For screen readers and dumb terminals: no colours, no cursor, no control characters.
"""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from durak_tui.cli.common import complain, stopping
from durak_tui.cli.plain.console import Console, PersonLeft
from durak_tui.cli.plain.plain_game import PlainGame
from durak_tui.common.i18n import _
from durak_tui.records.journal import UnfinishedGame, worth_resuming
from durak_tui.table.seats import EngineSeat
from durak_tui.table.session import SeriesOptions, Session, tidy
from durak_tui.user.folders import games_log, unfinished_folder
from durak_tui.user.import_pydurak import open_stores
from durak_tui.user.opponents import shown_name
from durak_tui.words.play import not_kept

OFFERED: Final = 9  # Unfinished games that are offered.


def run(arguments: argparse.Namespace, resume: Path | None) -> int:
    """Play, at first the game in the journal ``resume``; the exit code."""
    store, state, problems = open_stores()
    for problem in problems:
        complain(str(problem))
    terms = SeriesOptions(
        arguments.deck, arguments.seed, arguments.first, arguments.move_time,
        arguments.attack_limit,
    )  # fmt: skip
    session = Session(store, state, unfinished_folder(), games_log(), terms)
    with stopping() as stop, ExitStack() as at_end:
        at_end.callback(session.close)
        console = Console(stop)
        console.say(*map(str, store.news))
        has_begun = False
        try:
            _begin(session, console, arguments, resume)
            has_begun = True
            at_end.callback(session.leave)
            _play(session, console, by_suit=store.value.by_suit)
        except PersonLeft:
            # Nothing can be said to a terminal that is gone.
            with suppress(BrokenPipeError):
                console.say(*_goodbye(session) if has_begun else ())
        return stop.exit_code


def _begin(
    session: Session, console: Console, arguments: argparse.Namespace, resume: Path | None
) -> None:
    """Begin a game, or resume one.  Raises PersonLeft, EngineStartError."""
    console.say(*tidy(unfinished_folder(), games_log()))
    if resume:
        is_resumed = _resumes(session, console, resume)
    else:
        is_resumed = not arguments.new and _resumes_any(session, console)
    if not is_resumed:
        who = session.find(arguments.engine or "")
        who.program()
        session.begin(EngineSeat(who))
        session.remember()


def _resumes_any(session: Session, console: Console) -> bool:
    """Resume an unfinished game, if the person wants to."""
    while True:
        games: list[UnfinishedGame] = []
        with suppress(OSError):
            # In lines of text the one of two people would read the other's cards.
            left = worth_resuming(unfinished_folder())
            games = [one for one in left if not one.game.opening.between_people][:OFFERED]
        if not games:
            return False
        console.say(_("What do you want to play?"))
        chosen = console.ask([*map(_described, games), _("A new game.")])
        if chosen > len(games):
            return False
        if _resumes(session, console, games[chosen - 1].path):
            return True


def _resumes(session: Session, console: Console, path: Path) -> bool:
    if why := session.resume(path):
        console.say(_("This game cannot be resumed: {why}.").format(why=why))
    return not why


def _play(session: Session, console: Console, *, by_suit: bool) -> None:
    """Play game after game.  Raises PersonLeft if the person leaves."""
    face = PlainGame(console, session, by_suit=by_suit)
    while True:
        face.play()
        if not session.game.discarded:
            session.count()
            if problem := session.remember():
                console.say(problem)
            console.say(face.score())
            face.end()
        level = session.suggested
        other = [_("Play against {name}.").format(name=shown_name(level.name))] if level else []
        answers = [_("Play again."), *other, _("Quit.")]
        answer = console.ask(answers)
        if answer == len(answers):
            return
        session.leave()
        if level and answer == 2:
            session.begin(EngineSeat(session.find(level.name)))
        else:
            session.begin_again()


def _goodbye(session: Session) -> Iterator[str]:
    """The farewell to a game that is left."""
    if session.game.discarded:
        return
    if session.lost:
        yield not_kept(session.lost)
    elif session.is_kept:
        command = "durak-tui play --plain --resume"
        yield _("Your game is saved. To resume it: {command}").format(command=command)


def _described(game: UnfinishedGame) -> str:
    opening, position = game.game.opening, game.game.position
    text = _(
        "Against {name}, begun on {day} at {time}. Bout {bout}. Cards: you {mine},"
        " {name} {its}, talon {talon}."
    )
    return text.format(
        name=shown_name(opening.names[1 - opening.here]),
        day=f"{opening.started_at:%Y-%m-%d}",
        time=f"{opening.started_at:%H:%M}",
        bout=game.game.bout,
        mine=position.hands[opening.here].bit_count(),
        its=position.hands[1 - opening.here].bit_count(),
        talon=position.talon_count,
    )

"""All that reads logs without a screen, and what each may answer."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn
from xml.etree import ElementTree

from durak_tui.analysis import game_review as review
from durak_tui.cli import autoplay, main
from durak_tui.cli.common import StandardOutput
from durak_tui.cli.run_results import JsonResults, notes_of, statistics_block, table
from durak_tui.common.errors import UserError
from durak_tui.common.text import made_printable
from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.game.notation import parse_position
from durak_tui.library.catalogue import Catalogue
from durak_tui.library.export import export_games
from durak_tui.library.index import LogIndex, has_games, last_game, parse_game
from durak_tui.library.query import parse_query, query_of
from durak_tui.library.search import read_game
from durak_tui.library.summary import Glance, summarize
from durak_tui.match.plan import Plan, plan_of_log, stopped_match
from durak_tui.match.run import Run
from durak_tui.match.run_log import DURAK_LOGS
from durak_tui.net.proof import KEY as PROOF
from durak_tui.practice.exercises import own_mistakes
from durak_tui.records.log_format import DamagedGame
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor, last_thoughts
from durak_tui.records.review_file import ReviewFile
from durak_tui.tournament.tournament_files import REPORTS, write_reports
from durak_tui.tournament.tournament_run import Tournament
from durak_tui.user.engines import who_plays
from durak_tui.user.schema import Settings
from durak_tui.words.lesson_words import origin_words
from durak_tui.words.plain import PlainWords
from durak_tui.words.replay_words import ReplayWords
from tests.library.test_summary import at_a_glance, facts_in, facts_of
from tests.records.logs import ORDERS, QUERIES, finished, listed, read_in_full
from tests.strangers.haste import in_time
from tests.strangers.strategies import CUP
from tests.strict_html import Page

_MOST: Final = 20  # Games of a log that each reader is asked for one by one.
_A_REVIEW: Final = 8.0
"""Seconds of a core to think about a game, whose endgame is searched to the end,"""
_A_DEAL: Final = 6.0
"""and to repeat what two people have computed together."""


class Answer(NamedTuple):
    """The exit code and output of a command."""

    code: int
    output: str
    errors: str


def answer(
    command: Callable[[list[str]], int], *words: object, terminal: bool = False, raw: bool = False
) -> Answer:
    """Run a command in this process; what a terminal gets is fit for one.

    ``raw``: what goes to a file instead need not be.
    """
    out, err = _Stream(terminal), _Stream(terminal=False)
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = command([*map(str, words)])
        except SystemExit as left:
            code = int(left.code or 0)
    found = Answer(code, out.text(), err.text())
    assert raw or not unfit(found.output), unfit(found.output)
    assert not unfit(found.errors), unfit(found.errors)
    assert "Traceback" not in found.errors
    # Deals that were not honest are in the output.
    assert code == 0 or found.errors.strip() or ("verify" in words and found.output.strip())
    return found


class _Stream(io.TextIOWrapper):
    """Standard output or errors, remembered."""

    def __init__(self, terminal: bool) -> None:
        super().__init__(io.BytesIO(), "utf-8", write_through=True)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def text(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode("utf-8", "surrogateescape")


def unfit(text: str) -> list[str]:
    """The characters that must not go to a terminal, as code."""
    found = set()

    def note(char: str) -> str:
        found.add(char)
        return ""

    made_printable(text.replace("\N{NO-BREAK SPACE}", " "), note)  # as in per cent
    return sorted(map(ascii, found - {"\n", "\t"}))


def strict(text: str) -> Any:
    """The JSON of a text, as a strict reader takes it."""

    def refuse(name: str) -> NoReturn:
        raise AssertionError(f"{name} is no JSON")

    value = json.loads(text, parse_constant=refuse)
    json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate is no character
    return value


# The library


def library(log: Path) -> None:
    """The lists of the screens and what they are made of."""
    has_games(log)
    with in_time(log), LogIndex(log) as index:
        index.scan()
        for number in range(len(index)):
            assert not unfit(index.title(number))
    with LogIndex(log) as index:
        index.scan()
        for number in range(min(len(index), _MOST)):
            with in_time(log):
                _one_game(index, number)
        with in_time(log):
            copy = log.with_suffix(".copy")
            exported = export_games(index, range(len(index)), copy, overwrite=True)
            assert exported.games == len(index)
    with in_time(log):
        last_game(log)
    with in_time(log), LogIndex(copy) as again:
        again.scan()
        if exported.games <= _MOST:
            assert len(again) == exported.games


def _one_game(index: LogIndex, number: int) -> None:
    """A glance sees what a whole reading finds."""
    raw, too_long = read_game(index, number)
    row, glance = summarize(number, raw, too_long), Glance(raw)
    assert not unfit(row.title)
    try:
        record = index.game(number)
    except DamagedGame as damage:
        assert row.damage == damage.reason
        assert not unfit(damage.reason)
        assert not unfit("".join(row.names or ()))
        assert glance.points is None or len(glance.points) == 2
        at_a_glance(raw)
        return
    assert row.damage is None
    assert facts_in(glance) == facts_in(row) == facts_of(record)
    assert at_a_glance(raw) == {
        "seats": record.seats, "taken_up": record.taken_up, "of_run": record.game_id is not None,
    }  # fmt: skip
    _replayed(record)


def _replayed(record: GameRecord) -> None:
    """A game card by card, in words."""
    cursor = ReplayCursor(record)
    words = ReplayWords(record, cursor, str)
    while cursor.has_next:
        cursor.next()
        assert not unfit(words.news() + words.task())
    last_thoughts(record, len(record.actions))


def lists(log: Path) -> None:
    """The list of a log, filtered and sorted in all ways."""
    with in_time(log), Catalogue(log) as catalogue:
        finished(catalogue)
        if len(catalogue) > _MOST:
            return
        rows = listed(catalogue)
    assert rows == read_in_full(log)
    names = {name for row in rows for name in row.names or ()}
    for text in (*QUERIES, *map(query_of, names)):
        query = parse_query(text)
        wanted = [row.number for row in rows if query.matches(row)]
        with in_time(log), Catalogue(log) as catalogue:
            for order in ORDERS:
                catalogue.show(query, order)
                assert sorted(finished(catalogue).games()) == wanted


# Commands


def show(log: Path) -> None:
    """``show`` in every form."""
    with LogIndex(log) as index:
        index.scan()
        count = len(index)
    with in_time(log):
        answer(main.main, "show", log, terminal=True)
    with in_time(log):
        found = answer(main.main, "show", log, "--json")
        if count:
            assert len(strict(found.output)) == count
    for number in range(1, min(count, _MOST) + 1):
        one = ("show", log, "--game", number)
        for words, check in _FORMS.items():
            with in_time(log):
                found = answer(main.main, *one, *words.split(), raw=words == "--format log")
            if found.code == 0:
                check(found.output)
        answer(main.main, *one, "--format", "log", terminal=True)
        file = log.with_name("game.log")
        if answer(main.main, *one, "--format", "log", "--output", file).code == 0:
            # The end of a line is added where there is none, behind a blank if it is no header.
            whole = file.read_bytes().removesuffix(b"\n").removesuffix(b" ")
            assert whole in log.read_bytes()


def _page(text: str) -> None:
    assert Page(text).count("script") == 1
    (game,) = (line for line in text.split("\n") if line.strip().startswith("const game = "))
    strict(game.strip().removeprefix("const game = ").removesuffix(";"))


_FORMS: Final[dict[str, Callable[[str], object]]] = {
    "": str,
    "--json": strict,
    "--format log": str,
    "--format text": str,
    "--format html": _page,
    **dict.fromkeys(("--format svg", "--format svg --card 1"), ElementTree.fromstring),
    "--format position": lambda line: parse_position(line.rstrip("\n")),
}
"""In which ways a game is shown, and what is to be true of them."""


def sums(log: Path) -> None:
    """``stats`` and ``me``."""
    for command in (["stats", log], ["me", "--log", log]):
        for terminal in (False, True):
            with in_time(log):
                answer(main.main, *command, terminal=terminal)
        with in_time(log):
            found = answer(main.main, *command, "--json")
        if found.output:
            strict(found.output)


def _whole(log: Path) -> Iterator[GameRecord]:
    """The games that are not damaged."""
    with LogIndex(log) as index:
        index.scan()
        for number in range(len(index)):
            with suppress(DamagedGame):
                yield index.game(number)


def proofs(log: Path) -> None:
    """``verify``."""
    deals = sum(PROOF in game.others for game in _whole(log)) * _A_DEAL
    with in_time(log, more=deals):
        answer(main.main, "verify", log, terminal=True)
    with in_time(log, more=deals):
        found = answer(main.main, "verify", log, "--json")
    if found.output:
        strict(found.output)


def reviews(log: Path) -> None:
    """``review`` and who reads what it has found."""
    path = ReviewFile(log).path
    Path(path).unlink(missing_ok=True)
    with in_time(log, more=len(list(_whole(log))) * _A_REVIEW):
        answer(main.main, "review", log, "--worlds", 1)
    with in_time(log):
        found = answer(main.main, "review", log, "--worlds", 1, "--json")
    if found.code == 0:
        strict(found.output)
    with in_time(log):
        answer(main.main, "review", log, "--worlds", 1, "--game", 1, terminal=True)
    with LogIndex(log) as index:
        index.scan()
        for number in range(min(len(index), _MOST)):
            raw, _too_long = read_game(index, number)
            try:
                record = parse_game(raw)
            except DamagedGame:
                continue
            every = tuple(review.decisions(record, 1))
            if len(every) == len(record.actions):
                review.store(
                    ReviewFile(log), raw, review.Review(every, review.WORLDS, len(record.actions))
                )
    with in_time(log):
        for exercise in own_mistakes(log, who_plays(Settings())):
            game = exercise.game("Lisa")
            words = PlainWords(game, game.here)
            said = [origin_words(exercise, False), *words.table(), words.hand(), words.turn()]
            assert not unfit("\n".join(said))
    with in_time(log):
        answer(main.main, "me", "--log", log)


# Runs

PLAYERS: Final = (EngineConfig("durak-dummy"), EngineConfig("durak-dummy"))
"""Those of the run that the altered games are of."""


def runs(log: Path) -> None:
    """A log whose run is resumed, or whose deals are played."""
    with in_time(log):
        _refusable(lambda: _plan(log))
        stopped_match(log)
    with in_time(log):
        _refusable(lambda: _deals(log))
        nothing = ("--matches-number", 0, "--match-size", 0, "--deals", log)
        answer(autoplay.main, *("durak-dummy",) * 2, *nothing)
    before, torn = log.read_bytes(), Path(f"{log}.torn")
    torn.unlink(missing_ok=True)
    with in_time(log):
        answer(_resumed, log)
    cut = torn.read_bytes()[:-1] if torn.exists() else b""
    assert log.read_bytes() + cut == before


def _refusable(reading: Callable[[], object]) -> None:
    try:
        reading()
    except UserError as refusal:
        assert not unfit(str(refusal))


def _plan(log: Path) -> None:
    spec = plan_of_log(str(log)).settle(str(log), lambda _: None)
    assert type(spec.schedule.total) is int
    for _task in islice(spec.schedule.tasks(), _MOST):
        pass


def _deals(log: Path) -> None:
    spec = Plan(PLAYERS, deals=str(log)).settle(None, lambda _: None)
    for number in range(min(spec.schedule.total, _MOST)):
        spec.schedule.source(number).position()


def _resumed(words: list[str]) -> int:
    """``durak-autoplay --resume`` without a game that would be played."""
    (log,) = words
    plan = Plan(PLAYERS, matches=1, match_size=1, seed=7)
    try:
        spec = plan.settle(log, print)
        with JsonResults("-") as results:
            run = Run(spec, results=results)
            DURAK_LOGS.resume(log, spec.settings, run.resume, print, CancelToken())
            assert run.tally.played <= 1
            print(*table(run.tally, ["a", "b"]), *statistics_block(run, "a", None), *notes_of(run))
            with redirect_stdout(_Stream(terminal=False)) as found:
                results.write(run, ["a", "b"], None, StandardOutput())
            assert not unfit(found.text())
            strict(found.text())
    except UserError as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


def tournaments(log: Path) -> None:
    """The log of a tournament that is resumed, and its reports."""
    tournament = Tournament(replace(CUP, output=log.parent))
    with in_time(log):
        try:
            settings, silent = tournament.settings, lambda _: None
            DURAK_LOGS.resume(str(log), settings, tournament.resume, silent, CancelToken())
        except UserError as refusal:
            assert not unfit(str(refusal))
            return
        write_reports(tournament)
    report, page, results = (log.with_name(name).read_text() for name in REPORTS)
    assert not unfit(report + page)
    Page(page)
    strict(results)


READERS: Final = (library, lists, show, sums, reviews, proofs, runs)

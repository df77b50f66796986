"""A log may come from anybody: each reader has an answer, in time, that harms nobody.

The answer is a game, a damaged game with its reason, or a refusal.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.analysis import alphabeta
from durak_tui.records.bounds import TOO_LARGE
from durak_tui.records.record import outcome
from tests.cli.commands import command
from tests.examples import examples
from tests.records.games import forfeits
from tests.strangers.haste import patient
from tests.strangers.readers import READERS, proofs, reviews, tournaments
from tests.strangers.searching import search
from tests.strangers.strategies import (
    RUN,
    Log,
    altered_cups,
    altered_deals,
    altered_logs,
    full,
    written,
)

Reader: TypeAlias = Callable[[Path], None]

LATE: Final = forfeits(full(0), 3)[0]


def ending(**changes: Any) -> Mapping[str, Any]:
    """An ending of a game with some of it changed."""
    return {"reason": "timeout", "engine": 1, "detail": "", "phase": "move", **changes}


def also(member: bytes) -> bytes:
    """A game of no run that says this in the end."""
    return written(replace(LATE, run=None))[:-2] + b", " + member + b"}\n"


NAMED: Final = {
    "player2_name": LATE.names[1],
    "result": outcome(LATE),
    "player1_name": LATE.names[0],
    "started_at": "2026-11-20T21:01:56",
}
MANY: Final = dict.fromkeys(map(str, range(1001)))
FOUND: Final[Mapping[str, bytes]] = {
    "a reason that the terminal obeys": written(LATE, termination=ending(reason="\x1b[31m")),
    "names that the terminal obeys": written(
        LATE, player1_name="\x1b[31m\x07", player2_name="\r\n\x9b2J\u202e"
    ),
    "last words that the terminal obeys": written(
        LATE, termination=ending(stderr="\x1b]0;title\x07\x08")
    ),
    "half a character": written(LATE, player1_name="\ud800", termination=ending(detail="\udc80")),
    "half a character for a reason": written(LATE, termination=ending(reason="\ud800")),
    "a clock without end": written(LATE, clocks=[[1e308, 1, 1e308]] * 2),
    "a decided game without a bout": written(forfeits(full(0), 0)[0], moves=[]),
    "a name as of one too long": written(LATE, player2_name=TOO_LARGE),
    "a number beyond all games": written(LATE, game_id=10**300),
    "an ending with more to it": written(LATE, termination=ending(**MANY)),
    "a heading without a date above no game": written(LATE).replace(b"2026", b"then", 1)[:-3]
    + b"\n"
    + written(LATE),
    "a name that comes twice": also(b'"player2_name": "lisa"') + written(LATE),
    "a name that comes twice, with an escape": also(b'"player2\\u005fname": "lisa"')
    + written(LATE),
    "a number that comes twice, with an escape": also(b'"\\u0067ame_id": null'),
    "more games than the run has": written(LATE) + written(LATE, game_id=2),
    "a game of a run before its first": written(LATE, game_id=-5),
    "a setting that the terminal obeys": written(LATE, run={**RUN, "\x1b[31m": 1}),
    "more settings than can be read": written(LATE, run=dict(list(MANY.items())[:900])),
    "a run of half a game": written(LATE, run={**RUN, "matches": 0.5}),
    "a run with no deck at all": written(LATE, run={**RUN, "deck": 40}),
    "a heading above the line of another game": written(LATE, player1_name="lisa")
    + written(LATE).replace(b"#", b"A", 1)
    + written(LATE),
    "a heading above the names of a run": written(LATE, player1_name="lisa", run={**RUN, **NAMED})
    + written(LATE),
}
"""The smallest of what the search has found, and what was seen on the way."""


@pytest.fixture
def log(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    reader = request.node.callspec.params["reader"] if hasattr(request.node, "callspec") else None
    if reader is reviews and not alphabeta.COMPILED:
        pytest.skip("without the compiled kernel the endgames of strangers take many minutes")
    return tmp_path / "games.log"


def logs_for(reader: Reader) -> st.SearchStrategy[tuple[Log, str]]:
    """Logs for a reader, each with a language."""
    own: dict[Reader, Callable[[], st.SearchStrategy[Log]]]
    own = {tournaments: altered_cups, proofs: altered_deals}
    logs = own.get(reader, altered_logs)()
    return st.tuples(logs, st.sampled_from(("C.UTF-8", "ru_RU.UTF-8")))


@patient
def read(reader: Reader, log: Path, monkeypatch: pytest.MonkeyPatch, one: tuple[Log, str]) -> None:
    """Have a log read by somebody who speaks this language."""
    data, language = one
    monkeypatch.setenv("LANG", language)
    log.write_bytes(data)
    reader(log)


@pytest.mark.few(2)
@pytest.mark.parametrize("reader", READERS)
def test_what_was_found_once_breaks_nothing_more(
    reader: Reader, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for data in FOUND.values():
        read(reader, log, monkeypatch, (Log(data), "C.UTF-8"))


@pytest.mark.parametrize("reader", [*READERS, tournaments])
class TestNoLogOfAStranger:
    @pytest.mark.few(4)
    def test_breaks_anything(
        self, reader: Reader, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        @settings(max_examples=examples(4 if reader is proofs else 10))
        @given(logs_for(reader))
        def breaks_nothing(one: tuple[Log, str]) -> None:
            read(reader, log, monkeypatch, one)

        breaks_nothing()

    @pytest.mark.slow
    def test_breaks_anything_however_long_one_searches(
        self, reader: Reader, log: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        search(partial(read, reader, log, monkeypatch), logs_for(reader))


def test_a_log_on_a_terminal_is_text_and_in_a_file_what_it_is(
    log: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = b"####\x1b[2J####\n{}\n"
    log.write_bytes(evil)
    shown = partial(command, capfd, "show", log, "--game", 1, "--format", "log")
    assert shown() == (0, evil.decode(), "")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert shown() == (0, "####\\x1b[2J####\n{}\n", "")

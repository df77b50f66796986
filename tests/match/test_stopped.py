"""A stopped match is known by its log alone."""

from pathlib import Path

import pytest

from durak_tui.match.plan import StoppedMatch, plan_of_log, stopped_match
from durak_tui.records.writer import LogWriter
from tests.cli.commands import DATA, autoplay
from tests.match.matches import OPTIONS


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The log of a match that was played to its end."""
    log = tmp_path_factory.mktemp("whole") / "games.log"
    autoplay(*OPTIONS[:2], "--matches-number=2", "--match-size=3", "--log-file", str(log))
    return log.read_bytes()


def games(whole: bytes) -> list[bytes]:
    return [b"####2" + part for part in whole.split(b"####2")[1:]]


def test_a_match_whose_log_ends_early_is_offered_if_idle(whole: bytes, tmp_path: Path) -> None:
    log, four = tmp_path / "games.log", b"".join(games(whole)[:4])
    offered = StoppedMatch(str(log), ("durak-dummy", "durak-dummy"), 4, 6)
    for data in (four, four + b"####2026-01-01T00:00:00####\n{\n"):
        log.write_bytes(data)
        assert stopped_match(log) == offered
    with LogWriter(log, alone=True):
        assert stopped_match(log) is None
    assert stopped_match(log)
    LogWriter(log, alone=True).close()  # a look does not keep it


def test_its_engines_go_on_under_the_names_that_they_have_in_the_log(
    whole: bytes, tmp_path: Path
) -> None:
    log, (first, *_rest) = tmp_path / "games.log", games(whole)
    log.write_bytes(first.replace(b'"player2_name": "durak-dummy"', b'"player2_name": "lisa"'))
    assert [player.name for player in plan_of_log(str(log)).players] == ["", "lisa"]


@pytest.mark.parametrize(
    "matches", [b"-2", b'"3"', b"[1]", b"2.5"], ids=["negative", "text", "list", "fraction"]
)
def test_a_log_of_a_nonsense_match_has_none(whole: bytes, tmp_path: Path, matches: bytes) -> None:
    log = tmp_path / "games.log"
    first = games(whole)[0].replace(b'"matches": 2, ', b'"matches": ' + matches + b", ")
    assert matches in first
    log.write_bytes(first)
    assert stopped_match(log) is None


def test_nothing_is_offered_where_nothing_is_left_to_play(whole: bytes, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    assert stopped_match(log) is None
    log.write_bytes(b"")
    assert stopped_match(log) is None
    log.write_bytes(whole)
    assert stopped_match(log) is None
    assert stopped_match(DATA / "dummy_vs_dummy.log") is None
    assert stopped_match(tmp_path) is None

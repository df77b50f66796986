"""One's own mistakes come from the reviewed games of one's log, and from nowhere else."""

from dataclasses import replace
from pathlib import Path

import pytest

from durak_tui.analysis.game_review import MISTAKE, store
from durak_tui.analysis.lesson import questions
from durak_tui.library.own_record import OwnPlayer
from durak_tui.practice.exercises import own_mistakes
from durak_tui.records.log_format import GAME_CAP, encode_game
from durak_tui.records.record import GameRecord
from durak_tui.records.review_file import OtherFormat, ReviewFile
from tests.analysis.reviews import review
from tests.records.games import GENUINE_LOG, games_of

WORLDS = 30
PERSON = "Lisa"
LISA = OwnPlayer({PERSON}, {})


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_tui.analysis.game_review.WORLDS", WORLDS)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of two games of Lisa's, of which the second is reviewed, and a damaged one."""
    path = tmp_path / "games.log"
    games = [replace(record, names=(PERSON, "durak-dummy")) for record in games_of(GENUINE_LOG)[:9]]
    first, second = games[0], games[8]
    raw = encode_game(second)
    path.write_bytes(encode_game(first) + encode_game(first)[:500] + b"\n" + raw)
    store(ReviewFile(path), raw, review(second, WORLDS))
    return path


def test_they_are_the_mistakes_of_the_reviewed_games(log: Path) -> None:
    second = replace(games_of(GENUINE_LOG)[8], names=(PERSON, "durak-dummy"))
    made = [
        question.number
        for question in questions(second, review(second, WORLDS), 0)
        if question.best[1] - (question.worth(question.played or ()) or 0.0) >= MISTAKE
    ]
    found = list(own_mistakes(log, LISA))
    assert made and [one.question.number for one in found] == made
    for one in found:
        assert one.own and one.other == "durak-dummy"
        game = one.game("You")
        assert str(game.position) == str(one.question.position)
        assert game.here == game.to_act == 0


def test_what_is_too_long_to_be_a_game_is_passed_over(log: Path) -> None:
    found = [one.key for one in own_mistakes(log, LISA)]
    before = log.read_bytes()
    log.write_bytes(b"####2026-01-01T00:00:00, a####\n" + bytes(GAME_CAP) + b"\n" + before)
    assert found and [one.key for one in own_mistakes(log, LISA)] == found


def test_of_games_of_engines_there_are_none(log: Path) -> None:
    assert not list(own_mistakes(log, OwnPlayer({"Bart"}, {PERSON: "./lisa"})))


def numbers(log: Path, game: GameRecord) -> list[int]:
    """Decision numbers of mistakes in a reviewed log of this game."""
    raw = encode_game(game)
    log.write_bytes(raw)
    store(ReviewFile(log), raw, review(game, WORLDS))
    return [one.question.number for one in own_mistakes(log, LISA)]


def test_a_game_that_says_who_sat_where_is_not_asked_for_names(tmp_path: Path) -> None:
    game = games_of(GENUINE_LOG)[8]
    by_seat: list[list[int]] = []
    for seat, seats in enumerate([(None, "durak-dummy"), ("durak-dummy", None)]):
        # The engine has the name that the person has now.
        names = (PERSON, "other") if seat else ("other", PERSON)
        found = numbers(tmp_path / f"{seat}.log", replace(game, names=names, seats=seats))
        by_seat.append(found)
        wrong = questions(game, review(game, WORLDS), seat)
        assert found and set(found) <= {question.number for question in wrong}
    assert set(by_seat[0]).isdisjoint(by_seat[1])


def test_what_was_played_before_a_game_was_taken_up_is_not_ones_own(tmp_path: Path) -> None:
    game = replace(games_of(GENUINE_LOG)[8], names=(PERSON, "x"), seats=(None, "durak-dummy"))
    first, *later = numbers(tmp_path / "whole.log", game)
    assert later
    assert numbers(tmp_path / "later.log", replace(game, taken_up=first + 1)) == later


def test_without_a_review_or_a_log_there_are_none(log: Path, tmp_path: Path) -> None:
    assert not list(own_mistakes(tmp_path / "none.log", LISA))
    Path(ReviewFile(log).path).unlink()
    assert not list(own_mistakes(log, LISA))


def test_what_is_no_review_file_is_refused(log: Path) -> None:
    Path(ReviewFile(log).path).write_text("a diary\n")
    with pytest.raises(OtherFormat):
        list(own_mistakes(log, LISA))

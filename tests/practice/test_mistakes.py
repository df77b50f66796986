"""One's own mistakes come from the reviewed games of one's log, and from nowhere else."""

from dataclasses import replace
from pathlib import Path

import pytest

from durak_tui.analysis.lesson import questions
from durak_tui.analysis.review import MISTAKE, store
from durak_tui.practice.mistakes import own_mistakes
from durak_tui.records.log_format import encode_game
from durak_tui.records.review_file import OtherFormat, ReviewFile
from tests.analysis.reviews import review
from tests.records.games import GENUINE_LOG, games_of

WORLDS = 30
PERSON = "Lisa"


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_tui.analysis.review.WORLDS", WORLDS)


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
    found = list(own_mistakes(log, {PERSON}))
    assert made and [one.question.number for one in found] == made
    for one in found:
        assert one.own and one.other == "durak-dummy"
        game = one.game("You")
        assert str(game.position) == str(one.question.position)
        assert game.here == game.to_act == 0


def test_who_the_person_was_is_told_by_the_seats_and_not_by_a_name(tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    game = replace(games_of(GENUINE_LOG)[8], names=(PERSON, "durak-dummy"))
    for seats, found in (((None, "durak-dummy"), True), (("durak-random", "durak-dummy"), False)):
        seated = replace(game, seats=seats)
        path.write_bytes(encode_game(seated))
        store(ReviewFile(path), encode_game(seated), review(game, WORLDS))
        assert bool(list(own_mistakes(path, {"Bart", PERSON} if not found else {"Bart"}))) == found


def test_of_somebody_else_there_are_none(log: Path) -> None:
    assert not list(own_mistakes(log, {"Bart"}))


def test_without_a_review_or_a_log_there_are_none(log: Path, tmp_path: Path) -> None:
    assert not list(own_mistakes(tmp_path / "none.log", {PERSON}))
    Path(ReviewFile(log).path).unlink()
    assert not list(own_mistakes(log, {PERSON}))


def test_what_is_no_review_file_is_refused(log: Path) -> None:
    Path(ReviewFile(log).path).write_text("a diary\n")
    with pytest.raises(OtherFormat):
        list(own_mistakes(log, {PERSON}))

"""``durak-tui me``: one's own record, as text and as JSON."""

import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from durak_tui.analysis import game_review as review
from durak_tui.analysis.game_review import MistakeTally
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import GameRecord
from durak_tui.records.review_file import ReviewFile
from durak_tui.user.folders import games_log
from durak_tui.words.review_words import counts_words, tally_words
from tests.analysis import reviews
from tests.cli.commands import CapFd, Patch, command
from tests.library.test_own_record import played
from tests.tui.logs.log_files import genuine_games

KEYS = [
    "log", "games", "won", "lost", "drawn", "score", "unclear", "rating", "streak", "mistakes",
    "opponents", "course", "last",
]  # fmt: skip
GAMES = [
    *(played("Human", "Beginner", minute=n) for n in range(5)),
    played("Human", "durak-dummy", winner=1, minute=9, seats=(None, "durak-dummy")),
    played("durak-dummy", "durak-random", minute=10),
]


def written(*games: GameRecord) -> Path:
    path = games_log()
    path.parent.mkdir(parents=True)
    path.write_bytes(b"".join(map(encode_game, games)))
    return path


def test_without_a_game_it_says_what_to_do_and_the_json_is_an_empty_record(capfd: CapFd) -> None:
    said = "You have not finished a game yet; play one with durak-tui play.\n"
    assert command(capfd, "me") == (0, said, "")
    code, output, error = command(capfd, "me", "--json")
    assert (code, error) == (0, "")
    empty = json.loads(output)
    assert list(empty) == KEYS
    assert empty == {
        "log": str(games_log()),
        **dict.fromkeys(("games", "won", "lost", "drawn", "unclear"), 0),
        **dict.fromkeys(("score", "rating"), None),
        "streak": {"result": None, "length": 0, "longest_won": 0, "longest_lost": 0},
        "mistakes": {"games": 0, "mistakes": 0, "cost": 0},
        **{several: [] for several in ("opponents", "course", "last")},
    }


def test_it_says_all_of_ones_own_games(capfd: CapFd) -> None:
    log = written(*GAMES)
    code, output, error = command(capfd, "me")
    assert (code, error) == (0, "")
    lines = output.splitlines()
    assert lines[0] == "6 games: 5 wins, 1 loss (score 83.3 %)"
    assert lines[1].startswith("No rating yet: play 4 more games ")
    assert lines[2] == " ".join(["███████"] * 5 + ["▓▓▓▓▓▓▓"] + ["......."] * 4)
    assert lines[3] == "You lost the last game. Best streak: 5 wins."
    assert lines[4] == "Mistakes: no game has been reviewed yet"
    assert lines[5] == f"To review them: durak-tui review {log}"
    assert [line.split() for line in lines[8:10]] == [
        ["Beginner", "█" * 33, "5", "5", "0", "0", "100.0", "%"],
        ["durak-dummy", "▓" * 33, "1", "0", "0", "1", "0.0", "%"],
    ]
    assert "Rating" not in output.replace("No rating", "")
    newest = lines.index("Last games, newest first") + 1
    assert lines[newest].split() == ["durak-dummy", "lost", "2026-11-20", "21:09", "game", "6"]


def test_from_ten_rated_games_on_there_is_a_rating_with_its_course(capfd: CapFd) -> None:
    written(*GAMES, *GAMES)
    output = command(capfd, "me")[1]
    assert re.search(r"^Rating 1\d\d\d ± \d+ from 12 rated games$", output, re.MULTILINE)
    assert "\nRating since rated game 10, with its 95 % range\n" in output
    assert re.search(r"^ 1\d\d\d └─{73}$", output, re.MULTILINE)
    assert "On this scale the mean of the shipped engines is 1500." in output
    found = json.loads(command(capfd, "me", "--json")[1])
    assert [point["game"] for point in found["course"]] == [11, 12, 13]


def test_in_a_terminal_no_line_breaks_within_a_word(capfd: CapFd, monkeypatch: Patch) -> None:
    log = written(*GAMES, *GAMES)
    in_a_file = command(capfd, "me")[1].splitlines()
    for module in ("common", "me"):
        monkeypatch.setattr(f"durak_tui.cli.{module}.width_of_output", lambda: 60)
    lines = command(capfd, "me")[1].splitlines()
    assert max(len(line) for line in lines if str(log) not in line) <= 60
    last = next(at for at, line in enumerate(lines) if line.startswith("On this scale"))
    assert " ".join(lines[last:]) == in_a_file[-1]


def test_in_a_file_no_name_is_cut(capfd: CapFd) -> None:
    long = "fox-" * 25
    written(played("Human", long, seats=(None, long)))
    assert command(capfd, "me")[1].count(long) == 2


def test_json_has_its_keys(capfd: CapFd) -> None:
    written(*GAMES)
    code, output, _ = command(capfd, "me", "--json")
    found = json.loads(output)
    assert code == 0
    assert list(found) == KEYS
    assert (found["games"], found["won"], found["lost"]) == (6, 5, 1)
    assert found["score"] == pytest.approx(5 / 6)
    assert list(found["rating"]) == ["games", "value", "low", "high"]
    assert found["rating"]["low"] < found["rating"]["value"] < found["rating"]["high"]
    assert found["streak"] == {"result": "lost", "length": 1, "longest_won": 5, "longest_lost": 1}
    assert [one["name"] for one in found["opponents"]] == ["Beginner", "durak-dummy"]
    assert found["opponents"][0]["bound"] == ">"
    assert found["course"] == []
    assert found["last"][0] == {
        "game": 6, "opponent": "durak-dummy", "result": "lost",
        "started_at": "2026-11-20T21:09:00",
    }  # fmt: skip


def test_mistakes_are_of_reviewed_games(capfd: CapFd, monkeypatch: Patch) -> None:
    monkeypatch.setattr(review, "WORLDS", 20)
    seats = ("durak-dummy", None)
    games = [replace(genuine_games()[number], seats=seats) for number in (0, 26, 3)]
    log, own = written(*games), 1
    tally = MistakeTally()
    for game in games[:2]:
        found = reviews.review(game, 20)
        review.store(ReviewFile(log), encode_game(game), found)
        tally = tally.plus(found.tally(own))
    _, output, _ = command(capfd, "me")
    cost = tally_words(tally).partition(", ")[2]
    assert cost.endswith(" per decision"), "as a review says it"
    assert f"2 of 3 games reviewed: {counts_words(tally)}, {cost}" in output
    assert f"To review the rest: durak-tui review {log}" in output
    _, output, _ = command(capfd, "me", "--json")
    assert json.loads(output)["mistakes"] == {
        "games": 2, "mistakes": tally.mistakes, "cost": pytest.approx(tally.cost),
    }  # fmt: skip


def test_another_log_and_an_earlier_name_can_be_given(tmp_path: Path, capfd: CapFd) -> None:
    log = tmp_path / "old.log"
    log.write_bytes(encode_game(played("Bob", "something")))
    _, output, _ = command(capfd, "me", "--log", log)
    assert output == (
        "The one game in ~/old.log is not yours.\n"
        "1 game does not count: its names do not show which player you were.\n"
    )
    _, output, _ = command(capfd, "me", "--log", log, "--name", "Bob")
    assert output.startswith("1 game: 1 win ")
    assert output.splitlines()[2] == " ".join(["......."] * 10), "it is no rated game"
    log.write_text("a diary\n")
    code, _, error = command(capfd, "me", "--log", log)
    assert code == 2
    assert "there are no games in this file" in error
    code, _, error = command(capfd, "me", "--log", tmp_path / "missing.log")
    assert code == 2
    assert "missing.log cannot be read" in error


def test_reviews_that_cannot_be_read_are_said(capfd: CapFd) -> None:
    log = written(*GAMES)
    Path(ReviewFile(log).path).write_text("a diary\n")
    code, output, error = command(capfd, "me")
    assert (code, output[:8]) == (0, "6 games:")
    assert error == f"durak-tui: {log}: Reviews cannot be read: it is not a review file.\n"


def test_without_the_letters_it_speaks_english(monkeypatch: Patch, capfd: CapFd) -> None:
    written(*GAMES)
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert "6 партий: 5 побед" in command(capfd, "me")[1]
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out := io.BytesIO(), encoding="ascii"))
    command(capfd, "me")
    assert out.getvalue().startswith(b"6 games: 5 wins")

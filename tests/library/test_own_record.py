"""One's own record, from logs of all times."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from threading import Event

import pytest

from durak_tui.engine.rated import ratings
from durak_tui.game.position import DRAW
from durak_tui.library.index import LogReader
from durak_tui.library.own_record import (
    FEWEST,
    WINDOW,
    OwnPlayer,
    OwnRecord,
    Streaks,
    rating_change,
)
from durak_tui.library.search import read_game
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import Ending, GameRecord
from durak_tui.statistics.counts import GameCounts
from durak_tui.words.own_record_words import between_words
from tests.records.games import random_game
from tests.records.logs import scanned

WHO = OwnPlayer({"Human", "Lisa"}, {"Beginner": "durak-player --level 1", "mine": "./mine"})
BEGAN = datetime(2026, 11, 20, 21)


def played(
    *names: str,
    winner: int = 0,
    seats: tuple[str | None, str | None] | None = None,
    taken_up: int = 0,
    game_id: int | None = None,
    minute: int = 0,
) -> GameRecord:
    """A game that was over at once."""
    began = BEGAN + timedelta(minutes=minute)
    return replace(
        random_game(1), actions=(), ending=Ending(winner, "resigned", phase="move"),
        names=(names[0], names[1]), seats=seats, taken_up=taken_up, game_id=game_id, seed=None,
        started_at=began, ended_at=began,
    )  # fmt: skip


def record_of(tmp_path: Path, games: Iterable[GameRecord], who: OwnPlayer = WHO) -> OwnRecord:
    return record_in(tmp_path, b"".join(map(encode_game, games)), who)


def record_in(tmp_path: Path, content: bytes, who: OwnPlayer = WHO) -> OwnRecord:
    log = tmp_path / "games.log"
    log.write_bytes(content)
    with scanned(log) as index:
        record = OwnRecord(index, who)
        for _step in record.read():
            pass
    return record


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_that_says_who_sat_where_counts_under_any_names(seat: int, tmp_path: Path) -> None:
    seats = (None, "durak-dummy") if seat == 0 else ("durak-dummy", None)
    game = played("one", "other", winner=seat, seats=seats)
    (found,) = record_of(tmp_path, [game]).games
    assert (found.seat, found.points) == (seat, 1)
    assert found.opponent == ("other" if seat == 0 else "one")
    assert found.rated is ratings()["durak-dummy"]


@pytest.mark.parametrize(
    ("names", "seat"),
    [
        (("Human", "durak-dummy"), 0),
        (("durak-dummy", "Lisa"), 1),
        (("who I was once", "durak-player --level 2"), 0),
        (("Beginner", "who I was once"), 1),
        (("Human", "an engine long gone"), 0),
    ],
)
def test_in_an_older_game_the_person_is_known_by_name(
    names: tuple[str, str], seat: int, tmp_path: Path
) -> None:
    (found,) = record_of(tmp_path, [played(*names)]).games
    assert found.seat == seat


@pytest.mark.parametrize(
    "game",
    [
        played("Human", "Lisa", seats=(None, None)),
        played("durak-dummy", "mine", seats=("durak-dummy", "./mine")),
        played("Human", "durak-dummy", seats=(None, "durak-dummy"), taken_up=3),
        played("Human", "durak-dummy", game_id=4),
        played("durak-dummy", "mine"),
    ],
)
def test_what_is_no_whole_game_against_an_engine_does_not_count(
    game: GameRecord, tmp_path: Path
) -> None:
    record = record_of(tmp_path, [game])
    assert (record.games, record.looked_at, record.unclear) == ([], 1, 0)


def test_a_damaged_game_does_not_count_in_any_way(tmp_path: Path) -> None:
    sound = played("Human", "mine"), played("Ann", "Ben", seats=(None, None)), played("x", "y")
    for game in map(encode_game, sound):
        damaged = game.replace(b'"deck_count": 24', b'"deck_count": 25')
        record = record_in(tmp_path, damaged)
        assert (record.games, record.looked_at) == ([], 1)
        assert (record.between, record.unclear) == (0, 0)


def test_games_of_two_people_are_counted_apart(tmp_path: Path) -> None:
    games = [played("Ann", "Ben", seats=(None, None)), played("Human", "durak-dummy")]
    record = record_of(tmp_path, games)
    assert (record.between, len(record.games)) == (1, 1)
    assert between_words(record.overview(1, 1).between).startswith("1 game between two people ")


def test_games_without_a_known_name_are_counted_as_unclear(tmp_path: Path) -> None:
    games = [played("Bob", "an engine long gone")]
    assert record_of(tmp_path, games).unclear == 1
    record = record_of(tmp_path, games, WHO._replace(persons={"Bob"}))
    assert (len(record.games), record.unclear) == (1, 0)


def test_opponents_are_listed_by_their_strength_and_others_last(tmp_path: Path) -> None:
    names = ["mine", "durak-montecarlo", "Beginner", "durak-dummy", "Beginner"]
    record = record_of(tmp_path, [played("Human", name) for name in names])
    assert [met.name for met in record.opponents()] == [
        "Beginner", "durak-dummy", "durak-montecarlo", "mine",
    ]  # fmt: skip
    assert record.opponents()[0].counts == GameCounts(wins=2)
    assert record.counts() == GameCounts(wins=5)


def test_the_rating_is_made_of_games_against_rated_engines_only(tmp_path: Path) -> None:
    games = [played("Human", "durak-dummy", winner=n % 2) for n in range(10)]
    rating = record_of(tmp_path, [*games, played("Human", "mine")]).rating()
    assert rating
    assert rating.games == 10
    assert rating.value == pytest.approx(ratings()["durak-dummy"].rating, abs=0.1)
    assert record_of(tmp_path, [played("Human", "mine")]).rating() is None


def test_the_last_games_are_shown_with_the_newest_first(tmp_path: Path) -> None:
    record = record_of(tmp_path, [played("Human", f"engine {n}") for n in range(5)])
    assert [game.number for game in record.overview(3, 0).last] == [4, 3, 2]
    assert len(record.overview(9, 0).last) == 5


def test_a_first_rating_is_made_of_rated_games_only(tmp_path: Path) -> None:
    names = ["mine", "durak-dummy"] * 3 + ["mine"] * FEWEST
    now = record_of(tmp_path, [played("Human", name) for name in names]).overview(3, 0)
    assert [game.number for game in now.first_rated] == [1, 3, 5]
    assert now.rating and now.rating.games == 3


def test_streaks_are_of_games_in_a_row(tmp_path: Path) -> None:
    winners = [0, 0, 0, 1, 1, DRAW, 0, 0]
    games = [played("Human", "mine", winner=winner) for winner in winners]
    assert record_of(tmp_path, games).streaks() == Streaks(1.0, 2, 3, 2)
    assert record_of(tmp_path, []).streaks() == Streaks()


def test_who_becomes_better_is_rated_by_their_last_games(tmp_path: Path) -> None:
    games = [played("Human", "durak-dummy", winner=1) for _ in range(30)]
    games += [played("Human", "durak-dummy", winner=n % 2) for n in range(WINDOW)]
    rating = record_of(tmp_path, games).rating()
    assert rating
    assert rating.games == WINDOW
    assert rating.value == pytest.approx(ratings()["durak-dummy"].rating, abs=0.1)


def test_the_course_has_the_rating_with_its_range_after_each_game(tmp_path: Path) -> None:
    games = [played("Human", "durak-dummy", winner=n % 3 == 0) for n in range(40)]
    record = record_of(tmp_path, [played("Human", "mine"), *games])
    course = record.course(100)
    assert [point.rated for point in course] == list(range(FEWEST, 41))
    assert [point.number for point in course] == list(range(FEWEST, 41))
    assert course[-1].rating == record.rating()
    bands = [(point.rating.low, point.rating.value, point.rating.high) for point in course]
    assert all(low and value and high and low < value < high for low, value, high in bands)
    assert record_of(tmp_path, games[: FEWEST - 1]).course(100) == []


@pytest.mark.parametrize("most", [0, 1, 2, 7, 30, 31, 1000])
def test_of_many_games_the_course_has_some_at_even_distances(most: int, tmp_path: Path) -> None:
    record = record_of(tmp_path, [played("Human", "durak-dummy") for _ in range(40)])
    course = record.course(most)
    assert min(most, 16) <= len(course) <= most
    assert len({after.rated - before.rated for before, after in pairwise(course)}) <= 1
    assert most == 0 or course[-1].rated == 40


def test_a_person_has_a_rating_from_ten_rated_games_on(tmp_path: Path) -> None:
    games = [played("Human", "mine"), *[played("Human", "durak-dummy")] * FEWEST]
    assert FEWEST == 10
    assert record_of(tmp_path, games).overview(1, 1).is_rated
    assert not record_of(tmp_path, games[:-1]).overview(1, 1).is_rated


def rated_games(number: int) -> list[GameRecord]:
    """Games against a rated engine, every other one won."""
    return [
        played("Human", "durak-dummy", winner=n % 2, seats=(None, "durak-dummy"))
        for n in range(number)
    ]


def test_the_rating_changes_with_each_rated_game_once_there_are_enough(tmp_path: Path) -> None:
    log = tmp_path / "games.log"

    def change_after(games: list[GameRecord]) -> tuple[float | None, float | None] | None:
        log.write_bytes(b"".join(map(encode_game, games)))
        found = rating_change(log, WHO, Event())
        return found and (found.before and found.before.value, found.after.value)

    assert change_after([]) is None
    assert change_after(rated_games(FEWEST - 1)) is None
    first = change_after(rated_games(FEWEST))
    assert first and first[0] is None and first[1]
    lost = change_after([*rated_games(FEWEST), *rated_games(2)[1:]])
    assert lost and lost[0] == first[1] and lost[1] and lost[1] < first[1]
    assert change_after([*rated_games(FEWEST), played("Human", "an engine long gone")]) is None


def test_the_change_is_that_of_the_game_although_an_older_one_leaves_the_window(
    tmp_path: Path,
) -> None:
    won, lost = rated_games(2)
    change = record_of(tmp_path, [won] * 2 + [lost] * (WINDOW - 2) + [won]).change()
    assert change and change.before and change.before.value and change.after.value
    assert change.after.games == WINDOW and change.before.games == WINDOW - 1
    assert change.after.value > change.before.value, "a win is a gain"


def test_for_the_change_no_more_games_are_read_than_it_is_made_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "games.log"
    games = [*rated_games(50), *rated_games(WINDOW - 1), played("Bob", "Eve"), *rated_games(1)]
    log.write_bytes(b"".join(map(encode_game, games)))
    read: list[int] = []

    def noted(reader: LogReader, number: int) -> tuple[bytes, object]:
        read.append(number)
        return read_game(reader, number)

    monkeypatch.setattr("durak_tui.library.own_record.read_game", noted)
    change = rating_change(log, WHO, Event())
    assert change and change.after.games == WINDOW
    assert read == list(reversed(range(50, len(games))))


def test_the_search_for_the_change_can_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, stops, read = tmp_path / "games.log", Event(), []
    log.write_bytes(b"".join(map(encode_game, rated_games(WINDOW))))

    def last_read(reader: LogReader, number: int) -> tuple[bytes, object]:
        stops.set()
        read.append(number)
        return read_game(reader, number)

    monkeypatch.setattr("durak_tui.library.own_record.read_game", last_read)
    assert rating_change(log, WHO, stops) is None
    assert len(read) < WINDOW

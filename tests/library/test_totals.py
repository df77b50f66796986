"""The totals of a whole log."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.deals import deal
from durak_tui.library.catalogue import Catalogue
from durak_tui.library.own_record import OwnPlayer, OwnRecord
from durak_tui.library.totals import Totals
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import VOID, Ending, GameRecord
from durak_tui.statistics.counts import GameCounts, PairCounts
from tests.records.games import random_game
from tests.records.logs import TORN, game, games_shown, read_in_full, relaxed, scanned

BEGAN = datetime(2026, 11, 20, 21)


def decided(seed: int, names: tuple[str, str], winner: int, number: int = 0) -> GameRecord:
    """A game that was given up at once, of a deal of that seed."""
    ending = Ending(winner, "resigned", phase="move")
    began = BEGAN + timedelta(minutes=number)
    return replace(
        random_game(1), deal=deal(seed, 1), actions=(), ending=ending, names=names,
        started_at=began, ended_at=began + timedelta(seconds=10), game_id=None, seed=None,
    )  # fmt: skip


FIRST = decided(1, ("a", "b"), 0)
SECOND = replace(decided(1, ("a", "b"), 1), deal=FIRST.deal.exchanged())
"""The same deal with the hands exchanged."""


def totals_of(
    tmp_path: Path, *games: GameRecord | bytes, chosen: list[int] | None = None
) -> Totals:
    log = tmp_path / "some.log"
    log.write_bytes(b"".join(g if isinstance(g, bytes) else encode_game(g) for g in games))
    totals = Totals()
    with scanned(log) as index:
        for _step in totals.read(index, chosen):
            pass
    return totals


def test_a_game_during_which_the_clock_was_set_back_has_no_time(tmp_path: Path) -> None:
    game = decided(1, ("a", "b"), 0)
    back = replace(game, ended_at=game.started_at - timedelta(hours=1))
    totals = totals_of(tmp_path, game, back)
    assert (totals.games, totals.timed, totals.seconds) == (2, 1, 10)


def test_two_who_met_are_counted_whichever_seats_they_had(tmp_path: Path) -> None:
    totals = totals_of(
        tmp_path,
        decided(1, ("a", "b"), 0),
        decided(2, ("b", "a"), 0),
        decided(3, ("b", "a"), 1),
        decided(4, ("a", "c"), 1),
    )
    found = {met.names: met.games for met in totals.meetings()}
    assert found == {("a", "b"): GameCounts(2, 1), ("a", "c"): GameCounts(0, 1)}
    assert dict(totals.players()) == {
        "a": GameCounts(2, 2), "b": GameCounts(1, 2), "c": GameCounts(1, 0),
    }  # fmt: skip
    assert [name for name, _counts in totals.players()] == ["c", "a", "b"]
    assert (totals.games, totals.counted, totals.seconds) == (4, 4, 40)


def test_games_with_the_hands_exchanged_are_pairs(tmp_path: Path) -> None:
    third = decided(2, ("a", "b"), 0)
    seats_exchanged = decided(2, ("b", "a"), 1)
    (met,) = totals_of(tmp_path, FIRST, SECOND, third, seats_exchanged).meetings()
    assert met.pairs == PairCounts(wl=1, ww=1)
    assert met.counts is met.pairs


def test_games_of_which_one_has_no_other_are_games(tmp_path: Path) -> None:
    alone = decided(3, ("a", "b"), 0)
    for games in ((alone, FIRST, SECOND), (FIRST, SECOND, alone, alone), (alone,)):
        (met,) = totals_of(tmp_path, *games).meetings()
        assert met.pairs is None
        assert met.counts is met.games


def test_a_void_game_spoils_its_pair_alone(tmp_path: Path) -> None:
    void = replace(FIRST, ending=Ending(VOID, "crash", None, "gone", "init", "closed"))
    others = decided(2, ("a", "b"), 0), decided(2, ("b", "a"), 0)
    (met,) = totals_of(tmp_path, void, SECOND, *others).meetings()
    assert (met.games, met.pairs) == (GameCounts(1, 2), PairCounts(wl=1))
    assert totals_of(tmp_path, void, void).meetings() == []


def test_a_last_game_waits_for_its_other(tmp_path: Path) -> None:
    (met,) = totals_of(tmp_path, FIRST, SECOND, decided(3, ("a", "b"), 0)).meetings()
    assert met.games == GameCounts(2, 1)
    assert met.pairs == PairCounts(wl=1)


def test_the_same_deal_again_with_the_same_hands_is_no_pair(tmp_path: Path) -> None:
    same = decided(1, ("a", "b"), 0)
    (met,) = totals_of(tmp_path, same, same).meetings()
    assert met.pairs is None


def test_faults_void_and_damaged_games_are_counted_apart(tmp_path: Path) -> None:
    late = replace(decided(1, ("a", "b"), 0), ending=Ending(0, "timeout", 1, "late", "move"))
    both = replace(late, ending=Ending(VOID, "crash", None, "gone", "init", "closed"))
    totals = totals_of(tmp_path, late, both, late, b"####nonsense####\n{}\n")
    assert totals.faults == {"a": {"crash": 1}, "b": {"timeout": 2, "closed": 1}}
    assert (totals.games, totals.void, totals.unreadable, totals.counted) == (4, 1, 1, 2)


def test_a_damaged_game_counts_as_that_and_as_nothing_else(tmp_path: Path) -> None:
    sound = decided(1, ("a", "b"), 0)
    late = replace(sound, ending=Ending(0, "timeout", 1, "late", "move"))
    for other in (sound, late):
        damaged = encode_game(other).replace(b'"deck_count": 24', b'"deck_count": 25')
        totals = totals_of(tmp_path, sound, damaged, encode_game(other)[:-9])
        assert (totals.games, totals.unreadable, totals.counted) == (3, 2, 1)
        assert totals.meetings() == totals_of(tmp_path, sound).meetings()
        assert (totals.seconds, totals.faults) == (10, {})


@relaxed
@given(st.lists(st.integers(0, 30).map(game) | st.sampled_from(TORN), max_size=8))
def test_what_a_list_calls_damaged_counts_nowhere(tmp_path: Path, pieces: list[bytes]) -> None:
    totals = totals_of(tmp_path, *pieces)
    log = tmp_path / "some.log"
    rows = read_in_full(log)
    sound = [row for row in rows if not row.damaged]
    assert (totals.games, totals.unreadable) == (len(rows), len(rows) - len(sound))
    assert totals.counted + totals.void == len(sound)
    with Catalogue(log) as catalogue:
        assert len(games_shown(catalogue, "damaged")) == totals.unreadable
    with scanned(log) as index:
        record = OwnRecord(index, OwnPlayer({"lisa"}, {}))
        for _step in record.read():
            pass
    assert {one.number for one in record.games} <= {row.number for row in sound}


def test_some_games_of_a_log_may_be_chosen(tmp_path: Path) -> None:
    games = [decided(n, ("a", "b"), n % 2) for n in range(10)]
    (met,) = totals_of(tmp_path, *games, chosen=[1, 3, 4]).meetings()
    assert met.games == GameCounts(1, 2)

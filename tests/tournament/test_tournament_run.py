"""A tournament's games and its score, for all formats, results and interruptions."""

import json
import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.engine.cancel import CancelToken
from durak_tui.game.deals import deal
from durak_tui.game.position import DRAW
from durak_tui.match.schedule import Task
from durak_tui.pool.run_errors import CannotResumeError
from durak_tui.records.record import VOID, Ending, GameRecord
from durak_tui.statistics.counts import PairCounts
from durak_tui.statistics.elo import elo, los, score
from durak_tui.tournament.pairings import FORMATS, Finished, Format, Round, rank_points
from durak_tui.tournament.report import markdown
from durak_tui.tournament.report_page import html as page_of
from durak_tui.tournament.standings import KEPT_FAILURES, Fixture, FixtureScore, Scores
from durak_tui.tournament.tournament_config import TournamentConfig
from durak_tui.tournament.tournament_files import results
from durak_tui.tournament.tournament_run import Tournament
from tests.tournament.synthetic import LotPool, MemoryLog, by_lot, cup, played, record_of

FORMS = st.sampled_from(FORMATS)
GAMES = st.sampled_from((2, 4, 6))


def first_wins(task: Task) -> Ending:
    """The better seed wins every game."""
    names = [player.shown for player in task.players]
    return Ending(names.index(min(names)))


@given(FORMS, st.integers(2, 7), GAMES)
def test_every_pairing_plays_each_deal_from_both_seats(form: str, engines: int, games: int) -> None:
    tournament, records, tasks = played(cup(form, engines, games, seed=3))
    assert [record.game_id for record in records] == list(range(1, len(records) + 1))
    assert len(records) == tournament.total
    assert all(task.seed == 3 for task in tasks)
    numbers: Counter[frozenset[str]] = Counter()
    for one, again in zip(records[::2], records[1::2], strict=True):
        assert one.deal == again.deal
        assert one.names == again.names[::-1]
        # The next deal of the seed that these two have not had against each other.
        pair = frozenset(one.names)
        numbers[pair] += 1
        assert one.deal == deal(3, numbers[pair])
    seats = Counter(record.names[0] for record in records)
    assert seats == Counter(record.names[1] for record in records)


# The score, counted once more by other means.


def recount(config: TournamentConfig, records: Sequence[GameRecord]) -> dict[str, Any]:
    """Points, games and more of every engine, straight from the games."""
    count: dict[str, Any] = {
        name: Counter()
        for engine in config.names
        for name in (engine, f"{engine}/1", f"{engine}/2")
    }
    for record in records:
        for seat, name in enumerate(record.names):
            winner = record.ending.winner
            word = "wins" if winner == seat else "losses"
            word = "void" if winner is VOID else "draws" if winner == DRAW else word
            for key in (name, f"{name}/{seat + 1}"):
                count[key][word] += 1
            assert record.clocks
            clock = record.clocks[seat]
            here = count[f"{name}/{seat + 1}"]
            here["seconds"] += clock.seconds
            here["answers"] += clock.answers
            here["worst"] = max(here["worst"], clock.worst)
            reason = record.ending.faults()[seat]
            if reason:
                here[reason] += 1
    for one, again in zip(records[::2], records[1::2], strict=False):
        if VOID in (one.ending.winner, again.ending.winner):
            continue
        for name in one.names:
            points = [
                0.5
                if record.ending.winner == DRAW
                else float(record.ending.winner == record.names.index(name))
                for record in (one, again)
            ]
            kind = {0: "ll", 0.5: "ld", 1: "wl", 1.5: "wd", 2: "ww"}[sum(points)]
            count[name]["dd" if points == [0.5, 0.5] else kind] += 1
    return count


@given(FORMS, st.integers(2, 6), GAMES, st.integers(0, 40))
def test_the_results_are_what_the_games_say(
    form: str, engines: int, games: int, stop_after: int
) -> None:
    config = cup(form, engines, games)
    tournament, records, _ = played(config, stop_after=stop_after or None)
    summary = json.loads(json.dumps(results(tournament), allow_nan=False))
    count = recount(config, records)
    assert summary["played"] == len(records)
    assert summary["complete"] == (summary["played"] == summary["total"])
    assert summary["failed"] == sum(any(record.ending.faults()) for record in records)
    for place in summary["standing"]:
        mine = count[place["engine"]]
        assert place["games"] == mine["wins"] + mine["losses"] + mine["draws"]
        assert place["points"] == mine["wins"] + mine["draws"] / 2
        if place["games"]:
            assert place["score"] == pytest.approx(place["points"] / place["games"])
    for engine in summary["engines"]:
        name = engine["name"]
        assert engine["pairs"] == {
            kind: count[name][kind] for kind in ("ll", "ld", "wl", "dd", "wd", "ww")
        }
        pairs = PairCounts(**engine["pairs"])
        if any(pairs.numbers()):
            place = next(place for place in summary["standing"] if place["engine"] == name)
            estimate = elo(pairs)
            assert place["elo"] == (estimate and estimate.value)
            assert place["elo_error"] == (estimate and estimate.error)
            assert place["los"] == los(pairs)
        for number, seat in enumerate(engine["seats"], 1):
            mine = count[f"{name}/{number}"]
            for word in ("wins", "losses", "draws", "void", "answers"):
                assert seat[word] == mine[word]
            assert seat["worst_ms"] == pytest.approx(mine["worst"] * 1000)
            if mine["answers"]:
                average = mine["seconds"] / mine["answers"]
                assert seat["average_ms"] == pytest.approx(average * 1000)
            for reason, fault in seat["faults"].items():
                assert fault["count"] == mine[reason]
                for game_id in fault["games"]:
                    record = records[game_id - 1]
                    assert record.names[number - 1] == name
                    assert record.ending.faults()[number - 1] == reason
    names = config.names
    for row, one in zip(summary["crosstable"], names, strict=True):
        for cell, other in zip(row, names, strict=True):
            between = [r for r in records if {one, other} == set(r.names)]
            if cell is None:
                assert not between
                continue
            wins = sum(r.ending.winner == r.names.index(one) for r in between)
            draws = sum(r.ending.winner == DRAW for r in between)
            void = sum(r.ending.winner is VOID for r in between)
            assert cell == {"points": wins + draws / 2, "games": len(between) - void}
    begin = 0
    for pairing in summary["pairings"]:
        assert pairing["first_game"] == begin + 1
        these = records[begin : begin + pairing["played"]]
        begin += pairing["played"]
        assert {frozenset(record.names) for record in these} == {frozenset(pairing["engines"])}
    assert begin == len(records)


@given(FORMS, st.integers(2, 7), st.integers(0, 10**6))
def test_the_standing_is_by_rank_points_then_score(form: Format, engines: int, seed: int) -> None:
    config = cup(form, engines, seed=seed)
    tournament, _, _ = played(config)
    places = tournament.standing()
    assert sorted(place.entrant for place in places) == list(range(engines))
    shares = [score(place.engine.games) for place in places]
    keys = [
        (place.rank_points, -1 if share is None else share)
        for place, share in zip(places, shares, strict=True)
    ]
    assert keys == sorted(keys, reverse=True)
    assert [place.rank for place in places] == [1 + sum(k > key for k in keys) for key in keys]
    assert [place.rank_points for place in places] == [
        rank_points(config.shape, tournament.past)[place.entrant] for place in places
    ]
    first = [place.name for place in places if keys[place.rank - 1] == keys[0]]
    assert tournament.winners() == first
    if form == "knockout":
        assert len(first) == 1


# Going on.


@given(FORMS, st.integers(2, 6), st.data())
def test_it_goes_on_from_any_game_unchanged(form: str, engines: int, data: st.DataObject) -> None:
    config = cup(form, engines)
    whole, records, _ = played(config)
    length = data.draw(st.integers(0, len(records)))
    resumed, all_records, _ = played(config, past=records[:length])
    assert all_records == records
    assert results(resumed) == results(whole)
    assert markdown(resumed) == markdown(whole)


def test_a_game_of_another_tournament_is_refused() -> None:
    config = cup("round-robin", 3)
    _, records, _ = played(config)
    wrong = replace(records[4], names=("e3", "e1"))
    with pytest.raises(CannotResumeError, match="game 5 is not the one this run would have played"):
        Tournament(config).resume([*records[:4], wrong])
    wrong = replace(records[0], deal=deal(2, 1))
    with pytest.raises(CannotResumeError, match="game 1 is not the one"):
        Tournament(config).resume([wrong])
    with pytest.raises(CannotResumeError, match="game 13 is one too many"):
        Tournament(config).resume([*records, records[0]])


class Notes:
    """Writes down what a tournament tells."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def paired(self, score: FixtureScore) -> None:
        """A pairing."""
        self.said.append(f"{score.fixture.entrants} {score.points}")

    def over(self, finished: Finished) -> None:
        """A round."""
        self.said.append(f"round {finished.round.number} {finished.points}")


def test_pairings_and_rounds_are_reported_when_they_are_complete() -> None:
    notes = Notes()
    tournament = Tournament(cup("knockout", 3, 2))
    cancel = CancelToken()
    tournament.watcher = notes
    tournament.play(LotPool(cancel, first_wins), cancel)
    assert notes.said == [
        "(1, 2) (2.0, 0.0)",
        "round 1 ((2.0, 0.0),)",
        "(0, 1) (2.0, 0.0)",
        "round 2 ((2.0, 0.0),)",
    ]


def test_every_game_carries_the_settings_of_the_tournament() -> None:
    class Settings(MemoryLog):
        def append(self, record: GameRecord) -> None:
            assert record.run == config.settings()
            super().append(record)

    config = cup("gauntlet", 3, 2)
    log = Settings()
    cancel = CancelToken()
    Tournament(config, log=log).play(LotPool(cancel), cancel)
    assert len(log.records) == 4


# What is kept.


def failing(task: Task) -> Ending:
    """e1 fails in every game, always in the same way."""
    seat = [player.shown for player in task.players].index("e1")
    return Ending(1 - seat, "crash", seat, "gone", "move", stderr="x" * 2000)


def test_of_many_failed_games_the_first_are_kept_and_all_are_counted() -> None:
    tournament, records, _ = played(cup("gauntlet", 2, 200), failing)
    summary = results(tournament)
    assert summary["failed"] == len(records) == 200
    # From both seats.
    assert [failure["game"] for failure in summary["failures"]] == list(
        range(1, 2 * KEPT_FAILURES + 1)
    )
    faults = summary["engines"][0]["seats"][1]["faults"]["crash"]
    assert faults == {"count": 100, "games": tuple(range(2, 41, 2))}
    text = markdown(tournament)
    assert f"{2 * KEPT_FAILURES} of 200: the first {KEPT_FAILURES} for each engine" in text


@pytest.mark.slow
def test_a_hundred_thousand_games_take_no_more_memory_than_ten_thousand() -> None:
    config = cup("round-robin", 3, 100_000)
    fixture = Fixture(1, Round(1, ((0, 1),)), (0, 1), 1, 100_000, 0)
    task = Task(1, 1, deal(1, 1), (config.engines[0], config.engines[1]), 1)
    records = [record_of(task._replace(game_id=number), by_lot) for number in range(1, 25)]
    scores = Scores(config.names)
    sizes = []
    # After both the course of the scores has as many moments, only with larger numbers in them.
    for target in (12_800, 102_400):
        while scores.played < target:
            scores.add(fixture, records[scores.played % len(records)])
        sizes.append(len(pickle.dumps(scores)))
    assert sizes[1] < 1.15 * sizes[0]


def test_the_reports_of_a_tournament_that_has_not_begun_say_so() -> None:
    tournament = Tournament(cup("swiss", 3))
    text = markdown(tournament)
    assert "The tournament is not over. 0 of 8 games played" in text
    assert "No engine failed." in text
    page = page_of(tournament)
    assert page.startswith("<!DOCTYPE html>") and "<svg" not in page
    assert json.loads(json.dumps(results(tournament)))["winners"] == []

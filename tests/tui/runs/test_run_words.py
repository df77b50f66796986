"""A match in words, and which part of its list is in view."""

import re
from dataclasses import replace

import pytest

from durak_tui.cli.run_results import describe
from durak_tui.common.i18n import choose
from durak_tui.match.tally import MatchScore
from durak_tui.pool.dispatch import DueGame
from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.sprt import Sprt
from durak_tui.tui.runs.match_board import Scroll
from durak_tui.tui.runs.run_words import (
    MatchRows,
    elo_line,
    facts,
    notes,
    result_sentence,
    state_line,
    state_word,
    strength_lines,
)
from durak_tui.tui.toolkit.glyphs import UNICODE
from tests.tui.runs.matches import FINISHED, RUNNING, StillMatch

NAME = "durak-dummy"


@pytest.mark.parametrize(
    ("counts", "games"),
    [
        (PairCounts(ww=20), GameCounts(40, 0, 0)),
        (PairCounts(ll=20), GameCounts(0, 40, 0)),
        (PairCounts(1, 2, 3, 4, 5, 6), GameCounts(20, 9, 13)),
        (PairCounts(wl=10), GameCounts(10, 10, 0)),
        (GameCounts(10, 20, 5), GameCounts(10, 20, 5)),
    ],
)
def test_elo_is_what_the_command_says_with_its_error(counts: Counts, games: GameCounts) -> None:
    of = "Elo of durak-dummy: "
    line = elo_line(replace(RUNNING, counts=counts, game_counts=games), UNICODE)
    assert line.startswith(of)
    said = next(one for one in describe(counts, NAME) if one.startswith("Elo")).partition(": ")[2]
    numbers = [float(number) for number in re.findall(r"[-+]?[0-9.]+", said)]
    shown = [float(number) for number in re.findall(r"[-+]?[0-9.]+", line.removeprefix(of))]
    assert shown == pytest.approx(numbers, abs=0.051)
    assert re.sub("[0-9.]", "", line.removeprefix(of)) == re.sub("[0-9.]", "", said)


def test_variants_of_an_engine_are_named_by_what_differs() -> None:
    match = StillMatch()
    match.stands(names=("durak-player --level 2", "durak-player --level 4"))
    now = match.snapshot()
    assert elo_line(now, UNICODE).startswith("Elo of durak-player --level 2: ")
    head = MatchRows(match, now, UNICODE).head(60)
    assert head == "Match  won: level 2  level 4  drawn"
    match.stands(names=("durak-dummy", "durak-dummy"))
    now = match.snapshot()
    assert strength_lines(now, UNICODE, 80)[0].startswith("Chance that durak-dummy (1) is")
    head = MatchRows(match, now, UNICODE).head(52)
    assert head == "Match  won: dura…y (1)  dura…y (2)  drawn", "cut as elsewhere on the board"


def test_names_above_the_matches_are_cut_only_where_there_is_no_room() -> None:
    match = StillMatch(replace(RUNNING, names=("durak-dummy", "durak-endgame")))
    rows = MatchRows(match, match.now, UNICODE)
    whole = "Match  won: durak-dummy  durak-endgame  drawn"
    room = len(whole) + len("  99 of 100")
    assert rows.head(room) == whole, "a short name leaves its room to the other"
    assert "…" in rows.head(room - 1)
    assert all(len(line) <= room - 1 for line in rows.lines(0, 5, room - 1))
    over = MatchRows(match, replace(match.now, state="finished"), UNICODE)
    assert over.head(len(whole)) == whole, "no match is unfinished"


def test_the_score_of_the_match_that_is_on_is_that_of_the_moment_shown() -> None:
    match = StillMatch(replace(RUNNING, newest=MatchScore([15, 10], 3, 28)))
    *_others, line = MatchRows(match, match.now, UNICODE).lines(0, 5, 80)
    assert line.endswith("28 of 100"), "it has gone on to 32 since"


def test_before_the_first_game_there_is_no_elo_and_before_the_first_pair_that_of_games() -> None:
    nothing = replace(RUNNING, counts=PairCounts(), game_counts=GameCounts())
    assert elo_line(nothing, UNICODE) == "Elo of durak-dummy: –"
    one = replace(nothing, game_counts=GameCounts(1, 0, 0))
    assert elo_line(one, UNICODE) == "Elo of durak-dummy: too few games to tell"
    six = replace(nothing, game_counts=GameCounts(6, 0, 0))
    assert elo_line(six, UNICODE).startswith("Elo of durak-dummy: at least +")


@pytest.mark.parametrize(
    ("speed", "shown"),
    [(None, ""), (0.123, "0.12"), (9.96, "10.0"), (99.6, "100"), (1234.5, "1234")],
)
def test_the_speed_is_shown_as_exactly_as_it_is_known(speed: float | None, shown: str) -> None:
    line = facts(replace(RUNNING, per_second=speed))
    assert (line[1] == f"{shown} games/s") == bool(shown)


def test_of_a_match_that_is_over_the_pace_of_all_of_it_is_shown() -> None:
    now = replace(FINISHED, resumed=400, elapsed=10.0)
    assert facts(now) == ["1,000 of 1,000 games", "60.0 games/s", "0:10 in all"]
    assert state_word(now) == "finished"
    assert facts(replace(RUNNING, state="starting", total=0, done=0)) == []
    assert state_word(replace(now, decided=True)) == "decided"


def test_a_match_that_is_about_to_pause_has_a_word_of_its_own() -> None:
    now = replace(RUNNING, state="pausing")
    assert (state_word(now), state_word(RUNNING)) == ("pausing", "running")
    assert state_line(now) == "pausing: finishing the games in progress"
    assert state_line(RUNNING) == "running"
    choose("ru")
    assert state_word(now) == "скоро пауза"
    assert state_line(now) == "скоро пауза: доигрываются начатые партии"


class Clock:
    """A clock that a test moves."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_list_that_grows_slowly_moves_line_by_line_and_a_fast_one_in_leaps() -> None:
    time = Clock()
    scroll = Scroll(time)
    scroll.fit(5, 10)
    assert scroll.top == 0
    scroll.fit(11, 10)
    assert scroll.top == 1
    time.now += 5
    scroll.fit(12, 10)
    assert scroll.top == 2
    time.now += 1
    scroll.fit(14, 10)
    assert scroll.top == 9, "half of the room is free for the next ones"
    time.now += 1
    scroll.fit(19, 10)
    assert scroll.top == 9


def test_a_list_that_somebody_reads_stays_where_it_is_until_its_end_is_asked_for() -> None:
    scroll = Scroll(Clock())
    scroll.fit(30, 10)
    assert scroll.top == 20
    scroll.move(-5, 30, 10)
    scroll.fit(60, 10)
    assert scroll.top == 15
    scroll.move(1000, 60, 10)
    assert (scroll.top, scroll.follows) == (50, True)
    scroll.fit(60, 40)
    assert scroll.top == 20, "a larger window is filled"


def test_superiority_and_a_sequential_test_are_what_the_command_says() -> None:
    sprt = Sprt(0, 10)
    now = replace(RUNNING, sprt=sprt, counts=PairCounts(ll=40, ld=13, wl=48, dd=4, wd=21, ww=42))
    said = list(describe(now.counts, NAME, sprt))
    likely, test = strength_lines(now, UNICODE, 70)
    (los,) = (float(one.split()[-2]) for one in said if one.startswith("LOS of durak-dummy"))
    assert 60 < los < 95
    assert likely == f"Chance that durak-dummy is stronger: {los:.0f} %"
    (llr,) = (one for one in said if one.startswith("LLR"))
    value = float(llr.split()[1])
    assert test == f"SPRT 0 to 10: LLR {value:.2f} (-2.94 to 2.94)"
    assert strength_lines(now, UNICODE, 100) == [f"{likely} · {test}"], "where there is room"
    assert strength_lines(replace(now, sprt=None), UNICODE, 80) == [likely]
    certain = replace(RUNNING, counts=PairCounts(ww=5000))
    assert strength_lines(certain, UNICODE, 80) == ["Chance that durak-dummy is stronger: >99 %"]
    nothing = replace(RUNNING, counts=PairCounts(), game_counts=GameCounts())
    assert strength_lines(nothing, UNICODE, 80) == ["Chance that durak-dummy is stronger: –"]


def test_a_decided_test_says_what_is_accepted() -> None:
    over = replace(FINISHED, decided=True, sprt=Sprt(0, 10))
    assert result_sentence(over) == "SPRT finished: H1 accepted (10 nElo)"
    lost = replace(over, counts=over.counts.reversed())
    assert result_sentence(lost) == "SPRT finished: H0 accepted (0 nElo)"


def test_what_numbers_do_not_say_is_noted() -> None:
    assert notes(RUNNING) == []
    slow = replace(RUNNING, waiting=DueGame(17, 17, 38, 5), notices=("a notice",))
    assert notes(slow) == [
        "Waiting for game 17 (0:38); 5 later games are finished.", "a notice",
    ]  # fmt: skip
    (even,) = notes(replace(RUNNING, even_by_construction=True))
    assert "even by construction" in even
    assert even.endswith('To play each deal once, set "Every deal twice" to "no".')

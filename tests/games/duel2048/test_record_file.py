"""Records and reports of the older platform: genuine ones, and ours."""

from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.games.duel2048.duel import CELL_CODES, MERGE_CODES, UNKNOWN, Duel
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048
from durak_tui.games.duel2048.duel_report import DuelResult, read_report, write_report
from durak_tui.games.duel2048.record_file import (
    DuelRecord,
    RecordError,
    read_record,
    write_record,
)
from durak_tui.games.playthrough import Finish, Playthrough, SeatFault, ranked
from durak_tui.protocol.faults import FaultReason

DATA = Path(__file__).parent / "data"
GENUINE = (DATA / "1402757701558076426.txt").read_text()
NOON = datetime(2026, 11, 27, 12)


def random_game(seed: int, rounds: int, last: str = "") -> tuple[Duel, str]:
    """A game by lot, perhaps with this decision where it can be one; and its moves."""
    lot, moves = Random(seed), ""
    duel: Duel = DUEL_2048.start(DuelOptions(rounds=rounds).opening(seed, 1))
    while True:
        duel.settle()
        if duel.is_over:
            return duel, moves
        code = lot.choice(duel.legal())
        if last and last in (MERGE_CODES if duel.merges else CELL_CODES) + UNKNOWN:
            code, last = (last, "") if lot.random() < 0.2 else (code, last)
        duel.decide(code)
        moves += code


class TestRecords:
    def test_a_genuine_one_comes_back_byte_for_byte(self) -> None:
        record = read_record(GENUINE)
        assert write_record(record) == GENUINE
        assert len(record.game.moves) == 838
        assert record.game.finish
        assert record.game.finish.winner == 1

    @given(
        st.integers(0, 99),
        st.integers(1, 20),
        st.sampled_from(["", "", UNKNOWN, *MERGE_CODES, *CELL_CODES]),
    )
    def test_any_game_comes_back(self, seed: int, rounds: int, last: str) -> None:
        duel, moves = random_game(seed, rounds, last)
        fault = SeatFault("unreadable" if moves.endswith(UNKNOWN) else "illegal", "violator")
        worths = [0, 0]
        faults: list[SeatFault | None] = [None, None]
        if duel.is_broken:
            faults[duel.player], worths[1 - duel.player] = fault, 1
        finish = Finish(ranked(worths), tuple(faults), (0.0, 0.0), {})
        opening = DuelOptions(rounds=rounds).opening(seed, 1)
        game = Playthrough("2048", ("a", "b"), opening, moves, finish, NOON)
        text = write_record(DuelRecord((0, 1), ("a.py", "b c.py"), game))
        again = read_record(text)
        assert write_record(again) == text
        assert again.game.moves == moves
        assert again.paths == ("a.py", "b c.py")

    @pytest.mark.parametrize(
        ("faults", "cells"),
        [
            (("timeout", None), "| player 0 |   None   |   None   | player 1 |"),
            ((None, "crash"), "|   None   |   None   | player 1 | player 0 |"),
            (("crash", "crash"), "|   None   |   None   |   both   |   None   |"),
            (("timeout", "timeout"), "|   both   |   None   |   None   |   None   |"),
            (("timeout", "flood"), "| player 0 |   None   | player 1 |   None   |"),
            (("unreadable", None), "|   None   |   None   | player 0 | player 1 |"),
        ],
    )
    def test_faults_have_their_columns(
        self, faults: tuple[FaultReason | None, FaultReason | None], cells: str
    ) -> None:
        both = tuple(SeatFault(why, "why") if why else None for why in faults)
        finish = Finish((1, 1), both, (0.0, 0.0), {})
        opening = DuelOptions().opening(1, 1)
        game = Playthrough("2048", ("a", "b"), opening, "", finish, NOON)
        text = write_record(DuelRecord((0, 1), ("a", "b"), game))
        assert cells in text.splitlines()
        assert write_record(read_record(text)) == text

    @pytest.mark.parametrize(
        ("line", "instead", "number"),
        [
            (15, "|     0|  9|  3|", 15), (20, "&d0:player 0 set position (9, 3)", 8),
            (22, "+01 +00 +00 +00 -00 -00 -00 -00", 22), (30, "&e:player 1 time out", 8),
        ],
    )  # fmt: skip
    def test_a_line_that_does_not_follow_is_named(
        self, line: int, instead: str, number: int
    ) -> None:
        lines = GENUINE.splitlines()
        lines[line - 1] = instead
        with pytest.raises(RecordError) as caught:
            read_record("\n".join([*lines, ""]))
        assert str(caught.value).startswith(f"its line {number} does not follow")

    @pytest.mark.parametrize("rounds", [550, 900])
    def test_a_game_of_many_rounds_comes_back(self, rounds: int) -> None:
        opening = DuelOptions(rounds).opening(14, 1)
        duel: Duel = DUEL_2048.start(opening)
        moves = ""
        while True:
            duel.settle()
            if duel.is_over:
                break
            # With the highest in a corner the board stays open for long.
            order = "DLRU" if duel.merges else duel.legal()[::-1]
            moves += next(code for code in order if code in duel.legal())
            duel.decide(moves[-1])
        assert duel.round > 500
        assert duel.is_stuck == (rounds == 900)
        finish = Finish((1, 1), (None, None), (0.0, 0.0), {})
        game = Playthrough("2048", ("a", "b"), opening, moves, finish, NOON)
        text = write_record(DuelRecord((0, 1), ("a", "b"), game))
        again = read_record(text)
        assert write_record(again) == text
        assert again.game.moves == moves

    def test_what_goes_on_after_the_end_is_named_by_its_line(self) -> None:
        more = GENUINE + "&d499:player 0 set position (0, 0)\n"
        with pytest.raises(RecordError, match=f"its line {len(GENUINE.splitlines()) + 1} "):
            read_record(more)
        with pytest.raises(RecordError):
            read_record(GENUINE + "&d1:player 0 set position (0, 0)\n" * 50_000)

    @pytest.mark.parametrize(
        "text", ["", "no record", GENUINE[:3000], GENUINE + "more\n", "\0" * 99]
    )
    def test_other_files_are_refused(self, text: str) -> None:
        with pytest.raises(RecordError):
            read_record(text)


class TestReports:
    GENUINE = (DATA / "_.txt").read_text()

    def test_a_genuine_one_comes_back_but_for_the_times(self) -> None:
        games = read_report(self.GENUINE)
        winners = (1, 0, 0, 0)
        games = [game._replace(winner=one) for game, one in zip(games, winners, strict=True)]
        ours = write_report(["player.py", "player.py"], games, 2)
        assert without_times(ours) == without_times(self.GENUINE)

    def test_faults_are_listed_under_their_names(self) -> None:
        games = [
            DuelResult("1", (0, 1), 3, 1, ("timeout", None), (5.0, 0.1)),
            DuelResult("2", (1, 0), 500, 0, (None, "error"), (0.2, 0.3)),
        ]
        report = write_report(["a", "b"], games, 1)
        assert "        timeout: 1 at\n            1\n" in report
        assert "        error: 1 at\n            2\n" in report
        assert "    average time: 5.000\n" in report
        assert "        win rate: 100.00%\n" in report

    def test_alone_there_is_a_report_all_the_same(self) -> None:
        assert "win rate: 0.00%" in write_report(["a"], [], 10)

    def test_other_texts_are_no_reports(self) -> None:
        with pytest.raises(RecordError):
            read_report("total matches: 4\n")


def without_times(report: str) -> list[str]:
    return [line for line in report.splitlines() if "average time" not in line]

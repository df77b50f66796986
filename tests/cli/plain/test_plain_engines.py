"""Engines that fail, or keep silent, in a game in lines of text."""

import re
import signal
from pathlib import Path
from random import Random

import pytest

from durak_tui.user.settings import SettingsStore
from tests.cli.plain.player import Player, at_random, choices, journals, logged, play_game
from tests.conftest import rogue
from tests.processes import Bell, all_end, look_until, pid_file, pids_in
from tests.table.patient import patient
from tests.tui.play.hinter import hinter
from tests.tui.play.partner import partner


class TestEngines:
    def test_one_that_dies_is_reported_and_can_be_started_again(self, tmp_path: Path) -> None:
        with pid_file(tmp_path / "pids") as pids:
            command = rogue("exit", "--at", "4", "--pid-file", str(pids), "--in-game", "1")
            choose = at_random(Random(1))
            with Player(command, "--seed", "1") as player:
                block = player.until()
                while " failed" not in block:
                    block = player.answer(choose(block))
                assert "exited with code 3\n" in block
                assert "Its last words:\nout of ideas\n" in block
                assert block.count("out of ideas") == 1
                assert "2: Claim the win\n" in block
                player.type("1")
                play_game(player, choose)
            assert all_end(pids_in(pids))
        (record,) = logged()
        assert record.ending.reason == "normal"

    def test_one_that_never_starts_can_be_left(self) -> None:
        with Player(rogue("dead-on-arrival"), "--seed", "1") as player:
            assert "no brain found" in player.until()
            assert "no brain found" in player.answer("1")
            player.type("3")
            assert "--resume" not in player.rest()
            assert player.process.returncode == 0
        assert journals() == [], "nobody has played in it"

    @pytest.mark.few(1)
    @pytest.mark.parametrize(
        ("choice", "comes"), [("2", " attacks: "), ("3", "You win: "), ("4", "\n"), (None, "\n")]
    )
    def test_a_silent_one_can_be_started_again_or_given_up(
        self, tmp_path: Path, choice: str | None, comes: str
    ) -> None:
        with pid_file(tmp_path / "pids") as pids:
            command = rogue("silent", "--at", "3", "--pid-file", str(pids), "--in-game", "1")
            with Player(command, "--seed", "1", "--move-time", "0.5") as player:
                block = player.until()
                assert re.search(r"No answer for \d+ seconds?, .*\n1: Keep waiting\n", block)
                assert "4: Leave\n" in block, "nobody has played in it"
                assert choices(block) == ["1", "2", "3", "4"]
                # It may be asked even before the engine has started.
                look_until(lambda: pids_in(pids))
                if choice in ("2", "3"):
                    player.type(choice)
                    player.until(comes)  # the next one may be slow to start, too
                    player.until()
                else:
                    if choice:
                        player.type(choice)
                    assert player.rest() == comes
            assert all_end(pids_in(pids))
        if choice == "3":
            (record,) = logged()
            assert (record.ending.winner, record.ending.reason) == (0, "timeout")
        elif choice != "2":
            assert journals() == [], "nobody has played in it"

    def test_who_waits_on_is_asked_again_until_the_answer_comes(self, bell: Bell) -> None:
        with Player(patient(bell).command, "--seed", "1", "--move-time", "0.3") as player:
            assert "1: Keep waiting" in player.until()
            assert "1: Keep waiting" in player.answer("1")
            # The answer comes while the question is open.
            bell.ring()
            block = player.until()
            assert block.startswith("\n")
            assert "attacks: " in block
            assert "Your turn: beat " in block

    def test_a_thinking_one_can_be_left(self, tmp_path: Path) -> None:
        with pid_file(tmp_path / "pids") as pids:
            command = rogue("silent", "--at", "3", "--pid-file", str(pids))
            with Player(command, "--seed", "1", "--move-time", "60") as player:
                player.until("is thinking.\n")
                look_until(lambda: pids_in(pids))
                assert player.signal(signal.SIGINT) == 130
                player.rest()
            assert all_end(pids_in(pids))
        assert journals() == [], "nobody has played in it"


class TestHints:
    def test_a_hint_lists_every_choice_with_its_worth_the_best_first(self) -> None:
        SettingsStore().update(hint_engine="hinter", hint_seconds=60, engines=(hinter("scores"),))
        with Player("--seed", "1") as player:
            block = player.until()
            said = player.answer("h").strip().splitlines()
            assert said[0] == "hinter is thinking about a hint..."
            assert said[1].startswith("It would choose: ")
            worth = [line for line in said if line.endswith("\N{NO-BREAK SPACE}%.")]
            assert worth[0].endswith(": 90\N{NO-BREAK SPACE}%.")
            assert len(worth) == len(choices(block))
            assert "On the table" in player.answer("table"), "the game goes on"

    def test_a_hint_that_cannot_be_given_is_explained(self) -> None:
        SettingsStore().update(hint_engine="hinter", hint_seconds=60, engines=(hinter("none"),))
        with Player("--seed", "1") as player:
            player.until()
            assert "hinter gives no hints: choose another engine" in player.answer("hint")

    def test_what_the_engine_took_is_known(self) -> None:
        SettingsStore().update(engines=(partner("takes"),))
        with Player("partner", "--seed", "1") as player:
            player.until()
            assert "You cannot know any of partner's cards at this point." in player.answer("k")
            while "partner takes." not in (block := player.answer("1")):
                assert "Your turn" in block
            known = player.answer("known")
            assert "partner must hold: " in known

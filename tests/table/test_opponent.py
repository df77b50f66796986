"""An engine that plays at a table stays in step with the game."""

import json
import sys
from pathlib import Path
from random import Random

import pytest

from durak_tui.engine.engine_errors import EngineFault, EngineStartError
from durak_tui.game.caps import caps_json
from durak_tui.game.cards import card_names, mask_of
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL
from durak_tui.protocol.conversation import QUESTIONS, game_data
from durak_tui.table.game import Game
from durak_tui.table.opponent import Opponent
from tests.conftest import rogue
from tests.game.walks import any_choice
from tests.processes import all_end, is_running, pid_file, pids_in
from tests.table.games import begun, seats, unplayed
from tests.table.opponents import Lines, play_on, player


class TestAGame:
    @pytest.mark.few(3)
    @pytest.mark.parametrize("seed", range(6))
    def test_the_engine_gets_the_same_commands_as_in_a_match(self, seed: int) -> None:
        lines = Lines()
        game = unplayed(seed)
        engine = 1 - game.here
        expected: list[tuple[str, list[int], object]] = []

        def note(kind: str, cards: list[int]) -> None:
            data = game_data(game.position, engine)
            shown = {
                "discarded": card_names(data.discarded),
                "deck_count": data.deck_count,
                "on_table": card_names(data.on_table),
                "enemy_count": data.enemy_count,
                "trump": card_names([data.trump])[0],
            }
            expected.append((kind, cards, shown))

        note("deal", game.position.hand(engine))
        rng = Random(seed)
        with Opponent(player(), trace=lines) as opponent:
            while not game.over:
                if game.position.phase == DEAL:
                    note("deal", list(game.settle().dealt.cards[engine]))
                    continue
                if game.to_act == 1 - game.here:
                    note(QUESTIONS[game.position.phase], list(game.position.table))
                cards = opponent.advance(game.snapshot(engine))
                game.play(any_choice(game.position, rng) if cards is None else cards)
            opponent.advance(game.snapshot(engine))
        assert lines.words()[0] == "init"
        assert lines.words()[-1] == "game_end"
        seen = []
        for number, line in enumerate(lines.sent[1:-1], 1):
            data = json.loads(line.partition(b"##")[2])
            assert data.pop("time_left_ms") == 10_000
            limit = caps_json(game.deal.caps)
            assert data.pop("attack_limit", None) in (limit, limit and [limit[0], limit[0]])
            seen.append((lines.words()[number], lines.cards(number), data))
        # The game may have ended in the middle of a bout, which is not dealt after.
        assert seen == expected

    def test_one_process_plays_a_whole_series_if_it_can(self, tmp_path: Path) -> None:
        lines, pids, script = Lines(), tmp_path / "pids", tmp_path / "engine"
        script.write_text(
            f"#!/bin/sh\necho $$ >>{pids}\nexec {sys.executable} -m durak_engines.dummy\n"
        )
        script.chmod(0o755)
        with Opponent(player(str(script)), trace=lines) as opponent:
            for seed in range(4):
                play_on(unplayed(seed), opponent, Random(seed))
        (pid,) = map(int, pids.read_text().split())
        assert lines.words().count("game_end") == 4
        assert not is_running(pid)


class TestPositions:
    def test_after_a_card_was_taken_back_the_engine_is_brought_there_by_its_whole_hand(
        self,
    ) -> None:
        lines = Lines()
        game = begun(first=0, seed=3)
        with Opponent(player(), trace=lines) as opponent:
            assert opponent.advance(game.snapshot(1)) is None
            game.play((game.position.hand(0)[0],))
            answer = opponent.advance(game.snapshot(1))
            assert answer
            game.play(answer)
            assert game.take_back(0)
            assert opponent.advance(game.snapshot(1)) is None
        assert lines.words() == ["init", "deal", "respond", "game_end", "init", "deal"]
        assert mask_of(lines.cards(5)) == game.position.hands[1]

    def test_so_it_is_though_it_had_played_no_card_since(self) -> None:
        lines = Lines()
        game = with_a_lead_that_cannot_be_beaten()
        with Opponent(player(), trace=lines) as opponent:
            assert opponent.advance(game.snapshot(1)) == ()
            game.play(())
            assert game.take_back(0)
            assert opponent.advance(game.snapshot(1)) is None
        assert lines.words() == ["init", "deal", "respond", "game_end", "init", "deal"]

    def test_a_deal_is_sent_before_the_next_bout_or_not_at_all(self) -> None:
        lines = Lines()
        game = with_a_lead_that_cannot_be_beaten()
        with Opponent(player(), trace=lines) as opponent:
            assert opponent.advance(game.snapshot(1)) == ()
            game.play(())
            game.play(())
            game.settle()
            game.play((game.position.hand(0)[0],))
            assert opponent.advance(game.snapshot(1)) is not None
        assert lines.words()[2:] == ["respond", "game_end", "init", "deal", "respond"]
        assert json.loads(lines.sent[5].partition(b"##")[2])["on_table"] != []

    def test_an_answer_that_was_never_played_is_asked_for_again(self) -> None:
        lines = Lines()
        game = begun(first=1, seed=3)
        with Opponent(player(), trace=lines) as opponent:
            first = opponent.advance(game.snapshot(1))
            assert opponent.advance(game.snapshot(1)) == first
        assert lines.words() == ["init", "deal", "move", "game_end", "init", "deal", "move"]

    @pytest.mark.few(1)
    @pytest.mark.parametrize("command", ["durak-dummy", rogue("good")])
    def test_it_stays_in_step_through_any_number_of_them(self, command: str) -> None:
        with Opponent(player(command)) as opponent:
            for seed in range(3):
                play_on(unplayed(seed), opponent, Random(seed), take_back=0.15)
            for seed in range(3):
                play_on(unplayed(seed), opponent, Random(seed), missed=0.8)

    @pytest.mark.slow
    @pytest.mark.parametrize("command", ["durak-dummy", rogue("good")])
    def test_it_can_take_over_anywhere(self, command: str) -> None:
        for seed in range(3):
            game = unplayed(seed)
            rng = Random(seed)
            while not game.over:
                if game.position.phase == DEAL:
                    game.settle()
                    continue
                if game.to_act == 1 - game.here and rng.random() < 0.15:
                    with Opponent(player(command)) as newcomer:
                        cards = newcomer.advance(game.snapshot(1 - game.here))
                    assert cards is not None
                    game.play(cards)
                else:
                    game.play(any_choice(game.position, rng))

    def test_a_game_that_is_abandoned_or_resigned_ends_for_the_engine_too(self) -> None:
        lines = Lines()
        game = begun(2)
        with Opponent(player(), trace=lines) as opponent:
            opponent.advance(begun().snapshot(1))
            opponent.advance(game.snapshot(1))
            game.resign(0)
            assert opponent.advance(game.snapshot(1)) is None
            assert opponent.advance(game.snapshot(1)) is None
        assert lines.words() == ["init", "deal", "game_end", "init", "deal", "game_end"]
        with Opponent(player("/does/not/exist")) as opponent:
            assert opponent.advance(game.snapshot(1)) is None, "nothing is started for it"


def with_a_lead_that_cannot_be_beaten() -> Game:
    """A game in which the person has led their highest card."""
    for seed in range(50):
        game = begun(first=0, seed=seed)
        game.play((game.position.hand(0)[-1],))
        if not game.position.legal():
            return game
    raise AssertionError("there is no such game")


FAULTS = [
    ("exit", "crash"),
    ("not-held", "illegal"),
    ("flood-lines", "flood"),
]


class TestFaults:
    @pytest.mark.parametrize(("mode", "reason"), FAULTS)
    def test_a_fault_comes_with_the_last_words_and_a_new_process_goes_on(
        self, mode: str, reason: str, tmp_path: Path
    ) -> None:
        with pid_file(tmp_path / "pids") as pids:
            # Only the first process misbehaves.
            command = rogue(mode, "--at", "4", "--pid-file", str(pids), "--in-game", "1")
            game = begun(first=1)
            rng = Random(1)
            with Opponent(player(command)) as opponent:
                with pytest.raises(EngineFault) as fault:
                    play_on(game, opponent, rng)
                failure = opponent.failure
                assert failure
                assert failure.verdict == fault.value.verdict
                assert failure.verdict.reason == reason
                assert ("out of ideas" in failure.last_words) is (mode == "exit")
                assert not game.over
                play_on(game, opponent, rng)
                assert opponent.failure is None
            assert len(pids_in(pids)) == 2
            assert all_end(pids_in(pids))

    def test_an_engine_that_fails_again_and_again_can_be_tried_again_and_again(self) -> None:
        game = begun(first=1)
        with Opponent(player(rogue("dead-on-arrival"))) as opponent:
            for _ in range(3):
                with pytest.raises(EngineFault, match="exited with code 1"):
                    opponent.advance(game.snapshot(1))

    def test_a_program_that_is_gone_is_a_failure_too(self, tmp_path: Path) -> None:
        game = begun(first=1)
        engine = tmp_path / "engine"
        with Opponent(player(str(engine))) as opponent:
            with pytest.raises(EngineStartError):
                opponent.advance(game.snapshot(1))
            assert opponent.failure
            assert opponent.failure.verdict.reason == "crash"
            game.claim(0, opponent.failure.verdict)
        assert game.record().ending.winner == 0

    def test_the_last_deal_is_sent_though_nobody_minds_if_it_fails(self) -> None:
        def play_to_the_end(command: str) -> tuple[Game, Lines, Opponent]:
            lines = Lines()
            game = Game(deal(122, 1), seats())  # decided when the last bout is taken up
            with Opponent(player(command), trace=lines) as opponent:
                play_on(game, opponent, Random(122))
            return game, lines, opponent

        good, lines, _ = play_to_the_end(rogue("good"))
        assert good.actions[-1] == ()
        assert lines.words()[-2:] == ["deal", "game_end"]
        last = len(lines.sent) - 1
        failing, lines, opponent = play_to_the_end(rogue("exit", "--at", str(last)))
        assert lines.words()[-1] == "deal"
        assert failing.actions == good.actions
        assert failing.ending == good.ending
        assert opponent.failure is None

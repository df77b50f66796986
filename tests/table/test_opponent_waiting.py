"""An engine that keeps the person waiting can be watched, stopped and replaced at any moment."""

import threading
from contextlib import closing
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.engine_errors import EngineFault
from durak_tui.game.position import DEAL
from durak_tui.table.opponent import Opponent
from tests.conftest import rogue
from tests.game.walks import any_choice
from tests.processes import Bell, all_end, look_until, pid_file, pids_in
from tests.table.games import begun, unplayed
from tests.table.opponents import Lines, play_on, player, waiting


class TestWaiting:
    def test_an_engine_is_waited_for_longer_than_its_limit_says(self) -> None:
        game = begun(first=1)
        slow = rogue("late", "--at", "3", "--by", "0.4")
        with Opponent(player(slow, move_time=0.2), patience=600) as opponent:
            assert opponent.advance(game.snapshot(1))
        too_slow = rogue("late", "--at", "3", "--by", "60")
        with (
            Opponent(player(too_slow, move_time=0.2), patience=0.05) as opponent,
            pytest.raises(EngineFault, match=r"no answer within 0.2 s, nor within 0.05 s more"),
        ):
            opponent.advance(game.snapshot(1))

    def test_it_is_seen_how_long_the_engine_owes_its_answer(self, tmp_path: Path) -> None:
        game = begun(first=1)
        script = tmp_path / "engine"
        with (
            closing(Bell(tmp_path / "bell")) as asked,
            Opponent(player(str(script), move_time=0.2), patience=600) as opponent,
        ):
            script.write_text(
                "#!/bin/sh\nread init; echo ok; read deal; echo ok\n"
                f"read move; echo >{asked.path}; read end\n"
            )
            script.chmod(0o755)
            assert opponent.waiting is None
            began = monotonic()
            with waiting(opponent, game.snapshot(1)) as failed:
                asked.wait()
                look_until(lambda: (opponent.waiting or 0) > 0.2)
                assert (opponent.waiting or 0) < monotonic() - began
                opponent.stop()
            assert isinstance(failed[0], Cancelled)
            assert opponent.waiting is None
            failure = opponent.failure
            assert failure
            assert failure.verdict.reason == "timeout"
            assert failure.verdict.command == "move"
            assert failure.verdict.seconds > 0.2

    def test_what_a_silent_engine_writes_to_standard_error_is_seen_meanwhile(
        self, tmp_path: Path
    ) -> None:
        script = tmp_path / "engine"
        script.write_text("#!/bin/sh\nread x; echo 'waiting for inspiration' >&2; read x\n")
        script.chmod(0o755)
        with Opponent(player(str(script))) as opponent:
            assert opponent.last_words == ""
            with waiting(opponent, begun().snapshot(1)):
                look_until(lambda: opponent.last_words == "waiting for inspiration")
                opponent.stop()
            assert opponent.last_words == "waiting for inspiration"

    def test_after_a_stop_a_new_process_goes_on_from_there(self, tmp_path: Path) -> None:
        with pid_file(tmp_path / "pids") as pids:
            command = rogue("silent", "--at", "3", "--pid-file", str(pids), "--in-game", "1")
            game, lines = begun(first=1), Lines()
            with Opponent(player(command), trace=lines) as opponent:
                with waiting(opponent, game.snapshot(1)) as failed:
                    lines.wait_for("move")
                    opponent.stop()
                assert isinstance(failed[0], Cancelled)
                play_on(game, opponent, Random(1))
            assert len(pids_in(pids)) == 2

    def test_a_stop_ends_also_a_call_whose_thread_has_not_got_to_it_yet(self) -> None:
        game = begun(first=1)
        with Opponent(player()) as opponent:
            ticket = opponent.ticket
            opponent.stop()
            with pytest.raises(Cancelled):
                opponent.advance(game.snapshot(1), ticket)
            assert opponent.advance(game.snapshot(1), opponent.ticket)

    def test_a_stop_when_nothing_waits_costs_nothing(self) -> None:
        lines = Lines()
        game = begun()
        with Opponent(player(), trace=lines) as opponent:
            opponent.stop()
            opponent.advance(game.snapshot(1))
            opponent.stop()
            game.play((game.position.hand(0)[0],))
            opponent.advance(game.snapshot(1))
        assert lines.words() == ["init", "deal", "respond"]

    def test_closing_ends_the_wait_and_the_process(self, tmp_path: Path) -> None:
        with pid_file(tmp_path / "pids") as pids:
            silent, lines = rogue("silent", "--at", "2", "--pid-file", str(pids)), Lines()
            opponent = Opponent(player(silent), trace=lines)
            with waiting(opponent, begun().snapshot(1)) as failed:
                lines.wait_for("deal")
                opponent.close()
            assert isinstance(failed[0], Cancelled)
            assert len(pids_in(pids)) == 1
            assert all_end(pids_in(pids))

    def test_a_call_about_the_same_game_lets_the_one_before_it_finish(self) -> None:
        lines = Lines()
        game = begun()
        slow = rogue("late", "--at", "2", "--by", "0.3")
        with Opponent(player(slow), trace=lines) as opponent:
            with waiting(opponent, game.snapshot(1)) as failed:
                game.play((game.position.hand(0)[0],))
                assert opponent.advance(game.snapshot(1)) is not None
            assert failed == []
        assert lines.words() == ["init", "deal", "respond"]

    def test_a_stop_ends_those_calls_too_that_wait_for_their_turn(self, tmp_path: Path) -> None:
        with pid_file(tmp_path / "pids") as pids:
            silent = rogue("silent", "--at", "2", "--pid-file", str(pids))
            game, lines = begun(), Lines()
            with (
                Opponent(player(silent), trace=lines) as opponent,
                waiting(opponent, game.snapshot(1)) as failed,
            ):
                lines.wait_for("deal")
                game.play((game.position.hand(0)[0],))
                ticket = opponent.ticket
                stopper = threading.Thread(target=opponent.stop)
                stopper.start()
                with pytest.raises(Cancelled):
                    opponent.advance(game.snapshot(1), ticket)
                stopper.join()
            assert isinstance(failed[0], Cancelled)
            assert len(pids_in(pids)) == 1

    def test_a_stop_that_comes_with_the_answer_does_not_touch_the_next_call(self) -> None:
        answers = []

        def stop_at_answer(direction: str, _: bytes, __: float) -> None:
            if direction == "->":
                answers.append(direction)
                if len(answers) == 3:
                    opponent.stop()

        game = begun(first=1)
        opponent = Opponent(player(), trace=stop_at_answer)
        with opponent:
            lead = opponent.advance(game.snapshot(1))
            assert lead
            game.play(lead)
            assert opponent.advance(game.snapshot(1)) is None
            game.play(any_choice(game.position, Random(1)))
            assert game.position.phase == DEAL or opponent.advance(game.snapshot(1)) is not None

    @pytest.mark.slow
    def test_stops_at_any_moment_do_the_game_no_harm(self) -> None:
        done = threading.Event()

        def disturb() -> None:
            rng, stops = Random(1), 0
            # At some moments there is nothing to be stopped.
            while (stops < 10 or (not stopped and stops < 1000)) and not done.is_set():
                done.wait(rng.random() * 0.3)
                opponent.stop()
                stops += 1
            done.set()

        stopped = seed = 0
        with Opponent(player()) as opponent:
            disturber = threading.Thread(target=disturb)
            disturber.start()
            try:
                while not done.is_set():
                    game = unplayed(seed := seed + 1)
                    while not game.over:
                        try:
                            play_on(game, opponent, Random(seed))
                        except Cancelled:
                            stopped += 1
            finally:
                done.set()
                disturber.join()
        assert stopped

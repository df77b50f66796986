"""A game as it goes on, without any screen: who is asked and by when, and what goes wrong."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineFault, EngineStartError
from durak_tui.game.cards import card_names
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, GIVE_MORE, OVER, RESPOND
from durak_tui.game.violation import IllegalAction
from durak_tui.records.journal import unfinished
from durak_tui.records.walk import Taken
from durak_tui.table.controller import (
    Acted,
    Answered,
    Begun,
    CameTo,
    Cleared,
    Ended,
    Failed,
    NotStored,
    Overdue,
    TakenBack,
    Thinking,
)
from durak_tui.table.game import Game
from durak_tui.table.opponent import Opponent
from durak_tui.table.seats import EngineSeat, PersonSeat
from tests.conftest import rogue
from tests.game.build import cards
from tests.game.walks import any_choice
from tests.processes import Bell, look_until
from tests.records.journals import folder, log
from tests.records.logs import games_in
from tests.table.faces import Headless
from tests.table.games import dealt, random_play
from tests.table.patient import patient
from tests.tui.play.partner import partner

__all__ = ["folder", "log"]

ANN, BEN = PersonSeat("Ann"), PersonSeat("Ben")
HANDS = dealt("7S 7D 7H 9C TD KH", "6C 8S 9S 9D TH AS", trump="8H", talon="JC 6D QC 7C")
"""Seat 0 attacks first; hearts are trump."""


@pytest.fixture
def face() -> Iterator[Headless]:
    face = Headless()
    yield face
    face.close()


@pytest.fixture
def lasting() -> Iterator[Headless]:
    """A face that looks at each finished bout for ten seconds."""
    face = Headless(pause=10)
    yield face
    face.close()


def engine(mode: str, at: int = 1, move_time: float = 600) -> EngineSeat:
    """An engine that loses on purpose, or fails in this way."""
    return EngineSeat(EngineConfig(partner(mode, at).command, "partner", move_time=move_time))


def played(face: Headless) -> list[tuple[int, str]]:
    """The actions so far, each with its seat."""
    acts = [one.events[0] for one in face.events_of(Acted)]
    return [(one.seat, " ".join(card_names(one.cards))) for one in acts]


def decide(face: Headless, rng: Random) -> None:
    """Play a random action for the person to act."""
    face.controller.play(any_choice(face.controller.game.position, rng))


class TestTwoPersons:
    @pytest.mark.parametrize("seed", range(10))
    def test_they_play_a_whole_game_that_is_logged(
        self, face: Headless, folder: Path, log: Path, seed: int
    ) -> None:
        game = Game(deal(seed, 1), (ANN, BEN))
        game.store(folder, log)
        face.begin(game)
        rng = Random(seed)
        while not game.over:
            decide(face, rng)
            if rng.random() < 0.1:
                face.controller.take_back(rng.randint(0, 1))
        assert face.events_of(Ended) == [Ended()]
        assert games_in(log) == [game.record()]
        assert game.record().names == ("Ann", "Ben")
        assert unfinished(folder) == [] and face.is_still

    @pytest.mark.parametrize("seed", range(3))
    def test_nothing_is_played_for_them_that_would_reveal_what_a_hand_lacks(
        self, face: Headless, seed: int
    ) -> None:
        face.forced = True
        game = face.begin(Game(deal(seed, 1), (ANN, BEN)))
        rng, forced = Random(seed), 0
        while not game.over:
            forced += game.choices(game.position.to_act).forced is not None
            count = len(game.actions)
            action = any_choice(game.position, rng)
            face.controller.play(action)
            assert game.actions[count] == action
            # All see it where the one who takes may be given no card more.
            assert all(one == () for one in game.actions[count + 1 :])
        assert forced

    def test_nobody_is_asked_where_all_see_that_nothing_can_be_given(self, face: Headless) -> None:
        start = dealt("7S 7D 7H 9C TD KH", "6C 8S 9S 9D TH AS", trump="8H")
        game = Game(start, (ANN, BEN))
        for _ in random_play(game, Random(1)):
            takes = game.position.phase == RESPOND
            if takes and game.position.hands[game.position.to_act].bit_count() == 1:
                break
        face.begin(Game(game.deal, (ANN, BEN), actions=game.actions))
        face.controller.play(())
        assert face.events_of(Cleared), "nobody was asked for more"

    def test_each_hears_what_the_other_played_and_what_both_drew(self, face: Headless) -> None:
        face.begin(Game(HANDS, (ANN, BEN)))
        for action in ("9C", "", "", "7S"):
            face.controller.play(cards(action))
        assert played(face) == [(0, "9C"), (1, ""), (0, ""), (0, "7S")]
        (cleared,) = face.events_of(Cleared)
        taken = Taken(1, 1, tuple(cards("9C")), ())
        assert cleared.end == taken == face.events_of(Acted)[2].events[-1]
        assert (cleared.drawn.by(0), cleared.drawn.by(1)) == (tuple(cards("JC")), ())
        assert isinstance(face.events[0], Begun) and isinstance(face.events[-1], CameTo)

    def test_a_card_that_is_not_allowed_changes_nothing(self, face: Headless) -> None:
        game = face.begin(Game(HANDS, (ANN, BEN)))
        count = len(face.events)
        with pytest.raises(IllegalAction):
            face.controller.play(cards("6C"))
        assert game.actions == () and len(face.events) == count

    def test_each_takes_back_their_own_decisions(self, face: Headless) -> None:
        game = face.begin(Game(HANDS, (ANN, BEN)))
        for action in ("9C", "TH"):
            face.controller.play(cards(action))
        assert face.controller.take_back(1) and game.to_act == 1
        assert game.actions == (tuple(cards("9C")),)
        assert face.controller.take_back(0) and not game.actions
        assert not face.controller.take_back(1)
        assert face.events_of(TakenBack) == [TakenBack(1), TakenBack(0)]

    @pytest.mark.parametrize("seat", [0, 1])
    def test_either_may_give_up(self, face: Headless, seat: int) -> None:
        game = face.begin(Game(HANDS, (ANN, BEN)))
        face.controller.resign(seat)
        face.controller.resign(1 - seat)
        assert game.ending and game.ending.winner == 1 - seat
        assert game.ending.detail == f"{game.names[seat]} resigned"


class TestEngines:
    def test_two_of_them_play_a_game_between_themselves(self, face: Headless) -> None:
        seats = (
            EngineSeat(EngineConfig("durak-dummy", "one")),
            EngineSeat(EngineConfig("durak-dummy")),
        )
        game = face.begin(Game(deal(1, 1), seats))
        face.until(lambda: game.over)
        assert {seat for seat, _ in played(face)} == {0, 1}
        assert game.record().names == ("one", "durak-dummy")
        face.until(lambda: not face.controller.asked)

    @pytest.mark.few(1)
    @pytest.mark.parametrize("seed", range(3))
    def test_forced_moves_are_made_for_a_person_and_not_taken_back_by_themselves(
        self, face: Headless, seed: int
    ) -> None:
        face.forced = True
        game = face.begin(Game(deal(seed, 1), (ANN, engine("takes"))))
        rng = Random(seed)
        while not game.over:
            face.until(lambda: game.over or game.person_to_act)
            if game.over:
                break
            assert game.choices(0).forced is None
            decide(face, rng)
            if not game.over and rng.random() < 0.2 and game.can_take_back(0):
                before = len(game.actions)
                assert face.controller.take_back(0)
                assert len(game.actions) < before

    def test_a_person_is_not_asked_where_nothing_can_be_given(self, face: Headless) -> None:
        game = face.begin(Game(HANDS, (ANN, engine("takes"))))
        face.controller.play(cards("KH"))
        face.until(lambda: game.position.table == [] and game.person_to_act)
        assert played(face)[-1] == (0, "")
        face.controller.play(cards("7S"))
        face.until(lambda: game.person_to_act)
        assert game.position.phase == GIVE_MORE and game.to_act == 0

    def test_the_answer_to_a_card_that_was_taken_back_does_not_count(
        self, face: Headless, bell: Bell
    ) -> None:
        game = face.begin(Game(HANDS, (ANN, EngineSeat(patient(bell)))))
        face.controller.play(cards("9C"))
        assert face.controller.take_back(0)
        face.controller.play(cards("TD"))
        bell.ring()
        bell.ring()
        face.until(lambda: game.person_to_act)
        assert game.position.table == cards("TD TH")

    def test_nothing_is_heard_of_one_whose_table_was_left(self, face: Headless, bell: Bell) -> None:
        game = face.begin(Game(HANDS, (ANN, EngineSeat(patient(bell)))))
        face.controller.play(cards("9C"))
        face.controller.leave()
        bell.ring()
        face.until(lambda: not face.controller.asked)
        assert len(game.actions) == 1 and face.is_still


class TestPauses:
    @pytest.mark.parametrize("seen_enough", [False, True])
    def test_a_finished_bout_stays_for_a_while_or_until_a_player_has_seen_enough(
        self, lasting: Headless, seen_enough: bool
    ) -> None:
        game = lasting.begin(Game(HANDS, (ANN, BEN), before=[(card,) for card in cards("TD TH")]))
        lasting.controller.play(())
        assert lasting.controller.pauses and game.position.phase == DEAL
        lasting.pass_time(9.9)
        assert game.position.table == cards("TD TH")
        if seen_enough:
            lasting.controller.end_pause()
            lasting.controller.end_pause()
        else:
            lasting.pass_time(0.1)
        assert not lasting.controller.pauses and game.position.table == []
        assert lasting.is_still
        assert lasting.events_of(Cleared)[0].looked_at

    def test_a_card_is_taken_back_meanwhile(self, lasting: Headless) -> None:
        game = lasting.begin(Game(HANDS, (ANN, BEN)))
        for action in ("KH", "", ""):
            lasting.controller.play(cards(action))
        assert lasting.controller.pauses
        assert lasting.controller.take_back(0)
        assert not lasting.controller.pauses and len(game.actions) == 2 and lasting.is_still

    def test_who_leaves_meanwhile_has_played_the_last_bout(self, lasting: Headless) -> None:
        game = lasting.begin(decided_by_its_last_draw())
        assert lasting.controller.pauses and not lasting.events_of(Ended)
        lasting.controller.leave()
        assert lasting.events_of(Ended) and game.over


def decided_by_its_last_draw() -> Game:
    """A game whose last bout lies on the table."""
    for seed in range(1000):
        game = Game(deal(seed, 1), (ANN, BEN))
        for _ in random_play(game, Random(seed)):
            after = game.position.copy()
            if after.phase == DEAL:
                after.deal()
            if after.phase == OVER:
                return Game(game.deal, game.seats, actions=game.actions)
    raise AssertionError("there is no such game")


def overdue(face: Headless) -> None:
    """Wait until the engine is reported as overdue once more."""
    count = len(face.events_of(Overdue))

    def again() -> bool:
        while not face.calls.empty():
            face.calls.get()()
        face.pass_time(0.2)
        return len(face.events_of(Overdue)) > count

    look_until(again)


class TestSilence:
    def test_it_is_said_that_an_engine_thinks_and_later_that_it_is_overdue(
        self, face: Headless, bell: Bell
    ) -> None:
        game = face.begin(Game(HANDS, (ANN, EngineSeat(patient(bell)))))
        face.controller.play(cards("9C"))
        face.pass_time(0.9)
        assert not face.events_of(Thinking)
        face.pass_time(0.1)
        assert face.events_of(Thinking) == [Thinking(1)]
        assert face.controller.engine(1).is_slow
        bell.ring()
        face.until(lambda: game.person_to_act)
        assert not face.controller.engine(1).is_slow and face.is_still

    def test_a_player_who_waits_on_is_asked_again_after_as_long(self, face: Headless) -> None:
        face.begin(Game(HANDS, (ANN, engine("silent", move_time=0.05))))
        face.until(lambda: not face.controller.asked)  # it has started, and has its cards
        face.controller.play(cards("9C"))
        overdue(face)
        face.controller.engine(1).wait_on()
        count = len(face.events_of(Overdue))
        overdue(face)
        assert face.events_of(Overdue)[count].seconds >= 0.1

    def test_the_win_is_claimed(self, face: Headless) -> None:
        game = face.begin(Game(HANDS, (ANN, engine("silent", move_time=0.05))))
        face.until(lambda: not face.controller.asked)
        face.controller.play(cards("9C"))
        overdue(face)
        face.controller.claim(1)
        face.until(lambda: game.over)
        assert game.ending
        assert (game.ending.winner, game.ending.reason, game.ending.engine) == (0, "timeout", 1)

    def test_an_answer_that_comes_with_the_claim_counts(self, face: Headless, bell: Bell) -> None:
        game = face.begin(Game(HANDS, (ANN, EngineSeat(patient(bell)))))
        face.controller.play(cards("9C"))
        bell.ring()
        # The answer is there, but nobody has looked at it yet.
        reply = face.calls.get(timeout=60)
        while face.controller.engine(1).opponent.waiting is not None:
            reply()
            reply = face.calls.get(timeout=60)
        face.controller.claim(1)
        reply()
        face.until(lambda: game.over or game.person_to_act)
        assert game.position.table == cards("9C TH") and not game.over


class TestFaults:
    @pytest.mark.parametrize(("mode", "reason"), [("dies", "crash"), ("illegal", "illegal")])
    def test_a_fault_is_reported_and_the_win_may_be_claimed(
        self, face: Headless, mode: str, reason: str
    ) -> None:
        game = face.begin(Game(HANDS, (ANN, engine(mode))))
        face.controller.play(cards("9C"))
        failed = face.until_event(Failed)
        assert failed.seat == 1 and isinstance(failed.error, EngineFault)
        assert face.controller.failed is failed
        face.controller.claim(1)
        assert game.ending and (game.ending.winner, game.ending.reason) == (0, reason)
        assert face.controller.failed is None

    @pytest.mark.parametrize("mode", ["dies", "silent"])
    def test_a_new_process_goes_on_from_the_same_position(self, face: Headless, mode: str) -> None:
        move_time = 0.05 if mode == "silent" else 600
        game = face.begin(Game(HANDS, (ANN, engine(mode, 2, move_time))))
        face.controller.play(cards("KH"))
        face.until(lambda: game.person_to_act)
        face.controller.play(cards("9C"))
        if mode == "silent":
            overdue(face)
        else:
            face.until_event(Failed)
        face.controller.restart(1)
        # It fails at its second decision, and this is its first.
        face.until(lambda: game.person_to_act)
        assert game.position.hands[1].bit_count() == 8
        assert face.events_of(Answered)

    def test_one_that_dies_while_the_person_thinks_is_reported_at_once(
        self, face: Headless
    ) -> None:
        dead = EngineSeat(EngineConfig(rogue("exit", "--at", "2")))
        game = face.begin(Game(HANDS, (ANN, dead)))
        face.until_event(Failed)
        assert game.actions == () and game.person_to_act

    def test_it_is_tried_again_until_there_is_such_a_program(
        self, face: Headless, tmp_path: Path
    ) -> None:
        program = tmp_path / "engine"
        game = face.begin(Game(HANDS, (ANN, EngineSeat(EngineConfig(str(program))))))
        assert isinstance(face.until_event(Failed).error, EngineStartError)
        program.write_text(f"#!/bin/sh\nexec {partner('takes').command}\n")
        program.chmod(0o755)
        face.controller.restart(1)
        face.until(lambda: not face.controller.asked)
        face.controller.play(cards("9C"))
        face.until(lambda: game.person_to_act)
        assert len(face.events_of(Failed)) == 1

    def test_what_was_played_is_taken_back_from_a_failed_engine(self, face: Headless) -> None:
        game = face.begin(Game(HANDS, (ANN, engine("dies"))))
        face.controller.play(cards("9C"))
        face.until_event(Failed)
        assert face.controller.take_back(0)
        assert face.controller.failed is None and game.actions == ()


def test_a_game_that_cannot_be_stored_is_reported_once(face: Headless, tmp_path: Path) -> None:
    folder, log = tmp_path / "unfinished", tmp_path / "games.log"
    folder.write_text("in the way")
    log.mkdir()
    game = Game(deal(1, 1), (ANN, BEN))
    game.store(folder, log)
    face.begin(game)
    rng = Random(1)
    while not game.over:
        decide(face, rng)
    assert [event.trouble.is_log for event in face.events_of(NotStored)] == [False, True]
    assert isinstance(face.events[1], NotStored), "before anything is played"


def test_an_engine_that_was_asked_does_not_answer_into_the_next_game(
    face: Headless, bell: Bell
) -> None:
    opponent = Opponent(patient(bell))
    with opponent:
        face.controller.begin(Game(HANDS, (ANN, EngineSeat(patient(bell)))), [None, opponent])
        face.controller.play(cards("9C"))
        game = Game(HANDS, (ANN, EngineSeat(patient(bell))))
        face.controller.begin(game, [None, opponent])
        bell.ring()
        face.until(lambda: not face.controller.asked)
        face.controller.play(cards("TD"))
        face.until(lambda: game.person_to_act)
        assert game.position.table == cards("TD TH")

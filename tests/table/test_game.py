"""A game between two seats: what may be done, why not, and how it ends."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from durak_tui.engine.engine_errors import EngineVerdict
from durak_tui.game.cards import cards_in, mask_of
from durak_tui.game.position import DRAW, GIVE_MORE, MOVE, RESPOND, Position
from durak_tui.game.violation import IllegalAction
from durak_tui.protocol.faults import Detail, FaultCode
from durak_tui.records.log_format import decode_game, encode_game
from durak_tui.records.record import RESIGNED, GameRecord, outcome
from durak_tui.table.game import Choices, Game, GameStart, Pass
from tests.game.build import cards, mask
from tests.records.games import random_game
from tests.table.games import begun, dealt, random_play, seats, unplayed, unseen

SEEDS = st.integers(0, 2**32)

PERSON = "7C 7D 8H 9H JC QD"
ENGINE = "8C 9C 9D TD KH AS"


HANDS = dealt(PERSON, ENGINE, trump="6S", talon="7H 7S TC TH TS JD")


def the_game(first: int = 0, person: int = 0, **options: object) -> Game:
    """A game with known hands, trump 6S."""
    return Game(HANDS._replace(first=first), seats(person), **options)  # type: ignore[arg-type]


PASSES = {MOVE: Pass.BEATEN, RESPOND: Pass.TAKE, GIVE_MORE: Pass.ENOUGH}


def played(game: Game, *actions: str) -> Game:
    for action in actions:
        game.play(cards(action))
    return game


def reread(record: GameRecord) -> GameRecord:
    return decode_game(encode_game(record).partition(b"\n")[2])


class TestChoices:
    def test_the_only_action_there_is_is_forced(self) -> None:
        assert Choices(0, 0, Pass.TAKE).forced == ()
        assert Choices(0, 0, Pass.BEATEN).forced == ()
        assert Choices(mask("7D"), 1, None).forced == tuple(cards("7D"))
        assert Choices(mask("7D"), 1, Pass.TAKE).forced is None
        assert Choices(mask("7D 8D"), 1, None).forced is None
        assert Choices().forced is None, "it is not their turn"

    def test_only_to_give_nothing_is_a_formality_where_nothing_can_be_given(self) -> None:
        game = played(the_game(), "QD", "")
        assert game.position.phase == GIVE_MORE
        assert game.is_formality and not game.choices(0).cards
        game = played(the_game(), "7C", "")
        assert game.position.phase == GIVE_MORE
        assert not game.is_formality and game.choices(0).cards == mask("7D")
        game = played(the_game(first=1), "AS")
        assert game.choices(0) == Choices(0, 0, Pass.TAKE) and not game.is_formality

    @given(seed=SEEDS)
    def test_they_are_what_the_rules_allow_and_nothing_else_is(self, seed: int) -> None:
        game = unplayed(seed)
        for _ in random_play(game, Random(seed)):
            seat, position = game.to_act, game.position
            if seat is None:
                assert game.choices(0) == game.choices(1) == Choices()
                continue
            assert game.choices(1 - seat) == Choices()
            choices = game.choices(seat)
            for each in game.deal.deck:
                assert is_legal(position, (each,)) == bool(choices.cards >> each & 1)
            assert choices.passing == (PASSES[position.phase] if is_legal(position, ()) else None)
            legal = cards_in(choices.cards)
            most = legal[: choices.limit]
            position.check(most)
            for each in legal[choices.limit :]:
                assert not is_legal(position, (*most, each))


def is_legal(position: Position, cards: Sequence[int]) -> bool:
    with suppress(IllegalAction):
        position.check(cards)
        return True
    return False


class TestPlaying:
    def test_a_bout_stays_on_the_table_until_it_is_settled(self) -> None:
        game = played(the_game(), "7C", "8C", "8H", "", "7D")
        assert game.position.table == cards("7C 8C 8H")
        assert game.position.given == cards("7D")
        got = game.settle()
        assert got.dealt.taken_by == 1
        assert list(got.by(0)) == cards("7H 7S TC") and not got.by(1)
        assert list(got.dealt.cards[1]) == cards("7C 8C 8H 7D")
        assert game.position.table == []
        with pytest.raises(ValueError, match="no finished bout"):
            game.settle()


class TestKnown:
    @given(seed=SEEDS)
    def test_it_is_always_true_and_everything_once_nothing_else_is_possible(
        self, seed: int
    ) -> None:
        game = unplayed(seed)
        for _ in random_play(game, Random(seed)):
            for seat in (0, 1):
                hand = game.position.hands[1 - seat]
                assert not game.known(seat) & ~hand
                if unseen(game, seat) == hand:
                    assert game.known(seat) == hand


class TestTakingBack:
    def test_it_goes_back_past_the_engines_moves_and_the_deal(self) -> None:
        game = played(the_game(), "7C", "8C", "")
        game.settle()
        played(game, "9C")
        assert game.take_back(0)
        assert game.position.table == cards("7C 8C")
        assert game.choices(0).passing is Pass.BEATEN
        assert game.take_back(0)
        assert game.actions == ()
        assert game.choices(0) == Choices(mask(PERSON), 1, None)
        assert not game.take_back(0)

    def test_a_formality_is_no_decision(self) -> None:
        game = played(the_game(), "QD", "")
        assert game.is_formality
        game.play(())
        assert game.take_back(0)
        assert game.actions == ()

    def test_there_is_nothing_to_take_back_before_ones_own_first_decision(self) -> None:
        game = played(the_game(first=1), "8C")
        assert not game.can_take_back(0)
        assert not game.take_back(0)
        assert game.actions == (tuple(cards("8C")),)

    def test_only_casual_games_can_be_taken_back_and_only_while_they_last(self) -> None:
        serious = played(the_game(casual=False), "7C")
        assert not serious.take_back(0)
        given_up = played(the_game(), "7C")
        given_up.resign(0)
        assert not given_up.can_take_back(0)
        assert not given_up.take_back(0)


def begun_and_left(seed: int, length: int) -> Game:
    """A random game that is not over, after this many steps."""
    game = unplayed(seed)
    for _ in islice(random_play(game, Random(seed)), length + 1):
        pass
    assume(not game.over)
    return game


class TestEnding:
    @given(seed=SEEDS)
    def test_a_game_that_ends_by_the_rules_says_who_has_won(self, seed: int) -> None:
        game = unplayed(seed)
        for _ in random_play(game, Random(seed)):
            assert game.ending is None
            with pytest.raises(ValueError, match="not over"):
                game.record()
        record = game.record()
        assert record.ending.reason == "normal"
        assert record.ending.winner in (0, 1, DRAW)
        assert reread(record) == record
        with pytest.raises(IllegalAction, match="nobody may play"):
            game.play(())

    @given(seed=SEEDS, length=st.integers(0, 60))
    def test_the_person_may_resign_at_any_moment_and_the_log_knows_who_won(
        self, seed: int, length: int
    ) -> None:
        game = begun_and_left(seed, length)
        game.resign(game.here)
        record = game.record()
        assert record.ending.reason == RESIGNED
        assert outcome(record) == ("0-1" if game.here == 0 else "1-0")
        assert record.ending.faults() == (None, None)
        assert reread(record) == record
        with pytest.raises(IllegalAction, match="nobody may play"):
            game.resign(0)

    @given(
        seed=SEEDS,
        length=st.integers(0, 60),
        command=st.sampled_from(["init", "deal", "move", "respond", "give_more"]),
    )
    def test_a_claimed_win_is_logged_with_the_engines_fault_wherever_it_came(
        self, seed: int, length: int, command: str
    ) -> None:
        game = begun_and_left(seed, length)
        details = (Detail(FaultCode.EXITED, {"n": 1}),)
        verdict = EngineVerdict("e", details, command, "line", "", 1.0)
        game.claim(game.here, verdict, "x" * 5000)
        record = game.record()
        assert record.ending.winner == game.here
        assert record.ending.faults()[1 - game.here] == "crash"
        assert len(record.ending.stderr) == 2000
        assert reread(record) == record

    @pytest.mark.parametrize("seat", [0, 1])
    def test_a_record_has_names_times_engines_and_what_was_played_before(self, seat: int) -> None:
        began = datetime(2026, 11, 20, 21, 1, 56)
        players = seats(seat, "Ann", "bot")
        game = Game(HANDS, players, started_at=began)
        first = game.position.legal() & -game.position.legal()
        game.resign(seat)
        record = game.record()
        assert record.names == (("Ann", "bot") if seat == 0 else ("bot", "Ann"))
        assert record.seats == ((None, "durak-dummy") if seat == 0 else ("durak-dummy", None))
        assert record.started_at == began <= record.ended_at
        assert record.ending.detail == "Ann resigned"
        assert record.taken_up == 0
        later = Game(HANDS, players, before=[(first.bit_length() - 1,)])
        later.resign(seat)
        assert later.record().taken_up == 1


class TestPlayingOn:
    @given(seed=SEEDS, seat=st.integers(0, 1), data=st.data())
    def test_a_recorded_game_can_be_played_on_from_anywhere_on_either_seat(
        self, seed: int, seat: int, data: st.DataObject
    ) -> None:
        old = random_game(seed)
        count = data.draw(st.integers(0, len(old.actions) - 1))
        start = GameStart.within(old, count, seat)
        assert start.seat == seat
        game = Game(start.deal, seats(seat, "Ann", "bot"), before=start.before)
        assert game.position.phase in (MOVE, RESPOND, GIVE_MORE)
        assert game.actions == old.actions[:count]
        assert not game.take_back(seat)
        rng = Random(seed)
        for _ in random_play(game, rng):
            if rng.random() < 0.1:
                game.take_back(seat)
            assert game.actions[:count] == old.actions[:count]
        record = game.record()
        assert record.names == (("Ann", "bot") if seat == 0 else ("bot", "Ann"))
        assert reread(record) == record

    def test_a_game_that_was_over_by_then_cannot_be(self) -> None:
        game = random_game(1)
        with pytest.raises(ValueError, match="over"):
            GameStart.within(game, len(game.actions))


@given(SEEDS, st.floats(0, 0.2))
def test_a_log_is_the_same_whether_the_bouts_of_a_game_are_known_or_replayed(
    seed: int, patience: float
) -> None:
    game, rng = unplayed(seed), Random(seed)
    for _ in random_play(game, rng):
        if rng.random() < 0.1:
            game.take_back(game.here)
        if rng.random() < patience:
            game.resign(rng.randint(0, 1))
            break
    record = game.record()
    assert encode_game(record) == encode_game(replace(record)), "which knows no bouts"


class TestMoments:
    def test_an_answer_counts_only_while_nothing_else_has_happened(self) -> None:
        game = the_game(first=1)
        then = game.snapshot(1)
        assert game.is_at(then)
        played(game, "9C")
        assert not game.is_at(then)
        assert then.position.table == []
        played(game, "JC")
        now = game.snapshot(1)
        game.take_back(0)
        assert not game.is_at(now)
        assert not Game(game.deal, game.seats).is_at(game.snapshot(1))

    def test_no_moment_of_a_game_is_taken_for_another(self) -> None:
        game = begun(seed=5)
        rng = Random(5)
        moments = [game.snapshot(1)]
        for _ in random_play(game, rng):
            assert [game.is_at(moment) for moment in moments].count(True) <= 1
            moments.append(game.snapshot(1))

    def test_a_moment_holds_what_the_engine_received_last(self) -> None:
        game = played(the_game(), "7C", "8C", "8H", "", "7D")
        assert game.snapshot(1).received == ()
        game.settle()
        moment = game.snapshot(1)
        assert mask_of(moment.received) == mask("7C 8C 8H 7D")
        assert (moment.deals, moment.seat) == (1, 1)

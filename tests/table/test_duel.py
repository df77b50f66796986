"""A game of a person against an engine: what may be done, why not, and how it ends."""

from dataclasses import replace
from datetime import datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.cards import cards_in, mask_of
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, DRAW, GIVE_MORE, MOVE, RESPOND
from durak_tui.game.violation import IllegalAction
from durak_tui.protocol.faults import Verdict
from durak_tui.records.log_format import decode_game, encode_game
from durak_tui.records.record import RESIGNED, GameRecord, outcome
from durak_tui.table.duel import Choices, Duel, Obstacle, Pass, WhyNot
from tests.game.build import card, cards, mask
from tests.records.games import random_game
from tests.table.duels import dealt, random_duel, steps, unseen

SEEDS = st.integers(0, 2**32)

PERSON = "7C 7D 8H 9H JC QD"
ENGINE = "8C 9C 9D TD KH AS"


def the_duel(first: int = 0, **options: object) -> Duel:
    """A game with known hands, trump 6S, the person on seat 0."""
    talon = "7H 7S TC TH TS JD"
    return Duel(dealt(PERSON, ENGINE, trump="6S", first=first, talon=talon), **options)  # type: ignore[arg-type]


def played(duel: Duel, *actions: str) -> Duel:
    for action in actions:
        duel.play(cards(action))
    return duel


def reread(record: GameRecord) -> GameRecord:
    return decode_game(encode_game(record).partition(b"\n")[2])


class TestChoices:
    def test_an_attacker_leads_any_card_and_cannot_pass(self) -> None:
        assert the_duel().choices() == Choices(mask(PERSON), 1, None)

    def test_later_he_throws_in_ranks_of_the_table_or_says_beaten(self) -> None:
        duel = played(the_duel(), "7C", "9C")
        assert duel.choices() == Choices(mask("7D 9H"), 1, Pass.BEATEN)

    def test_a_defender_beats_or_takes(self) -> None:
        duel = played(the_duel(first=1), "9D")
        assert duel.choices() == Choices(mask("QD"), 1, Pass.TAKE)
        duel = played(the_duel(first=1), "AS")
        assert duel.choices() == Choices(0, 0, Pass.TAKE)

    def test_several_cards_may_be_given_to_the_one_who_takes(self) -> None:
        duel = played(the_duel(), "7C", "8C", "8H", "")
        assert duel.position.phase == GIVE_MORE
        assert duel.choices() == Choices(mask("7D"), 1, Pass.ENOUGH)
        duel = played(the_duel(), "9H", "")
        assert duel.choices() == Choices(0, 0, Pass.ENOUGH)

    def test_to_give_nothing_is_a_formality_where_nothing_can_be_given(self) -> None:
        duel = played(the_duel(), "QD", "")
        assert duel.position.phase == GIVE_MORE
        assert duel.is_formality and not duel.choices().cards
        duel = played(the_duel(), "7C", "")
        assert duel.position.phase == GIVE_MORE
        assert not duel.is_formality and duel.choices().cards == mask("7D")

    def test_to_take_is_none_though_nothing_else_can_be_done(self) -> None:
        duel = played(the_duel(first=1), "AS")
        assert duel.choices() == Choices(0, 0, Pass.TAKE) and not duel.is_formality

    def test_there_are_none_when_it_is_the_engines_turn_or_the_bout_is_over(self) -> None:
        duel = the_duel(first=1)
        assert duel.engine_to_act
        assert duel.choices() == Choices()
        duel = played(the_duel(), "7C", "8C", "")
        assert duel.position.phase == DEAL
        assert not duel.person_to_act
        assert not duel.engine_to_act
        assert duel.choices() == Choices()

    @given(seed=SEEDS)
    def test_they_are_what_the_rules_allow_and_everything_else_has_a_reason(
        self, seed: int
    ) -> None:
        duel = random_duel(seed)
        for _ in steps(duel, Random(seed)):
            choices, position = duel.choices(), duel.position
            for each in duel.deal.deck:
                assert (duel.why_not(each) is None) == bool(choices.cards >> each & 1)
            if not duel.person_to_act:
                continue
            legal = cards_in(choices.cards)
            for each in legal:
                position.check((each,))
            if choices.passing:
                position.check(())
            else:
                with pytest.raises(IllegalAction):
                    position.check(())
            most = legal[: choices.limit]
            position.check(most)
            for each in legal[choices.limit :]:
                with pytest.raises(IllegalAction):
                    position.check([*most, each])
                if position.phase == GIVE_MORE:
                    why = WhyNot(Obstacle.LIMIT, each, limit=position.give_limit())
                    assert duel.why_not(each, most) == why


class TestWhyNot:
    def test_a_reason_names_what_is_in_the_way(self) -> None:
        def why(duel: Duel, name: str) -> tuple[Obstacle, int | None]:
            reason = duel.why_not(card(name))
            assert reason
            assert reason.card == card(name)
            return reason.obstacle, reason.to_beat

        attacked = played(the_duel(first=1), "9D")
        assert why(attacked, "7D") == (Obstacle.LOWER, card("9D"))
        assert why(attacked, "JC") == (Obstacle.SUIT, card("9D"))
        assert why(attacked, "9C") == (Obstacle.NOT_HELD, None)
        assert why(played(the_duel(first=1), "AS"), "JC") == (Obstacle.TRUMP, card("AS"))
        assert why(played(the_duel(), "7C", "8C"), "JC") == (Obstacle.RANK, None)
        assert why(played(the_duel(), "7C", ""), "JC") == (Obstacle.RANK, None)
        assert why(the_duel(first=1), "7C") == (Obstacle.TURN, None)
        assert why(played(the_duel(), "7C", "8C", ""), "JC") == (Obstacle.TURN, None)
        over = the_duel()
        over.resign()
        assert why(over, "7C") == (Obstacle.OVER, None)

    def test_a_card_that_is_chosen_already_is_not_held_any_more(self) -> None:
        duel = played(the_duel(), "7C", "8C", "8H", "")
        assert duel.why_not(card("7D")) is None
        chosen = duel.why_not(card("7D"), cards("7D"))
        assert chosen and chosen.obstacle is Obstacle.NOT_HELD


class TestPlaying:
    def test_a_card_that_the_rules_forbid_changes_nothing(self) -> None:
        duel = the_duel()
        for wrong, reason in (("8C", "does not hold 8C"), ("", "has to lead"), ("7C 7D", "one")):
            with pytest.raises(IllegalAction, match=reason):
                duel.play(cards(wrong))
        assert duel.actions == ()
        assert duel.person_to_act

    def test_a_bout_stays_on_the_table_until_it_is_settled(self) -> None:
        duel = played(the_duel(), "7C", "8C", "8H", "", "7D")
        assert duel.position.table == cards("7C 8C 8H")
        assert duel.position.given == cards("7D")
        got = duel.settle()
        assert got.taken_by == 1
        assert list(got.cards[0]) == cards("7H 7S TC")
        assert list(got.cards[1]) == cards("7C 8C 8H 7D")
        assert duel.position.table == []
        with pytest.raises(IllegalAction, match="not over"):
            duel.settle()

    def test_the_last_winner_may_attack_first_though_the_other_has_the_lowest_trump(self) -> None:
        for first in (0, 1):
            duel = the_duel(first=first)
            assert duel.person_to_act is (first == 0)

    @pytest.mark.parametrize("seat", [0, 1])
    def test_the_person_may_sit_on_either_seat(self, seat: int) -> None:
        duel = the_duel(seat=seat, names=("a", "b"))
        assert duel.person_to_act is (seat == 0)
        duel.resign()
        assert duel.record().ending.winner == 1 - seat


class TestKnown:
    def test_what_the_engine_took_is_known_until_it_plays_it(self) -> None:
        duel = played(the_duel(), "7C", "8C", "8H", "", "7D")
        assert duel.known == 0
        duel.settle()
        assert duel.known == mask("7C 8C 8H 7D")
        played(duel, "9H", "KH", "")
        duel.settle()
        played(duel, "8C")
        assert duel.known == mask("7C 8H 7D")

    @given(seed=SEEDS)
    def test_it_is_always_true_and_everything_once_nothing_else_is_possible(
        self, seed: int
    ) -> None:
        duel = random_duel(seed)
        for _ in steps(duel, Random(seed)):
            hand = duel.position.hands[1 - duel.seat]
            assert not duel.known & ~hand
            if unseen(duel) == hand:
                assert duel.known == hand


class TestTakingBack:
    def test_it_goes_back_past_the_engines_moves_and_the_deal(self) -> None:
        duel = played(the_duel(), "7C", "8C", "")
        duel.settle()
        played(duel, "9C")
        assert duel.take_back()
        assert duel.position.table == cards("7C 8C")
        assert duel.choices().passing is Pass.BEATEN
        assert duel.take_back()
        assert duel.actions == ()
        assert duel.choices() == Choices(mask(PERSON), 1, None)
        assert not duel.take_back()

    def test_there_is_nothing_to_take_back_before_ones_own_first_decision(self) -> None:
        duel = played(the_duel(first=1), "8C")
        assert not duel.can_take_back
        assert not duel.take_back()
        assert duel.actions == (tuple(cards("8C")),)

    def test_only_casual_games_can_be_taken_back_and_only_while_they_last(self) -> None:
        serious = played(the_duel(casual=False), "7C")
        assert not serious.take_back()
        given_up = played(the_duel(), "7C")
        given_up.resign()
        assert not given_up.can_take_back
        assert not given_up.take_back()

    @given(seed=SEEDS)
    def test_a_game_with_cards_taken_back_is_recorded_as_if_it_had_been_played_straight(
        self, seed: int
    ) -> None:
        chance = Random(seed)
        duel = random_duel(seed)
        for _ in steps(duel, chance):
            if chance.random() < 0.2:
                before = duel.actions
                if duel.take_back():
                    assert duel.person_to_act
                    assert before[: len(duel.actions)] == duel.actions
        straight = Duel(duel.deal, seat=duel.seat, started_at=duel.started_at)
        for action in duel.actions:
            if straight.position.phase == DEAL:
                straight.settle()
            straight.play(action)
        if not straight.over:
            straight.settle()
        record = duel.record()
        assert replace(straight.record(), ended_at=record.ended_at) == record
        assert reread(record) == record


class TestEnding:
    @given(seed=SEEDS)
    def test_a_game_that_ends_by_the_rules_says_who_has_won(self, seed: int) -> None:
        duel = random_duel(seed)
        for _ in steps(duel, Random(seed)):
            assert duel.ending is None
            with pytest.raises(ValueError, match="not over"):
                duel.record()
        record = duel.record()
        assert record.ending.reason == "normal"
        assert record.ending.winner in (0, 1, DRAW)
        assert reread(record) == record
        with pytest.raises(IllegalAction, match="over"):
            duel.play(())

    @given(seed=SEEDS, length=st.integers(0, 60))
    def test_the_person_may_resign_at_any_moment_and_the_log_knows_who_won(
        self, seed: int, length: int
    ) -> None:
        duel = random_duel(seed)
        for number, _ in enumerate(steps(duel, Random(seed))):
            if number == length:
                break
        if duel.over:
            return
        duel.resign()
        record = duel.record()
        assert record.ending.reason == RESIGNED
        assert outcome(record) == ("0-1" if duel.seat == 0 else "1-0")
        assert record.ending.faults() == (None, None)
        assert reread(record) == record
        with pytest.raises(IllegalAction, match="over"):
            duel.resign()

    @given(
        seed=SEEDS,
        length=st.integers(0, 60),
        command=st.sampled_from(["init", "deal", "move", "respond", "give_more"]),
    )
    def test_a_claimed_win_is_logged_with_the_engines_fault_wherever_it_came(
        self, seed: int, length: int, command: str
    ) -> None:
        duel = random_duel(seed)
        for number, _ in enumerate(steps(duel, Random(seed))):
            if number == length:
                break
        if duel.over:
            return
        duel.claim(Verdict("e", "crash", "exited", command, "line", "", 1.0), "x" * 5000)
        record = duel.record()
        assert record.ending.winner == duel.seat
        assert record.ending.faults()[1 - duel.seat] == "crash"
        assert len(record.ending.stderr) == 2000
        assert reread(record) == record

    def test_a_record_has_names_and_times(self) -> None:
        begun = datetime(2026, 11, 20, 21, 1, 56)
        duel = the_duel(names=("Ann", "bot"), started_at=begun)
        duel.resign()
        record = duel.record()
        assert record.names == ("Ann", "bot")
        assert record.started_at == begun
        assert record.ended_at >= begun
        assert record.ending.detail == "Ann resigned"


class TestPlayingOn:
    @given(seed=SEEDS, seat=st.integers(0, 1), data=st.data())
    def test_a_recorded_game_can_be_played_on_from_anywhere_on_either_seat(
        self, seed: int, seat: int, data: st.DataObject
    ) -> None:
        game = random_game(seed)
        count = data.draw(st.integers(0, len(game.actions) - 1))
        names = ("Ann", "bot") if seat == 0 else ("bot", "Ann")
        duel = Duel.taken_up(game, count, seat=seat, names=names)
        assert duel.position.phase in (MOVE, RESPOND, GIVE_MORE)
        assert duel.actions == game.actions[:count]
        assert not duel.take_back()
        chance = Random(seed)
        for _ in steps(duel, chance):
            if chance.random() < 0.1:
                duel.take_back()
            assert duel.actions[:count] == game.actions[:count]
        record = duel.record()
        assert record.names == names
        assert reread(record) == record

    def test_a_game_that_was_over_by_then_cannot_be(self) -> None:
        game = random_game(1)
        with pytest.raises(ValueError, match="over"):
            Duel.taken_up(game, len(game.actions), seat=0, names=("a", "b"))


class TestMoments:
    def test_an_answer_counts_only_while_nothing_else_has_happened(self) -> None:
        duel = the_duel(first=1)
        then = duel.moment()
        assert duel.is_at(then)
        played(duel, "9C")
        assert not duel.is_at(then)
        assert then.position.table == []
        played(duel, "JC")
        now = duel.moment()
        duel.take_back()
        assert not duel.is_at(now)
        assert not Duel(duel.deal).is_at(duel.moment())

    def test_an_answer_to_a_card_that_was_taken_back_is_none_to_another(self) -> None:
        duel = played(the_duel(), "7C")
        then = duel.moment()
        duel.take_back()
        played(duel, "8H")
        assert duel.engine_to_act
        assert not duel.is_at(then)

    def test_no_moment_of_a_game_is_taken_for_another(self) -> None:
        duel = Duel(deal(5, 1))
        chance = Random(5)
        moments = [duel.moment()]
        for _ in steps(duel, chance):
            assert [duel.is_at(moment) for moment in moments].count(True) <= 1
            moments.append(duel.moment())

    def test_a_moment_tells_what_the_engine_received_last(self) -> None:
        duel = played(the_duel(), "7C", "8C", "8H", "", "7D")
        assert duel.moment().received == ()
        duel.settle()
        moment = duel.moment()
        assert mask_of(moment.received) == mask("7C 8C 8H 7D")
        assert (moment.deals, moment.seat) == (1, 1)


def test_random_choices_reach_every_phase_and_obstacle() -> None:
    # The properties above are about something.
    seen: set[Pass | Obstacle | None] = set()
    for seed in range(30):
        duel = random_duel(seed)
        for _ in steps(duel, Random(seed)):
            seen.add(duel.choices().passing)
            seen.update(why.obstacle for c in duel.deal.deck if (why := duel.why_not(c)))
    assert seen >= {None, *Pass, *Obstacle} - {Obstacle.OVER}

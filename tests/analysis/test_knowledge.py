"""A player knows what they have seen: all of it, and nothing else."""

from collections import Counter
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.analysis import kernel
from durak_tui.analysis.inference import OpponentModel
from durak_tui.analysis.knowledge import Knowledge, knowledge, knowledge_of, same_bout
from durak_tui.analysis.world import World
from durak_tui.game.cards import cards_in, mask_of
from durak_tui.game.position import DEAL, GIVE_MORE, MOVE, RESPOND, Position
from tests.examples import examples
from tests.game.build import card, cards, mask
from tests.game.walks import walk

NUMBERS = st.integers(0, 10**6)


@dataclass
class Taken:
    """Written down while a game is played: what each player took, as long as they hold it."""

    cards: list[int] = field(default_factory=lambda: [0, 0])

    def see(self, position: Position) -> None:
        if position.phase == DEAL and position.taking:
            self.cards[position.defender] |= mask_of([*position.table, *position.given])
            return
        for player in (0, 1):
            self.cards[player] &= position.hands[player]


def truth(position: Position, player: int) -> tuple[int, int]:
    """The opponent's hand, and the cards face down in the talon."""
    face_down = position.talon[position.drawn : -1] if position.talon_count else ()
    return position.hands[1 - player], mask_of(face_down)


@given(number=NUMBERS)
@settings(max_examples=examples(150))
def test_the_hidden_cards_are_always_among_those_it_thinks_hidden(number: int) -> None:
    taken = Taken()
    for position in walk(number):
        taken.see(position)
        if position.phase == DEAL:
            continue
        player = position.to_act
        known = knowledge_of(position)
        enemy, face_down = truth(position, player)
        assert known.enemy_known & ~enemy == 0
        assert known.hidden == enemy & ~known.enemy_known | face_down
        assert known.enemy_hidden + known.talon_hidden == known.hidden.bit_count()
        trump = 1 << position.trump
        drawn_trump = enemy & trump if not position.talon_count else 0
        assert known.enemy_known == (taken.cards[1 - player] & enemy) | drawn_trump
        assert known.certain or position.talon_count > 1


@given(number=NUMBERS, seed=NUMBERS)
@settings(max_examples=examples(100))
def test_every_world_could_be_the_true_one(number: int, seed: int) -> None:
    models = OpponentModel(), OpponentModel()
    for position in walk(number):
        if position.phase == DEAL:
            continue
        player = position.to_act
        known = models[player].knowledge(position)
        assert known.unlikely == () or len(known.unlikely) == known.enemy_hidden
        worlds, world = known.worlds(kernel.seeded(seed)), World()
        for _ in range(3):
            worlds.draw(world)
            enemy, talon = int(world.hand(1)), world.drawing()
            assert enemy.bit_count() == known.enemy_count
            assert enemy & known.enemy_known == known.enemy_known
            assert len(talon) == len(set(talon)) == position.talon_count
            assert mask_of(talon) & enemy == 0
            open_trump = 1 << position.trump if talon else 0
            assert (enemy | mask_of(talon)) == (known.hidden | known.enemy_known | open_trump)
            if talon:
                assert talon[-1] == position.trump
            if known.certain:
                assert enemy == position.hands[1 - player]
                assert talon == list(position.talon[position.drawn :])
            assert world.hand(0) == position.hands[player]
            assert world.to_act() == 0 and world.phase == position.phase
        imagined = known.position(kernel.seeded(seed))
        assert imagined.to_act == 0 and imagined.phase == position.phase
        assert imagined.legal() == position.legal()
        assert imagined.may_pass() == position.may_pass()
        assert imagined.table == position.table
        assert imagined.hands[0] == position.hands[player]


def test_worlds_come_in_equal_numbers() -> None:
    known = Knowledge(MOVE, mask("6C"), (), card("6S"), 3, 1, 0, mask("7C 8C 9C"))
    worlds, world = known.worlds(kernel.seeded(1)), World()
    seen = Counter[tuple[int, ...]]()
    for _ in range(6000):
        worlds.draw(world)
        seen[world.hand(1), *world.drawing()] += 1
    assert len(seen) == 6
    assert all(abs(times - 1000) < 150 for times in seen.values())


def test_cards_that_are_unlikely_come_less_often_but_come() -> None:
    known = Knowledge(MOVE, mask("6C"), (), card("6S"), 3, 1, 0, mask("7C 8C 9C TC"))
    known = known._replace(talon_count=4, unlikely=(mask("7C 8C"),))
    sevens = 0
    worlds, world = known.worlds(kernel.seeded(5)), World()
    for _ in range(4000):
        worlds.draw(world)
        sevens += bool(world.hand(1) & mask("7C 8C"))
    assert 100 < sevens < 600


def test_the_same_state_gives_the_same_world() -> None:
    known = Knowledge(MOVE, mask("6C"), (), card("6S"), 20, 6, 0, mask_of(range(20, 45)))
    for seed in range(50):
        positions = [str(known.position(kernel.seeded(seed))) for _ in range(2)]
        assert positions[0] == positions[1]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"discarded": "7C"}, "in two places"),
        ({"enemy_known": "7C"}, "in two places"),
        ({"hand": "6S"}, "in two places"),
        ({"phase": RESPOND}, "nobody is to play"),
        ({"phase": RESPOND, "table": (card("6C"), card("6D"))}, "nobody is to play"),
        ({"table": (card("6C"),)}, "nobody is to play"),
        ({"phase": GIVE_MORE, "table": (card("6C"), card("6D"))}, "nobody is to play"),
        ({"enemy_known": "KC KD KH KS AC AD AH"}, "does not hold 6 cards"),
        ({"enemy_count": 0}, "does not hold 0 cards"),
        ({"talon_count": -1}, "does not have -1 cards"),
        ({"enemy_count": 40}, "more cards in the game than in a deck"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, object], why: str) -> None:
    facts: dict[str, object] = {
        "phase": MOVE, "hand": "7C 8C 9C TC JC QC", "table": (), "trump": card("6S"),
        "talon_count": 24, "enemy_count": 6, "discarded": "",
    }  # fmt: skip
    facts |= change
    facts = {key: mask(value) if isinstance(value, str) else value for key, value in facts.items()}
    with pytest.raises(ValueError, match=why):
        knowledge(**facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hand", "talon", "lowest"),
    [
        ("9C TC JC QC KC AC", 12, "9D"),
        ("9C TC JC QC KC AC", 24, "6C"),
        ("9C TC JC QC KC AC", 40, "2C"),
        ("9C TC JC QC KC 6C", 12, "6D"),
        ("9C TC JC QC KC 2C", 24, "2D"),
    ],
)
def test_the_deck_follows_from_its_low_cards_and_from_the_number_of_cards(
    hand: str, talon: int, lowest: str
) -> None:
    known = knowledge(
        MOVE, hand=mask(hand), table=(), trump=card("AS"), talon_count=talon, enemy_count=6,
        discarded=0,
    )  # fmt: skip
    assert cards_in(known.hidden)[0] == card(lowest)


@pytest.mark.parametrize(
    ("enemy_known", "talon_count", "certain"),
    [
        ("KC KD KH KS AC AD", 1, True),  # all are known
        ("KC KD KH KS AC AD", 2, True),  # one is left for the talon's hidden place
        ("KC KD KH KS AC AD", 3, False),  # two are left, in either order
        ("KC KD KH KS AC", 1, True),  # one is left for the opponent's hand
        ("KC KD KH KS AC", 2, False),  # two are left, one of them theirs
    ],
)
def test_it_is_known_when_the_cards_can_lie_in_one_way_only(
    enemy_known: str, talon_count: int, certain: bool
) -> None:
    located = mask(f"7C 8C 9C TC JC QC {enemy_known} 6S")
    hidden = cards_in(mask_of(range(16, 52)) & ~located)
    places = 6 - len(enemy_known.split()) + talon_count - 1
    known = knowledge(
        MOVE, hand=mask("7C 8C 9C TC JC QC"), table=(), trump=card("6S"),
        talon_count=talon_count, enemy_count=6, discarded=mask_of(hidden[places:]),
        enemy_known=mask(enemy_known),
    )  # fmt: skip
    assert known.certain == certain
    some = {str(known.position(kernel.seeded(seed))) for seed in range(50)}
    assert (len(some) == 1) == certain


def test_what_is_known_next_follows_from_what_both_play() -> None:
    phases = set()
    for number in range(12):
        seen = [position.copy() for position in walk(number) if position.phase < DEAL]
        for before, between, later in zip(seen, seen[1:], seen[2:], strict=False):
            known, then = knowledge_of(before), knowledge_of(later)
            if not (before.to_act == later.to_act != between.to_act and same_bout(known, then)):
                continue
            me, other = before.to_act, between.to_act
            action = before.hands[me] & ~between.hands[me]
            reply = between.hands[other] & ~later.hands[other]
            assert known.after(action, reply) == then
            phases.add(then.phase)
    assert phases == {MOVE, RESPOND, GIVE_MORE}


def test_where_a_bout_ends_nothing_more_is_known() -> None:
    known = knowledge(
        MOVE, hand=mask("7C 8C"), table=cards("7D 8D"), trump=card("6S"), talon_count=9,
        enemy_count=1, discarded=0,
    )  # fmt: skip
    assert known.after(0, 0) is None
    assert known.after(mask("7C"), mask("9C")) is None  # their last card
    assert known._replace(hand=mask("7C")).after(mask("7C"), 0) is None  # and here one's own
    taken = known.after(mask("7C"), 0)
    assert taken and taken.phase == GIVE_MORE and taken.after(mask("8C"), 0) is None

"""durak-random plays anything that is legal, and with a seed the same again."""

from collections import Counter

import pytest
from durak_engines.random_player import Random

from durak_tui.engine.client import EngineClient
from durak_tui.engine.config import Limits
from durak_tui.engine.registry import resolve
from durak_tui.game.cards import card_names
from durak_tui.game.deals import deal
from durak_tui.match.engine_game import play_game
from durak_tui.records.record import NORMAL, GameRecord
from tests.engines.inprocess import turn

PATIENT = Limits(30.0)


def games(seed: int, numbers: range) -> list[GameRecord]:
    """Games of two random players, played in one pair of processes."""
    command = f"durak-random --seed {seed}"
    with (
        EngineClient(resolve(command), PATIENT) as one,
        EngineClient(resolve(command), PATIENT) as two,
    ):
        return [play_game(deal(7, number), (one, two)).record for number in numbers]


def test_its_games_are_legal_to_the_end_and_follow_from_the_seed() -> None:
    first = games(1, range(12))
    assert all(game.ending.reason == NORMAL for game in first)
    assert [game.actions for game in games(1, range(6, 12))] == [g.actions for g in first[6:]]
    assert [game.actions for game in games(2, range(12))] != [game.actions for game in first]


def test_without_a_seed_it_plays_differently_every_time() -> None:
    assert Random().seed != Random().seed


@pytest.mark.parametrize(
    ("kind", "table", "answers"),
    [
        ("move", "", {"7C", "8C", "8D", "9S"}),
        ("move", "8H TH", {"8C", "8D", ""}),
        ("respond", "7D", {"8D", "9S", ""}),
        ("respond", "AS", {""}),
        ("give_more", "8H", {"", "8C", "8D", "8C 8D"}),
    ],
)
def test_every_legal_action_comes_up_and_no_other(kind: str, table: str, answers: set[str]) -> None:
    now = turn(kind, "7C 8C 8D 9S", table)
    seen: Counter[str] = Counter()
    for seed in range(400):
        decided = getattr(Random(seed), kind)(now)
        cards = decided if isinstance(decided, list) else [c for c in (decided,) if c is not None]
        seen[" ".join(card_names(sorted(cards)))] += 1
    assert seen.keys() == answers
    assert min(seen.values()) > 400 / len(answers) / 2


def test_it_never_gives_more_than_may_be_given() -> None:
    for seed in range(50):
        assert not Random(seed).give_more(turn("give_more", "8C 8D", "8H", enemy_count=1))
        assert len(Random(seed).give_more(turn("give_more", "8C 8D", "8H", enemy_count=2))) <= 1


@pytest.mark.parametrize("seed", [-1, 0, 1 << 200])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    cards = {Random(seed).move(turn("move", "7C 8C 8D 9S")) for _ in range(3)}
    assert len(cards) == 1 and None not in cards

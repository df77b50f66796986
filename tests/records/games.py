"""Games to write, read and replay: pyDurak's own, and random ones played here."""

import gzip
import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, DRAW, OVER, PHASE_NAMES
from durak_tui.library.index import LogIndex
from durak_tui.records.record import VOID, Ending, GameRecord
from tests.game.walks import DECKS, any_choice, with_caps

DATA = Path(__file__).parents[1] / "data"

GENUINE_LOG = DATA / "dummy_vs_dummy.log"
"""Thirty games that pyDurak wrote."""
DEALT_LOG = DATA / "dealt_without_dealer.log"
"""One game of Ann and Bob, dealt without a dealer, in the large group."""
TRACE_LOG = DATA / "trace_dummy_vs_dummy.log"
"""One game that pyDurak wrote, trump 7S, won by player1."""


def navigation() -> list[dict[str, Any]]:
    """The thirty games in pyDurak's log viewer, forward and backward."""
    with gzip.open(DATA / "dummy_vs_dummy.nav.json.gz") as file:
        games: list[dict[str, Any]] = json.load(file)
    return games


def random_game(seed: int) -> GameRecord:
    """The random game of a seed, played to its end; of any deck."""
    rng = Random(seed)
    dealt = with_caps(deal(seed, 0, rng.choice(DECKS)), seed)
    position = dealt.position()
    actions = []
    while position.phase != OVER:
        if position.phase == DEAL:
            position.deal()
        else:
            action = any_choice(position, rng)
            position.play(action)
            actions.append(action)
    return GameRecord(
        deal=dealt,
        actions=tuple(actions),
        ending=Ending(position.winner),
        names=("durak-dummy", "./ход #1#"),
        started_at=datetime(2026, 11, 20, 21, 1, 56, rng.choice((0, 543501))),
        ended_at=datetime(2026, 11, 20, 21, 1, 57),
        game_id=rng.choice((None, 0, 417)),
        seed=rng.choice((None, 7, "Кот", -(2**80))),
    )


def forfeits(game: GameRecord, length: int) -> list[GameRecord]:
    """The ways in which a game may have been broken off after so many actions."""
    position = game.deal.position()
    phases = ["init", "deal"]
    for action in game.actions[:length]:
        position.play(action)
        phases = []
        if position.phase == DEAL:
            position.deal()
            phases = ["deal"]
    if position.phase != OVER:
        phases.append(PHASE_NAMES[position.phase])
    loser = position.to_act
    endings = [Ending(1 - loser, "timeout", loser, "3 ms too late\nЖ", each) for each in phases]
    if not length:
        endings.append(Ending(VOID, "crash", None, "both are gone", "init"))
        endings.append(Ending(DRAW, "interrupted"))
    return [replace(game, actions=game.actions[:length], ending=ending) for ending in endings]


def games_of(log: Path) -> list[GameRecord]:
    """All games of a log, none of them damaged."""
    with LogIndex(log) as index:
        index.scan()
        return [index.game(number) for number in range(len(index))]


def essence(record: GameRecord) -> tuple[Any, ...]:
    """The parts of a game that do not depend on the clock."""
    return record.game_id, record.deal, record.actions, record.ending, record.run

"""All engines that ship keep the protocol."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
from durak_engines.coursework import Coursework
from durak_engines.dummy import Dummy
from durak_engines.endgame import Endgame
from durak_engines.montecarlo import MonteCarloEngine
from durak_engines.random_player import Random
from durak_engines.styles import STYLES, styled
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.engine.check.compliance import run_checks
from durak_tui.engine.check.scenarios import SCENARIOS
from durak_tui.engine.registry import SHIPPED, resolve
from durak_tui.game.cards import NAMES, card_names
from durak_tui.game.position import DEAL
from durak_tui.protocol.conversation import QUESTIONS, game_data
from durak_tui.protocol.messages import Command, encode_command
from tests.engine.waiting import PATIENT, time_to_leave
from tests.examples import examples
from tests.game.walks import walk

__all__ = ["time_to_leave"]

ROOT = Path(__file__).parents[2]
ENGINES = [
    Dummy(),
    Endgame(),
    MonteCarloEngine(determinizations=2, seed=1),
    Coursework(),
    Random(1),
    *(styled(style, 1) for style in STYLES),
]
QUICK = {
    "durak-montecarlo": ["--determinizations 3", "--time 0.02 --seed 1"],
    "durak-player": [
        *(f"--level {level} --time 0.02" for level in range(1, 6)),
        *(f"--style {style}" for style in STYLES),
    ],
}
"""Options, for those that have them, that let the checks end soon."""
COMMANDS = [f"{name} {options}".strip() for name in SHIPPED for options in QUICK.get(name, [""])]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_every_engine_passes_every_check(command: str) -> None:
    results = list(run_checks(resolve(command), PATIENT))
    assert [(result.name, result.status) for result in results] == [
        (scenario.name, "passed") for scenario in SCENARIOS
    ], [result.wrong for result in results]


CARDS = st.lists(st.sampled_from(NAMES), unique=True, max_size=12)


@given(
    kind=st.sampled_from(["move", "respond", "give_more"]),
    table=st.lists(st.sampled_from(NAMES), unique=True, max_size=4),
    data=st.fixed_dictionaries(
        {"hand": CARDS, "trump": st.sampled_from(NAMES)},
        optional={
            "discarded": CARDS, "enemy_known": CARDS | st.none(),
            "enemy_count": st.integers(-1, 40), "deck_count": st.integers(-1, 52) | st.none(),
            "time_left_ms": st.just(50),
            "attack_limit": st.just([2, 1]) | st.lists(st.integers(-1, 60) | st.none(), max_size=3),
        },
    ),
)  # fmt: skip
@settings(max_examples=examples(300))
def test_no_hint_about_a_game_that_cannot_be_ends_an_engine(
    kind: str, table: list[str], data: dict[str, object]
) -> None:
    for engine in ENGINES:
        line = f"hint {kind} {' '.join(table)} ## {json.dumps(data)}"
        assert engine.answer(line.encode()) is not None


Question = tuple[str, list[str], dict[str, Any]]
ODDITIES: dict[str, Callable[[str, list[str], dict[str, Any]], Question]] = {
    "as it is": lambda kind, table, data: (kind, table, data),
    "one card less on the table": lambda kind, table, data: (kind, table[:-1], data),
    "one card more on the table": lambda kind, table, data: (
        kind, [*table, (data["discarded"] or ["6C"])[0]], data
    ),
    "another question": lambda kind, table, data: (
        {"move": "respond", "respond": "give_more", "give_more": "move"}[kind], table, data
    ),
    "fewer cards of the opponent": lambda kind, table, data: (
        kind, table, data | {"enemy_count": data["enemy_count"] // 2}
    ),
    "an empty talon": lambda kind, table, data: (kind, table, data | {"deck_count": 0}),
    "no cards in hand": lambda kind, table, data: (kind, table, data | {"hand": []}),
    "all cards in hand": lambda kind, table, data: (kind, table, data | {"hand": list(NAMES)}),
    "nothing discarded": lambda kind, table, data: (kind, table, data | {"discarded": []}),
    "endless cards": lambda kind, table, data: (kind, table, data | {"enemy_count": inf}),
    "a text for the time": lambda kind, table, data: (kind, table, data | {"time_left_ms": "9"}),
}  # fmt: skip
"""Faults in the question that a hint asks about a real game."""


@pytest.mark.few(2)
@pytest.mark.parametrize("change", ODDITIES)
def test_a_hint_about_a_game_like_no_other_gets_cards_of_the_hand_or_an_error(change: str) -> None:
    cards = 0
    for number in range(8):
        for position in [at.copy() for at in walk(number)][:: 5 + number]:
            if position.phase == DEAL:
                continue
            player = position.to_act
            shown = game_data(position, player)._replace(hand=position.hand(player))
            asked = QUESTIONS[position.phase]
            command = Command(asked, position.table, shown, hint=True)
            text = encode_command(command, 50).decode().partition("##")[2]
            question = asked, card_names(position.table), json.loads(text)
            kind, table, data = ODDITIES[change](*question)
            line = f"hint {kind} {' '.join(table)} ## {json.dumps(data)}"
            for engine in ENGINES:
                answer = engine.answer(line.encode())
                assert answer is not None
                if not answer.startswith(b"Error: "):
                    named = answer.decode().split()
                    assert set(named) <= set(data["hand"]), (line, engine.name)
                    cards += len(named)
    assert cards or change in {"no cards in hand", "endless cards", "a text for the time"}


def test_who_has_no_cards_is_given_none() -> None:
    data = {
        "hand": ["7D", "7H", "9C"], "trump": "6S", "enemy_count": 0, "deck_count": 0,
        "discarded": [],
    }  # fmt: skip
    for engine in ENGINES:
        answer = engine.answer(f"hint give_more 7C ## {json.dumps(data)}".encode())
        assert answer == b"", engine.name


def test_every_engine_is_a_program_of_the_package() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    for name, argv in SHIPPED.items():
        assert scripts[name] == f"{argv[-1]}:main"


@pytest.mark.parametrize("name", SHIPPED)
def test_every_engine_says_its_name(name: str) -> None:
    run = subprocess.run(
        SHIPPED[name], input=b"init 7S\n", capture_output=True, check=True, timeout=60,
        env={**os.environ, "DURAK_PROTOCOL": "2"},
    )  # fmt: skip
    assert f'"name": "{name}'.encode() in run.stdout
    assert b'"persistent": true' in run.stdout and b'"hints": true' in run.stdout


@pytest.mark.parametrize("name", SHIPPED)
def test_every_engine_answers_before_it_loads_what_takes_long(name: str) -> None:
    # Times are for tools.benchmarks.engines.  -S: what other packages load is their affair.
    module, sources = SHIPPED[name][-1], os.pathsep.join([str(ROOT), str(ROOT / "engines")])
    run = subprocess.run(
        [sys.executable, "-S", "-P", "-X", "importtime", "-m", module],
        input=b"init 7S\n", capture_output=True, check=True, timeout=60,
        env={**os.environ, "PYTHONPATH": sources},
    )  # fmt: skip
    assert run.stdout
    loaded = {line.rpartition(b"|")[2].strip().decode() for line in run.stderr.splitlines()}
    assert "durak_tui.engine.sdk" in loaded
    assert not loaded & {"subprocess", "durak_tui.engine.client", "durak_tui.records", "textual"}
    # Each of these takes long beside all that an engine needs; the last is for when cards come.
    assert not loaded & {"argparse", "dataclasses", "inspect", "random", "durak_tui.analysis"}

"""All that is shown about one game."""

import json
import pickle
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest
from rich.cells import cell_len

from durak_tui.common import i18n
from durak_tui.library.index import parse_game
from durak_tui.library.summary import Summary, summarize
from durak_tui.net.proof import Proof
from durak_tui.records.bounds import TOO_LARGE
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import GameRecord
from durak_tui.tui.logs import log_words
from durak_tui.tui.logs.game_info import about
from durak_tui.tui.logs.log_reader import GameKey, OpenGame
from durak_tui.tui.toolkit.glyphs import UNICODE
from tests.net.deals import PARTIES
from tests.records.games import DEALT_LOG
from tests.tui.apps import text_on, until
from tests.tui.logs.browsing import replaying
from tests.tui.logs.log_files import game


def lines_of(record: GameRecord, width: int = 80) -> list[str]:
    """The lines of a game."""
    raw = encode_game(record)
    opened = OpenGame(0, 1, GameKey(0, 0), raw, summarize(0, raw), record)
    lines = ["".join(text for text, _look in line) for line in about(opened, "-", width)]
    assert all(line.isprintable() and cell_len(line) <= width for line in lines)
    return [line.rstrip() for line in lines]


def lines_of_log(width: int = 80, **beside: Any) -> list[str]:
    """The lines of a game whose line in the log says this as well."""
    header, _newline, line = encode_game(game(1)).partition(b"\n")
    raw = header + b"\n" + json.dumps({**json.loads(line), **beside}).encode()
    return lines_of(parse_game(raw), width)


def of_run(run: dict[str, Any]) -> list[str]:
    """The lines about a run."""
    lines = lines_of(replace(game(1), run=run))
    return [" ".join(line.split()) for line in lines if line.startswith("Run: ")]


@pytest.fixture
def russian() -> None:
    """Russian as the language of the user."""
    i18n.choose("ru")


def test_a_proof_of_the_deal_is_named_and_not_spelt_out() -> None:
    proof = Proof(PARTIES, 36, (bytes(32), bytes(32)), (bytes(32),) * 6).as_json()
    shown = [line.split(maxsplit=1) for line in lines_of_log(deal_proof=proof)]
    assert ["Dealt", "by both players, without a dealer; durak-tui verify checks it"] in shown
    assert "00000000" not in str(shown)
    assert ["deal_proof", "later"] in [line.split() for line in lines_of_log(deal_proof="later")]


def test_the_options_of_a_run_are_shown_in_words() -> None:
    assert of_run(
        {
            "engines": ["durak-dummy", "./mine --fast"], "seed": 7, "deals": None, "paired": True,
            "move_time": [1.5, None], "engine lisa": {"command": "./lisa", "env": {}}, "x": False,
        }
    ) == [
        "Run: engines durak-dummy, ./mine --fast", "Run: seed 7", "Run: every deal twice yes",
        "Run: seconds per move 1.5, -", "Run: engine lisa command ./lisa", "Run: x no",
    ]  # fmt: skip


LARGE: Final[Mapping[str, Any]] = {
    "deep": json.loads("[" * 300 + "]" * 300),
    "many": dict.fromkeys(map(str, range(10_000)), 1),
    "long": "x" * 300_000,
    "big": 10**400,
}


@pytest.mark.parametrize("value", LARGE.values(), ids=list(LARGE))
def test_a_value_that_is_too_large_is_named_as_such(value: Any) -> None:
    shown = lines_of_log(run={"seed": 7, "note": value}, clocks=value, rated=value)
    assert [" ".join(line.split()) for line in shown[-4:]] == [
        "Run: seed 7", "Run: note too large to show", "clocks too large to show",
        "rated too large to show",
    ]  # fmt: skip


def test_what_is_too_large_is_named_in_the_language_of_the_user(russian: None) -> None:
    ending = {"reason": "crash", "engine": 1, "detail": LARGE["long"], "stderr": LARGE["long"]}
    shown = lines_of_log(result="0-1", termination=ending, rated=LARGE["long"])
    assert sum(line.endswith("слишком велико, чтобы показать") for line in shown) == 3
    large = pickle.loads(pickle.dumps(TOO_LARGE))
    assert large not in " ".join(lines_of(replace(game(1), run={"x": [large]})))


def test_no_more_is_shown_than_a_person_can_read() -> None:
    many = {str(number): "word " * 100 for number in range(900)}
    fault = {"reason": "crash", "detail": "", "stderr": "\n" * 19_000}
    for beside in {"run": many}, many, {"termination": fault}, {"run": {"x": "word " * 100_000}}:
        assert len(lines_of_log(**beside)) < 5000


def test_a_long_name_leaves_room_for_what_stands_beside_it() -> None:
    shown = lines_of_log(
        60, player1_name="N" * 20_000, seats=["./mine", None], **{"k" * 300: "all"}
    )
    (command,) = (line for line in shown if "./mine" in line)
    assert command.startswith("Command of")
    assert any(line.startswith("kkkk") and line.endswith("  all") for line in shown)


def test_why_an_engine_failed_is_said_in_the_language_of_the_user(russian: None) -> None:
    faults = Summary(0, "", ("lisa", "bob"), "void", reason="flood", other_reason="own words")
    assert log_words.why_word(faults) == "слишком много вывода"
    assert "слишком много вывода" in log_words.why(faults)
    assert "own words" in log_words.why(faults)
    assert log_words.why_word(replace(faults, reason="")) == ""


def test_the_cards_of_a_game_are_those_that_were_played() -> None:
    played = Summary(0, "", ("lisa", "bob"), "1-0", bouts=14, cards=53)
    assert log_words.facts(played, UNICODE, without={"start"}) == "14 bouts · 53 cards played"


def test_from_a_minute_on_a_game_takes_as_long_as_on_a_clock() -> None:
    shown = [log_words.duration(seconds, UNICODE) for seconds in (0.25, 59.4, 93.3, 179)]
    assert shown == ["0.25 s", "59.4 s", "1:33", "2:59"]


async def test_a_game_that_two_people_dealt_is_gone_through_in_the_log_viewer() -> None:
    async with replaying(DEALT_LOG, 1, shown="1 game") as (pilot, app):
        assert "Ann" in text_on(app)
        await pilot.press("i")
        await until(pilot, lambda: "durak-tui verify checks it" in text_on(app))

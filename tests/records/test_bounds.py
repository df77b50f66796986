"""A log is input from strangers: what is too large in it is left out, and the game stays."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common.values import LONGEST_LINE
from durak_tui.records.bounds import DEPTH, MEMBERS, NUMBER, TEXT, TOO_LARGE, bounded
from durak_tui.records.log_format import GAME_CAP, DamagedGame, decode_game, encode_game
from durak_tui.records.record import GameRecord
from tests.records.games import forfeits, random_game


def deep(levels: int, value: Any = 1) -> Any:
    """A list in a list, and so on."""
    for _ in range(levels):
        value = [value]
    return value


def levels(value: Any) -> int:
    """The depth of lists and objects within each other."""
    match value:
        case list():
            return 1 + max(map(levels, value), default=0)
        case dict():
            return levels(list(value.values()))
    return 0


TOO_MUCH: Final[Mapping[str, Any]] = {
    "members": [0] * (MEMBERS + 1),
    "keys": dict.fromkeys(map(str, range(MEMBERS + 1))),
    "a long key": {"x" * (TEXT + 1): 1},
    "text": "x" * (TEXT + 1),
    "number": NUMBER,
}


def read(**beside: Any) -> GameRecord:
    """A game whose line in the log says this as well."""
    game = json.loads(encode_game(random_game(1)).partition(b"\n")[2])
    return decode_game(json.dumps({**game, **beside}).encode())


@pytest.mark.parametrize("value", TOO_MUCH.values(), ids=list(TOO_MUCH))
class TestTooMuch:
    def test_is_too_large_wherever_it_is(self, value: Any) -> None:
        assert bounded(value) == TOO_LARGE
        assert bounded({"a": [1, {"b": value}]}) == TOO_LARGE

    def test_in_a_run_costs_that_part_of_it(self, value: Any) -> None:
        game = read(run={"seed": 7, "note": value})
        assert game.run == {"seed": 7, "note": TOO_LARGE}
        assert game.actions == random_game(1).actions

    def test_in_what_makes_sense_as_a_whole_costs_all_of_it(self, value: Any) -> None:
        for key in ("clocks", "seats", "infos", "game_id", "seed", "taken_up"):
            game = read(**{key: [value, 1]})
            assert game.others == {key: TOO_LARGE}
            assert not getattr(game, {"infos": "said"}.get(key, key))

    def test_of_other_programs_is_named(self, value: Any) -> None:
        assert read(comment=value, rated=True).others == {"comment": TOO_LARGE, "rated": True}

    def test_in_a_verdict_leaves_who_failed(self, value: Any) -> None:
        ending = {"reason": "timeout", "engine": 1, "detail": "", "more": value}
        assert read(termination=ending, result="0-1").ending.faults() == ("timeout", None)


def test_a_run_or_an_ending_that_is_too_large_as_a_whole_is_still_one() -> None:
    many = dict.fromkeys(map(str, range(MEMBERS + 1)), 1)
    game = read(run=many)
    assert (game.run, game.others) == ({}, {"run": TOO_LARGE})
    game = read(termination=many)
    assert game.ending.reason == TOO_LARGE
    assert game.others == {"termination": TOO_LARGE}


def test_a_key_that_is_too_long_costs_only_itself() -> None:
    key = "x" * (TEXT + 1)
    assert read(run={"seed": 7, key: 1}).run == {"seed": 7}
    assert read(comment=1, **{key: 1}).others == {"comment": 1}
    ending = {"reason": "timeout", "engine": 1, "detail": "", key: 1}
    assert read(termination=ending, result="0-1").ending.faults() == ("timeout", None)


def test_a_game_of_the_longest_commands_can_be_read_again() -> None:
    """Each character with as many bytes as one may take."""
    command = "\N{PLAYING CARD ACE OF SPADES}" * LONGEST_LINE
    game = forfeits(random_game(1), 3)[0]
    ending = replace(game.ending, detail=command)
    run = {"engines": [command, command]}
    data = encode_game(replace(game, names=(command, command), run=run, ending=ending))
    assert len(data) <= GAME_CAP
    assert decode_game(data.partition(b"\n")[2]).run == run


def test_too_many_things_of_other_programs_are_none() -> None:
    assert read(**dict.fromkeys(map(str, range(MEMBERS + 1)))).others == {"...": TOO_LARGE}


def test_a_name_that_is_too_long_is_no_name() -> None:
    with pytest.raises(DamagedGame, match=f"player1_name has {TEXT + 1} characters"):
        read(player1_name="x" * (TEXT + 1))
    assert len(read(player1_name="x" * TEXT).names[0]) == TEXT


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda each: st.lists(each) | st.dictionaries(st.text(), each),
)


@given(json_values)
def test_what_is_small_stays_as_it_is(value: Any) -> None:
    assert bounded([value]) == ([value] if levels(value) < DEPTH else TOO_LARGE)


@given(st.integers(0, 300))
def test_what_is_too_deep_is_too_large(levels: int) -> None:
    assert bounded(deep(levels)) == (deep(levels) if levels <= DEPTH else TOO_LARGE)


def test_a_log_may_be_nested_as_deep_as_it_likes() -> None:
    game = read(run={"seed": 7, "note": deep(300)}, comment=deep(300), clocks=deep(300))
    assert game.run == {"seed": 7, "note": TOO_LARGE}
    assert game.others == {"comment": TOO_LARGE, "clocks": TOO_LARGE}
    assert game.clocks is None

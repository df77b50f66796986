"""An engine as it is set up, stored and sent."""

import json

import pytest

from durak_tui.engine.config import DEFAULT_MOVE_TIME, EngineConfig, Limits

OWN = EngineConfig("durak-dummy", "dummy", (("LEVEL", "3"),), 3.0, 60.0)


def test_an_engine_is_stored_with_all_that_starts_it() -> None:
    assert EngineConfig.from_json(json.loads(json.dumps(OWN.to_json()))) == OWN


def test_an_engine_without_times_of_its_own_is_stored_with_those_it_is_held_to() -> None:
    player = EngineConfig("python3 my_engine.py --level 3")
    stored = EngineConfig.from_json(player.to_json())
    assert stored == player.within(Limits(DEFAULT_MOVE_TIME))
    assert stored.limits == player.limits


@pytest.mark.parametrize("missing", ["command", "name", "env", "move_time", "game_time"])
def test_what_is_stored_without_one_of_them_is_no_engine(missing: str) -> None:
    values = OWN.to_json()
    del values[missing]
    with pytest.raises(LookupError):
        EngineConfig.from_json(values)


@pytest.mark.parametrize("time", [float("nan"), float("inf"), 0, -1, "nan", 10**400])
def test_a_time_that_is_none_is_not_stored_either(time: object) -> None:
    for key in ("move_time", "game_time", "start_time"):
        with pytest.raises(ValueError, match="number of seconds"):
            EngineConfig.from_json({**OWN.to_json(), key: time})


def test_times_of_an_engine_go_before_those_that_hold_for_all() -> None:
    general = Limits(7.0, 90.0)
    assert OWN.within(general) == OWN
    assert EngineConfig("x", move_time=2.0).within(general).limits == Limits(2.0, 90.0)
    assert EngineConfig("x").within(general).limits == general


def test_the_name_is_shown_or_the_command() -> None:
    assert OWN.shown == "dummy"
    assert EngineConfig("x --fast").shown == "x --fast"


def test_its_program_has_its_name_and_environment() -> None:
    program = OWN.program()
    assert (program.name, program.env) == ("dummy", {"LEVEL": "3"})

"""The settings of a guest."""

import pytest

from durak_tui.common.i18n import choose
from durak_tui.engine.config import EngineConfig
from durak_tui.user.guest_settings import GuestSettings
from durak_tui.user.schema import SettingError
from durak_tui.user.settings import SettingsStore

OURS = EngineConfig("ours", "ours")


def test_a_guest_chooses_among_the_engines_of_the_server() -> None:
    settings = GuestSettings([OURS], 5)
    settings.update(hint_engine="ours", default_engine="Master")
    assert GuestSettings([OURS], 5).value.hint_engine == "ours"
    assert GuestSettings([], 5).value.hint_engine == "durak-montecarlo"


@pytest.mark.parametrize("command", ["/bin/sh", "sh -c true", "durak-dummy --x", "nobody"])
def test_a_guest_can_name_no_program(command: str) -> None:
    settings = GuestSettings([OURS], 5)
    with pytest.raises(SettingError, match="there is no engine"):
        settings.update(hint_engine=command)
    assert GuestSettings([OURS], 5).value.hint_engine == "durak-montecarlo"


def test_a_program_that_is_named_in_the_file_all_the_same_is_not_taken() -> None:
    SettingsStore().change(lambda old: old.with_engine(EngineConfig("/bin/sh", "mine")))
    SettingsStore().update(hint_engine="mine", default_engine="mine", think_seconds=1000.0)
    found = GuestSettings([OURS], 5).value
    assert found.engines == (OURS,)
    assert (found.hint_engine, found.default_engine) == ("durak-montecarlo", "Beginner")
    assert found.think_seconds == 5


def test_an_engine_may_not_be_given_long_to_think() -> None:
    settings = GuestSettings([], 5)
    settings.update(think_seconds=4.5)
    with pytest.raises(SettingError, match="at most 5 seconds on this server"):
        settings.update(hint_seconds=5.5)
    choose("ru")
    with pytest.raises(SettingError, match="0,5"):
        GuestSettings([], 0.5).update(hint_seconds=5.5)


def test_other_settings_are_kept() -> None:
    GuestSettings([OURS], 5).update(theme="nord", deck=52)
    again = GuestSettings([OURS], 5).value
    assert (again.theme, again.deck) == ("nord", 52)

"""The user's engines: those that ship and their own."""

from dataclasses import replace
from typing import Final

from durak_tui.engine.config import EngineConfig, Limits
from durak_tui.engine.registry import SHIPPED
from durak_tui.library.own_record import Who
from durak_tui.user.opponents import LEVELS
from durak_tui.user.schema import Settings

PERSON: Final = "Human"  # What a person is called who has not said their name.


def known_engines(settings: Settings) -> list[EngineConfig]:
    """All engines: those that ship, unless replaced, then the user's."""
    own = {entry.name: entry for entry in settings.engines}
    shipped = [own.pop(name, EngineConfig(name, name)) for name in SHIPPED]
    return [*shipped, *own.values()]


def engine_named(settings: Settings, name: str, move_time: float) -> EngineConfig:
    """The engine of that name, or one with it as command.

    ``move_time`` is its time for a command, in seconds, unless its entry says otherwise.  Whether
    there is such a program is found out when it is started.
    """
    found = next((one for one in known_engines(settings) if one.name == name), EngineConfig(name))
    # As a log has it, which says a name only if it is another than the command.
    own_name = "" if found.name == found.command else found.name
    return replace(found, name=own_name).within(Limits(move_time))


def who_plays(settings: Settings, *names: str) -> Who:
    """The person, also known by these names, and all engines."""
    engines = {level.name: level.engine.command for level in LEVELS}
    engines |= {engine.name: engine.command for engine in known_engines(settings)}
    return Who({PERSON, settings.player, *names} - {""}, engines)

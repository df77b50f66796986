"""The engines a user has: those that ship and their own, by name."""

from dataclasses import replace

from durak_tui.engine.config import EngineConfig
from durak_tui.engine.limits import Limits
from durak_tui.engine.registry import SHIPPED
from durak_tui.user.schema import Settings


def known_engines(settings: Settings) -> list[EngineConfig]:
    """All engines that can be chosen: those that ship first, then the user's own.

    An entry of the user with the name of one that ships stands in its place.
    """
    own = {entry.name: entry for entry in settings.engines}
    shipped = [own.pop(name, EngineConfig(name, name)) for name in SHIPPED]
    return [*shipped, *own.values()]


def contestant(settings: Settings, name: str, move_time: float) -> EngineConfig:
    """The engine of that name, or, if the user has none, the program or command line it says.

    ``move_time`` is its time for a command, in seconds, unless its entry says other.  Nothing
    is started yet; whether there is such a program is found out by whoever does.
    """
    found = next((one for one in known_engines(settings) if one.name == name), EngineConfig(name))
    # As a log has it, which says a name only if it is another than the command.
    own_name = "" if found.name == found.command else found.name
    return replace(found, name=own_name).within(Limits(move_time))

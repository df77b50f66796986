"""The user's engines: levels, those that ship, and their own."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from durak_tui.common.i18n import N_, Message, _
from durak_tui.common.text import excerpt, one_line
from durak_tui.common.values import similar
from durak_tui.engine.config import EngineConfig, Limits
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.engine.registry import SHIPPED, resolve
from durak_tui.library.own_record import OwnPlayer
from durak_tui.user.opponents import LEVELS, PERSON, SHIPPED_ABOUT, level_called
from durak_tui.user.schema import Settings


def known_engines(settings: Settings) -> list[EngineConfig]:
    """All engines: those that ship, unless replaced, then the user's."""
    own = {entry.name: entry for entry in settings.engines}
    shipped = [own.pop(name, EngineConfig(name, name)) for name in SHIPPED]
    return [*shipped, *own.values()]


def foreign_commands(settings: Settings, engines: Iterable[EngineConfig]) -> list[str]:
    """Commands that nobody has chosen here, each once, with their environments.

    They neither ship with the program nor are they of the user's engines.
    """
    own = {(one.command, one.env) for one in settings.engines}
    known = {*SHIPPED, *(level.engine.command for level in LEVELS), *(one for one, _env in own)}
    foreign = {
        " ".join((*(f"{name}={value}" for name, value in one.env), one.command)): None
        for one in engines
        if (one.command, one.env) not in own and (one.env or one.command not in known)
    }
    return list(foreign)


@dataclass(frozen=True, slots=True)
class Opponents:
    """All that a person may play against, each name once."""

    levels: list[EngineConfig]
    own: list[EngineConfig]
    shipped: list[EngineConfig]

    def __iter__(self) -> Iterator[EngineConfig]:
        yield from (*self.levels, *self.own, *self.shipped)

    @property
    def engines_first(self) -> list[EngineConfig]:
        """As for matches, which are between engines; then the levels."""
        return [*self.shipped, *self.own, *self.levels]

    def named(self, name: str) -> EngineConfig | None:
        return next((one for one in self if one.name == name), None)


def opponents(settings: Settings) -> Opponents:
    """All of them; the user's own replace others of their names."""
    own = {entry.name: entry for entry in settings.engines}
    levels = [own.pop(level.name, level.engine) for level in LEVELS]
    shipped = [own.pop(name, EngineConfig(name, name)) for name in SHIPPED]
    return Opponents(levels, [*own.values()], shipped)


def about(entry: EngineConfig) -> str:
    """A line on an engine: what it is, or else its command."""
    level = level_called(entry.name)
    if level and level.engine.command == entry.command:
        return _(level.about)
    known = SHIPPED_ABOUT.get(entry.command)
    return _(known) if known else one_line(entry.command)


def opponent_now(settings: Settings, last: str) -> str:
    """Whom Play is against: the last one, if still there.

    Else it is the default engine.
    """
    if last and opponents(settings).named(last) is None:
        with suppress(EngineStartError):
            EngineConfig(last).program()
            return last
        return settings.default_engine
    return last or settings.default_engine


def engine_named(settings: Settings, name: str, move_time: float) -> EngineConfig:
    """The engine of that name, or one with it as command.

    ``move_time`` is its time for a command, in seconds, unless its entry says otherwise.  Whether
    there is such a program is found out when it is started.
    """
    found = opponents(settings).named(name) or EngineConfig(name)
    # As a log has it, which says a name only if it is another than the command.
    own_name = "" if found.name == found.command else found.name
    return replace(found, name=own_name).within(Limits(move_time))


def look_for_engine(settings: Settings, name: str) -> None:
    """Raise EngineStartError unless a name is known or is a command.

    The error says which name may have been meant.
    """
    known = [one.name for one in opponents(settings)]
    if name not in known:
        resolve(name, known=known)


def who_plays(settings: Settings, *names: str) -> OwnPlayer:
    """The person, also known by these names, and all engines."""
    engines = {engine.name: engine.command for engine in opponents(settings)}
    return OwnPlayer({PERSON, settings.player, *names} - {""}, engines)


def unknown_engines(settings: Settings) -> Iterator[Message]:
    """A message about each setting that names no engine and no program."""
    known = [one.name for one in opponents(settings)]
    for key in ("default_engine", "hint_engine"):
        name = getattr(settings, key)
        if name in known:
            continue
        try:
            EngineConfig(name).program()
        except EngineStartError:
            yield unknown_name(key, N_("there is no engine {name}"), name, known)


def unknown_name(key: str, what: str, name: str, known: Iterable[str]) -> Message:
    """A message about a setting with a name that means nothing."""
    close = similar(name, known)
    facts = {"key": key, "what": Message(what, {"name": excerpt(name)}), "close": close}
    text = N_("{key}: {what}; did you mean {close}?") if close else "{key}: {what}"
    return Message(text, facts)

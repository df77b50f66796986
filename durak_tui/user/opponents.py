"""Whom a person plays against: five levels."""

from typing import Final, NamedTuple

from durak_tui.common.i18n import N_
from durak_tui.engine.config import EngineConfig


class Level(NamedTuple):
    """How hard to play, under a name that people understand."""

    number: int  # That of durak-player, 1 to 5.
    name: str  # Marked for translation; logs have it in English.
    about: str  # A line for who chooses, marked for translation.

    @property
    def engine(self) -> EngineConfig:
        """The engine that plays at this level, called like it."""
        return EngineConfig(f"durak-player --level {self.number}", self.name)


LEVELS: Final = (
    Level(1, N_("Beginner"), N_("Plays any card that fits and often takes for no reason.")),
    Level(2, N_("Casual"), N_("Plays low cards first, with slips.")),
    Level(3, N_("Skilled"), N_("Plays low cards first, without slips.")),
    Level(4, N_("Expert"), N_("The same, and plays the endgame perfectly.")),
    Level(5, N_("Master"), N_("Remembers every card and thinks about the rest.")),
)


def level_called(name: str) -> Level | None:
    """The level of that English name, if there is one."""
    return next((level for level in LEVELS if level.name == name), None)

"""Names of people who play here, or with somebody elsewhere."""

import getpass
from contextlib import suppress
from functools import cache
from typing import Final

from durak_tui.common.clusters import folded
from durak_tui.common.i18n import N_, in_all_languages
from durak_tui.common.values import WrongValue, person_name
from durak_tui.user.opponents import LEVELS, PERSON
from durak_tui.user.schema import Settings
from durak_tui.user.state import UserState

_YOU: Final = N_("You")


@cache
def _taken() -> frozenset[str]:
    """Names that mean something else, in any language."""
    names = {PERSON, *in_all_languages(_YOU)}
    names.update(*(in_all_languages(level.name) for level in LEVELS))
    return frozenset(map(folded, names))


def is_taken(name: str) -> bool:
    """Check for a name that means a level, or "you"."""
    return folded(name.strip()) in _taken()


def one_name(name: str) -> str:
    """A name that is given.  Raises WrongValue if it is not allowed."""
    if not name.strip():
        raise WrongValue(N_("type a name"))
    if is_taken(name):
        raise WrongValue(N_("this name is taken; type another"))
    return str(person_name(name.strip()))


def both_names(first: str, second: str) -> tuple[str, str]:
    """Two names that differ to the eye.  Raises WrongValue."""
    one, other = one_name(first), one_name(second)
    if folded(one) == folded(other):
        raise WrongValue(N_("the two players need different names"))
    return one, other


def own_name(settings: Settings) -> str:
    """The user's name for people elsewhere; perhaps empty.

    Without a name in the settings it is that of their account.
    """
    if settings.player:
        return settings.player
    with suppress(KeyError, OSError, WrongValue):  # the first up to Python 3.12
        return one_name(getpass.getuser())
    return ""


def last_names(settings: Settings, state: UserState) -> tuple[str, str]:
    """The last two people at one keyboard; at first only the user."""
    return state.people or (settings.player, "")

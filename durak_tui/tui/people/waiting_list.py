"""Rows for the people who wait, and for those called."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_, _
from durak_tui.net.line_events import Contact, WaitingPlayer
from durak_tui.tui.toolkit.offer_list import Offer
from durak_tui.user.state import Series
from durak_tui.words.play import score_in_numbers

INVITED: Final = N_("invited")
INVITES: Final = N_("invites you")
CONNECTED: Final = N_("connected")
READY: Final = N_("ready to play")
_YOU: Final = N_("you, elsewhere")
_OTHER_VERSION: Final = N_("another version of durak-tui")
ScoreOf = Callable[[str], Series | None]


class LinePerson(NamedTuple):
    """Somebody on the line, who is not free until that ends."""

    who: Contact
    state: str  # INVITED, INVITES or CONNECTED.


def people_rows(
    waiting: Iterable[WaitingPlayer],
    on_line: Mapping[int, LinePerson],
    score_of: ScoreOf,
    own: str = "",
) -> list[Offer]:
    """A row for each person, known by their program or line.

    ``score_of`` has the games of the person here, whose ``own`` key it is, with somebody of this
    key.
    """
    busy = {(one.who.key, one.who.name): (line, one) for line, one in on_line.items()}
    rows = []
    for one in waiting:
        busy.pop((one.key, one.name), None)
        state = state_of(one, on_line.values(), own)
        rows.append(_row(one.program, one.name or _("somebody"), state, score_of, one.key))
    called = [
        _row(f"line {line}", person.who.shown, person.state, score_of, person.who.key)
        for line, person in busy.values()
    ]
    return [*called, *rows]


def state_of(one: WaitingPlayer, on_line: Iterable[LinePerson], own: str = "") -> str:
    """The state of somebody who waits: READY, or why they are not."""
    for each in on_line:
        if (each.who.key, each.who.name) == (one.key, one.name):
            return each.state
    if not one.fits:
        return _OTHER_VERSION
    return _YOU if own and one.key == own else READY


def _row(id_: str, name: str, state: str, score_of: ScoreOf, key: str) -> Offer:
    series = score_of(key)
    return Offer(id_, name, _(state), score_in_numbers(series) if series else "")

"""Rows for the people who wait, and for those called, with details."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_, _
from durak_tui.net.line_events import Contact, WaitingPlayer
from durak_tui.net.talk_messages import HouseRules
from durak_tui.tui.people.people_questions import (
    about,
    both_words,
    known,
    rules_in_words,
    waiting_to_accept,
)
from durak_tui.tui.toolkit.offer_list import Offer
from durak_tui.user.state import Series
from durak_tui.words.play import score, score_in_numbers

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
    rules: HouseRules | None = None  # Those that they propose.


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
        state = state_of(one, on_line, own)
        rows.append(_row(one.program, one.name or _("somebody"), state, score_of, one.key))
    called = [
        _row(row_of(line), person.who.shown, person.state, score_of, person.who.key)
        for line, person in busy.values()
    ]
    return [*called, *rows]


def state_of(one: WaitingPlayer, on_line: Mapping[int, LinePerson], own: str = "") -> str:
    """The state of somebody who waits: READY, or why they are not."""
    if person := line_person(one.program, one, on_line):
        return person.state
    if not one.fits:
        return _OTHER_VERSION
    return _YOU if own and one.key == own else READY


def line_person(
    id_: str, whom: WaitingPlayer | None, on_line: Mapping[int, LinePerson]
) -> LinePerson | None:
    """The person of a row, if they are on the line."""
    for line, one in on_line.items():
        if id_ == row_of(line) or (whom and (one.who.key, one.who.name) == (whom.key, whom.name)):
            return one
    return None


def details(who: Contact, person: LinePerson | None, own: str, series: Series | None) -> str:
    """Sentences about somebody, and about an invitation if there is one.

    ``own`` are the words of the person here, and ``series`` the games of both.
    """
    said = about(who, own)
    if person:  # A question is up, which explains what the words are for.
        said = known(who) if who.is_known else both_words(who, own)
    games, news = score(series) if series else "", ""
    if person and person.state == INVITED:
        news = waiting_to_accept(who)
    elif person and person.rules:
        text = _("{name} proposes: {rules}.")
        news = text.format(name=who.shown, rules=rules_in_words(person.rules))
    return "\n".join(filter(None, (news, said, games)))


def row_of(line: int) -> str:
    """The id of the row for somebody on a line."""
    return f"line {line}"


def _row(id_: str, name: str, state: str, score_of: ScoreOf, key: str) -> Offer:
    series = score_of(key)
    return Offer(id_, name, _(state), score_in_numbers(series) if series else "")

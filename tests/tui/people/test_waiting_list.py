"""Each person who waits has a row, and so has the one on the line."""

from durak_tui.net.line_events import Contact, WaitingPlayer
from durak_tui.tui.people.waiting_list import (
    CONNECTED,
    INVITES,
    READY,
    LinePerson,
    people_rows,
    state_of,
)
from durak_tui.tui.toolkit.offer_list import Offer
from durak_tui.user.state import Series

BOB = WaitingPlayer("Bob", "key of Bob", "1")
CARL = WaitingPlayer("Carl", "", "2", fits=False)


def no_score(_key: str) -> Series | None:
    return None


def test_people_who_wait_are_listed_with_what_keeps_them_from_playing() -> None:
    rows = people_rows([BOB, CARL, WaitingPlayer("", "", "3")], {}, no_score)
    assert rows == [
        Offer("1", "Bob", "ready to play"),
        Offer("2", "Carl", "another version of durak-tui"),
        Offer("3", "somebody", "ready to play"),
    ]


def test_another_program_of_ones_own_is_not_taken_for_somebody_else() -> None:
    rows = people_rows([BOB, CARL], {}, no_score, "key of Bob")
    assert [one.about for one in rows] == ["you, elsewhere", "another version of durak-tui"]


def test_a_person_on_the_line_is_listed_once_whether_they_still_wait_or_not() -> None:
    on_line = {7: LinePerson(Contact("Bob", "key of Bob", ""), INVITES)}
    assert people_rows([BOB], on_line, no_score) == [Offer("1", "Bob", "invites you")]
    assert people_rows([], on_line, no_score) == [Offer("line 7", "Bob", "invites you")]


def test_only_those_are_ready_who_have_this_version_and_are_not_on_the_line() -> None:
    bob = LinePerson(Contact("Bob", "key of Bob", ""), CONNECTED)
    assert [state_of(one, {}) == READY for one in (BOB, CARL)] == [True, False]
    assert state_of(BOB, {7: bob}) == CONNECTED


def test_games_since_the_start_stand_beside_the_person_they_were_with() -> None:
    rows = people_rows([BOB, CARL], {}, {"key of Bob": Series(2, 1)}.get)
    assert [one.score for one in rows] == ["2 : 1", ""]

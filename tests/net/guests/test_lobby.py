"""Guests of a server meet, invite each other, play and look on."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common.errors import UserError
from durak_tui.common.values import LONGEST_PERSON
from durak_tui.game.position import DEAL
from durak_tui.game.violation import IllegalAction
from durak_tui.net.events import Declined, Greeted, HasLeft, Offered, Proposed, SaidText, WantsAgain
from durak_tui.net.guests.calls import LobbyCalls, Result
from durak_tui.net.guests.lobby import LEFT, Sits
from durak_tui.net.guests.messages import Claim, Hide, Invite, Join, Look, Say, Wait, decode_wish
from durak_tui.net.guests.sight import Sight
from durak_tui.net.line import Back, Invited, Left, Lost, Refused, WantsBack, Withdrawn
from durak_tui.net.messages import Agree, Malformed, Propose, Resign, Terms
from durak_tui.net.stages import Stage
from durak_tui.records.record import AGREED, NORMAL, RESIGNED
from durak_tui.records.walk import Played
from durak_tui.table.controller import Acted, Begun, Ended
from tests.net.guests.lobbies import PATIENCE, Guest, Kept, Server, game_of, meet, play


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


@pytest.fixture
def both(server: Server) -> tuple[Guest, Guest]:
    """Two at a table, who have not agreed on house rules."""
    ann, bob = server.come("Ann"), server.come("Bob")
    meet(server, ann, bob)
    return ann, bob


def playing(server: Server, *guests: Guest, most: int = 6) -> None:
    """Have them play a little, so that there is something to lose."""
    play(server, Random(3), *guests, most=most)
    assert all(guest.chair.stage is Stage.PLAYING for guest in guests)


# Who waits, and invitations.


def test_who_waits_is_seen_by_the_others_until_they_hide(server: Server) -> None:
    ann, bob = server.come("Ann"), server.come("Bob")
    ann.calls.look()
    bob.calls.listen()
    server.settle()
    assert set(ann.waiting) == {"Bob"}
    bob.calls.hush()
    server.settle()
    assert ann.waiting == {}


def test_two_of_one_name_are_told_apart(server: Server) -> None:
    first, second, ann = server.come("Bob", key="1"), server.come("bob", key="2"), server.come("A")
    for guest in (first, second, ann):
        guest.calls.listen()
    server.settle()
    assert set(ann.waiting) == {"Bob", "bob 2"}
    assert second.calls.name == "bob 2"


def test_who_is_invited_accepts_and_both_sit_at_a_table(both: tuple[Guest, Guest]) -> None:
    ann, bob = both
    assert ann.chair.names == bob.chair.names == ("Ann", "Bob")
    assert (ann.chair.seat, bob.chair.seat) == (0, 1)
    assert ann.waiting == {}


def test_an_invitation_is_declined_or_withdrawn(server: Server) -> None:
    ann, bob = server.come("Ann"), server.come("Bob")
    for guest in (ann, bob):
        guest.calls.listen()
    server.settle()
    ann.calls.invite(ann.waiting["Bob"])
    server.settle()
    assert isinstance(bob.last, Invited)
    bob.calls.hang_up(bob.last.line)
    server.settle()
    assert isinstance(ann.last, Refused)
    assert str(ann.last.why) == "Bob does not want to play now"
    ann.calls.invite(ann.waiting["Bob"])
    server.settle()
    assert "wait a second" in str(ann.last.why)
    server.now += 1
    line = ann.calls.invite(ann.waiting["Bob"])
    server.settle()
    ann.calls.hang_up(line)
    server.settle()
    assert isinstance(bob.last, Withdrawn)


def test_invitations_that_cross_are_agreement(server: Server) -> None:
    ann, bob = server.come("Ann"), server.come("Bob")
    for guest in (ann, bob):
        guest.calls.listen()
    server.settle()
    ann.calls.invite(ann.waiting["Bob"])
    bob.calls.invite(bob.waiting["Ann"])
    server.settle()
    assert ann.chair.names == bob.chair.names
    assert isinstance(ann.member.at, Sits)


def test_who_is_busy_or_gone_cannot_be_invited(server: Server, both: tuple[Guest, Guest]) -> None:
    carl, dora = server.come("Carl"), server.come("Dora")
    dora.calls.listen()
    carl.calls.listen()
    server.settle()
    seen = carl.waiting["Dora"]
    carl.calls.invite(seen._replace(program=str(both[0].member.number)))
    server.settle()
    assert isinstance(carl.last, Refused)
    assert "busy" in str(carl.last.why)
    dora.go()
    carl.calls.invite(seen)
    server.settle()
    assert isinstance(carl.last, Refused)
    assert "not here any more" in str(carl.last.why)


# A table.


def test_house_rules_are_offered_in_turn_and_agreed(both: tuple[Guest, Guest]) -> None:
    ann, bob = both
    assert not bob.chair.may_agree
    ann.chair.propose(Terms(52))
    ann.server.settle()
    assert bob.told(Proposed) == [Proposed(Terms(52))]
    bob.chair.propose(Terms(36))
    ann.server.settle()
    ann.chair.agree()
    ann.server.settle()
    for guest in both:
        assert guest.chair.game
        assert guest.chair.game.size == 36
        assert guest.told(Begun)


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(20))
def test_a_whole_game_is_the_same_for_all_three(server: Server, seed: int) -> None:
    ann, bob = server.come("Ann"), server.come("Bob")
    meet(server, ann, bob)
    assert play(server, Random(seed), ann, bob) < 10_000
    (mine,), (theirs,) = ann.logged(), bob.logged()
    assert mine == theirs == game_of(ann).record()
    for guest in (ann, bob):
        assert guest.chair.stage is Stage.BETWEEN
        assert guest.chair.game
        assert guest.chair.game.ending == mine.ending
        assert sum(guest.chair.score) == 1
        assert guest.told(Ended)


def test_the_winner_attacks_first_in_the_next_game(server: Server) -> None:
    ann, bob = server.come("Ann"), server.come("Bob")
    meet(server, ann, bob)
    playing(server, ann, bob)
    ann.chair.resign()
    server.settle()
    ann.chair.again()
    server.settle()
    assert bob.told(WantsAgain)
    bob.chair.again()
    server.settle()
    for guest in (ann, bob):
        assert guest.chair.game
        assert guest.chair.game.first == 1
        assert guest.chair.score == (0, 1, 0)
        assert guest.chair.stage is Stage.PLAYING


def test_a_draw_is_offered_declined_and_agreed(both: tuple[Guest, Guest]) -> None:
    ann, bob = both
    server = ann.server
    playing(server, *both)
    ann.chair.offer_draw()
    server.settle()
    assert bob.told(Offered)
    bob.chair.decline_draw()
    server.settle()
    assert ann.told(Declined)
    for guest in both:
        guest.chair.offer_draw()  # At once.
    server.settle()
    (record,) = ann.logged()
    assert not isinstance(record, str)
    assert record.ending.reason == AGREED
    assert ann.chair.score == (0, 0, 1)


def test_what_is_said_is_printable_and_not_without_end(both: tuple[Guest, Guest]) -> None:
    ann, bob = both
    assert ann.chair.chat("\x1b[31mhallo\n")
    assert not ann.chair.chat("\x07")
    ann.server.settle()
    assert bob.told(SaidText) == [SaidText("[31mhallo")]
    said = sum(ann.chair.chat("x") for _ in range(2000))
    assert 0 < said < 1000


def test_an_action_against_the_rules_is_refused_at_once(both: tuple[Guest, Guest]) -> None:
    playing(both[0].server, *both, most=3)
    waits = next(one for one in both if one.chair.game and one.chair.game.to_act != one.chair.seat)
    with pytest.raises(IllegalAction):
        waits.chair.play((50,))


def test_an_action_crossed_by_the_others_end_of_the_game_does_not_count(
    both: tuple[Guest, Guest],
) -> None:
    playing(both[0].server, *both)
    ann, bob = both
    acts, waits = (ann, bob) if ann.chair.game.to_act == 0 else (bob, ann)  # type: ignore[union-attr]
    while not (acts.chair.game and acts.chair.game.choices(acts.chair.seat).cards):
        play(ann.server, Random(5), *both, most=1)
        acts, waits = waits, acts
    waits.chair.resign()
    acts.decide(Random(1))
    ann.server.settle()
    assert ann.logged() == bob.logged()
    assert ann.chair.game.actions == bob.chair.game.actions  # type: ignore[union-attr]


# Leaving and coming back.


def test_who_loses_the_line_comes_back_to_the_game(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    ann, bob = both
    playing(server, *both, most=20)
    bob.go()
    server.settle()
    assert isinstance(ann.last, Lost)
    again = server.come("Bob")
    again.calls.listen()
    server.settle()
    assert isinstance(again.last, WantsBack)
    again.resume()
    assert isinstance(ann.last, Back)
    assert isinstance(again.last, Back)
    assert not again.told(Acted)
    assert again.chair.game
    assert again.chair.game.actions == game_of(ann).actions
    play(server, Random(4), ann, again)
    assert ann.logged() == again.logged() != []


def test_who_is_called_back_is_told_to_which_game(server: Server) -> None:
    ann, bob = server.come("Ann"), server.come("Bob")
    for _game in range(2):
        meet(server, ann, bob)
        playing(server, ann, bob)
        for guest in (ann, bob):
            guest.chair.leave()
        server.settle()
    bob.calls.listen()
    server.settle()
    for kept in ann.calls.kept:
        ann.calls.take_up(kept, ann.news.append)
        server.settle()
        (*_others, wanted) = [one for one in bob.events if isinstance(one, WantsBack)]
        assert wanted.id == kept.id
        ann.calls.hang_up(ann.member.line)
        server.settle()
    assert len([one for one in bob.events if isinstance(one, WantsBack)]) == 2


def test_why_a_game_cannot_be_resumed_or_watched_is_told(server: Server) -> None:
    ann, bob, carl = server.come("Ann"), server.come("Bob"), server.come("Carl")
    meet(server, ann, bob)
    playing(server, ann, bob)
    carl.calls.look()
    server.settle()
    (shown,) = carl.calls.tables
    carl.calls.watch(shown, carl.views.append)
    line = carl.calls.watch(shown, carl.views.append)
    server.settle()
    assert isinstance(carl.last, Refused)
    assert carl.last.line == line
    assert "end that first" in str(carl.last.why)
    assert None not in carl.views
    bob.chair.leave()
    server.settle()
    (kept,) = bob.calls.kept
    ann.chair.resign()
    bob.calls.take_up(kept, bob.news.append)
    server.settle()
    (left,) = [one for one in bob.events if isinstance(one, Left)]
    assert str(left.why) == "it is over"


def test_goodbye_is_said_in_the_thread_of_the_face(tmp_path: Path) -> None:
    said: list[object] = []
    to_do: list[Callable[[], object]] = []
    calls = LobbyCalls(said.append, said.append, tmp_path / "log")
    calls.begin("Ann", said.append, to_do.append)
    calls.close()
    assert not said
    for what in to_do:
        what()
    assert said == [Hide()]


def test_who_does_not_come_back_in_time_may_lose_the_game(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    ann, bob = both
    playing(server, *both)
    bob.go()
    server.settle()
    for may in (False, True):
        assert isinstance(ann.last, Lost)
        ann.chair.conclude()
        server.settle()
        if not may:
            assert ann.chair.stage is Stage.PLAYING
            server.now += PATIENCE
            ann.chair.lost_at -= PATIENCE
            assert ann.chair.can_conclude
    (record,) = ann.logged()
    assert not isinstance(record, str)
    assert (record.ending.winner, record.ending.reason) == (0, RESIGNED)
    back = server.come("Bob")
    server.settle()
    assert isinstance(back.last, Result)
    assert back.logged() == [record]
    assert server.kept == server.results == {}


def test_nobody_claims_a_game_from_who_is_there(server: Server, both: tuple[Guest, Guest]) -> None:
    ann, bob = both
    playing(server, *both)
    server.now += 10 * PATIENCE
    server.lobby.hear(bob.member, Claim(bob.chair.line))
    server.settle()
    assert ann.chair.stage is bob.chair.stage is Stage.PLAYING


def test_who_has_no_key_cannot_come_back(server: Server) -> None:
    ann, nobody = server.come("Ann"), server.come("Nobody", key="")
    meet(server, ann, nobody)
    playing(server, ann, nobody)
    nobody.go()
    server.settle()
    assert ann.chair.can_conclude
    again = server.come("Nobody", key="")
    again.calls.listen()
    server.settle()
    assert not again.calls.kept
    ann.chair.conclude()
    server.settle()
    assert len(ann.logged()) == 1


def test_a_game_survives_the_server(server: Server, both: tuple[Guest, Guest]) -> None:
    ann, bob = both
    playing(server, *both, most=30)
    game = game_of(ann)
    server.stop()
    server.start()
    ann, bob = server.come("Ann"), server.come("Bob")
    server.settle()
    ann.resume()
    assert isinstance(ann.last, Lost)
    bob.calls.listen()
    server.settle()
    assert isinstance(bob.last, WantsBack)
    bob.resume()
    assert isinstance(ann.last, Back)
    assert game
    assert game_of(ann).actions == game.actions
    play(server, Random(4), ann, bob)
    assert ann.logged() == bob.logged() != []
    assert server.kept == {}


def test_a_result_survives_the_server(server: Server, both: tuple[Guest, Guest]) -> None:
    ann, bob = both
    playing(server, *both)
    bob.go()
    server.settle()
    ann.chair.resign()
    server.settle()
    server.stop()
    server.start()
    bob = server.come("Bob")
    server.settle()
    assert ann.logged() == bob.logged() != []


def test_a_result_is_told_again_until_it_is_in_a_log(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    ann, bob = both
    playing(server, *both)
    bob.go()
    server.settle()
    ann.chair.resign()
    server.settle()
    server.come("Bob").go()  # Before their program has heard of it.
    bob, at_the_same_time = server.come("Bob"), server.come("Bob")
    server.settle()
    assert isinstance(bob.last, Result)
    assert not at_the_same_time.events
    assert ann.logged() == bob.logged() != []
    assert server.results == {}
    again = server.come("Bob")
    server.settle()
    assert not again.events


def test_of_results_that_nobody_comes_for_the_newest_are_kept(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("durak_tui.net.guests.lobby._RESULTS", 2)
    ann = server.come("Ann")
    for number in range(3):
        bob = server.come(f"Bob {number}")
        meet(server, ann, bob)
        playing(server, ann, bob)
        bob.go()
        server.settle()
        ann.chair.resign()
        server.settle()
    assert [one["key"] for one in server.results.values()] == ["SHA256:Bob 1", "SHA256:Bob 2"]


def test_a_game_that_was_left_keeps_its_time_over_the_end_of_the_server(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    playing(server, *both)
    both[0].go()
    server.settle()
    both[1].chair.leave()
    server.settle()
    (left,) = both[1].calls.kept
    server.stop()
    server.start()
    bob = server.come("Bob")
    server.settle()
    assert [one.saved_at for one in bob.calls.kept] == [left.saved_at]


def test_a_name_that_another_has_taken_is_not_theirs_when_they_go_on(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    playing(server, *both)
    both[0].go()
    other = server.come("Ann", key="another")
    other.calls.listen()
    server.settle()
    ann = server.come("Ann")
    server.settle()
    ann.resume()
    assert (other.member.name, ann.member.name) == ("Ann", "Ann 2")


def test_when_a_game_ends_without_the_other_the_evening_ends_too(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    ann, bob = both
    playing(server, *both)
    bob.go()
    server.settle()
    ann.chair.resign()
    server.settle()
    assert len(ann.logged()) == 1
    assert ann.told(Ended, HasLeft) == [Ended(), HasLeft()]
    assert isinstance(ann.last, Left)
    assert not server.lobby.tables
    carl = server.come("Carl")
    meet(server, ann, carl)
    assert ann.chair.names == ("Ann", "Carl")


def test_a_claim_that_comes_too_early_writes_nothing(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    ann, bob = both
    playing(server, *both)
    bob.go()
    server.kept.clear()
    server.lobby.hear(ann.member, Claim(ann.chair.line))
    assert server.kept == {}


@pytest.mark.parametrize("how", ["leaves", "has hung up when it is over"])
def test_who_leaves_while_the_last_bout_lies_there_has_the_game_in_their_log(
    server: Server, both: tuple[Guest, Guest], how: str
) -> None:
    ann, bob = both
    rng = Random(5)
    while not (bob.chair.game and bob.chair.game.position.phase == DEAL):
        if not ann.decide(rng):
            bob.decide(rng)
        server.settle()
    ann.chair.resign()
    if how == "leaves":
        server.settle()
        assert not bob.told(Ended)
        bob.chair.leave()
    else:
        server.lobby.hear(ann.member, Say(ann.chair.line, Resign()))
        bob.calls.hang_up(bob.chair.line)
    server.settle()
    assert ann.logged() == bob.logged() != []


def test_a_draw_offered_to_who_is_away_is_there_when_they_come_back(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    ann, bob = both
    playing(server, *both)
    bob.go()
    server.settle()
    ann.chair.offer_draw()
    server.settle()
    bob = server.come("Bob")
    server.settle()
    bob.resume()
    assert bob.told(Greeted, Offered)[-2:] == [Greeted("Ann", back=True), Offered()]
    assert bob.chair.offers == ann.chair.offers == (True, False)


def test_what_is_kept_and_makes_no_sense_is_dropped(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.kept = Kept(a={}, b={"game": 1}, c={"keys": [1], "names": []}, d={"deck": ["XX"]})
    server.results = Kept(a={}, b={"game": 1})
    server.start()
    assert server.kept == server.results == {}


def test_of_a_game_that_is_over_no_table_is_kept(server: Server, both: tuple[Guest, Guest]) -> None:
    playing(server, *both)
    (name,) = server.kept
    play(server, Random(4), *both)
    assert isinstance(both[0].member.at, Sits)
    server.kept.put(name, both[0].member.at.table.kept())
    server.start()
    assert server.kept == {}


def test_between_two_games_leaving_ends_the_evening(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    ann, bob = both
    playing(server, *both)
    bob.chair.resign()
    server.settle()
    bob.chair.leave()
    server.settle()
    assert isinstance(ann.last, Left)
    assert ann.told(HasLeft)
    assert not server.lobby.tables
    assert set(ann.waiting) == {"Bob"}


def test_a_game_that_was_left_is_offered_until_it_is_over(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    ann, bob = both
    playing(server, *both)
    bob.chair.leave()
    server.settle()
    (kept,) = bob.calls.kept
    assert kept.name == "Ann"
    carl = server.come("Carl")
    meet(server, bob, carl)  # In the meantime.
    bob.chair.leave()
    server.settle()
    ann.chair.resign()
    server.settle()
    assert not bob.calls.kept
    with pytest.raises(UserError):
        bob.calls.take_up(kept, bob.news.append)


def test_who_has_left_too_many_games_goes_on_with_one_of_them_first(server: Server) -> None:
    ann = server.come("Ann")
    for number in range(LEFT):
        bob = server.come(f"Bob {number}")
        meet(server, ann, bob)
        playing(server, ann, bob)
        ann.chair.leave()
        server.settle()
    carl = server.come("Carl")
    for guest in (ann, carl):
        guest.calls.listen()
    server.settle()
    carl.calls.invite(carl.waiting["Ann"])
    server.settle()
    assert isinstance(carl.last, Refused)
    assert "too many games" in str(carl.last.why)


# Looking on.


def test_others_look_on_and_see_no_hand(server: Server, both: tuple[Guest, Guest]) -> None:
    playing(server, *both)
    carl = server.come("Carl")
    carl.calls.look()
    server.settle()
    (shown,) = carl.calls.tables
    assert shown.names == ("Ann", "Bob")
    carl.calls.watch(shown, carl.views.append)
    before = len(game_of(both[0]).actions)
    server.settle()
    play(server, Random(7), *both)
    assert carl.views[-1]
    last, game = Sight(carl.views[-1]), game_of(both[0])
    assert game.ending
    assert (last.ending, last.names, sum(last.score)) == (game.ending, game.names, 1)
    assert game.ending.reason == NORMAL
    acts = [event for view in carl.views if view for event in Sight(view).events]
    assert [type(event) for event in acts].count(Played) == len(game.actions) - before
    for guest in both:
        guest.chair.leave()
    server.settle()
    assert carl.views[-1] is None
    assert carl.calls.tables == ()


def test_where_nobody_sits_any_more_nobody_looks_on(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    playing(server, *both)
    carl = server.come("Carl")
    carl.calls.look()
    server.settle()
    (shown,) = carl.calls.tables
    carl.calls.watch(shown, carl.views.append)
    server.settle()
    both[0].go()
    server.settle()
    assert carl.views[-1]
    assert carl.calls.tables == (shown,)
    both[1].go()
    server.settle()
    assert carl.views[-1] is None
    assert carl.calls.tables == ()
    carl.calls.watch(shown, carl.views.append)
    server.settle()
    assert carl.views[-2:] == [None, None]
    assert carl.member.is_free


def test_however_many_are_there_a_program_can_read_who_they_are(server: Server) -> None:
    name = "\N{MATHEMATICAL BOLD CAPITAL A}" * LONGEST_PERSON
    guests = [server.come(name, key="SHA256:" + "x" * 43 + str(n)) for n in range(600)]
    for guest in guests:
        server.lobby.hear(guest.member, Wait())
    for one, other in zip(guests[300::2], guests[301::2], strict=True):
        server.lobby.hear(one.member, Invite(1, other.member.number))
        server.lobby.hear(other.member, Join(other.member.line))
        for guest, said in ((one, Propose(Terms())), (other, Agree(Terms()))):
            server.lobby.hear(guest.member, Say(guest.member.line, said))
    server.lobby.hear(guests[0].member, Look(name))
    server.show()
    assert guests[0].longest < 1 << 19


# Programs that are not as they should be.


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 12), st.integers(0, 3)), max_size=60))
def test_in_whatever_order_things_happen_all_agree(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, int, int]]
) -> None:
    server = Server(tmp_path_factory.mktemp("lobby"))
    names = ["Ann", "Bob", "Carl"]
    guests = [server.come(name) for name in names]
    rng = Random(1)
    for who, what, whom in steps:
        guest = guests[who]
        calls, chair = guest.calls, guest.seat
        if what == 0:
            calls.listen()
        elif what == 1:
            calls.hush()
        elif what == 2 and whom < 3:
            waiting = guests[whom].member.number
            seen = list(guest.waiting.values()) if guest.events[1:] else []
            for one in seen:
                if one.program == str(waiting):
                    calls.invite(one)
        elif what in (3, 4) and (asked := [e for e in guest.events if isinstance(e, Invited)]):
            (calls.accept if what == 3 else calls.hang_up)(asked[-1].line)
        elif what == 5 and chair:
            chair.leave()
        elif what == 6 and calls.tables:
            calls.watch(calls.tables[0], guest.views.append)
        elif what == 7:
            guest.go()
            guests[who] = server.come(names[who])
        elif what == 8 and chair:
            guest.decide(rng)
        elif what == 9 and chair:
            (chair.resign, chair.offer_draw, chair.again, chair.decline_draw)[whom]()
        elif what == 10 and calls.kept:
            guest.seat = calls.take_up(calls.kept[0], guest.news.append)[1]
        elif what == 11:
            server.show()
            server.now += 1
        else:
            guest.deliver()
    server.settle()
    for guest in guests:
        if isinstance(guest.member.at, Sits):
            table, seat = guest.member.at.table, guest.member.at.seat
            assert guest.chair.seat == seat
            assert guest.chair.names == table.names
            if table.is_on and guest.chair.game and table.game:
                assert guest.chair.game.actions == table.game.actions


@given(st.lists(st.binary(max_size=200)))
def test_what_is_no_wish_is_malformed(lines: list[bytes]) -> None:
    for line in lines:
        with pytest.raises(Malformed):
            decode_wish(line)


_VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.lists(st.sampled_from(["6H", "AS", "7C", 3, None]), max_size=4),
)  # fmt: skip
_KINDS = st.sampled_from([
    "look", "wait", "hide", "invite", "join", "hang up", "watch", "claim", "noted", "propose",
    "agree", "deal", "play", "resign", "offer", "accept", "decline", "open", "verdict", "again",
    "chat", "leave", "x",
])  # fmt: skip
_KEYS = (
    "name",
    "whom",
    "table",
    "cards",
    "deck",
    "attack_limit",
    "text",
    "data",
    "played",
    "found",
)
_WISHES = st.fixed_dictionaries(
    {"is": _KINDS, "line": st.sampled_from([-3, -2, -1, 0, 1, 2, None])},
    optional=dict.fromkeys(_KEYS, _VALUES),
)


@given(st.lists(_WISHES, max_size=40), st.integers(0, 99))
def test_a_hostile_program_harms_nobody_at_its_table(
    tmp_path_factory: pytest.TempPathFactory, wishes: list[dict[str, object]], seed: int
) -> None:
    server = Server(tmp_path_factory.mktemp("lobby"))
    ann, bob = server.come("Ann"), server.come("Bob")
    meet(server, ann, bob)
    play(server, Random(seed), ann, bob, most=seed % 10)
    for wish in wishes:
        try:
            server.lobby.hear(bob.member, decode_wish(json.dumps(wish).encode()))
        except Malformed:
            continue
    server.settle()
    bob.go()
    server.settle()
    ann.chair.settle()
    if ann.chair.stage is Stage.PLAYING and ann.chair.game:
        assert ann.chair.game.actions == game_of(ann).actions

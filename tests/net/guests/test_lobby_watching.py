"""Guests who look on at a game, and programs that are not as they should be."""

import json
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from durak_tui.common.fields import Malformed
from durak_tui.common.values import LONGEST_PERSON
from durak_tui.net.guests.lobby import Sits
from durak_tui.net.guests.wishes import Invite, Join, LookAround, Say, Wait, decode_wish
from durak_tui.net.line_events import Invited
from durak_tui.net.stages import Stage
from durak_tui.net.talk_messages import (
    USUAL_RULES,
    Again,
    Agree,
    DeclineDraw,
    OfferDraw,
    Propose,
    Resign,
)
from durak_tui.records.record import NORMAL
from durak_tui.records.walk import Played
from tests.net.deals import JSON
from tests.net.guests.lobbies import Guest, Server, game_of, meet, play
from tests.net.test_hostile_peer import SENT


def test_others_look_on_and_see_no_hand(server: Server, players: tuple[Guest, Guest]) -> None:
    carl = server.come("Carl")
    carl.look()
    (shown,) = carl.calls.tables
    assert shown.names == ("Ann", "Bob")
    carl.calls.watch(shown, carl.views.append)
    before = len(game_of(players[0]).actions)
    server.settle()
    play(server, Random(7), *players)
    assert carl.views[-1]
    last, game = carl.views[-1], game_of(players[0])
    assert game.ending
    assert (last.ending, last.names, sum(last.score)) == (game.ending, game.names, 1)
    assert game.ending.reason == NORMAL
    assert len(last.position.discarded) == len(game.position.discarded) > 0
    acts = [event for view in carl.views if view for event in view.events]
    assert [type(event) for event in acts].count(Played) == len(game.actions) - before
    for guest in players:
        guest.leave()
    assert carl.views[-1] is None
    assert carl.calls.tables == ()


def test_where_nobody_sits_any_more_nobody_looks_on(
    server: Server, players: tuple[Guest, Guest]
) -> None:
    carl = server.come("Carl")
    carl.look()
    (shown,) = carl.calls.tables
    carl.calls.watch(shown, carl.views.append)
    server.settle()
    players[0].lose_line()
    assert carl.views[-1]
    assert carl.calls.tables == (shown,)
    players[1].lose_line()
    assert carl.views[-1] is None
    assert carl.calls.tables == ()
    carl.calls.watch(shown, carl.views.append)
    server.settle()
    assert carl.views[-2:] == [None, None]
    assert carl.member.is_free


def test_a_program_can_read_a_list_of_hundreds_of_guests(server: Server) -> None:
    name = "\N{MATHEMATICAL BOLD CAPITAL A}" * LONGEST_PERSON
    guests = [server.come(name, key="SHA256:" + "x" * 43 + str(n)) for n in range(600)]
    for guest in guests:
        server.lobby.handle(guest.member, Wait())
    for one, other in zip(guests[300::2], guests[301::2], strict=True):
        server.lobby.handle(one.member, Invite(1, other.member.number))
        server.lobby.handle(other.member, Join(other.member.line))
        for guest, said in ((one, Propose(USUAL_RULES)), (other, Agree(USUAL_RULES))):
            server.lobby.handle(guest.member, Say(guest.member.line, said))
    server.lobby.handle(guests[0].member, LookAround(name))
    server.show()
    assert guests[0].longest < 1 << 19


# Programs that are not as they should be.


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 12), st.integers(0, 3)), max_size=60))
@example([(0, 0, 0), (0, 0, 0), (0, 2, 0)])  # Ann listens, and invites before she has seen any.
def test_all_agree_in_any_order_of_events(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, int, int]]
) -> None:
    server = Server(tmp_path_factory.mktemp("lobby"))
    names = ["Ann", "Bob", "Carl"]
    guests = [server.come(name) for name in names]
    rng = Random(1)
    for who, what, whom in steps:
        guest = guests[who]
        calls, chair = guest.calls, guest.conversation
        if what == 0:
            calls.listen()
        elif what == 1:
            calls.mute()
        elif what == 2 and whom < 3:
            waiting = guests[whom].member.number
            for one in guest.waiting.values():
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
            played = chair.talk.played
            chair.say((Resign(), OfferDraw(played), Again(), DeclineDraw(played))[whom])
        elif what == 10 and calls.kept:
            guest.conversation = calls.take_up(calls.kept[0], guest.news.append)[1]
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
            assert guest.talk.names == table.names
            if table.is_on and guest.talk.game and table.game:
                assert guest.talk.game.actions == table.game.actions


@given(st.lists(st.binary(max_size=200)))
def test_what_is_no_wish_is_malformed(lines: list[bytes]) -> None:
    for line in lines:
        with pytest.raises(Malformed):
            decode_wish(line)


_OF_THE_LOBBY = st.fixed_dictionaries(
    {"line": st.sampled_from([-3, -2, -1, 0, 1, 2, None])},
    optional={
        "is": st.sampled_from(
            ["look", "wait", "hide", "invite", "join", "hang up", "watch", "noted"]
        ),
        "name": st.text(max_size=20) | JSON,
        "whom": st.integers(-1, 9) | JSON,
        "table": st.integers(-1, 9) | JSON,
    },
)
_WISHES = st.builds(lambda said, wish: {**said, **wish}, SENT, _OF_THE_LOBBY)


@pytest.mark.slow
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
            server.lobby.handle(bob.member, decode_wish(json.dumps(wish).encode()))
        except Malformed:
            continue
    server.settle()
    bob.lose_line()
    ann.chair.settle()
    if ann.talk.stage is Stage.PLAYING and ann.talk.game:
        assert ann.talk.game.actions == game_of(ann).actions

"""Guests who have left a game, and what becomes of it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from durak_tui.common.errors import UserError
from durak_tui.game.position import DEAL
from durak_tui.net.events import DrawOffered, Greeted, HasLeft
from durak_tui.net.guests.lobby import LEFT, Sits
from durak_tui.net.guests.lobby_calls import GuestResult, LobbyCalls
from durak_tui.net.guests.wishes import Hide, Say
from durak_tui.net.line_events import Back, InvitationFailed, LineLeft, Lost, WantsBack
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Conclusion
from durak_tui.net.talk_messages import MOVE_TIME, Claim, Resign
from durak_tui.records.record import AGREED, RESIGNED, TIMEOUT
from durak_tui.table.controller import Acted, Ended
from tests.net.guests.lobbies import PATIENCE, Guest, Server, game_of, meet, play, playing


@pytest.fixture
def ann_alone(server: Server, players: tuple[Guest, Guest]) -> Guest:
    """Ann, in the midst of a game with Bob, who has gone."""
    players[1].lose_line()
    return players[0]


def test_who_loses_the_line_comes_back_to_the_game(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    ann, bob = both
    playing(server, *both, most=20)
    bob.lose_line()
    assert isinstance(ann.last, Lost)
    (again,) = server.waiting("Bob")
    assert isinstance(again.last, WantsBack)
    again.resume()
    assert isinstance(ann.last, Back)
    assert isinstance(again.last, Back)
    assert not again.told(Acted)
    assert again.talk.game
    assert again.talk.game.actions == game_of(ann).actions
    play(server, Random(4), ann, again)
    assert ann.logged() == again.logged() != []


def test_a_call_back_says_to_which_game(server: Server) -> None:
    ann, bob = server.come("Ann"), server.come("Bob")
    for _game in range(2):
        meet(server, ann, bob)
        playing(server, ann, bob)
        for guest in (ann, bob):
            guest.leave()
    bob.listen()
    for kept in ann.calls.kept:
        ann.calls.take_up(kept, ann.news.append)
        server.settle()
        (*_others, wanted) = [one for one in bob.events if isinstance(one, WantsBack)]
        assert wanted.id == kept.id
        ann.calls.hang_up(ann.member.line)
        server.settle()
    assert len([one for one in bob.events if isinstance(one, WantsBack)]) == 2


def test_it_is_said_why_a_game_cannot_go_on_or_be_watched(
    server: Server, players: tuple[Guest, Guest]
) -> None:
    (ann, bob), carl = players, server.come("Carl")
    carl.look()
    (shown,) = carl.calls.tables
    carl.calls.watch(shown, carl.views.append)
    line = carl.calls.watch(shown, carl.views.append)
    server.settle()
    assert isinstance(carl.last, InvitationFailed) and carl.last.line == line
    assert "end that first" in carl.refusal
    assert None not in carl.views
    bob.leave()
    (kept,) = bob.calls.kept
    ann.chair.say(Resign())
    bob.calls.take_up(kept, bob.news.append)
    server.settle()
    (left,) = [one for one in bob.events if isinstance(one, LineLeft)]
    assert str(left.why) == "the game is over"


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


def test_who_does_not_come_back_in_time_may_lose_the_game(server: Server, ann_alone: Guest) -> None:
    for may in (False, True):
        assert isinstance(ann_alone.last, Lost)
        ann_alone.conclude()
        if not may:
            assert ann_alone.talk.stage is Stage.PLAYING
            server.now += PATIENCE
            assert ann_alone.chair.conclusion is Conclusion.AWAY
    record = ann_alone.logged_game()
    assert (record.ending.winner, record.ending.reason) == (0, RESIGNED)
    back = server.come("Bob")
    server.settle()
    assert isinstance(back.last, GuestResult)
    assert back.logged() == [record]
    assert server.kept == server.results == {}


def turns(both: tuple[Guest, Guest]) -> tuple[Guest, Guest]:
    """The guest who is to act, and the one who waits."""
    ann, bob = both
    for guest in both:
        guest.chair.settle()
    return (ann, bob) if game_of(ann).to_act == ann.chair.seat else (bob, ann)


def claim(guest: Guest) -> Say:
    """A claim by a program that does not look at the time."""
    return Say(guest.chair.line, Claim(len(game_of(guest).actions)))


def test_a_game_is_claimed_only_when_time_is_up(
    server: Server, players: tuple[Guest, Guest]
) -> None:
    acting, waiting = turns(players)
    for guest, seconds in ((waiting, MOVE_TIME - 1), (acting, 1000.0)):
        server.now += seconds
        assert guest.chair.conclusion is None
        server.lobby.handle(guest.member, claim(guest))
        server.settle()
        assert acting.talk.stage is waiting.talk.stage is Stage.PLAYING
    assert waiting.chair.conclusion is Conclusion.TIMEOUT
    waiting.conclude()
    record, seat = waiting.logged_game(), acting.chair.seat
    assert acting.logged() == [record]
    assert (record.ending.winner, record.ending.reason) == (1 - seat, TIMEOUT)


def test_leaving_does_not_set_the_clock_of_a_turn_back(
    server: Server, players: tuple[Guest, Guest]
) -> None:
    silent, waiting = turns(players)
    server.now += MOVE_TIME - 1
    name = silent.calls.name
    silent.lose_line()
    again = server.back(name)
    server.now += 1
    assert again.talk.wait
    assert again.talk.wait.so_far == MOVE_TIME
    waiting.conclude()
    assert waiting.talk.stage is Stage.BETWEEN


def test_who_has_no_key_cannot_come_back(server: Server) -> None:
    ann, nobody = server.come("Ann"), server.come("Nobody", key="")
    meet(server, ann, nobody)
    playing(server, ann, nobody)
    nobody.lose_line()
    assert ann.chair.conclusion is Conclusion.AWAY
    again = server.come("Nobody", key="")
    again.listen()
    assert not again.calls.kept
    ann.conclude()
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
    bob.listen()
    assert isinstance(bob.last, WantsBack)
    bob.resume()
    assert isinstance(ann.last, Back)
    assert game
    assert game_of(ann).actions == game.actions
    play(server, Random(4), ann, bob)
    assert ann.logged() == bob.logged() != []
    assert server.kept == {}


def test_a_result_is_sent_again_until_it_is_in_a_log(server: Server, ann_alone: Guest) -> None:
    ann_alone.say(Resign())
    server.stop()
    server.start()
    server.come("Bob").go()  # Before their program has heard of it.
    bob, at_the_same_time = server.come("Bob"), server.come("Bob")
    server.settle()
    assert isinstance(bob.last, GuestResult)
    assert not at_the_same_time.events
    assert ann_alone.logged() == bob.logged() != []
    assert server.results == {}
    again = server.come("Bob")
    server.settle()
    assert not again.events


def test_the_newest_unclaimed_results_are_kept(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("durak_tui.net.guests.lobby._RESULTS", 2)
    ann = server.come("Ann")
    for number in range(3):
        bob = server.come(f"Bob {number}")
        meet(server, ann, bob)
        playing(server, ann, bob)
        bob.lose_line()
        ann.say(Resign())
    assert [one["key"] for one in server.results.values()] == ["SHA256:Bob 1", "SHA256:Bob 2"]


def test_a_left_game_keeps_its_time_when_the_server_ends(
    server: Server, players: tuple[Guest, Guest]
) -> None:
    players[0].lose_line()
    players[1].leave()
    (left,) = players[1].calls.kept
    server.stop()
    server.start()
    bob = server.come("Bob")
    server.settle()
    assert [one.saved_at for one in bob.calls.kept] == [left.saved_at]


def test_a_guest_whose_name_was_taken_gets_another(
    server: Server, players: tuple[Guest, Guest]
) -> None:
    players[0].go()
    other = server.come("Ann", key="another")
    other.listen()
    ann = server.back("Ann")
    assert (other.member.name, ann.member.name) == ("Ann", "Ann 2")


def test_a_game_that_ends_without_the_other_ends_the_evening(
    server: Server, ann_alone: Guest
) -> None:
    ann_alone.say(Resign())
    assert len(ann_alone.logged()) == 1
    assert ann_alone.told(Ended, HasLeft) == [Ended(), HasLeft()]
    assert isinstance(ann_alone.last, LineLeft)
    assert not server.lobby.tables
    carl = server.come("Carl")
    meet(server, ann_alone, carl)
    assert ann_alone.talk.names == ("Ann", "Carl")


def test_a_claim_too_early_writes_nothing(server: Server, ann: Guest, bob: Guest) -> None:
    bob.go()
    (name,) = server.kept
    server.shelves[0].drop(name)
    server.lobby.handle(ann.member, claim(ann))
    assert server.kept == {}
    assert not game_of(ann).over


@pytest.mark.parametrize("how", ["leaves", "has hung up when it is over"])
def test_leaving_before_the_last_bout_is_cleared_still_logs_the_game(
    server: Server, both: tuple[Guest, Guest], how: str
) -> None:
    ann, bob = both
    rng = Random(5)
    while not (bob.talk.game and bob.talk.game.position.phase == DEAL):
        if not ann.decide(rng):
            bob.decide(rng)
        server.settle()
    ann.chair.say(Resign())
    if how == "leaves":
        server.settle()
        assert not bob.told(Ended)
        bob.chair.leave()
    else:
        server.lobby.handle(ann.member, Say(ann.chair.line, Resign()))
        bob.calls.hang_up(bob.chair.line)
    server.settle()
    assert ann.logged() == bob.logged() != []


def test_an_offer_that_crosses_a_loss_of_the_line_stands(
    server: Server, ann: Guest, bob: Guest
) -> None:
    ann.agree_on_draw()
    bob.lose_line()
    assert ann.talk.offers == [True, False]
    bob = server.back("Bob")
    assert bob.talk.offers == ann.talk.offers == [True, False]
    bob.agree_on_draw()
    server.settle()
    assert ann.logged_game().ending.reason == AGREED


def test_an_offer_is_withdrawn_by_who_leaves(server: Server, ann: Guest, bob: Guest) -> None:
    ann.agree_on_draw()
    server.settle()
    ann.lose_line()
    assert bob.talk.offers == [False, False]
    ann = server.back("Ann")
    assert ann.agree_on_draw(), "it can be offered once more"
    server.settle()
    assert len(bob.told(DrawOffered)) == 2


def test_a_draw_offered_to_an_absent_player_awaits_them(server: Server, ann_alone: Guest) -> None:
    ann_alone.agree_on_draw()
    server.settle()
    bob = server.back("Bob")
    assert bob.told(Greeted, DrawOffered)[-2:] == [Greeted("Ann", back=True), DrawOffered()]
    assert bob.talk.offers == ann_alone.talk.offers == [True, False]


def test_kept_games_that_are_over_or_nonsense_are_dropped(
    server: Server, players: tuple[Guest, Guest]
) -> None:
    play(server, Random(4), *players)
    assert isinstance(players[0].member.at, Sits)
    over = players[0].member.at.table.kept()
    kept: list[Mapping[str, Any]] = [{}, {"keys": [1], "names": []}, {"deck": ["XX"]}, over]
    for number, value in enumerate(kept):
        for shelf in server.shelves:
            shelf.put(f"kept{number}", value)
    server.start()
    assert server.kept == server.results == {}


def test_leaving_between_two_games_ends_the_evening(server: Server, ann: Guest, bob: Guest) -> None:
    bob.say(Resign())
    bob.leave()
    assert isinstance(ann.last, LineLeft)
    assert ann.told(HasLeft)
    assert not server.lobby.tables
    assert set(ann.waiting) == {"Bob"}


def test_a_left_game_is_offered_until_it_is_over(server: Server, ann: Guest, bob: Guest) -> None:
    bob.leave()
    (kept,) = bob.calls.kept
    assert kept.name == "Ann"
    carl = server.come("Carl")
    meet(server, bob, carl)  # In the meantime.
    bob.leave()
    ann.say(Resign())
    assert not bob.calls.kept
    with pytest.raises(UserError):
        bob.calls.take_up(kept, bob.news.append)


def test_who_has_left_too_many_games_goes_on_with_one_of_them_first(server: Server) -> None:
    ann = server.come("Ann")
    for number in range(LEFT):
        bob = server.come(f"Bob {number}")
        meet(server, ann, bob)
        playing(server, ann, bob)
        ann.leave()
    (carl,) = server.waiting("Carl")
    ann.listen()
    carl.invite("Ann")
    assert carl.refusal.startswith("Ann has too many unfinished games")
    server.now += 1
    ann.invite("Carl")
    assert f"you have {LEFT} unfinished games with others" in ann.refusal
    assert len(ann.calls.kept) == len(server.kept) == LEFT


def test_games_in_several_programs_at_once_count_too(server: Server) -> None:
    programs = [server.come(f"Ann {number}", key="hers") for number in range(LEFT)]
    for number, ann in enumerate(programs):
        bob = server.come(f"Bob {number}")
        meet(server, ann, bob)
        playing(server, ann, bob)
    server.waiting("Carl")
    another = server.come("Ann once more", key="hers")
    another.listen()
    another.invite("Carl")
    assert "which is the limit" in another.refusal

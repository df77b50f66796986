"""Guests of a server meet, invite each other, and play."""

from random import Random

import pytest

from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.game.cards import DECK_SIZES
from durak_tui.game.violation import IllegalAction
from durak_tui.net.events import DrawDeclined, DrawOffered, Proposed, SaidText, WantsAgain
from durak_tui.net.guests.lobby import Sits
from durak_tui.net.guests.wishes import Say
from durak_tui.net.line_events import Invited, Withdrawn
from durak_tui.net.stages import Stage
from durak_tui.net.talk import EXTRAS
from durak_tui.net.talk_messages import USUAL_RULES, Again, Agree, Chat, HouseRules, Propose, Resign
from durak_tui.records.record import AGREED
from durak_tui.table.controller import Ended
from durak_tui.table.hidden import HiddenGame
from tests.net.guests.lobbies import Guest, Server, game_of, play, playing


def test_who_waits_is_seen_by_the_others_until_they_hide(server: Server) -> None:
    ann, bob = server.come("Ann"), server.come("Bob")
    ann.calls.look()
    bob.listen()
    assert set(ann.waiting) == {"Bob"}
    bob.calls.mute()
    server.settle()
    assert ann.waiting == {}


def test_two_of_one_name_get_different_names(server: Server) -> None:
    names = ("Bob", "bob", "می‌خواهم", "میخواهم")
    guests = [server.come(name, key=f"{key}") for key, name in enumerate(names)]
    ann = server.come("A")
    for guest in (*guests, ann):
        guest.listen()
    assert set(ann.waiting) == {"Bob", "bob 2", "می‌خواهم", "میخواهم 2"}
    assert guests[1].calls.name == "bob 2"


def test_who_is_invited_accepts_and_both_sit_at_a_table(both: tuple[Guest, Guest]) -> None:
    ann, bob = both
    assert ann.talk.names == bob.talk.names == ("Ann", "Bob")
    assert (ann.chair.seat, bob.chair.seat) == (0, 1)
    assert ann.waiting == {}


def test_an_answer_about_house_rules_is_awaited_until_the_server_passes_it_on(
    server: Server, both: tuple[Guest, Guest]
) -> None:
    ann, bob = (guest.chair for guest in both)
    for chair, message in ((ann, Propose(USUAL_RULES)), (bob, Agree(USUAL_RULES))):
        assert not chair.awaits_server and chair.say(message)
        assert chair.awaits_server
        server.settle()
        assert not chair.awaits_server
    assert bob.talk.stage is not Stage.RULES


def test_an_invitation_is_declined_or_withdrawn(server: Server) -> None:
    ann, bob = server.waiting("Ann", "Bob")
    rules = HouseRules(24, ATTACK_LIMITS["6,5"])
    ann.invite("Bob", rules)
    assert isinstance(bob.last, Invited) and bob.last.rules == rules
    bob.calls.hang_up(bob.last.line)
    server.settle()
    assert ann.refusal == "Bob does not want to play now"
    ann.invite("Bob")
    assert "wait a second" in ann.refusal
    server.now += 1
    line = ann.invite("Bob")
    ann.calls.hang_up(line)
    server.settle()
    assert isinstance(bob.last, Withdrawn)


def test_invitations_that_cross_are_agreement(server: Server) -> None:
    ann, bob = server.waiting("Ann", "Bob")
    ann.calls.invite(ann.waiting["Bob"])
    bob.invite("Ann")
    assert ann.talk.names == bob.talk.names
    assert isinstance(ann.member.at, Sits)


def test_who_is_busy_or_gone_cannot_be_invited(server: Server, both: tuple[Guest, Guest]) -> None:
    carl, dora = server.waiting("Carl", "Dora")
    seen = carl.waiting["Dora"]
    carl.calls.invite(seen._replace(program=str(both[0].member.number)))
    server.settle()
    assert "busy" in carl.refusal
    dora.go()
    carl.calls.invite(seen)
    server.settle()
    assert "no longer here" in carl.refusal


# A table.


def test_what_the_server_has_not_answered_is_not_said_twice(both: tuple[Guest, Guest]) -> None:
    ann, bob = both
    assert ann.chair.say(Propose(HouseRules(52)))
    assert not ann.say(Propose(HouseRules(52)))
    assert len(bob.told(Proposed)) == 1
    bob.say(Propose(HouseRules(36)))
    assert ann.chair.say(Propose(HouseRules(52)))


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(20))
def test_a_game_is_the_same_for_all_three(
    server: Server, both: tuple[Guest, Guest], seed: int
) -> None:
    ann, bob = both
    deck = DECK_SIZES[seed % 3]
    ann.say(Propose(HouseRules(deck)))
    assert play(server, Random(seed), ann, bob) < 10_000
    record = game_of(ann).record()
    assert len(record.deal.deck) == deck
    assert ann.logged() == bob.logged() == [record]
    for guest in (ann, bob):
        assert guest.talk.stage is Stage.BETWEEN
        assert guest.talk.game
        assert guest.talk.game.ending == record.ending
        assert sum(guest.talk.score) == 1
        assert guest.told(Ended)


def test_the_winner_attacks_first_in_the_next_game(ann: Guest, bob: Guest) -> None:
    # Often enough: the lowest trump, too, is that of the winner in half of the games.
    for loser, other in [(ann, bob), (bob, ann)] * 5:
        loser.say(Resign())
        loser.say(Again())
        assert other.told(WantsAgain)
        other.say(Again())
        assert game_of(ann).deal.first == other.chair.seat
        for guest in (ann, bob):
            assert isinstance(guest.talk.game, HiddenGame)
            assert guest.talk.game.first == other.chair.seat
            assert guest.talk.stage is Stage.PLAYING
    assert ann.talk.score == bob.talk.score == (5, 5, 0)


def test_a_draw_is_offered_declined_and_agreed(ann: Guest, bob: Guest) -> None:
    server = ann.server
    ann.agree_on_draw()
    server.settle()
    assert bob.told(DrawOffered)
    bob.decline_draw()
    server.settle()
    assert ann.told(DrawDeclined)
    for guest in (ann, bob):
        guest.agree_on_draw()  # At once.
    server.settle()
    assert ann.logged_game().ending.reason == AGREED
    assert ann.talk.score == (0, 0, 1)


def test_what_is_said_is_printable(both: tuple[Guest, Guest]) -> None:
    ann, bob = both
    assert ann.chair.say(Chat.of("\x1b[31mhallo\n"))
    assert not ann.say(Chat.of("\x07"))
    assert bob.told(SaidText) == [SaidText("[31mhallo")]
    assert ann.say(Chat.of("سلام می‌خواهم 👩‍🚀\u200d\u202e"))
    assert bob.told(SaidText)[-1:] == [SaidText("سلام می‌خواهم 👩‍🚀")]


def test_nobody_talks_without_end_by_any_program(ann: Guest, bob: Guest) -> None:
    for _ in range(EXTRAS + 10):
        ann.server.lobby.handle(ann.member, Say(ann.chair.line, Chat("x")))
        ann.server.settle()
    assert len(bob.told(SaidText)) == EXTRAS
    assert not ann.chair.say(Chat("x"))


def test_an_action_against_the_rules_is_refused_at_once(both: tuple[Guest, Guest]) -> None:
    playing(both[0].server, *both, most=3)
    waits = next(one for one in both if one.talk.game and one.talk.game.to_act != one.chair.seat)
    with pytest.raises(IllegalAction):
        waits.chair.play((50,))


def test_an_action_crossed_by_a_resignation_does_not_count(ann: Guest, bob: Guest) -> None:
    acts, waits = (ann, bob) if ann.talk.game.to_act == 0 else (bob, ann)  # type: ignore[union-attr]
    while not (acts.talk.game and acts.talk.game.choices(acts.chair.seat).cards):
        play(ann.server, Random(5), ann, bob, most=1)
        acts, waits = waits, acts
    waits.chair.say(Resign())
    acts.decide(Random(1))
    ann.server.settle()
    assert ann.logged() == bob.logged()
    assert ann.talk.game.actions == bob.talk.game.actions  # type: ignore[union-attr]

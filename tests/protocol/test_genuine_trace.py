"""A whole game as pyDurak spoke it: ours is the same, byte for byte."""

from collections.abc import Iterator
from typing import get_args

from durak_tui.game.cards import parse_card
from durak_tui.game.deals import Deal, first_attacker
from durak_tui.game.position import DEAL, OVER, PHASE_NAMES, Position
from durak_tui.protocol.messages import (
    Command,
    GameData,
    Kind,
    decode_answer,
    encode_command,
)
from tests.protocol.trace import Line, commands_of, genuine_log, genuine_trace

TRACE = genuine_trace()
KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}


def genuine_deal() -> Deal:
    deck = [parse_card(name) for name in genuine_log()["deck"]]
    return Deal(tuple(deck), first_attacker(deck, 0))


def asked(position: Position, seat: int) -> GameData:
    """The data of a command to the player on a seat."""
    other_hand = position.hand(1 - seat)
    return GameData(
        position.discarded, position.talon_count, position.table, len(other_hand), position.trump
    )


def replay(deal: Deal, answers: Iterator[Line]) -> Iterator[Line]:
    """The lines of a game by our rules and in our encoding, with the answers of the trace."""
    position = deal.position()

    def exchange(seat: int, command: Command) -> tuple[int, ...]:
        said.append(Line(seat, True, encode_command(command).decode()))
        answer = next(answers)
        assert answer.seat == seat, "the other engine is the one that answered"
        said.append(answer)
        return decode_answer(command.kind, answer.text.encode()).cards

    said: list[Line] = []
    hands = deal.deck[:6], deal.deck[6:12]
    for seat in (0, 1):
        exchange(seat, Command("init", [position.trump]))
    for seat in (0, 1):
        exchange(seat, Command("deal", hands[seat], asked(position, seat)))
    while position.phase != OVER:
        if position.phase == DEAL:
            received = position.deal().cards
            for seat in (0, 1):
                exchange(seat, Command("deal", received[seat], asked(position, seat)))
        else:
            kind = KINDS[PHASE_NAMES[position.phase]]
            seat = position.to_act
            cards = exchange(seat, Command(kind, position.table, asked(position, seat)))
            position.check(cards)
            position.play(cards)
    for seat in (0, 1):
        said.append(Line(seat, True, encode_command(Command("game_end")).decode()))
    assert genuine_log()["result"] == {0: "1-0", 1: "0-1", 2: "s-s"}[position.winner]
    return iter(said)


def test_the_trace_holds_every_command() -> None:
    words = {line.text.split()[0] for line in TRACE if line.to_engine}
    assert words == {"init", "deal", "move", "respond", "give_more", "game_end"}
    assert len(TRACE) == 172


def test_our_commands_are_those_of_the_genuine_game_in_the_same_order() -> None:
    answers = (line for line in TRACE if not line.to_engine)
    ours = list(replay(genuine_deal(), answers))
    assert [line.to_engine for line in ours] == [line.to_engine for line in TRACE]
    assert commands_of(ours) == commands_of(TRACE)
    assert next(answers, None) is None, "an answer of the trace was not asked for"

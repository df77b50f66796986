"""Games and single decisions of engines that are objects of this process."""

import json
from collections.abc import Callable, Sequence

from durak_tui.engine.sdk import Engine, Turn
from durak_tui.game.cards import USUAL_DECK, card_names, mask_of, parse_card
from durak_tui.game.deals import Deal, deal
from durak_tui.game.position import DEAL, OVER, Position
from durak_tui.protocol.conversation import QUESTIONS, game_data
from durak_tui.protocol.messages import Command, Kind, decode_answer, encode_command

Watch = Callable[[Position], None]


def decided(engine: Engine, turn: Turn) -> tuple[int, ...]:
    """The cards that an engine decides to play."""
    if turn.kind == "give_more":
        return tuple(engine.give_more(turn) or ())
    card = engine.move(turn) if turn.kind == "move" else engine.respond(turn)
    return () if card is None else (card,)


def turn(kind: str, hand: str, table: str = "", enemy_count: int = 6) -> Turn:
    """A decision of an engine that looks at nothing else; the six of spades is the trump."""
    cards, on_table = ([parse_card(name) for name in names.split()] for names in (hand, table))
    data = f'{{"enemy_count": {enemy_count}}}'.encode()
    return Turn(kind, mask_of(cards), on_table, parse_card("6S"), data)


def late(
    kind: str,
    hand: str,
    enemy: str,
    table: str = "",
    *,
    trump: str = "6S",
    time_left_ms: int = 5000,
    is_hint: bool = False,
) -> Turn:
    """A decision with an empty talon."""
    located = f"{hand} {enemy} {table}".split()
    gone = [name for name in card_names(range(16, 52)) if name not in located]
    data = {
        "discarded": gone, "deck_count": 0, "enemy_count": len(enemy.split()), "trump": trump,
        "time_left_ms": time_left_ms,
    }  # fmt: skip
    cards = [parse_card(name) for name in hand.split()]
    on_table = [parse_card(name) for name in table.split()]
    text = json.dumps(data).encode()
    seen = None if is_hint else 0
    return Turn(kind, mask_of(cards), on_table, parse_card(trump), text, seen_mask=seen)


def ask(
    engine: Engine, kind: Kind, cards: Sequence[int], position: Position, player: int, *, left: int
) -> tuple[int, ...]:
    """A command with its data, and the cards of its answer."""
    command = Command(kind, cards, game_data(position, player))
    answer = engine.answer(encode_command(command, left))
    assert answer is not None
    return decode_answer(kind, answer).cards


def play(
    start: Deal, engines: tuple[Engine, Engine], *, watch: Watch | None = None, left: int = 60_000
) -> Position:
    """The game at its end.  ``watch`` sees it before each answer, and before bouts are
    settled; ``left`` is the time in milliseconds that each command names.

    Raises IllegalAction for an action that is none.
    """
    position = start.position()
    for player, engine in enumerate(engines):
        engine.answer(encode_command(Command("init", (position.trump,))))
        ask(engine, "deal", start.hands[player], position, player, left=left)
    while position.phase != OVER:
        if watch is not None:
            watch(position)
        if position.phase == DEAL:
            dealt = position.deal()
            for player, engine in enumerate(engines):
                ask(engine, "deal", dealt.cards[player], position, player, left=left)
            continue
        player = position.to_act
        kind = QUESTIONS[position.phase]
        cards = ask(engines[player], kind, position.table, position, player, left=left)
        position.check(cards)
        position.play(cards)
    return position


def tables(start: Deal, engines: tuple[Engine, Engine]) -> list[tuple[int, ...]]:
    """The table before each answer of a game, which determines the whole game."""
    seen: list[tuple[int, ...]] = []
    play(start, engines, watch=lambda position: seen.append(tuple(position.table)))
    return seen


def score(
    one: Callable[[int], Engine],
    two: Callable[[int], Engine],
    pairs: int,
    series: str,
    deck: int = USUAL_DECK,
) -> float:
    """The score of the first kind of engine against the second, each deal played twice.

    The engines are made with a seed.
    """
    points = 0.0
    for number in range(pairs):
        engines = one(number), two(number)
        dealt = deal(series, number, deck)
        for game in (dealt, dealt.exchanged()):
            winner = play(game, engines, left=200).winner
            points += (1.0, 0.0, 0.5)[winner]
    return points / (2 * pairs)

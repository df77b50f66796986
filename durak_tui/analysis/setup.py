"""Endgames that a person enters, as a line or by places."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from durak_tui.analysis.typed import WrongLetter, card_typed, check_letters, with_letters
from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message
from durak_tui.common.values import reason_of
from durak_tui.game.cards import card_name
from durak_tui.game.notation import PositionError, parse_position, position_at
from durak_tui.game.position import DEAL, GIVE_MORE, MOVE, OVER, PHASE_NAMES, RESPOND, Position
from durak_tui.game.violation import IllegalAction, Rule

_LISTED: Final = N_("{field}: {why}; cards are written like 6C,TD,AS, with commas between them")
ROLES: Final = (N_("attacker"), N_("defender"))  # Of the first bout, to the end of the line.
TURNS: Final = {"attacker": MOVE, "defender": RESPOND, "give-more": GIVE_MORE}

Called = Callable[[str], str]  # How the field of this name is called where it is entered.


class SetupError(UserError):
    """The reason why an entered position is no endgame."""


def endgame_line(line: str, field: str) -> Position:
    """The endgame of a line of text.  Raises SetupError."""
    line = with_letters(line)
    try:
        position = parse_position(line)
    except PositionError as error:
        with _named(field):
            check_letters(line)
        values = {**error.values, "why": error.illegal and _broken(error.illegal)}
        why = reason_of(Message(error.fault.value, values))
        raise SetupError("{field}: {why}", field=field, why=why) from None
    if position.talon_count:
        text = N_("{field}: the talon must be empty, so that both hands are known")
        raise SetupError(text, field=field)
    if position.phase == DEAL:
        position.deal()
    if position.phase == OVER:
        raise _over()
    if position.cap != position.later_cap:
        text = N_("{field}: with an empty talon this bout has the same attack limit as later ones")
        raise SetupError(text, field=field)
    return position


def endgame(
    *, attacker: str, defender: str, trump: str, table: str, to_act: str | None, called: Called
) -> Position:
    """The endgame of cards by name, with the attacker as player 0.

    ``to_act`` is one of :data:`TURNS`; without one, the table decides.  Raises SetupError.
    """
    hands = [
        _cards(attacker, called("attacker")),
        _cards(defender, called("defender")),
    ]
    played = _cards(table, called("table"))
    trumps = _trump(trump, called("trump"))
    _check_places(dict(zip((*ROLES, "table"), (*hands, played), strict=True)), called)
    waits = RESPOND if len(played) % 2 else MOVE
    phase = TURNS[to_act] if to_act else waits
    try:
        return position_at(hands, table=played, trump=trumps, attacker=0, phase=PHASE_NAMES[phase])
    except PositionError as error:
        if error.at is not None and error.illegal:
            raise _wrong_table(error.illegal, error.at, played, called) from None
    if phase == waits or not hands[0]:
        raise _over()
    needed = (
        N_("{field} {turn}: needs a {table} with each attack beaten")
        if phase == MOVE
        else N_("{field} {turn}: needs a {table} with a last card that is not beaten")
    )
    raise SetupError(needed, field=called("to-act"), turn=to_act, table=called("table"))


def _over() -> SetupError:
    return SetupError(N_("the game is over here; give both players cards"))


def _broken(error: IllegalAction) -> Message:
    return Message(error.rule.text, error.values)


def _wrong_table(error: IllegalAction, at: int, table: list[int], called: Called) -> SetupError:
    if error.rule in (Rule.GAME_OVER, Rule.BOUT_OVER):
        text = N_("{field}: the game is over before {card} is played; give the players more cards")
        return SetupError(text, field=called("table"), card=card_name(table[at]))
    text = N_(
        "{field}: {role}: {why}; name the cards of this bout in the order of play: an attack, the"
        " card that beats it, the next attack ..."
    )
    role = Message(ROLES[at % 2])
    return SetupError(text, field=called("table"), role=role, why=_broken(error))


def _cards(text: str, field: str, advice: str = _LISTED) -> list[int]:
    names = text.split(",") if text.strip() else []
    try:
        with _named(field):
            return [card_typed(name.strip()) for name in names]
    except ValueError as error:
        raise SetupError(advice, field=field, why=error) from None


def _trump(text: str, field: str) -> int:
    cards = _cards(
        text, field, N_("{field}: {why}; give any one card of the trump suit, such as 7S")
    )
    if len(cards) != 1:
        advice = N_("{field}: give any one card of the trump suit, such as 7S")
        raise SetupError(advice, field=field)
    return cards[0]


@contextmanager
def _named(field: str) -> Iterator[None]:
    """Turn a WrongLetter here into a SetupError of this field."""
    try:
        yield
    except WrongLetter as error:
        raise SetupError("{field}: {why}", field=field, why=error) from None


def _check_places(places: dict[str, list[int]], called: Called) -> None:
    """Raise SetupError for a card that is in two places."""
    found: dict[int, str] = {}
    for place, cards in places.items():
        for card in cards:
            first = found.setdefault(card, place)
            if first == place and cards.count(card) == 1:
                continue
            shown = {"card": card_name(card), "first": called(first), "second": called(place)}
            if first == place:
                text = N_("{second} names {card} twice; a deck has it only once")
            elif place == "table":
                text = N_(
                    "{card} is named in {first} and in {second}; leave out of the hands what lies"
                    " on the table"
                )
            else:
                text = N_("{card} is named in {first} and in {second}; a deck has it only once")
            raise SetupError(text, **shown)

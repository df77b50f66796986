"""A game as the card table shows it to one of its players, and the keys of the cards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase, digits
from typing import Literal, NamedTuple

from durak_tui.game.cards import mask_of, suit_of
from durak_tui.game.position import DEAL, DRAW, Position
from durak_tui.records.record import VOID, Ending, GameRecord, bouts
from durak_tui.table.adviser import Advice
from durak_tui.table.game import Choices, Game
from durak_tui.tui.toolkit.card_table import Part, SeatView, TableView, sorted_hand
from durak_tui.words.play import score_mark


def card_keys(taken: Iterable[str]) -> str:
    """The keys that cards have, in their order: those that do nothing else.

    The capitals come last, for hands as nobody hopes to hold one.
    """
    used = set(taken)
    small = [key for key in digits[1:] + digits[0] + ascii_lowercase if key not in used]
    large = [key.upper() for key in small if key.isalpha() and key.upper() not in used]
    return "".join([*small, *large])


def slots_of(position: Position, seat: int) -> list[int | None]:
    """Where the cards of a hand lie, from the beginning of a bout to its end: sorted, with a
    gap before the trumps, the cards that were played in this bout included."""
    attacks = seat == position.attacker
    played = position.table[0 if attacks else 1 :: 2]
    given = position.given if attacks else ()
    hand = position.hands[seat] | mask_of(played) | mask_of(given)
    cards = sorted_hand(hand, position.trump)
    trump = suit_of(position.trump)
    plain = [card for card in cards if suit_of(card) != trump]
    trumps = cards[len(plain) :]
    return [*plain, *([None] if plain and trumps else []), *trumps]


class Hand:
    """The player's cards at one decision: their keys, the cursor, the ones chosen."""

    def __init__(self, keys: str) -> None:
        """``keys`` are those of the cards from left to right."""
        self.slots: list[int | None] = []
        self.choices = Choices()
        self.chosen: list[int] = []
        """The cards that are to be given with the next decision."""
        self.cursor: int | None = None
        self._all_keys = keys
        self._keys: dict[int, str] = {}

    def update(self, game: Game, seat: int) -> None:
        """The game has gone on."""
        self.slots = slots_of(game.position, seat)
        cards = [card for card in self.slots if card is not None]
        self._keys = dict(zip(cards, self._all_keys, strict=False))
        self.choices = game.choices(seat)
        self.chosen = []
        legal = self.legal
        if self.cursor not in legal:
            self.cursor = legal[0] if legal else None

    @property
    def legal(self) -> list[int]:
        """The cards that may be played, from left to right."""
        legal = self.choices.cards
        return [card for card in self.slots if card is not None and legal >> card & 1]

    @property
    def legal_keys(self) -> dict[int, str]:
        """Their keys; a card for which none was left is told by a blank."""
        return {card: self._keys.get(card, " ") for card in self.legal}

    def card_of(self, key: str) -> int | None:
        """The card that has this key in this bout."""
        return next((card for card, its in self._keys.items() if its == key), None)

    def toggle(self, card: int) -> None:
        """Choose a card to be given, or no longer."""
        if card in self.chosen:
            self.chosen.remove(card)
        else:
            self.chosen.append(card)

    def step(self, by: int) -> bool:
        """Move the cursor by so many legal cards; whether it has moved."""
        legal = self.legal
        if not legal:
            return False
        here = legal.index(self.cursor) if self.cursor in legal else 0
        there = legal[max(0, min(here + by, len(legal) - 1))]
        moved = there != self.cursor
        self.cursor = there
        return moved

    def line(self, by: int, across: int) -> bool:
        """Move the cursor by so many lines of ``across`` slots each; whether it has moved."""
        places = {card: number for number, card in enumerate(self.slots) if card is not None}
        here = places.get(-1 if self.cursor is None else self.cursor)
        if here is None:
            return False
        line = here // across + by
        there = [card for card in self.legal if places[card] // across == line]
        if not there:
            return False
        self.cursor = min(there, key=lambda card: abs(places[card] % across - here % across))
        return True


def marks(advice: Advice, *, sure: bool) -> Mapping[int, tuple[str, bool]]:
    """For each card that may be played: its score in two characters, and whether it is the
    best or among them.

    Where several cards may be given, a card has the score of the best way to give it.
    """
    best: dict[int, float] = {}
    for action, score in advice.scores.items():
        for card in action:
            best[card] = max(score, best.get(card, 0.0))
    found = {
        card: (score_mark(score, sure=sure), card in advice.best) for card, score in best.items()
    }
    return {**dict.fromkeys(advice.best, ("", True)), **found}


def table_view(
    game: Game,
    seat: int,
    hand: Hand,
    names: tuple[str, str],
    *,
    news: str,
    warns: bool,
    task: str,
    score: str,
    marks: Mapping[int, tuple[str, bool]],
    shows_known: bool,
) -> TableView:
    """All that the table shows to the player at this seat now.

    Args:
        names: of seat 0 and 1, fit to be shown.
        shows_known: with the cards of the other hand that can be known.
    """
    position = game.position
    other = 1 - seat
    top = _seat_view(game, other, names[other], position.hands[other] if game.over else None)
    if shows_known:
        top = replace(top, known=game.known(seat))
    return TableView(
        top,
        _seat_view(game, seat, names[seat], position.hands[seat]),
        trump=position.trump,
        talon_count=position.talon_count,
        discard_count=len(position.discarded),
        table=tuple(position.table),
        given=tuple(position.given),
        news=news,
        warns=warns,
        task=task,
        score=score,
        keys=hand.legal_keys,
        marks=marks,
        cursor=hand.cursor,
        chosen=tuple(hand.chosen),
        slots=hand.slots,
    )


def _seat_view(game: Game, seat: int, name: str, hand: int | None) -> SeatView:
    count = game.position.hands[seat].bit_count()
    return SeatView(name, count, hand, part=_part(game, seat), to_act=game.to_act == seat)


def _part(game: Game, seat: int) -> Part:
    if game.ending:
        if game.ending.winner == DRAW:
            return "drew"
        return "won" if game.ending.winner == seat else "lost"
    if seat == game.position.attacker:
        return "attacks"
    return "takes" if game.position.taking else "defends"


class BoutLine(NamedTuple):
    """One bout of the log at the side."""

    number: int
    attacker: int
    cards: Sequence[int]
    given: Sequence[int]
    end: Literal["", "beaten", "taken"]
    """Nothing as long as it is on, and where the game has ended in the middle of it."""


def bout_lines(game: Game) -> Iterator[BoutLine]:
    """The bouts so far, without one that has no card yet."""
    record = GameRecord(
        game.deal,
        game.actions,
        game.ending or Ending(VOID, "unfinished"),
        game.names,
        game.started_at,
        game.started_at,
    )
    found = [bout for bout in bouts(record) if bout.cards]
    for number, bout in enumerate(found, 1):
        lies_there = number == len(found) and bool(game.position.table)
        phase = game.position.phase if lies_there else DEAL
        end: Literal["", "beaten", "taken"] = ""
        if bout.given or (len(bout.cards) % 2 and phase == DEAL):
            end = "taken"
        elif len(bout.cards) % 2 == 0 and phase >= DEAL:
            end = "beaten"
        yield BoutLine(number, bout.attacker, bout.cards, bout.given, end)

"""A game as its players see it on the card table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase, digits
from typing import Final, Literal, NamedTuple

from durak_tui.common.i18n import _
from durak_tui.game.cards import mask_of
from durak_tui.game.position import DEAL, Position
from durak_tui.records.record import VOID, Ending, GameRecord, bouts
from durak_tui.table.adviser import Advice, Hints
from durak_tui.table.controller import Controller
from durak_tui.table.game import Choices, Game
from durak_tui.tui.play.news import News
from durak_tui.tui.toolkit.card_table import SeatView, TableView, part_of, spread_hand
from durak_tui.words.play import ScreenWords, hint_asked, score_mark

LONG_PAUSE: Final = 1.5
"""Seconds from which on a pause says how it is ended."""


def card_keys(taken: Iterable[str]) -> str:
    """The keys that are left for cards: digits and letters, capitals last."""
    used = set(taken)
    small = [key for key in digits[1:] + digits[0] + ascii_lowercase if key not in used]
    large = [key.upper() for key in small if key.isalpha() and key.upper() not in used]
    return "".join([*small, *large])


def slots_of(position: Position, seat: int) -> list[int | None]:
    """The places of a hand, which its cards keep for a bout."""
    attacks = seat == position.attacker
    played = mask_of(position.table[0 if attacks else 1 :: 2])
    given = mask_of(position.given) if attacks else 0
    return spread_hand(position.hands[seat] | played | given, position.trump)


class Hand:
    """The player's cards at one decision, with their keys and the cursor."""

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
        """Take in how the game stands now."""
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
        """The legal cards from left to right."""
        legal = self.choices.cards
        return [card for card in self.slots if card is not None and legal >> card & 1]

    @property
    def legal_keys(self) -> dict[int, str]:
        """The keys of these cards, a blank where none was left."""
        return {card: self._keys.get(card, " ") for card in self.legal}

    def card_of(self, key: str) -> int | None:
        return next((card for card, its in self._keys.items() if its == key), None)

    def toggle(self, card: int) -> None:
        """Choose a card to be given, or no longer choose it."""
        if card in self.chosen:
            self.chosen.remove(card)
        else:
            self.chosen.append(card)

    def step(self, by: int) -> bool:
        """Move by legal cards; whether the cursor has moved."""
        legal = self.legal
        if not legal:
            return False
        here = legal.index(self.cursor) if self.cursor in legal else 0
        there = legal[max(0, min(here + by, len(legal) - 1))]
        moved = there != self.cursor
        self.cursor = there
        return moved

    def line(self, by: int, across: int) -> bool:
        """Move by lines of ``across`` slots each; whether the cursor has moved."""
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
    """For each legal card its score, and whether it is best.

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
    news: News,
    *,
    task: str,
    score: str,
    marks: Mapping[int, tuple[str, bool]],
    shows_known: bool,
) -> TableView:
    """All that the table shows to the player at this seat.

    Args:
        names: of seat 0 and 1, fit to be shown.
        shows_known: show the cards that can be known to be in the other hand.
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
        news=news.text,
        warns=news.warns,
        task=task,
        score=score,
        keys=hand.legal_keys,
        marks=marks,
        cursor=hand.cursor,
        chosen=tuple(hand.chosen),
        slots=hand.slots,
    )


def task_text(
    controller: Controller, words: ScreenWords, hand: Hand, hints: Hints, pause: float
) -> str:
    """What a hint says, or what may be done now."""
    game = controller.game
    if adviser := hints.thinking(game):
        return hint_asked(adviser.config.shown)
    if (advice := hints.at(game)) and (hint := words.hint(advice)):
        return hint
    if game.over:
        return words.after()
    if controller.failed:
        return words.in_trouble()
    if controller.pauses:
        return _("Any key goes on.") if pause >= LONG_PAUSE else ""
    if game.to_act == game.here:
        return words.task(len(hand.chosen))
    return words.thinking() if controller.is_slow else ""


def only_moved(before: TableView, now: TableView) -> TableView:
    """The cards where they are now, all words about them as before."""
    same_bout = now.slots == before.slots
    return replace(
        now,
        top=replace(now.top, part=before.top.part, to_act=before.top.to_act),
        bottom=replace(now.bottom, part=before.bottom.part, to_act=before.bottom.to_act),
        news=before.news,
        warns=before.warns,
        task=before.task,
        keys=before.keys if same_bout else {},
        cursor=before.cursor if same_bout else None,
    )


def _seat_view(game: Game, seat: int, name: str, hand: int | None) -> SeatView:
    position = game.position
    part = part_of(seat, position.attacker, taking=position.taking, ending=game.ending)
    count = position.hands[seat].bit_count()
    return SeatView(name, count, hand, part=part, to_act=game.to_act == seat)


class BoutLine(NamedTuple):
    """One bout of the log at the side."""

    number: int
    attacker: int
    cards: Sequence[int]
    given: Sequence[int]
    end: Literal["", "beaten", "taken"]
    """Empty while it is on, and if the game has ended in the middle of it."""


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

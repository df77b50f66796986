"""Write an engine in Python: subclass :class:`Engine`, decide three things, call ``main``.

``durak-tui new-engine NAME`` writes an engine to begin with, and ``durak-tui new-engine
--guide`` prints the guide, which has one of fifteen lines.

Cards are small integers; ``card_name``, ``rank_of`` and ``suit_of`` of
:mod:`durak_tui.game.cards` read them.  The base class speaks the protocol, both versions,
keeps the hand, and plays game after game in one process.
"""

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar

from durak_tui.common.native import mypyc_attr
from durak_tui.game.caps import Caps, attacks_on, caps_of
from durak_tui.game.cards import (
    SUIT_MASK,
    give_limit,
    in_playing_order,
    mask_of,
    parse_card,
    playable,
    suit_of,
)
from durak_tui.protocol.messages import (
    Features,
    Info,
    decode_game_data,
    encode_answer,
    encode_features,
    encode_info,
    split_command,
)

if TYPE_CHECKING:
    from argparse import ArgumentParser

__all__ = ["Engine", "Info", "Turn", "main"]


class Turn:
    """One decision: what the engine holds, sees and may do.

    Lists of own cards are cheapest first, plain suits by rank, then trumps by rank, except
    for :attr:`received`.
    """

    __slots__ = (
        "_arrivals", "_data", "_json", "_seen", "hand_mask", "kind", "legal_mask", "table", "trump",
    )  # fmt: skip

    def __init__(
        self,
        kind: str,
        hand_mask: int,
        table: Sequence[int],
        trump: int,
        json: bytes,
        *,
        arrivals: Sequence[int] = (),
        seen_mask: int | None = None,
    ) -> None:
        """Read a turn from its command.

        ``arrivals`` are all cards that have entered the hand, in order; ``seen_mask`` is None for a
        hint, whose data have the known cards of the opponent's hand.
        """
        self.kind = kind
        self.hand_mask = hand_mask
        self.table = table  # Attacks at even indices, the cards that beat them at odd ones.
        self.trump = trump
        self._json = json
        self._seen = seen_mask
        self._data: dict[str, Any] | None = None
        self._arrivals = arrivals
        self.legal_mask = playable(hand_mask, table, trump & 3, beating=kind == "respond")

    @property
    def hand(self) -> list[int]:
        return list(in_playing_order(self.hand_mask, self.trump & 3))

    @property
    def received(self) -> list[int]:
        """The hand in order of arrival, or as a hint lists it."""
        # A card that was played and taken back counts from the last time it came.
        left = self.hand_mask
        cards = []
        for card in reversed(self._arrivals):
            if left >> card & 1:
                left ^= 1 << card
                cards.append(card)
        cards.reverse()
        return cards

    @property
    def legal(self) -> list[int]:
        """The cards that may be played now."""
        return list(in_playing_order(self.legal_mask, self.trump & 3))

    @property
    def cheapest(self) -> int | None:
        """The first of :attr:`legal`, or None."""
        trumps = SUIT_MASK[self.trump & 3]
        mask = self.legal_mask & ~trumps or self.legal_mask
        return (mask & -mask).bit_length() - 1 if mask else None

    @property
    def is_hint(self) -> bool:
        """True for a question about another game."""
        return self._seen is None

    @property
    def must_play(self) -> bool:
        """True if passing is not allowed: only when leading."""
        return self.kind == "move" and not self.table

    @property
    def limit(self) -> int:
        """``give_more``: how many cards may be given at most."""
        attacks = self.caps.first - attacks_on(len(self.table))
        # A hint may be about a game that cannot be.
        return max(0, min(give_limit(self.enemy_count), attacks))

    @property
    def caps(self) -> Caps:
        """The attack limit, with this bout as the first (H-001)."""
        return caps_of(self.data.get("attack_limit"))

    def is_trump(self, card: int) -> bool:
        return suit_of(card) == suit_of(self.trump)

    @property
    def data(self) -> dict[str, Any]:
        """All that the command says; card names are texts there."""
        # Read only when asked for: parsing costs as much as a simple engine's decision.
        if self._data is None:
            self._data = decode_game_data(self._json)
        return self._data

    @property
    def enemy_count(self) -> int:
        """Cards in the opponent's hand."""
        return int(self.data["enemy_count"])

    @property
    def deck_count(self) -> int:
        """Cards in the talon, the open trump included."""
        return int(self.data["deck_count"])

    @property
    def discarded(self) -> list[int]:
        """The cards that have left the game."""
        return _cards(self.data["discarded"])

    @property
    def discarded_mask(self) -> int:
        return mask_of(self.discarded)

    @property
    def enemy_known_mask(self) -> int:
        """The cards that the opponent took or drew openly, and still holds.

        A hint has their whole hand as soon as at most one card is left in the talon.
        """
        if self._seen is None:
            return mask_of(_cards(self.data.get("enemy_known", ())))
        # Cards never go back into the talon: one that was seen and is nowhere else was taken.
        open_trump = 1 << self.trump if self.deck_count else 0
        elsewhere = self.hand_mask | mask_of(self.table) | self.discarded_mask | open_trump
        return self._seen & ~elsewhere

    @property
    def enemy_known(self) -> list[int]:
        """The cards of :attr:`enemy_known_mask`, cheapest first."""
        return list(in_playing_order(self.enemy_known_mask, self.trump & 3))

    @property
    def time_left_ms(self) -> int | None:
        """Milliseconds until the answer comes too late, if the runner says."""
        return self.data.get("time_left_ms")


def _cards(names: Sequence[str]) -> list[int]:
    return [parse_card(name) for name in names]


@mypyc_attr(allow_interpreted_subclasses=True)
class Engine:
    """Base class; a subclass's own state is reset in :meth:`new_game`."""

    name: ClassVar[str | None] = None
    version: ClassVar[str | None] = None
    author: ClassVar[str | None] = None
    hints: ClassVar[bool] = True
    """Answers questions about positions of any game.  A decision that depends on nothing
    but its turn can; an engine that remembers the game sets this to False, or looks at
    :attr:`Turn.is_hint`."""

    def __init__(self) -> None:
        self.trump = 0
        self.hand_mask = 0
        self._arrivals: list[int] = []  # Every card that has entered the hand, in order.
        self._seen_mask = 0
        self._output: BinaryIO = sys.stdout.buffer

    def move(self, turn: Turn) -> int | None:
        """Lead or throw in a card; None declares the bout beaten."""
        raise TypeError(f"{type(self).__name__} has no method move(turn)")

    def respond(self, turn: Turn) -> int | None:
        """Beat the last card of the table; None takes."""
        raise TypeError(f"{type(self).__name__} has no method respond(turn)")

    def give_more(self, turn: Turn) -> Sequence[int] | None:
        """Return cards to add to those taken, at most ``turn.limit``."""
        return ()

    @classmethod
    def add_options(cls, parser: "ArgumentParser") -> None:
        """Declare what the program understands on its command line.

        An option that is given becomes a keyword argument of the class, so its default is
        the one in ``__init__``.  If that raises ValueError, the program ends with its text.
        """

    def new_game(self, trump: int) -> None:
        """Begin a game with this open trump card."""

    def dealt(self, cards: Sequence[int]) -> None:
        """Take note of cards drawn, or taken from the table."""

    def game_over(self) -> None:
        """Take note that the game has ended."""

    def info(self, info: Info) -> None:
        """Send a thought before the answer (version 2 only)."""
        if self._speaks_version_2():
            self._output.write(encode_info(info) + b"\n")
            self._output.flush()

    @staticmethod
    def _speaks_version_2() -> bool:
        return os.environ.get("DURAK_PROTOCOL", "1") not in ("", "0", "1")

    def run(self, lines: BinaryIO | None = None, output: BinaryIO | None = None) -> None:
        """Answer commands until the input or, in protocol 1, the game ends."""
        self._output = output = output or sys.stdout.buffer
        persistent = self._speaks_version_2()
        for line in lines or sys.stdin.buffer:
            answer = self.answer(line)
            if answer is not None:
                output.write(answer + b"\n")
                output.flush()
            elif not persistent and line.split() == [b"game_end"]:
                return

    def answer(self, line: bytes) -> bytes | None:
        """The answer to one command line, or None if it has none."""
        try:
            word, cards, json = split_command(line)
        except ValueError as error:
            return f"Error: {error}".encode()
        if word.startswith("hint ") and self.hints:
            return self._hint(word.removeprefix("hint "), cards, json)
        if word == "deal":
            received = mask_of(cards)
            self.hand_mask |= received
            self._seen_mask |= received
            self._arrivals += cards
            self.dealt(cards)
            return b"ok"
        if word == "init" and len(cards) == 1:
            self.hand_mask = 0
            self._arrivals = []
            self.trump = cards[0]
            self._seen_mask = 1 << cards[0]
            self.new_game(cards[0])
            return encode_features(self._features())
        if word == "game_end":
            self.game_over()
            return None
        self._seen_mask |= mask_of(cards)
        turn = Turn(
            word, self.hand_mask, cards, self.trump, json,
            arrivals=self._arrivals, seen_mask=self._seen_mask,
        )  # fmt: skip
        decided = self._decide(turn)
        if decided is None:
            return f'Error: Unknown command "{word}"'.encode()
        self.hand_mask &= ~mask_of(decided)
        return encode_answer(decided)

    def _hint(self, kind: str, table: Sequence[int], json: bytes) -> bytes:
        try:
            data = decode_game_data(json)
            hand, trump = _cards(data["hand"]), parse_card(data["trump"])
            _cards([*data["discarded"], *data.get("enemy_known", ())])
            counts = data["enemy_count"], data["deck_count"]
            times = data.get("time_left_ms", 0), data.get("game_time_left_ms", 0)
            caps_of(data.get("attack_limit"))
            for number in (*counts, *times):
                if type(number) is not int or number < 0:
                    raise ValueError(f"{number!r} cannot be a number of cards or milliseconds")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            text = f"Error: a hint needs hand and trump, and what a move has: {error!r}"
            return text.encode()
        decided = self._decide(Turn(kind, mask_of(hand), table, trump, json, arrivals=hand))
        if decided is None:
            return f'Error: Unknown command "hint {kind}"'.encode()
        return encode_answer(decided)

    def _decide(self, turn: Turn) -> Sequence[int] | None:
        if turn.kind == "move":
            card = self.move(turn)
        elif turn.kind == "respond" and turn.table:
            card = self.respond(turn)
        elif turn.kind == "give_more":
            return self.give_more(turn) or ()
        else:
            return None
        return () if card is None else (card,)

    def _features(self) -> Features:
        if not self._speaks_version_2():
            return Features()
        return Features(2, self.name, self.version, self.author, True, self.hints)


def main(engine: type[Engine]) -> None:
    """Run an engine as a program."""
    # A runner that is gone, or Ctrl-C of one who tries it by hand, is no error.
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        # argparse, which is slow to load, is for those programs only that are given arguments.
        player = _with_options(engine) if len(sys.argv) > 1 else engine()
        player.run()
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _with_options(engine: type[Engine]) -> Engine:
    import argparse

    # What is not given is left out: its default stands in the class, and only there.
    parser = argparse.ArgumentParser(
        argument_default=argparse.SUPPRESS,
        description=f"{engine.name or engine.__name__}: a Durak engine. It reads commands from"
        " standard input and answers on standard output; a match runner starts it.",
    )
    if engine.version:
        version = engine.version.replace("%", "%%")
        parser.add_argument("--version", action="version", version=f"%(prog)s {version}")
    engine.add_options(parser)
    options = vars(parser.parse_args())
    try:
        return engine(**options)
    except ValueError as error:
        parser.error(str(error))

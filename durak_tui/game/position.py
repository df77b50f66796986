"""A game of two-player throw-in Durak and its rules.

The rules are pyDurak's (docs/rules.md, D-100 to D-105 and the end of a game).  In ``MOVE``
the attacker leads or throws in, in ``RESPOND`` the defender beats the last card or takes, in
``GIVE_MORE`` the attacker adds cards to those being taken, and in ``DEAL`` the bout is settled
and both draw.  Each phase has its method; after it ``phase`` and ``to_act`` say what comes
next.  The methods trust their caller: code that plays for a stranger
calls :meth:`Position.check` first.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from durak_tui.game.caps import NO_CAPS, Caps, attacks_on
from durak_tui.game.cards import (
    BEATS,
    BIT,
    HAND_SIZE,
    SUIT_MASK,
    card_name,
    card_names,
    cards_in,
    full_deck,
    give_limit,
    in_playing_order,
    mask_of,
    playable,
)
from durak_tui.game.violation import IllegalAction, Rule

MOVE: Final = 0
RESPOND: Final = 1
GIVE_MORE: Final = 2
DEAL: Final = 3
OVER: Final = 4
PHASE_NAMES: Final = ("move", "respond", "give_more", "deal", "over")
BEATEN: Final = "beaten"
TAKEN: Final = "taken"
EMPTY: Final = "-"

PASS: Final = -1  # In place of a card: "beaten" from the attacker, "take" from the defender.

DRAW: Final = 2
UNDECIDED: Final = -1

Action = tuple[int, ...]


class Dealt(NamedTuple):
    """The cards that each player received after a bout, player 0 first."""

    cards: tuple[Sequence[int], Sequence[int]]
    taken_by: int | None  # The player who took the table, or None if the bout was beaten.


class Position:
    """The whole state of one game, both hands and the talon included.

    Players are 0 and 1.  ``hands`` are masks, and so is ``taken``: what each player has taken
    from the table since the game began.  ``table``, ``given`` and ``discarded`` hold cards in the
    order of play; on the table each attack is followed by the card that beat it.  ``cap`` is
    the most attacks of this bout, ``later_cap`` of those to come.
    """

    __slots__ = (
        "attacker", "cap", "discarded", "drawn", "given", "hands", "later_cap", "phase", "table",
        "taken", "taking", "talon", "to_act", "trump", "winner",
    )  # fmt: skip

    def __init__(
        self,
        hands: tuple[int, int],
        talon: Sequence[int],
        attacker: int,
        *,
        trump: int | None = None,
        discarded: Iterable[int] = (),
        caps: Caps = NO_CAPS,
    ) -> None:
        """The start of a bout; ``trump`` only where no talon shows it.

        For ``caps`` this bout is the first.
        """
        if trump is None:
            trump = talon[-1]
        self.hands = [hands[0], hands[1]]
        self.talon = talon
        self.drawn = 0
        self.trump = trump
        self.attacker = attacker
        self.to_act = attacker
        self.phase = MOVE
        self.table: list[int] = []
        self.given: list[int] = []
        self.discarded = tuple(discarded)
        self.taken = [0, 0]
        self.taking = False
        self.later_cap, self.cap = caps
        self.winner = UNDECIDED  # 0, 1 or DRAW once the game is over.
        if not talon and not (hands[0] and hands[1]):
            self._finish()

    @classmethod
    def from_deck(cls, deck: Sequence[int], first: int, caps: Caps = NO_CAPS) -> "Position":
        """The start of a game.  Raises ValueError for a deck not whole."""
        if sorted(deck) != list(full_deck(len(deck))):
            raise ValueError("a deck holds each of its cards exactly once")
        return cls(
            (mask_of(deck[:HAND_SIZE]), mask_of(deck[HAND_SIZE : 2 * HAND_SIZE])),
            tuple(deck[2 * HAND_SIZE :]),
            first,
            caps=caps,
        )

    def copy(self) -> "Position":
        other = Position(
            (self.hands[0], self.hands[1]),
            self.talon,
            self.attacker,
            trump=self.trump,
            discarded=self.discarded,
        )
        other.drawn = self.drawn
        other.to_act = self.to_act
        other.phase = self.phase
        other.table = self.table[:]
        other.given = self.given[:]
        other.taken = self.taken[:]
        other.taking = self.taking
        other.cap = self.cap
        other.later_cap = self.later_cap
        other.winner = self.winner
        return other

    @property
    def defender(self) -> int:
        return 1 - self.attacker

    @property
    def talon_count(self) -> int:
        """Cards left in the talon, the open trump included."""
        return len(self.talon) - self.drawn

    @property
    def caps(self) -> Caps:
        """The attack limit now, with this bout as the first."""
        return Caps(self.later_cap, self.cap)

    @property
    def attacks_left(self) -> int:
        """Cards that the attacker may still play in this bout (H-001)."""
        return self.cap - attacks_on(len(self.table)) - len(self.given)

    def legal(self) -> int:
        """The mask of the cards that the player to act may play.

        They beat the last card (D-101), or have a rank of the table (D-102). In ``GIVE_MORE``
        any subset of at most :meth:`give_limit` cards is legal; :meth:`may_pass` says whether
        passing is allowed.
        """
        if self.phase > GIVE_MORE:
            return 0
        hand, trump_suit = self.hands[self.to_act], self.trump & 3
        return playable(hand, self.table, trump_suit, beating=self.phase == RESPOND)

    def may_pass(self) -> bool:
        """True if the player to act may pass, playing no card."""
        return self.phase != MOVE or bool(self.table)

    def give_limit(self) -> int:
        """The most cards that may be given to the taker (D-103, H-001)."""
        return min(give_limit(self.hands[1 - self.attacker].bit_count()), self.attacks_left)

    def legal_actions(self) -> Iterator[Action]:
        """All legal actions, cheapest card first and passing last.

        Of cards to give, the largest sets come first; there are up to 2**n sets of n cards.
        """
        cards = list(in_playing_order(self.legal(), self.trump & 3))
        if self.phase == GIVE_MORE:
            for size in range(min(self.give_limit(), len(cards)), -1, -1):
                yield from combinations(cards, size)
        elif self.phase < GIVE_MORE:
            for card in cards:
                yield (card,)
            if self.may_pass():
                yield ()

    def seen(self, player: int) -> int:
        """The mask of a player's cards that have lain open.

        They were taken from the table, or are the trump once it has been drawn.
        """
        drawn_trump = 0 if self.talon_count else BIT[self.trump]
        return self.hands[player] & (self.taken[player] | drawn_trump)

    def known(self, player: int) -> int:
        """The mask of a player's cards that the opponent can know.

        Once no card of the talon lies face down, that is the whole hand: all that is not elsewhere.
        """
        return self.hands[player] if self.talon_count <= 1 else self.seen(player)

    def check(self, cards: Sequence[int], *, capped: bool = True) -> None:
        """Raise :class:`IllegalAction` if the player to act may not play these cards.

        No card means passing.  The order of the questions is the original's: how many,
        whose, which rank.  If not ``capped``, they are those of the rules without an attack
        limit; which of the cards count then is said by :meth:`counted`.
        """
        if self.phase == GIVE_MORE:
            limit = self.give_limit()
            if not capped:
                limit = give_limit(self.hands[1 - self.attacker].bit_count())
            if len(cards) > limit:
                raise IllegalAction(Rule.GIVE_LIMIT, cards[-1], count=len(cards), limit=limit)
        elif self.phase > GIVE_MORE:
            raise IllegalAction(Rule.GAME_OVER if self.phase == OVER else Rule.BOUT_OVER)
        elif len(cards) > 1:
            raise IllegalAction(Rule.ONE_CARD)
        elif not cards:
            if self.phase == MOVE and not self.table:
                raise IllegalAction(Rule.MUST_LEAD)
            return
        legal = self.legal()
        if len(cards) == 1 and legal >> cards[0] & 1:
            return
        for card in cards:
            if not self.hands[self.to_act] >> card & 1:
                raise IllegalAction(Rule.NOT_HELD, card)
        for card in cards:
            if not legal >> card & 1:
                rule = self._weakness(card) if self.phase == RESPOND else Rule.RANK_NOT_ON_TABLE
                raise IllegalAction(rule, card, table=self.table, trump=self.trump)
        if len(set(cards)) < len(cards):
            raise IllegalAction(Rule.GIVEN_TWICE)

    def counted(self, cards: Action) -> Action:
        """The part that counts of cards chosen without knowing the caps (H-003)."""
        return cards[: self.give_limit()] if self.phase == GIVE_MORE else cards

    def _weakness(self, card: int) -> Rule:
        to_beat = self.table[-1] & 3
        if card & 3 == to_beat:
            return Rule.LOWER
        return Rule.TRUMP_NEEDED if to_beat == self.trump & 3 else Rule.OTHER_SUIT

    def play(self, cards: Sequence[int]) -> None:
        """Play for the player to act, unchecked; see :meth:`check`."""
        phase = self.phase
        if phase == GIVE_MORE:
            self.give_more(cards)
        elif phase == RESPOND:
            self.respond(cards[0] if cards else PASS)
        else:
            self.move(cards[0] if cards else PASS)

    def move(self, card: int) -> None:
        """Lead, throw in, or with PASS declare the bout beaten."""
        if card < 0:
            self.phase = DEAL
            return
        attacker = self.attacker
        hands = self.hands
        rest = hands[attacker] = hands[attacker] ^ BIT[card]
        self.table.append(card)
        self.phase = RESPOND
        self.to_act = 1 - attacker
        # The early end: out of cards with an empty talon, the attacker has won at once,
        # unless the defender's only card can still make it a draw.
        if not rest and self.drawn == len(self.talon):
            answer = hands[1 - attacker]
            if answer & (answer - 1) or not answer & BEATS[self.trump & 3][card]:
                self._finish()

    def respond(self, card: int) -> None:
        """Beat the last card, or with PASS take the table."""
        attacker = self.attacker
        hands = self.hands
        self.to_act = attacker
        if card < 0:
            self.taking = True
            may_give = hands[attacker] and len(self.table) < 2 * self.cap - 1
            self.phase = GIVE_MORE if may_give else DEAL
            return
        defender = 1 - attacker
        rest = hands[defender] = hands[defender] ^ BIT[card]
        self.table.append(card)
        if rest and hands[attacker]:
            # After the last attack that is allowed nobody is asked for another (H-002).
            self.phase = MOVE if len(self.table) < 2 * self.cap else DEAL
        elif self.drawn == len(self.talon):
            self._finish()
        else:
            self.phase = DEAL

    def give_more(self, cards: Sequence[int]) -> None:
        """Add the attacker's cards to those that the defender takes."""
        self.phase = DEAL
        if cards:
            self.given.extend(cards)
            self.hands[self.attacker] ^= mask_of(cards)
            if not self.hands[self.attacker] and self.drawn == len(self.talon):
                self._finish()

    def deal(self) -> Dealt:
        """Settle the bout and draw; the next begins, or the game ends."""
        attacker = self.attacker
        defender = 1 - attacker
        taken_by = None
        drawn = self._draw(attacker)
        received: Sequence[int]
        if self.taking:
            taken_by = defender
            received = self.table + self.given
            mask = mask_of(received)
            self.hands[defender] |= mask
            self.taken[defender] |= mask
            self.given = []
            self.taking = False
        else:
            self.discarded += tuple(self.table)
            received = self._draw(defender)
            self.attacker = defender
        self.table = []
        self.cap = self.later_cap
        self.to_act = self.attacker
        self.phase = MOVE
        if not (self.hands[0] and self.hands[1]):
            self._finish()
        return Dealt((drawn, received) if attacker == 0 else (received, drawn), taken_by)

    def _draw(self, player: int) -> Sequence[int]:
        hand = self.hands[player]
        wanted = HAND_SIZE - hand.bit_count()
        start = self.drawn
        if wanted <= 0 or start == len(self.talon):
            return ()
        cards = self.talon[start : start + wanted]
        self.drawn = start + len(cards)
        for card in cards:
            hand |= BIT[card]
        self.hands[player] = hand
        return cards

    def _finish(self) -> None:
        self.phase = OVER
        if not self.hands[0]:
            self.winner = 0 if self.hands[1] else DRAW
        else:
            self.winner = 1

    def hand(self, player: int) -> list[int]:
        """A player's cards, lowest first."""
        return cards_in(self.hands[player])

    @property
    def stage(self) -> str:
        """The phase by name; beaten or taken where the bout is over."""
        if self.phase == DEAL:
            return TAKEN if self.taking else BEATEN
        return PHASE_NAMES[self.phase]

    def __str__(self) -> str:
        """The line that :mod:`durak_tui.game.notation` describes and reads."""
        table = _written(self.table)
        if self.given:
            table += "+" + _written(self.given)
        still_held = [self.hands[player] & self.taken[player] for player in (0, 1)]
        caps = self.caps
        fields = [
            "/".join(_written(cards_in(hand)) for hand in self.hands),
            table,
            _written(self.talon[self.drawn :]),
            card_name(self.trump),
            str(self.attacker + 1),
            self.stage,
            _written(self.discarded),
            "/".join(_written(cards_in(mask)) for mask in still_held),
            EMPTY if caps == NO_CAPS else f"{caps.each}/{caps.first}",
        ]
        while fields[-1] in (EMPTY, f"{EMPTY}/{EMPTY}"):
            fields.pop()
        return " ".join(fields)

    def __repr__(self) -> str:
        return f"<Position {self}>"


def _written(cards: Sequence[int]) -> str:
    return "".join(card_names(cards)) or EMPTY


def lowest_trump_holder(hands: tuple[int, int], trump_suit: int) -> int | None:
    """The player with the lowest trump; None if nobody has one."""
    mine = hands[0] & SUIT_MASK[trump_suit]
    theirs = hands[1] & SUIT_MASK[trump_suit]
    if not (mine or theirs):
        return None
    lowest = (mine | theirs) & -(mine | theirs)
    return 0 if mine & lowest else 1

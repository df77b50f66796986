"""Conclusions about the opponent's hidden cards from their choices.

A player who leads a ten of a plain suit hardly holds a seven; one who takes a nine hardly holds the
ten of its suit. As this is only likely, :class:`durak_tui.analysis.world.Worlds` lays such cards
into their hand less often, but does. Hidden cards are kept apart by when they came: of those drawn
later nothing is concluded. Nor is anything of trumps: players who think ahead keep them, so that
not to play one says little (docs/strength.md).
"""

from durak_tui.analysis.character import Character
from durak_tui.analysis.kernel import same_ranks
from durak_tui.analysis.knowledge import Knowledge, knowledge_of, same_bout
from durak_tui.game.cards import BEATS, SUIT_MASK, cards_in, mask_of
from durak_tui.game.position import GIVE_MORE, MOVE, RESPOND, Position


class OpponentModel:
    """Conclusions about a hand from its player's choices."""

    def __init__(self, character: Character | None = None) -> None:
        """``character`` takes note of the choices, too."""
        self._character = character
        self._before: Knowledge | None = None
        self._discarded = 0
        self._slots: list[int] = []  # What each hidden card of theirs hardly is, oldest first.

    def turn(self, known: Knowledge, discarded: int) -> Knowledge:
        """The knowledge of the player to act, with what is likely.

        To be called at every one of their turns, in order; the same turn twice does no harm.
        ``discarded`` is a mask.
        """
        if self._before != known or self._discarded != discarded:
            gone = discarded & ~self._discarded
            if self._character:
                self._character.follow(self._before, known, gone)
            self._follow(self._before, known, gone)
            self._before = known
            self._discarded = discarded
        return known._replace(unlikely=tuple(self._slots))

    def knowledge(self, position: Position) -> Knowledge:
        """The knowledge of the player to act: :meth:`turn` for a position."""
        return self.turn(knowledge_of(position), mask_of(position.discarded))

    def _follow(self, before: Knowledge | None, now: Knowledge, gone: int) -> None:
        """Go on to the next turn; ``gone`` was discarded in between."""
        played = 0
        if before is None:
            self._slots = [0] * now.enemy_hidden
        elif same_bout(before, now):
            if now.phase != GIVE_MORE:
                played = 1 << now.table[-1] & before.hidden
        else:
            self._end_bout(before, now, gone)
            if now.phase == RESPOND:
                played = 1 << now.table[0] & before.hidden
            # Of what they have drawn since nothing is concluded.
            drawn = now.enemy_hidden + played.bit_count() - len(self._slots)
            self._slots += [0] * drawn
        self._play(played)
        del self._slots[now.enemy_hidden :]
        self._doubt(_preferred(now), now.trump)

    def _end_bout(self, before: Knowledge, now: Knowledge, gone: int) -> None:
        """Conclude from what a bout brought, and what it did not."""
        self._play(gone & before.hidden)
        if before.phase != RESPOND:
            return
        table = mask_of(before.table)
        if gone & table:
            # Where the last card of the defender ended it, or the last attack that was allowed,
            # nothing could be thrown in.
            if before.hand & (before.hand - 1) and before.attacks_left:
                self._doubt(same_ranks(gone), now.trump)
            return
        given = now.hand & ~(before.hand | table)
        self._play(given & before.hidden)
        if given.bit_count() < min(before.hand.bit_count() - 1, before.attacks_left):
            self._doubt(same_ranks(table), now.trump)

    def _play(self, mask: int) -> None:
        """Forget cards that have left the hidden part of the hand."""
        for card in cards_in(mask)[: len(self._slots)]:
            # The oldest that may be this card.  If it was a younger one, too little is doubted
            # of the one that stays, which does less harm than too much.
            likely = [at for at, slot in enumerate(self._slots) if not slot >> card & 1]
            del self._slots[likely[0] if likely else -1]

    def _doubt(self, mask: int, trump: int) -> None:
        """Doubt plain cards that they would have played, had they held them."""
        plain = mask & ~SUIT_MASK[trump & 3]
        self._slots = [slot | plain for slot in self._slots]


def _preferred(now: Knowledge) -> int:
    """The mask of what they would rather have played."""
    if not now.table:
        return 0
    last = now.table[-1]
    trump_suit = now.trump & 3
    if now.phase == GIVE_MORE:
        return BEATS[trump_suit][last]
    # Any plain card is spent before a trump.
    wanted = -1 if last & 3 == trump_suit else (1 << last) - 1
    if now.phase == MOVE:
        wanted &= BEATS[trump_suit][now.table[-2]]
    elif len(now.table) > 1:
        wanted &= same_ranks(mask_of(now.table[:-1]))
    return wanted

"""What the opponent's choices tell of their hidden cards.

Whoever leads a ten of a plain suit hardly holds a seven; whoever takes a nine hardly holds
the ten of its suit; whoever lets a bout end has nothing cheap to throw in.  All of this is
only likely: they may know better.  What it is worth is up to :meth:`Knowledge.world`, which
lays such cards into their hand less often, but does.

It holds for a card as long as it stays in the hand, so hidden cards are kept apart by when
they came: of those drawn later nothing is concluded.
"""

from durak_tui.analysis.kernel import same_ranks
from durak_tui.analysis.knowledge import Knowledge, knowledge_of
from durak_tui.game.cards import BEATS, SUIT_MASK, mask_of
from durak_tui.game.position import GIVE_MORE, MOVE, RESPOND, Position


def cheaper(card: int, trump_suit: int) -> int:
    """The cards that a thrifty player spends before this one."""
    trumps = SUIT_MASK[trump_suit]
    lower = (1 << card) - 1
    if trumps >> card & 1:
        return ~trumps | lower
    return lower & ~trumps


class OpponentModel:
    """Follows the turns of one player and draws conclusions about the opponent's cards."""

    def __init__(self) -> None:
        self._before: Knowledge | None = None
        self._discarded = 0
        self._slots: list[int] = []
        """For each hidden card of the opponent, oldest first, the cards it hardly is."""

    def turn(self, known: Knowledge, discarded: int) -> Knowledge:
        """The player is to act and knows this much; the same with what is likely.

        To be called at every one of their turns, in order; the same turn twice does no
        harm.  ``discarded`` is a mask.
        """
        if self._before != known or self._discarded != discarded:
            self._follow(self._before, known, discarded & ~self._discarded)
            self._before = known
            self._discarded = discarded
        return known._replace(unlikely=tuple(self._slots))

    def _follow(self, before: Knowledge | None, now: Knowledge, gone: int) -> None:
        """From one turn to the next; ``gone`` are the cards discarded in between."""
        played = 0
        if before is None:
            self._slots = [0] * now.enemy_hidden
        elif _same_bout(before, now):
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
        self._tell(_told(now))

    def _end_bout(self, before: Knowledge, now: Knowledge, gone: int) -> None:
        """The bout of the turn before has ended: what came out of the hand, and what did not
        although it would have fitted."""
        plain = ~SUIT_MASK[now.trump & 3]
        self._play(gone & before.hidden)
        if before.phase != RESPOND:
            return
        table = mask_of(before.table)
        if gone & table:
            # Where the last card of the defender ended it, nothing could be thrown in.
            if before.hand & (before.hand - 1):
                self._tell(same_ranks(gone) & plain)
            return
        given = now.hand & ~(before.hand | table)
        self._play(given & before.hidden)
        if given.bit_count() < before.hand.bit_count() - 1:
            self._tell(same_ranks(table) & plain)

    def _play(self, cards: int) -> None:
        """These cards have left the hidden part of the hand."""
        while cards and self._slots:
            card = (cards & -cards).bit_length() - 1
            cards &= cards - 1
            # The oldest that may be this card.  If it was a younger one, the one that stays
            # in its place is thought less of than could be, which does less harm than the
            # opposite.
            likely = [at for at, slot in enumerate(self._slots) if not slot >> card & 1]
            del self._slots[likely[0] if likely else -1]

    def _tell(self, cards: int) -> None:
        """The opponent would have played one of these, had they held it."""
        if cards:
            self._slots = [slot | cards for slot in self._slots]


class Observer:
    """Follows a whole game from one seat: what its player knows, and what is likely."""

    def __init__(self, player: int) -> None:
        self.player = player
        self._model = OpponentModel()

    def see(self, position: Position) -> None:
        """Look at the game; to be called before every action of both players."""
        if position.to_act == self.player and position.phase <= GIVE_MORE:
            self.knowledge(position)

    def knowledge(self, position: Position) -> Knowledge:
        """What the player knows, who is to act here."""
        return self._model.turn(knowledge_of(position), mask_of(position.discarded))


def _same_bout(before: Knowledge, now: Knowledge) -> bool:
    longer = len(now.table) > len(before.table)
    return (
        longer
        and now.table[: len(before.table)] == before.table
        and (before.phase == RESPOND) == (now.phase == RESPOND)
        and (before.phase != RESPOND or bool(before.table))
    )


def _told(now: Knowledge) -> int:
    """The cards that they would have played in place of what they have just done."""
    if not now.table:
        return 0
    last = now.table[-1]
    trump_suit = now.trump & 3
    if now.phase == GIVE_MORE:
        return BEATS[trump_suit][last]
    told = cheaper(last, trump_suit)
    if now.phase == MOVE:
        return told & BEATS[trump_suit][now.table[-2]]
    if len(now.table) > 1:
        told &= same_ranks(mask_of(now.table[:-1])) & ~SUIT_MASK[trump_suit]
    return told

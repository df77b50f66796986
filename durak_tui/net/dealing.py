"""One side of a deal without a dealer, without I/O.

Two sides, 0 and 1, shuffle a deck together so that neither learns a card that its player may not
know.  Side 0 locks and shuffles the cards, then side 1 does; then each changes its lock of the whole
deck for one of its own on each place.  A card is known to whoever has both keys to its place: for a
draw a side gives the other its key, to show a card it gives its key to one that it has drawn.

The first attacker is the holder of the lowest trump.  The sides ask for trumps from the lowest up and
take turns: so all that is learnt is the lowest trump, and what follows from its being the lowest.  If
nobody has a trump, both cast a lot by coins that they promised before they saw a card.

The same secret and the same messages received make the same messages: whoever wants to go on after a
crash keeps the secret and what was received, and says it all again to a new :class:`Dealing`.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NoReturn

from durak_tui.game.cards import DECK_SIZES, HAND_SIZE, SUIT_MASK, cards_in, full_deck, mask_of
from durak_tui.net.deal_messages import (
    PASSES,
    PORTION,
    Cards,
    Coin,
    Commit,
    Keys,
    Message,
    Opened,
    Part,
    Without,
    decode,
    encode,
)
from durak_tui.net.faults import DealFault, Wrong
from durak_tui.net.locks import MODP_2048, Group, values
from durak_tui.net.secret import Secret, coin_commitment, lot

_WAITING_MOST: Final = 100
"""Messages that wait to be worked on; a whole deal has half as many."""
_SHUFFLES: Final = 2  # The passes in which cards change their places.

Work = Iterator[Part | None]
"""Work in slices: each ends with something to be sent, or with nothing."""


class Dealing:
    """One side of a deal, from the shuffle to the opened secrets.

    :meth:`receive` takes what the other side sends.  While :attr:`busy`, :meth:`step` works for the
    time of one power (some 20 ms) and returns what is to be sent, if anything.  Once :attr:`ready`,
    the game is played: :meth:`draw` and :meth:`show`, and when it is over :meth:`reveal`.

    A place is where a card lies in the shuffled deck, from 0: as in :class:`~durak_tui.game.deals.Deal`
    six for side 0, six for side 1, then the talon with the open trump last.
    """

    def __init__(
        self,
        side: int,
        size: int = DECK_SIZES[0],
        *,
        first: int | None = None,
        secret: bytes | None = None,
        group: Group = MODP_2048,
    ) -> None:
        """``first`` attacks first if both have agreed on it, as in a rematch.

        A ``secret`` is given to go on after a crash; otherwise a new one is drawn.
        """

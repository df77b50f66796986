"""Engines on offer."""

from collections.abc import Sequence

from durak_tui.common.i18n import _
from durak_tui.engine.config import EngineConfig
from durak_tui.tui.toolkit.offer_list import Offer
from durak_tui.user.engines import Opponents, about
from durak_tui.user.opponents import shown_name
from durak_tui.user.state import UserState
from durak_tui.words.play import score_in_numbers


def offers(found: Opponents, state: UserState, keys: Sequence[str] = ()) -> list[Offer]:
    """All opponents in their order; ``keys`` are those of the levels."""

    def offer(entry: EngineConfig, key: str = "") -> Offer:
        series = state.against(entry.name)
        played = series.wins or series.losses or series.draws
        short = score_in_numbers(series) if played else ""
        return Offer(entry.name, shown_name(entry.name), about(entry), short, key)

    listed = [
        offer(entry, keys[place] if place < len(keys) else "")
        for place, entry in enumerate(found.levels)
    ]
    for title, entries in ((_("Your engines"), found.own), (_("Shipped engines"), found.shipped)):
        if entries:
            listed += [Offer("", title), *map(offer, entries)]
    return listed

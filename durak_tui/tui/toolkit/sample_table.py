"""A table that shows how the settings look."""

from durak_tui.common.i18n import _
from durak_tui.game.cards import mask_of, parse_card
from durak_tui.tui.toolkit.table_view import SeatView, TableView
from durak_tui.user.opponents import FIRST_LEVEL, shown_name
from durak_tui.user.schema import Settings


def sample(settings: Settings, opponent: str = FIRST_LEVEL.name) -> TableView:
    """A table with cards of every kind, in no game."""
    hand = mask_of(map(parse_card, ("TC", "JD", "QS", "KD", "AC", "9H")))
    return TableView(
        SeatView(shown_name(opponent), 6, part="attacks"),
        SeatView(_("You"), 6, hand, part="defends"),
        trump=parse_card("TH"),
        talon_count=settings.deck - 23,
        discard_count=8,
        table=[parse_card(card) for card in ("9D", "QD", "9C")],
        by_suit=settings.by_suit,
        has_keys=False,
    )

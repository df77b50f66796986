"""The actions at a table, and their keys."""

from typing import Final

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import KeyAction

MOVES: Final = ("pick", "take", "done", "step", "line")  # Actions with the cards in hand.
SHOW_BOUTS: Final = N_("Show or hide the bouts; + is a card added to those taken")


def passes(part: str) -> tuple[KeyAction, ...]:
    """Actions without a card; their ids begin with the part."""
    return (
        KeyAction(f"{part}.take", "t", N_("Take"), N_("Take the cards on the table")),
        KeyAction(f"{part}.done", "d", N_("Done"), N_("End the bout, or add no more cards")),
    )


def arrows(part: str) -> tuple[KeyAction, ...]:
    """Actions that move the cursor; their ids begin with the part."""
    return (
        KeyAction(f"{part}.left", "left", N_("Left"), N_("The card to the left"),
                  False, "step", (-1,)),
        KeyAction(f"{part}.right", "right", N_("Right"), N_("The card to the right"),
                  False, "step", (1,)),
        KeyAction(f"{part}.up", "up", N_("Up"), N_("The cards in the row above"),
                  False, "line", (-1,)),
        KeyAction(f"{part}.down", "down", N_("Down"), N_("The cards in the row below"),
                  False, "line", (1,)),
    )  # fmt: skip


# Each table has more between these, in the order of its line of keys.
AFTER: Final = (
    KeyAction("play.again", "enter,n", N_("Again"), N_("Play another game")),
    KeyAction("play.review", "v", N_("Review"), N_(
        "See what every card was worth, and the mistakes"
    ),
              does="look_at", arguments=("review",)),
    KeyAction("play.learn", "L", N_("Learn"), N_("Learn from your mistakes, one by one"),
              does="look_at", arguments=("learn",)),
    KeyAction("play.step", "s", N_("Step"), N_("Step through the game from the deal"),
              does="look_at", arguments=("step",)),
)  # fmt: skip
"""All that can be done with a game that is over."""
CARDS: Final = (
    KeyAction("play.pick", "enter,space", N_("Play"),
              N_("Play the selected card, or make the only possible move")),
    *AFTER,
)  # fmt: skip
PASSES: Final = passes("play")
NEW_GAME: Final = KeyAction("play.new", "n", N_("New game"), N_("Start a new game"), footer=False)
RESIGN: Final = KeyAction("play.resign", "r", N_("Resign"), N_("Resign this game"))
# The last of those shown: it comes and goes, and what is behind it would be drawn again.
UNDO: Final = KeyAction("play.take-back", "u", N_("Undo"), N_("Take back your last card"))
BOUTS: Final = (
    KeyAction("play.log", "b,g", N_("Bouts"), SHOW_BOUTS),
    *arrows("play"),
    KeyAction("play.log-up", "pageup", N_("Older"), N_("Show older bouts"),
              False, "scroll", (1,)),
    KeyAction("play.log-down", "pagedown", N_("Newer"), N_("Show newer bouts"),
              False, "scroll", (-1,)),
)  # fmt: skip

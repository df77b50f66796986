"""What can be done on the play screen, and when."""

from typing import Final

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import KeyAction

MOVES: Final = ("pick", "take", "done", "step", "line")  # About the cards in hand.
IN_GAME: Final = (*MOVES, "new", "resign", "hint", "known")  # Possible while a game is on.


def _quiet(name: str, keys: str, label: str, help_: str, **does: int) -> KeyAction:
    """An action that the footer does not show: ``method=argument``."""
    [(method, by)] = does.items()
    return KeyAction(f"play.{name}", keys, label, help_, False, method, (by,))


ACTIONS: Final = (
    KeyAction("play.pick", "enter,space", N_("Play it"), N_("Play the card with the cursor")),
    KeyAction("play.again", "enter,n", N_("Another game"), N_("Play another game")),
    KeyAction("play.take", "t", N_("Take"), N_("Take the cards on the table")),
    KeyAction("play.done", "d", N_("Done"), N_("Beaten, or enough: play no card more")),
    KeyAction("play.new", "n", N_("New game"), N_("Begin a new game"), footer=False),
    KeyAction("play.hint", "h", N_("Hint"), N_("Ask an engine what every card is worth")),
    KeyAction("play.resign", "r", N_("Give up"), N_("Give this game up")),
    # Last: it comes and goes, and what is behind it would have to be drawn again.
    KeyAction("play.take-back", "u", N_("Undo"), N_("Take back your last card")),
    KeyAction("play.known", "k", N_("Known cards"),
              N_("Show or hide the cards that you can know to be in the other hand"), False),
    KeyAction("play.log", "g", N_("Bouts"), N_("Show or hide the bouts at the side")),
    _quiet("left", "left", N_("Left"), N_("The card before"), step=-1),
    _quiet("right", "right", N_("Right"), N_("The next card"), step=1),
    _quiet("up", "up", N_("Up"), N_("The cards of the line above"), line=-1),
    _quiet("down", "down", N_("Down"), N_("The cards of the line below"), line=1),
    _quiet("log-up", "pageup", N_("Older"), N_("Show older bouts"), scroll=1),
    _quiet("log-down", "pagedown", N_("Newer"), N_("Show newer bouts"), scroll=-1),
)  # fmt: skip

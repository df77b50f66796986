"""The line of the play screen that tells what has just happened."""

from durak_tui.common.i18n import _
from durak_tui.table.controller import Begun, Ended, Event, Played, Settled, TakenBack
from durak_tui.table.game import Game
from durak_tui.words.play import ScreenWords


class News:
    """What has happened since the player had to decide something."""

    def __init__(self) -> None:
        self.text = ""
        self.warns = False
        """Whether it is why something cannot be done."""
        self._bout = ""
        """How the last bout has ended, as long as the next is not seen."""

    def say(self, text: str, *, warns: bool = False) -> None:
        """Tell this instead of what was told before."""
        self.text = " ".join(text.split())
        self.warns = warns

    def tell(self, event: Event, game: Game, seat: int, words: ScreenWords) -> None:
        """Tell the player at this seat what has happened."""
        match event:
            case Begun():
                self._bout = ""
                self.say(words.opening())
            case Played():
                said = words.played(event.seat, event.cards, event.before, game.position)
                self.say(f"{self._bout} {said}")
                self._bout = ""
            case Settled():
                bout = words.bout_over(event.before) if event.looked_at else self.text
                self.say(f"{bout} {words.drawn(event.dealt, event.before.talon_count)}")
                self._bout = "" if game.to_act == seat else bout
            case TakenBack():
                self._bout = ""
                self.say(_("Taken back."))
            case Ended():
                self.say(words.result())

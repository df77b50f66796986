"""The line of the play screen that says what has just happened."""

from durak_tui.common.i18n import _
from durak_tui.table.controller import Begun, Ended, Played, Settled, TableEvent, TakenBack
from durak_tui.table.game import Game
from durak_tui.words.play import ScreenWords


class News:
    """What has happened since the player had to decide something."""

    def __init__(self) -> None:
        self.text = ""
        self.warns = False
        """Whether it says why something cannot be done."""
        self._bout = ""
        """How the last bout has ended, until the next is seen."""

    def say(self, text: str, *, warns: bool = False) -> None:
        """Say this and nothing else."""
        self.text = " ".join(text.split())
        self.warns = warns

    def tell(self, event: TableEvent, game: Game, seat: int, words: ScreenWords) -> None:
        """Tell the player at this seat of an event."""
        match event:
            case Begun():
                self._bout = ""
                self.say(words.opening())
            case Played():
                said = words.played(event.cards, event.before, game.position)
                self.say(f"{self._bout} {said}")
                self._bout = ""
            case Settled():
                bout = words.bout_over(event.before) if event.looked_at else self.text
                self.say(f"{bout} {words.drawn(event.dealt)}")
                self._bout = "" if game.to_act == seat else bout
            case TakenBack():
                self._bout = ""
                self.say(_("Taken back."))
            case Ended():
                self.say(words.result())

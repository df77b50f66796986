"""The news of a game for one player, as it goes on."""

from collections.abc import Mapping

from durak_tui.common.i18n import _
from durak_tui.table.controller import Acted, Begun, Cleared, Ended, TakenBack
from durak_tui.table.game import LiveGame
from durak_tui.words.play import ScreenWords

Voices = Mapping[int | None, ScreenWords]
"""The words to each seat that is spoken to; under None those that anybody may hear."""


class News:
    """The latest news for one seat, or for anybody."""

    def __init__(self, words: ScreenWords, seat: int | None) -> None:
        self.words = words
        self.text = ""
        self.warns = False  # Whether it says why something cannot be done.
        self.is_heard_later = False  # Whether they see the table only once the other has played.
        self._seat = seat
        self._before = ""  # The news that a warning has taken the place of.
        self._bout = ""  # How the last bout has ended, until the next is seen.

    def say(self, text: str, *, warns: bool = False) -> None:
        """Say this; a warning says why something cannot be done."""
        if warns and not self.warns:
            self._before = self.text
        self.text = " ".join(text.split())
        self.warns = warns

    def forget_warning(self) -> None:
        """Say the news again instead of a warning: something else is done."""
        if self.warns:
            self.say(self._before)

    def notify(self, event: object, game: LiveGame) -> None:
        """Put what has happened into words."""
        words, bout = self.words, self._bout
        match event:
            case Begun() | TakenBack():
                self._bout = ""
                self.say(words.opening() if isinstance(event, Begun) else _("Taken back."))
            case Acted():
                self._bout = ""
                self.say(f"{bout} {words.acted(event.events)}")
            case Cleared():
                bout = " ".join(words.tell(event.end)) if event.looked_at else self.text
                drawn = " ".join([bout, *words.tell(event.drawn)])
                seen = drawn if self.is_heard_later else bout
                self._bout = "" if game.to_act == self._seat else seen
                self.say(drawn)
            case Ended():
                self.say(words.result())

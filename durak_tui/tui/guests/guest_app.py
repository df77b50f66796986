"""The application of one guest, which the server can speak to."""

import asyncio
import socket
from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import work

from durak_tui.common.fields import Malformed
from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.net.guests.lobby_calls import GuestResult, LobbyCalls
from durak_tui.net.guests.news import (
    IdleWarning,
    KeptTables,
    ServerNews,
    VisitEnds,
    decode_news,
)
from durak_tui.net.guests.terms import GuestTerms
from durak_tui.net.guests.wishes import Wish, encode_wish
from durak_tui.net.line_events import LineEvent
from durak_tui.net.talk_journal import Kept
from durak_tui.records.walk import walk
from durak_tui.tui.app import DurakApp
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.people.people_service import Calls
from durak_tui.tui.terminal.application import believe_the_terminal
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.guest_settings import GuestSettings
from durak_tui.user.state import StateStore
from durak_tui.words.narrator import Narrator, shown_names
from durak_tui.words.play import not_stored

_WHY: Final = {
    "closing": N_("The server is closing."),
    "idle": N_("You have been idle for a long time, and others may want your place."),
}
"""Reasons of the server to end a visit."""
_BYE: Final = N_("The connection to the server is lost.")
_KEPT: Final = N_("Unfinished games are saved: come back with the same key.")
_NOT_KEPT: Final = N_(
    "Nothing from this visit is saved: only guests with an SSH key are remembered."
)

_LONGEST: Final = 1 << 20  # Bytes of what the server says at a time: a long game, with room.


class GuestApp(DurakApp):
    """durak-tui for somebody at another machine."""

    is_guest = True
    # The others have files, programs of one's own, or hours of work for the machine.
    SCREENS_TO_GO: ClassVar[Collection[str]] = frozenset({
        "home", "play", "hot-seat", "practice", "solve", "solution", "logs", "me", "settings",
        "keys", "lobby", "people", "looking-on",
    })  # fmt: skip

    def __init__(self, terms: GuestTerms) -> None:
        settings = GuestSettings(terms.engines, terms.limits.think_seconds)
        super().__init__(settings, StateStore())
        self._terms = terms
        self.keeps_games = terms.keeps
        self.most_unfinished = terms.limits.unfinished
        self._writer: asyncio.StreamWriter | None = None
        self._lobby = LobbyCalls(self._say, self._has_ended, self.games_log)

    def look_for_problems(self) -> None:
        """Leave it: guests have no files that they could mend."""

    def reported(self, error: BaseException) -> str:
        super().reported(error)
        return _("Unexpected error. It has been logged for the people who run this server.")

    def on_ready(self) -> None:
        super().on_ready()
        self._listen()

    @work
    async def _listen(self) -> None:
        """Hear what the server says, until it says no more."""
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, fileno=self._terms.line)
        reader, writer = await asyncio.open_unix_connection(sock=sock, limit=_LONGEST)
        self._writer = writer
        try:
            while line := await reader.readline():
                try:
                    message = decode_news(line)
                except Malformed as error:
                    self.mishap(error, None)
                    break
                try:
                    self._handle(message)
                except Exception as error:  # a mistake of a screen does not cost the line
                    self.mishap(error, None)
        finally:
            writer.close()
        self._end(_(_BYE))

    def _say(self, wish: Wish) -> None:
        """Say something to the server, which may be gone."""
        if self._writer and not self._writer.is_closing():
            self._writer.write(encode_wish(wish))

    def _handle(self, message: ServerNews) -> None:
        match message:
            case VisitEnds(why):
                self._end(_(_WHY[why]))
            case IdleWarning(seconds):
                text = ngettext(
                    "Are you still there? Press a key within {n} second, or you will be"
                    " disconnected.",
                    "Are you still there? Press a key within {n} seconds, or you will be"
                    " disconnected.",
                    seconds,
                )
                self.notify(
                    text.format(n=seconds), severity="warning", timeout=seconds, markup=False
                )
            case _:
                self._lobby.handle(message)
        if isinstance(message, KeptTables):
            for screen in self.screen_stack:
                if isinstance(screen, HomeScreen):
                    screen.on_screen_resume()

    # Other guests

    def _made(self, name: str, arguments: Mapping[str, Any]) -> DurakScreen:
        return super()._made("lobby" if name == "meeting" else name, arguments)

    def new_calls(
        self,
        name: str,
        notify: Callable[[LineEvent], object],
        call: Callable[[Callable[[], object]], object],
    ) -> Calls:
        self._lobby.begin(name, notify, call)
        return self._lobby

    def own_name(self) -> str:
        return self.settings.value.player  # That of the account is the server's.

    def kept(self) -> list[Kept]:
        return sorted(self._lobby.kept, key=lambda one: one.saved_at, reverse=True)

    def _has_ended(self, result: GuestResult) -> None:
        """Report a game that was over while the guest was away."""
        record = result.record
        first, second = walk(record.deal, record.actions).to_end().hands
        narrator = Narrator(shown_names(record.names), self.glyphs.cards)
        how = narrator.end(record.ending, (first.bit_count(), second.bit_count()))
        self._announce(_("A game ended while you were away. {how}").format(how=how), "information")
        if result.trouble:
            self._announce(not_stored(result.trouble), "error")

    def _end(self, why: str) -> None:
        self.exit(message=Text(f"{why} {self.kept_farewell()}"))

    def kept_farewell(self) -> str:
        return _(_KEPT if self._terms.keeps else _NOT_KEPT)


def run_guest(terms: GuestTerms) -> int:
    """Run the application until the guest leaves it."""
    believe_the_terminal()
    app = GuestApp(terms)
    return app.run_to_end(mouse=app.settings.value.mouse)

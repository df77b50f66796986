"""The lobby of a server: guests who wait, and games of others."""

from collections import deque
from dataclasses import replace
from typing import ClassVar, Final

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _
from durak_tui.common.text import sentence
from durak_tui.net.guests.lobby_calls import LobbyCalls
from durak_tui.net.guests.news import ShownTable
from durak_tui.net.guests.sight import PublicView
from durak_tui.net.line_events import InvitationFailed, LineEvent
from durak_tui.tui.people.meeting import PICK, MeetingScreen
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.menu import EntryList
from durak_tui.tui.toolkit.offer_list import Offer, OfferList
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.table_view import SeatView, TableView, part_of
from durak_tui.user.state import Series
from durak_tui.words.narrator import Narrator, distinct_names
from durak_tui.words.play import both_players, score_between, score_in_numbers

_TABLE: Final = "table "  # How entries for tables begin, before their numbers.
_MOST: Final = 50  # Views that may wait; if a game is faster than that, some are skipped.


class LobbyScreen(MeetingScreen):
    """The guests who wait; all who open it can be invited, too."""

    TITLE = N_("Lobby")
    WHERE = N_("On this server")
    HELP = N_(
        "Every guest of this server who has this screen open is listed here. Enter invites the"
        " selected guest, who can accept or decline. The house rules shown are the ones you"
        " propose; the other player agrees or proposes others. The server deals.\n\nBelow are games"
        " you can watch. Enter opens one; both hands stay hidden."
    )
    CSS_PATH: ClassVar = "../people/meeting.tcss"
    # There are no words to be compared.
    CSS: ClassVar = "LobbyScreen.-narrow, LobbyScreen.-normal { #about { height: 4; } }"

    @property
    def own_name(self) -> str:
        """The guest's name on the server, once they are there."""
        return self.calls.name if self.calls else super().own_name

    @property
    def _tables(self) -> dict[str, ShownTable]:
        calls = self.calls
        tables = calls.tables if isinstance(calls, LobbyCalls) else ()
        return {f"{_TABLE}{one.number}": one for one in tables}

    def rows(self) -> list[Offer]:
        tables = [
            Offer(name, both_players(one.names, self.durak.glyphs.ellipsis), self._score(one))
            for name, one in self._tables.items()
        ]
        return [
            *super().rows(),
            *([Offer("", _("Games you can watch"))] if tables else []),
            *tables,
        ]

    @staticmethod
    def _score(table: ShownTable) -> str:
        if not any(table.score):
            return _("first game")
        return _("score {score}").format(score=score_in_numbers(Series(*table.score)))

    def about_row(self, id_: str) -> str:
        key = self.durak.shown_key(PICK)
        if table := self._tables.get(id_):
            score = score_between(distinct_names(table.names), Series(*table.score))
            can = _("{key}: watch this game. Both hands stay hidden.").format(key=key)
        elif whom := self.waiting.get(id_):
            score = super().about_row(id_)
            text = _("{key}: invite {name}, who can accept or decline.")
            can = text.format(key=key, name=whom.name) if self.is_ready(whom) else ""
        else:
            return super().about_row(id_)
        return f"{can}\n{score}".strip()

    @property
    def _is_at_table(self) -> bool:
        """True if the cursor is on a game."""
        current = self.query_one(OfferList).current
        return current is not None and current.id in self._tables

    def label_of(self, action: KeyAction) -> str:
        if action.method == "pick" and self._is_at_table:
            return _("Watch")
        return super().label_of(action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return (action == "pick" and self._is_at_table) or super().check_action(action, parameters)

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        if table := self._tables.get(event.entry.id):
            event.stop()
            event.prevent_default()  # else Textual would call that of the base, too
            self.durak.go("looking-on", table=table)


class LookingOnScreen(DurakScreen):
    """Game after game of two others, both hands face down."""

    TITLE = N_("Watching")
    HELP = N_(
        "A game of two other guests as they play it. You see the cards on the table, and how many"
        " each of them holds; both hands stay hidden."
    )
    CSS_PATH = "looking_on.tcss"

    def __init__(self, table: ShownTable) -> None:
        super().__init__()
        self._table = table
        self._line = 0
        self._waiting: deque[PublicView] = (
            deque()
        )  # What is shown when the bout has been looked at.
        self._timer: Timer | None = None
        self._sight: PublicView | None = None
        self._news = ""

    def content(self) -> ComposeResult:
        yield CardTable()

    def on_mount(self) -> None:
        self.fill()
        calls = self.durak.people.calls
        assert isinstance(calls, LobbyCalls)
        self._line = calls.watch(self._table, self._seen)

    def on_unmount(self) -> None:
        self._rest()
        calls = self.durak.people.calls
        if calls and self._line:
            calls.hang_up(self._line)

    def _seen(self, view: PublicView | None) -> None:
        if self.is_left:
            return
        if view is None:
            self._line = 0
            self.leave_saying(_("This table is empty now."))
            return
        if len(self._waiting) >= _MOST:
            self._waiting.clear()
        self._waiting.append(view)
        if self._timer is None:
            self._next()

    def heard(self, event: LineEvent) -> bool:
        """Take note if one may not look on."""
        match event:
            case InvitationFailed(line, why) if line == self._line:
                self._line = 0
                self.leave_saying(sentence(str(why)))
                return True
        return False

    def _next(self) -> None:
        """Show what has happened, up to a finished bout."""
        self._rest()
        while self._waiting:
            self._sight = sight = self._waiting.popleft()
            narrator = Narrator(distinct_names(sight.names), self.durak.glyphs.cards)
            said = [one for event in sight.events for one in narrator.tell(event)]
            self._news = " ".join(said) or self._news
            if sight.ending:
                self._news = narrator.end(sight.ending, sight.held)
            pause = self.durak.settings.value.pause_ms / 1000
            if sight.pauses and pause:
                self._timer = Timer(self, pause, self._next)
                break
        self.fill()

    def _rest(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    def fill(self) -> None:
        names = distinct_names(self._table.names)
        first, second, drawn = self._sight.score if self._sight else self._table.score
        both = _("{first} and {second}").format(first=names[0], second=names[1])
        self.head(score_between(names, Series(first, second, drawn)) or both)
        if self._sight:
            sight = self._sight
            cards = TableView.of(sight.position, self._side(sight, 1), self._side(sight, 0))
            self.query_one(CardTable).show(replace(cards, news=self._news))

    @staticmethod
    def _side(sight: PublicView, seat: int) -> SeatView:
        position = sight.position
        return SeatView(
            distinct_names(sight.names)[seat],
            sight.held[seat],
            part=part_of(seat, position.attacker, taking=position.taking, ending=sight.ending),
            to_act=sight.to_act == seat,
        )

"""The lobby of a server, in a guest's program."""

import os
from collections.abc import Callable, Mapping
from itertools import count
from time import monotonic
from typing import Final, Literal, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message
from durak_tui.net.address import Address
from durak_tui.net.events import TalkListener
from durak_tui.net.guests import news, wishes
from durak_tui.net.guests.guest_talk import GuestTalk
from durak_tui.net.guests.sight import PublicView
from durak_tui.net.line_events import (
    ALREADY_BUSY,
    Back,
    Contact,
    InvitationFailed,
    Invited,
    LineEvent,
    LineLeft,
    Listening,
    Lost,
    Opened,
    Ringing,
    Seen,
    WaitingPlayer,
    WantsBack,
    Withdrawn,
)
from durak_tui.net.talk_journal import Kept, TalkStore
from durak_tui.net.talk_messages import USUAL_RULES, HouseRules
from durak_tui.records.record import GameRecord
from durak_tui.table.storage import Trouble

_REFUSALS: Final = {
    "no": N_("{name} does not want to play now"),
    "busy": N_("{name} is busy: in a game, or answering another invitation"),
    "gone": N_("they are no longer here"),
    "soon": N_("you have just invited somebody: wait a second"),
    "many": N_(
        "you have {count} unfinished games with others, which is the limit: resume one from the"
        " home screen first, and finish or resign it"
    ),
    "theirs": N_(
        "{name} has too many unfinished games: they can play you once one of them is finished"
    ),
    "self": ALREADY_BUSY,
}
_NO_ADDRESS: Final = N_("guests of this server can only play each other")
_AWAY: Final = N_("{name} has left the table, or lost the connection to the server")
_LEFT: Final = N_("{name} has left")
_OVER: Final = N_("the game is over")


class GuestResult(NamedTuple):
    """A game that was over while the person here was away."""

    record: GameRecord
    trouble: Trouble | None  # Why it is not in the log.


class LobbyCalls:
    """The other guests of a server, as a guest's program meets them."""

    kind: Final[Literal["network", "lobby"]] = "lobby"
    key: Final = ""  # The server does not list one's other programs.
    words: Final = ""  # The server knows who is who.

    def __init__(
        self,
        say: Callable[[wishes.Wish], object],
        over: Callable[[GuestResult], object],
        log: str | os.PathLike[str],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``say`` says something to the server, and :meth:`handle` takes its news.

        ``over`` gets games that have ended without the person here.  Finished games go to a
        log.  ``clock`` gives seconds.
        """
        self.name = ""
        self.kept: tuple[Kept, ...] = ()
        """Games that can go on."""
        self.tables: tuple[news.ShownTable, ...] = ()
        """Games that can be watched; they change before Seen comes."""
        self._say: Final = say
        self._over: Final = over
        self._notify: Callable[[LineEvent], object] = lambda _event: None
        self._call: Callable[[Callable[[], object]], object] = lambda what: what()
        self._games: Mapping[str, news.KeptTable] = {}  # More of what is kept.
        self._log: Final = log
        self._clock: Final = clock
        self._numbers: Final = count(1)
        self._line = 0  # That of the table, or of what is watched.
        self._talk: GuestTalk | None = None
        self._opened: GuestTalk | None = None  # The last one offered; it may have been left since.
        self._watches: Callable[[PublicView | None], object] | None = None

    def begin(
        self,
        name: str,
        notify: Callable[[LineEvent], object],
        call: Callable[[Callable[[], object]], object],
    ) -> None:
        """Meet others under a name.

        ``notify`` gets what happens, in the thread of the face; ``call`` has something done there.
        """
        self.name, self._notify, self._call = name, notify, call

    # Wishes.

    def about(self, whom: WaitingPlayer) -> Contact:
        return Contact(whom.name, whom.key, "")

    def look(self) -> None:
        self._say(wishes.LookAround(self.name))

    def listen(self, port: int | None = None) -> None:
        self.look()
        self._say(wishes.Wait())
        self._notify(Listening(port or 0))

    def mute(self) -> None:
        self._say(wishes.Hide())

    def invite(self, whom: WaitingPlayer | Address, rules: HouseRules = USUAL_RULES) -> int:
        line = next(self._numbers)
        if isinstance(whom, Address):
            self._notify(InvitationFailed(line, Message(_NO_ADDRESS)))
        else:
            self._say(wishes.Invite(line, int(whom.program), rules))
        return line

    def accept(self, line: int) -> None:
        self._say(wishes.Join(line))

    def hang_up(self, line: int) -> None:
        if line == self._line:
            self._line, self._talk, self._watches = 0, None, None
        self._say(wishes.HangUp(line))

    def trust(self, line: int) -> None:
        """Leave it: the server knows who is who."""

    def sit_down(self, opened: Opened, notify: TalkListener) -> GuestTalk:
        talk = self._opened
        assert talk and talk.line == opened.line
        talk.attend(notify)
        return talk

    def take_up(self, kept: Kept, notify: TalkListener) -> tuple[int, GuestTalk]:
        game = self._games.get(kept.id)
        if game is None:
            raise UserError(_OVER)
        line = next(self._numbers)
        talk = GuestTalk(line, game, self._say, self._log, self._clock)

        def resume() -> None:
            self._line, self._talk, self._watches = line, talk, None
            talk.attend(notify)
            self._say(wishes.Resume(line, game.number))

        self._call(resume)
        return line, talk

    def watch(self, table: news.ShownTable, seen: Callable[[PublicView | None], object]) -> int:
        """Look on at a table; returns the line.

        ``seen`` gets views of it, and None once there is nothing to see any more.
        """
        self._line, self._talk, self._watches = next(self._numbers), None, seen
        self._say(wishes.WatchTable(self._line, table.number))
        return self._line

    def close(self) -> None:
        self._call(self._close)

    def _close(self) -> None:
        if self._line:
            self.hang_up(self._line)
        self.mute()

    # What the server says.

    def handle(self, message: news.ServerNews) -> None:
        """Take note of what has happened."""
        match message:
            case news.LobbySeen():
                self._see(message)
            case news.InvitationNews(line, "made", who):
                self._notify(Ringing(line, _contact(who)))
            case news.InvitationNews(line, "received", who, rules):
                self._notify(Invited(line, _contact(who), rules))
            case news.InvitationNews(line, _withdrawn, who):
                self._notify(Withdrawn(line, _contact(who)))
            case news.WishRefused(line, why, who, limit):
                shown = {"name": who.name if who else "", "count": limit}
                self._refused(line, why, Message(_REFUSALS[why], shown))
            case news.KeptTables(games):
                self._games = {str(one.number): one for one in games}
                self.kept = tuple(_kept(number, one) for number, one in self._games.items())
            case news.AwaitedAtTable(table, who):
                self._notify(WantsBack(_contact(who), str(table)))
            case news.MissedResult(number, game):
                if self._log_result(game) is None:
                    self._say(wishes.Noted(number))
            case news.AtTable(line, news.Seated() as seated) if line != self._line:
                self._open(line, seated)
            case news.AtTable(line, news.GameLogged(game)) if line != self._line:
                self._log_result(game)  # It crossed with their leaving the table.
            case news.AtTable(line, at_table) if line == self._line:
                self._handle_at_table(line, at_table)

    def _log_result(self, game: str) -> Trouble | None:
        record = news.record_of(game)
        store = TalkStore(self._log)
        store.log(record)
        self._over(GuestResult(record, store.trouble))
        return store.trouble

    def _see(self, seen: news.LobbySeen) -> None:
        self.name, self.tables = seen.name, seen.tables
        waiting = [WaitingPlayer(one.name, one.key, str(one.number)) for one in seen.waiting]
        by_name = sorted(waiting, key=lambda one: (one.name.casefold(), one.program))
        self._notify(Seen(tuple(by_name), "network"))

    def _open(self, line: int, seated: news.Seated) -> None:
        self._line, self._watches = line, None
        self._talk = self._opened = GuestTalk(line, seated, self._say, self._log, self._clock)
        who = _contact(seated.who)
        self._notify(Opened(line, who))

    def _refused(self, line: int, reason: str, why: Message) -> None:
        if self._talk and line == self._line:
            self._notify(LineLeft(line, Message(_OVER) if reason == "gone" else why))
        elif self._watches and line == self._line and reason == "gone":
            self._watches(None)
        else:
            self._notify(InvitationFailed(line, why))

    def _handle_at_table(self, line: int, message: news.TableNews) -> None:
        talk = self._talk
        if self._watches:
            self._watches(message if isinstance(message, PublicView) else None)
        if talk is None:
            return
        talk.handle(message)
        shown = {"name": talk.other_name}
        match message:
            case news.OtherLost():
                self._notify(Lost(line, talk.lost_at, Message(_AWAY, shown)))
            case news.OtherBack():
                self._notify(Back(line))
            case news.OtherLeft():
                self._line, self._talk = 0, None
                self._notify(LineLeft(line, Message(_LEFT, shown)))


def _kept(number: str, game: news.KeptTable) -> Kept:
    return Kept(number, game.names[1 - game.seat], game.key, game.saved_at)


def _contact(who: news.OtherGuest) -> Contact:
    return Contact(who.name, who.key, "")  # Without words: there is nothing to compare.

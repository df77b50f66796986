"""The lobby of a server: who is here, who plays whom.

It does no I/O but on its shelves: wishes of guests' programs go in, messages to them come out.  A
guest has one line at a time: an invitation, a seat, or a place to look on.  A program numbers the
lines that it opens from 1 upwards, and the lobby those that it opens from -1 downwards, so that
what crosses on its way is never taken for something else.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from time import monotonic
from typing import Final, NamedTuple

from durak_tui.common.clusters import folded
from durak_tui.common.i18n import _
from durak_tui.common.text import beginning
from durak_tui.common.values import LONGEST_PERSON
from durak_tui.game.violation import IllegalAction
from durak_tui.net.guests import news, wishes
from durak_tui.net.guests.shelf import JsonShelf, new_name
from durak_tui.net.guests.tables import ServerSeat, ServerTable
from durak_tui.net.talk_faults import PeerFault

LEFT: Final = 5
"""Unfinished games with others that a guest may have, wherever they sit, and begin another."""
_ASK_SECONDS: Final = 1.0  # Between two invitations of a guest: nobody is to be pestered.
_TABLES: Final = 1000  # At which nobody may sit; with more, the oldest is forgotten.
_RESULTS: Final = 1000  # That wait for a guest; with more, the oldest is forgotten.
_MOST_SHOWN: Final = 200  # Guests who wait, and tables: nobody looks through more.


SendToGuest = Callable[[news.ServerNews], object]


class Member:
    """A guest's program, from its beginning to its end."""

    def __init__(self, number: int, key: str, send: SendToGuest) -> None:
        self.number: Final = number
        self.key: Final = key  # The fingerprint that was proved; empty for a guest without one.
        self.send: Final = send
        self.name = ""
        self.looks = False  # True while they see who waits.
        self.asked_at = -_ASK_SECONDS  # When they have invited somebody last.
        self.waits = False  # True if they can be invited, as long as nothing else is on.
        self.kept: Sequence[object] = []  # Games they have left, as sent last.
        self.sent: Final[list[int]] = []  # Numbers of results that were sent, and not noted yet.
        self.line = 0  # The number of what they are at.
        self.at: LobbyInvitation | Sits | Watches | None = None

    @property
    def is_free(self) -> bool:
        return self.at is None

    @property
    def who(self) -> news.OtherGuest:
        """The guest as others know them."""
        return news.OtherGuest(self.name, self.key)


class OwedResult(NamedTuple):
    """A game that has ended without a guest."""

    number: int
    name: str  # On the shelf.
    key: str  # Of the guest.
    game: str  # As it stands in a log.


class LobbyInvitation(NamedTuple):
    """A question that is not answered yet."""

    caller: Member
    called: Member


class Sits(NamedTuple):
    """A seat at a table."""

    table: ServerTable
    seat: int


class Watches(NamedTuple):
    """A place to look on from."""

    table: ServerTable


class Lobby:
    """The place where guests meet."""

    def __init__(
        self,
        games: JsonShelf,
        results: JsonShelf,
        patience: float,
        soon: Callable[[Callable[[], object]], object],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Find the games and results of an earlier run on these shelves.

        A guest who is away from a game for ``patience`` seconds may lose it.  ``soon`` calls in a
        moment, so that many changes are shown at once.
        """
        self._games: Final = games
        self._results: Final = results
        self._patience: Final = patience
        self._soon: Final = soon
        self._clock: Final = clock
        self._members: Final[dict[int, Member]] = {}
        self.tables: Final[dict[ServerTable, str]] = {}  # And the names that they are kept by.
        self._owed: Final[dict[int, OwedResult]] = {}
        """Results that nobody has noted yet, by their numbers, the oldest first."""
        self._numbers: Final = count(1)
        self._lines: Final = count(-1, -1)
        self._is_to_show = False
        for name, kept in games.all():
            try:
                table = ServerTable.of_kept(kept, next(self._numbers), patience, clock)
            except (LookupError, TypeError, ValueError, AttributeError, IllegalAction, PeerFault):
                games.drop(name)
                continue
            if table.is_on:
                self.tables[table] = name
            else:
                games.drop(name)
        for name, kept in results.all():
            try:
                self._add(name, str(kept["key"]), str(kept["game"]))
            except LookupError:
                results.drop(name)

    # Who is here.

    def come(self, key: str, send: SendToGuest) -> Member:
        """Let a guest's program in; ``key`` is the fingerprint that it proved."""
        member = Member(next(self._numbers), key, send)
        self._members[member.number] = member
        self._pay(member)
        self._remind(member)
        return member

    def go(self, member: Member) -> None:
        """Forget a guest's program, which is over."""
        if self._members.pop(member.number, None):
            self._end(member)
            self._changed()

    def _pay(self, member: Member) -> None:
        """Send one of their programs the games that ended without them."""
        sent = {number for one in self._members.values() for number in one.sent}
        for owed in self._owed.values():
            if member.key and owed.key == member.key and owed.number not in sent:
                member.sent.append(owed.number)
                member.send(news.MissedResult(owed.number, owed.game))

    def _drop_result(self, number: int) -> None:
        if owed := self._owed.pop(number, None):
            self._results.drop(owed.name)

    # What they wish.

    def handle(self, member: Member, wish: wishes.Wish) -> None:
        """Do what a guest's program wishes, if that is possible."""
        if member.number not in self._members:
            return
        match wish:
            case wishes.LookAround(name):
                if member.is_free and not member.waits:
                    member.name = self._free_name(member, name)
                member.looks = True
            case wishes.Wait():
                self._name(member)
                member.waits = True
                self._say_who_is_back(member, *self.tables)
            case wishes.Noted(number) if number in member.sent:
                self._drop_result(number)
                return
            case wishes.Hide():
                member.looks = member.waits = False
            case wishes.Invite(line) if line > 0:
                self._invite(member, wish)
            case wishes.WatchTable(line) | wishes.Resume(line) if line > 0:
                self._go_to(member, wish)
            case wishes.Join(line) | wishes.HangUp(line) | wishes.Say(line, _) if (
                line == member.line
            ):
                self._on_line(member, wish)
            case _:
                return
        if not isinstance(wish, wishes.Say):
            self._changed()

    def _on_line(self, member: Member, wish: wishes.Wish) -> None:
        at = member.at
        match wish:
            case wishes.Join() if isinstance(at, LobbyInvitation) and at.called is member:
                self._open(at)
            case wishes.HangUp():
                self._end(member)
            case wishes.Say(_, message) if isinstance(at, Sits):
                table, before = at.table, at.table.revision
                table.handle(at.seat, message)
                if table.revision != before:
                    self._keep(table)
                    self._changed()

    def _name(self, member: Member) -> None:
        member.name = member.name or self._free_name(member, "")

    def _free_name(self, member: Member, name: str) -> str:
        """A name that is not that of another guest."""
        taken = {
            folded(one.name)
            for one in self._members.values()
            if one is not member and not (one.key and one.key == member.key)
        }
        name = name or _("Guest")
        found, number = name, 1
        while folded(found) in taken:
            number += 1
            end = f" {number}"
            found = beginning(name, LONGEST_PERSON - len(end)) + end
        return found

    # Invitations.

    def _invite(self, member: Member, wish: wishes.Invite) -> None:
        line, other, at = wish.line, self._members.get(wish.whom), member.at
        if isinstance(at, LobbyInvitation) and at.called is member and at.caller is other:
            # They ask already: that is agreement.
            member.send(news.InvitationNews(member.line, "withdrawn", other.who))
            member.line = line
            self._open(at)
        elif not member.is_free:
            member.send(news.WishRefused(line, "self"))
        elif other is None or other is member or not (other.waits or other.at):
            member.send(news.WishRefused(line, "gone"))
        elif not other.is_free:
            member.send(news.WishRefused(line, "busy", other.who))
        elif self._clock() < member.asked_at + _ASK_SECONDS:
            member.send(news.WishRefused(line, "soon"))
        elif self._unfinished(member) >= LEFT:
            member.send(news.WishRefused(line, "many", limit=LEFT))
        elif self._unfinished(other) >= LEFT:
            member.send(news.WishRefused(line, "theirs", other.who))
        else:
            self._name(member)
            member.asked_at = self._clock()
            member.line, other.line = line, next(self._lines)
            member.at = other.at = LobbyInvitation(member, other)
            member.send(news.InvitationNews(member.line, "made", other.who))
            other.send(news.InvitationNews(other.line, "received", member.who, wish.rules))

    def _unfinished(self, member: Member) -> int:
        """Count the games a guest has left, or plays in another program."""
        if not member.key:
            return 0
        keys = [seat.key for table in self.tables if table.is_on for seat in table.seats]
        return keys.count(member.key)

    def _open(self, invitation: LobbyInvitation) -> None:
        both = invitation.caller, invitation.called
        one, other = (ServerSeat(member.key, member.name) for member in both)
        table = ServerTable(next(self._numbers), (one, other), self._patience, self._clock)
        self.tables[table] = new_name()
        empty = [one for one in self.tables if one.is_empty]
        for old in empty[:-_TABLES]:
            self._games.drop(self.tables.pop(old))
        for seat, member in enumerate(both):
            self._sit(member, table, seat)

    def _sit(self, member: Member, table: ServerTable, seat: int) -> None:
        member.at = Sits(table, seat)
        table.sit(seat, partial(self._at_table, member, member.line))

    @staticmethod
    def _at_table(member: Member, line: int, message: news.TableNews) -> None:
        """Pass on a message at a table."""
        if member.line != line:
            return
        if isinstance(message, news.OtherLeft):
            member.line, member.at = 0, None
        member.send(news.AtTable(line, message))

    # Tables.

    def _go_to(self, member: Member, wish: wishes.WatchTable | wishes.Resume) -> None:
        table = next((one for one in self.tables if one.number == wish.table), None)
        seat = table.seat_of(member.key) if table else None
        if not member.is_free:
            member.send(news.WishRefused(wish.line, "self"))
        elif isinstance(wish, wishes.Resume) and table and seat is not None:
            member.name = member.name or self._free_name(member, table.names[seat])
            member.line = wish.line
            self._sit(member, table, seat)
            self._keep(table)
            for other in self._members.values():
                self._say_who_is_back(other, table)
        elif isinstance(wish, wishes.WatchTable) and table and table.is_on and not table.is_empty:
            member.line, member.at = wish.line, Watches(table)
            table.watch(member, partial(self._at_table, member, wish.line))
        else:
            member.send(news.WishRefused(wish.line, "gone"))

    def _say_who_is_back(self, member: Member, *tables: ServerTable) -> None:
        """Send a guest those of these tables at which they are awaited."""
        for table in tables if member.is_free and member.waits else ():
            seat = table.seat_of(member.key)
            if seat is not None and table.seats[1 - seat].send:
                other = table.seats[1 - seat]
                who = news.OtherGuest(other.name, other.key)
                member.send(news.AwaitedAtTable(table.number, who))

    def _remind(self, member: Member) -> None:
        """Send a guest the games they have left, if these have changed."""
        kept = []
        for table in self.tables:
            seat = table.seat_of(member.key)
            if seat is not None:
                kept.append(
                    news.KeptTable(
                        table.number, seat, table.names, table.seats[1 - seat].key,
                        table.talk.score, table.saved_at,
                    )
                )  # fmt: skip
        if kept != member.kept:
            member.kept = kept
            member.send(news.KeptTables(tuple(kept)))

    def _end(self, member: Member) -> None:
        """End the invitation, game or view that a guest is at."""
        at = member.at
        member.line, member.at = 0, None
        match at:
            case LobbyInvitation(caller=caller, called=called):
                other = caller if called is member else called
                other_line = other.line
                other.line, other.at = 0, None
                if other is caller:
                    other.send(news.WishRefused(other_line, "no", member.who))
                else:
                    other.send(news.InvitationNews(other_line, "withdrawn", member.who))
            case Sits(table=table, seat=seat):
                table.leave(seat)
                self._keep(table)
            case Watches(table=table):
                del table.watchers[member]

    def _keep(self, table: ServerTable) -> None:
        """Keep the game of a table, or forget what nobody would miss."""
        name = self.tables.get(table)
        if name is None:
            return
        if table.is_on and any(seat.key for seat in table.seats):
            self._games.put(name, table.kept())
        elif not table.is_on:
            self._games.drop(name)
            self._owe(table)
        for member in self._members.values():
            if member.key in (seat.key for seat in table.seats):
                self._remind(member)
        if table.is_empty:
            for send in table.watchers.values():
                send(news.OtherLeft())
            table.watchers.clear()
        if table.is_left:
            self._games.drop(name)
            del self.tables[table]

    def _owe(self, table: ServerTable) -> None:
        """Keep a result for those who were away."""
        while table.owed:
            name, key = new_name(), table.owed.pop()
            self._results.put(name, {"key": key, "game": table.record})
            self._add(name, key, table.record)
        for member in self._members.values():
            self._pay(member)

    def _add(self, name: str, key: str, game: str) -> None:
        number = next(self._numbers)
        self._owed[number] = OwedResult(number, name, key, game)
        if len(self._owed) > _RESULTS:
            self._drop_result(min(self._owed))

    # Who waits.

    def _changed(self) -> None:
        if not self._is_to_show:
            self._is_to_show = True
            self._soon(self._show)

    def _show(self) -> None:
        """Send the free guests, and tables, to those who look."""
        self._is_to_show = False
        members = self._members.values()
        waiting = [
            news.FreeGuest(one.number, *one.who) for one in members if one.waits and one.is_free
        ][:_MOST_SHOWN]
        tables = [
            news.ShownTable(one.number, one.names, one.talk.score)
            for one in self.tables
            if one.is_on and not one.is_empty
        ][:_MOST_SHOWN]
        for member in members:
            if member.looks:
                others = [who for who in waiting if who.number != member.number]
                member.send(news.LobbySeen(member.name, tuple(others), tuple(tables)))

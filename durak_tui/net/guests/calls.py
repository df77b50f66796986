"""The lobby of a server, as a guest's program knows it."""

import os
from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import count
from time import monotonic
from typing import Any, Final, Literal, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message
from durak_tui.net.address import Address
from durak_tui.net.calls import Kept, Told
from durak_tui.net.guests.chair import Chair, append
from durak_tui.net.guests.messages import (
    HangUp,
    Hide,
    Invite,
    Join,
    Look,
    Noted,
    Resume,
    Wait,
    Watch,
    Wish,
)
from durak_tui.net.line_events import (
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
from durak_tui.records.log_format import decode_game
from durak_tui.records.record import GameRecord
from durak_tui.table.storage import Trouble

_REFUSALS: Final = {
    "no": N_("{name} does not want to play now"),
    "busy": N_("{name} is busy: playing, or being asked by somebody else"),
    "gone": N_("they are not here any more"),
    "soon": N_("you have just asked somebody: wait a second"),
    "many": N_(
        "you have {count} unfinished games with others, and no more are kept: go on with one of"
        " them first, from the home screen, and finish or resign it"
    ),
    "theirs": N_("{name} has left too many games: they can play you once one of them is finished"),
    "self": N_("you are playing, asking or being asked already: end that first"),
}
_NO_ADDRESS: Final = N_("guests of a server play each other")
_AWAY: Final = N_("{name} has left the table, or lost the connection to the server")
_LEFT: Final = N_("{name} has left")
_OVER: Final = N_("it is over")


class Shown(NamedTuple):
    """A game of others that can be watched."""

    number: int
    names: tuple[str, str]
    score: tuple[int, int, int]


View = Mapping[str, Any]
"""How a game of others looks to anybody, as the server tells it."""


class Result(NamedTuple):
    """A game that was over while the person here was away."""

    record: GameRecord
    trouble: Trouble | None  # Why it is not in the log.


class LobbyCalls:
    """The other guests of a server; see :class:`~durak_tui.net.calls.Calls`."""

    kind: Final[Literal["network", "lobby"]] = "lobby"
    words: Final = ""  # The server knows who is who.

    def __init__(
        self,
        say: Callable[[Wish], object],
        over: Callable[[Result], object],
        log: str | os.PathLike[str],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``say`` says something to the server, and :meth:`hear` hears it.

        ``over`` is told of games that have ended without the person here.  Finished games go to a
        log.  ``clock`` gives seconds.
        """
        self.name = ""
        self.kept: tuple[Kept, ...] = ()
        """Games that can go on."""
        self.tables: tuple[Shown, ...] = ()
        """What can be watched; it changes before Seen is told."""
        self._say: Final = say
        self._over: Final = over
        self._tell: Callable[[LineEvent], object] = lambda _event: None
        self._call: Callable[[Callable[[], object]], object] = lambda what: what()
        self._games: Mapping[str, Mapping[str, Any]] = {}  # More of what is kept.
        self._log: Final = log
        self._clock: Final = clock
        self._numbers: Final = count(1)
        self._line = 0  # That of the table, or of what is watched.
        self._chair: Chair | None = None
        self._opened: Chair | None = None  # The last one offered; it may have been left since.
        self._watches: Callable[[View | None], object] | None = None

    def begin(
        self,
        name: str,
        tell: Callable[[LineEvent], object],
        call: Callable[[Callable[[], object]], object],
    ) -> None:
        """Meet others under a name.

        ``tell`` is told what happens, in the thread of the face; ``call`` has something done there.
        """
        self.name, self._tell, self._call = name, tell, call

    # Wishes.

    def about(self, whom: WaitingPlayer) -> Contact:
        return _contact(whom.name, whom.key)

    def look(self) -> None:
        self._say(Look(self.name))

    def listen(self, port: int | None = None) -> None:
        self.look()
        self._say(Wait())
        self._tell(Listening(port or 0))

    def mute(self) -> None:
        self._say(Hide())

    def invite(self, whom: WaitingPlayer | Address) -> int:
        line = next(self._numbers)
        if isinstance(whom, Address):
            self._tell(InvitationFailed(line, Message(_NO_ADDRESS)))
        else:
            self._say(Invite(line, int(whom.program)))
        return line

    def accept(self, line: int) -> None:
        self._say(Join(line))

    def hang_up(self, line: int) -> None:
        if line == self._line:
            self._line, self._chair, self._watches = 0, None, None
        self._say(HangUp(line))

    def trust(self, line: int) -> None:
        """Leave it: the server knows who is who."""

    def sit_down(self, opened: Opened, tell: Told) -> Chair:
        chair = self._opened
        assert chair and chair.line == opened.line
        chair.attend(tell)
        return chair

    def take_up(self, kept: Kept, tell: Told) -> tuple[int, Chair]:
        game = self._games.get(kept.id)
        if game is None:
            raise UserError(_OVER)
        line = next(self._numbers)
        chair = Chair({**game, "line": line}, self._say, self._log, self._clock, resumes=True)

        def resume() -> None:
            self._line, self._chair, self._watches = line, chair, None
            chair.attend(tell)
            self._say(Resume(line, game["table"]))

        self._call(resume)
        return line, chair

    def watch(self, table: Shown, seen: Callable[[View | None], object]) -> int:
        """Look on at a table; returns the line.

        ``seen`` is told how it looks, and None once there is nothing to see any more.
        """
        self._line, self._chair, self._watches = next(self._numbers), None, seen
        self._say(Watch(self._line, table.number))
        return self._line

    def close(self) -> None:
        self._call(self._close)

    def _close(self) -> None:
        if self._line:
            self.hang_up(self._line)
        self.mute()

    # What the server says.

    def hear(self, said: Mapping[str, Any]) -> None:
        """Take note of what has happened."""
        what, line = said["is"], said.get("line", 0)
        match what:
            case "seen":
                self._see(said)
            case "asked":
                self._tell(Ringing(line, _who(said)))
            case "invited":
                self._tell(Invited(line, _who(said)))
            case "withdrawn":
                self._tell(Withdrawn(line, _who(said)))
            case "refused":
                shown = {"name": said["who"]["name"]} if "who" in said else {}
                shown["count"] = said.get("count")
                self._refused(line, said["why"], Message(_REFUSALS[said["why"]], shown))
            case "opened" if line != self._line:
                self._open(said)
            case "kept":
                self._games = {str(one["table"]): one for one in said["games"]}
                self.kept = tuple(_kept(number, one) for number, one in self._games.items())
            case "wanted":
                self._tell(WantsBack(_who(said), str(said["table"])))
            case "result":
                if self._log_result(said) is None:
                    self._say(Noted(said["number"]))
            case "ended" if line != self._line:  # It crossed with their leaving the table.
                self._log_result(said)
            case _ if line == self._line:
                self._hear_table(what, line, said)

    def _log_result(self, said: Mapping[str, Any]) -> Trouble | None:
        record = decode_game(said["game"].partition("\n")[2].encode())
        trouble = append(self._log, record)
        self._over(Result(record, trouble))
        return trouble

    def _see(self, said: Mapping[str, Any]) -> None:
        self.name = said["you"]
        self.tables = tuple(
            Shown(one["number"], _pair(one["names"]), tuple(one["score"])) for one in said["tables"]
        )
        waiting = [
            WaitingPlayer(one["name"], one["key"], str(one["number"])) for one in said["waiting"]
        ]
        by_name = sorted(waiting, key=lambda one: (one.name.casefold(), one.program))
        self._tell(Seen(tuple(by_name), "network"))

    def _open(self, said: Mapping[str, Any]) -> None:
        self._line = line = said["line"]
        self._watches = None
        self._chair = self._opened = Chair(said, self._say, self._log, self._clock)
        self._tell(Opened(line, _who(said)))

    def _refused(self, line: int, reason: str, why: Message) -> None:
        if self._chair and line == self._line:
            self._tell(LineLeft(line, Message(_OVER) if reason == "gone" else why))
        elif self._watches and line == self._line and reason == "gone":
            self._watches(None)
        else:
            self._tell(InvitationFailed(line, why))

    def _hear_table(self, what: str, line: int, said: Mapping[str, Any]) -> None:
        chair = self._chair
        if self._watches:
            self._watches(said if what == "view" else None)
        if chair is None:
            return
        chair.hear(said)
        shown = {"name": chair.other_name}
        match what:
            case "lost":
                self._tell(Lost(line, chair.lost_at, Message(_AWAY, shown)))
            case "back":
                self._tell(Back(line))
            case "left":
                self._line, self._chair = 0, None
                self._tell(LineLeft(line, Message(_LEFT, shown)))


def _who(said: Mapping[str, Any]) -> Contact:
    return _contact(said["who"]["name"], said["who"]["key"])


def _kept(number: str, game: Mapping[str, Any]) -> Kept:
    name = game["names"][1 - game["seat"]]
    return Kept(number, name, game["key"], datetime.fromisoformat(game["saved_at"]))


def _contact(name: str, key: str) -> Contact:
    return Contact(name, key, "")  # Without words: there is nothing to compare.


def _pair(names: Any) -> tuple[str, str]:
    one, other = names
    return one, other

"""The games of a log and its reading in words."""

from collections.abc import Mapping, Sequence, Set
from datetime import datetime, timedelta
from typing import Final

from durak_tui.common.i18n import N_, _, decimal, grouped, ngettext
from durak_tui.common.short_names import in_room
from durak_tui.common.text import brief, clock, one_line
from durak_tui.library.catalogue import ReadProgress
from durak_tui.library.order import FILE_ORDER, Order
from durak_tui.library.summary import Summary
from durak_tui.records.record import AGREED, PEACEFUL, RESIGNED
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.user.opponents import shown_name
from durak_tui.words.narrator import you_among

ORDERS: Final[Mapping[Order, str]] = {
    Order("file"): N_("as in the file"),
    Order("file", descending=True): N_("newest first"),
    Order("start", descending=True): N_("by start, latest first"),
    Order("start"): N_("by start, earliest first"),
    Order("bouts", descending=True): N_("most bouts first"),
    Order("bouts"): N_("fewest bouts first"),
    Order("duration", descending=True): N_("longest time first"),
    Order("duration"): N_("shortest time first"),
    Order("player"): N_("by name"),
    Order("player", descending=True): N_("by name, Z to A"),
}
"""The ways in which a list can be sorted."""
NO_PATH: Final = N_("A path cannot contain this character")
"""A problem worded like those of the system."""


def players(game: Summary, glyphs: Glyphs, width: int | None = None) -> str:
    """The players in ``width`` columns, or the header if unreadable."""
    return "".join(player_parts(game, glyphs, width))


def player_parts(game: Summary, glyphs: Glyphs, width: int | None = None) -> Sequence[str]:
    """Both players with a sign between them, or the header alone."""
    if game.names is None:
        return [game.title or glyphs.dash]
    names, between = [shown_name(brief(name)) for name in game.names], f" {glyphs.dash} "
    if width is not None:
        names = in_room(names, width - len(between), glyphs.ellipsis)
    return [names[0], between, names[1]]


def is_fault(game: Summary) -> bool:
    return game.reason is not None and game.reason not in PEACEFUL


def why_word(game: Summary) -> str:
    """One word about a remarkable end of a game."""
    if game.damaged:
        return _("damaged")
    if game.reason == RESIGNED:
        return _("resigned")
    if game.reason == AGREED:
        return _("agreed")
    return _reason(game.reason) if is_fault(game) else ""


def why(game: Summary) -> str:
    """A sentence about a remarkable end of a game, or nothing."""
    if game.damage is not None:
        return _("Damaged: {why}.").format(why=one_line(game.damage))
    played = game.names or ("player1", "player2")
    names = [shown_name(brief(name)) for name in played]
    if game.reason == RESIGNED:
        loser = {"1-0": 1, "0-1": 0}.get(game.result or "")
        if loser is None:
            return ""
        if loser == you_among(played):
            return _("You resigned.")
        return _("{name} resigned.").format(name=names[loser])
    if not is_fault(game):
        return ""
    reason = _reason(game.reason)
    if game.other_reason is not None:
        return _("Both failed: {one}, {other}.").format(
            one=reason, other=_reason(game.other_reason)
        )
    if game.failed is None:
        return _("Aborted: {reason}.").format(reason=reason)
    return _("{name} failed: {reason}.").format(name=names[game.failed], reason=reason)


def _reason(reason: str | None) -> str:
    """The reason of a fault, translated if it is ours."""
    return one_line(brief(_(reason))) if reason else ""


def start(time: datetime | None, glyphs: Glyphs) -> str:
    """The beginning of a game to the minute."""
    if time is None:
        return glyphs.dash
    day, now = time.date(), datetime.now().date()
    if day == now:
        return _("today {time}").format(time=f"{time:%H:%M}")
    if day == now - timedelta(days=1):
        return _("yesterday {time}").format(time=f"{time:%H:%M}")
    return f"{time:%Y-%m-%d %H:%M}"


def duration(seconds: float | None, glyphs: Glyphs) -> str:
    if seconds is None:
        return glyphs.dash
    if abs(seconds) < 60:
        digits = 1 if abs(seconds) >= 1 else 2
        return _("{n} s").format(n=decimal(seconds, f".{digits}f"))
    return clock(seconds)


def facts(game: Summary, glyphs: Glyphs, *, without: Set[str] = frozenset()) -> str:
    """The facts about a game, ``without`` those of these columns."""
    found = []
    if "start" not in without:
        found.append(start(game.started_at, glyphs))
    if "bouts" not in without and game.bouts is not None:
        found.append(ngettext("{n} bout", "{n} bouts", game.bouts).format(n=game.bouts))
    if game.cards is not None:
        text = ngettext("{n} card played", "{n} cards played", game.cards)
        found.append(text.format(n=game.cards))
    if "duration" not in without and game.seconds is not None:
        found.append(duration(game.seconds, glyphs))
    return f" {glyphs.dot} ".join(found)


def counted(now: ReadProgress, *, filtered: bool) -> str:
    """The games of a log, and those of them that are listed."""
    if filtered:
        text = ngettext("{some} of {n} game", "{some} of {n} games", now.games)
        return text.format(some=grouped(now.rows), n=grouped(now.games))
    return ngettext("{n} game", "{n} games", now.games).format(n=grouped(now.games))


def under_way(now: ReadProgress, order: Order) -> str:
    """The work that is going on with a log, or nothing."""
    if not now.busy:
        return ""
    if now.scanned < now.size:
        return _("reading {n} %").format(n=_percent(now.scanned, now.size))
    if now.looked_at < now.games:
        return _("searching {n} %").format(n=_percent(now.looked_at, now.games))
    if order.by != FILE_ORDER.by and now.sorted < now.rows:
        return _("sorting {n} %").format(n=_percent(now.sorted, now.rows))
    return ""


def _percent(part: int, whole: int) -> int:
    return min(99, 100 * part // max(1, whole))


def state_sentence(now: ReadProgress) -> str:
    """A sentence about what is wrong with the file."""
    if now.state == "removed":
        return _("The file is gone; its games are here until you leave.")
    if now.state == "unreadable":
        return _("The file can no longer be read: {why}.").format(why=one_line(_(now.problem)))
    return ""


def restart_sentence(now: ReadProgress) -> str:
    """A sentence about why everything was read anew."""
    if now.restarted == "replaced":
        return _("The file was replaced; reading the new one.")
    return _("The file was rewritten; reading it again.")

"""Matches in words: why one is even, and what it waits for."""

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.text import clock
from durak_tui.match.pool.dispatch import Waiting


def even_sentence() -> str:
    """The reason for an even run; each face says what to do."""
    return _(
        "Both engines are the same command and play every deal from both seats: unless it plays"
        " at random, the result is even by construction."
    )


def thinking_words(name: str, seconds: int) -> str:
    """Whose move it is, and for how long it has been."""
    time = _("{n} s").format(n=seconds) if seconds < 60 else clock(seconds)
    return _("{name} is thinking, {time}").format(name=name, time=time)


def waiting_sentence(waiting: Waiting) -> str:
    """A sentence about the slow game that is waited for."""
    if waiting.first == waiting.last:
        text = _("Waiting for game {first} ({time})")
    else:
        text = _("Waiting for a game of {first} to {last} ({time})")
    values = {"first": waiting.first, "last": waiting.last, "time": clock(waiting.seconds)}
    n = waiting.held_back
    more = ngettext("{n} later game is finished.", "{n} later games are finished.", n)
    return f"{text.format(**values)}; {more.format(n=n)}"

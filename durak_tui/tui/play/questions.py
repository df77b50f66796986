"""What the play screen asks when a game cannot simply go on."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.text import one_line
from durak_tui.engine.errors import EngineStartError, RunnerError
from durak_tui.table.opponent import Failure
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry

WITHDRAWN: Final = "withdrawn"
"""The answer to a question that nobody needs to answer any more."""
ENGINES: Final = 5
"""Other engines that are offered."""
_WORDS: Final = 4
_WIDTH: Final = 56


class Asked(NamedTuple):
    """A question."""

    title: str
    text: str
    entries: Sequence[Entry]


class Withdrawable(Question):
    """A question that goes away by itself once there is nothing to be decided."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(*asked)
        self._withdrawn = False

    def withdraw(self) -> None:
        """Nobody needs to answer it any more."""
        self._withdrawn = True
        self.dismiss(WITHDRAWN)

    def on_screen_resume(self) -> None:
        """What covered it, such as help, is gone."""
        if self._withdrawn:
            self.dismiss(WITHDRAWN)


def about_silence(name: str, seconds: float, words: str, *, begun: bool) -> Asked:
    """The engine owes an answer for so many seconds; ``words`` are its last.  ``begun`` as in
    :func:`about_failure`."""
    count = max(1, int(seconds))
    text = ngettext(
        "It has not answered for {n} second, which is longer than it may think.",
        "It has not answered for {n} seconds, which is longer than it may think.",
        count,
    ).format(n=count)
    return Asked(
        _("{name} gives no answer").format(name=name),
        _with_words(text, words),
        [
            Entry("wait", _("Wait on")),
            Entry("restart", _("Start it again and go on from here")),
            Entry("claim", _("Claim the win")),
            _leaving(begun),
        ],
    )


def about_failure(
    name: str,
    error: Exception,
    failure: Failure | None,
    *,
    others: Sequence[str],
    begun: bool,
) -> Asked:
    """The engine has failed; ``others`` are engines that could be played against instead,
    ``begun`` whether anything has been decided in this game."""
    leave = _leaving(begun)
    if isinstance(error, RunnerError):
        text = _("This computer is short of something. Close what you do not need and try again.")
        return Asked(
            _("{name} cannot be asked").format(name=name),
            f"{one_line(str(error))}\n{text}",
            [Entry("restart", _("Try again")), leave],
        )
    if isinstance(error, EngineStartError):
        text = _("See to its command on the screen of the engines, or play against another one.")
        against = _("Go on against {name}") if begun else _("Play against {name}")
        return Asked(
            _("{name} cannot be started").format(name=name),
            f"{one_line(str(error))}\n{text}",
            [
                *(Entry(f"engine:{one}", against.format(name=one)) for one in others[:ENGINES]),
                Entry("restart", _("Try again")),
                leave,
            ],
        )
    # The command is named as in the protocol: it is for whoever writes engines.
    why = f"{failure.verdict.command}: {failure.verdict.detail}" if failure else str(error)
    return Asked(
        _("{name} has failed").format(name=name),
        _with_words(one_line(why), failure.last_words if failure else ""),
        [
            Entry("restart", _("Start it again and go on from here")),
            Entry("claim", _("Claim the win")),
            leave,
        ],
    )


def _leaving(begun: bool) -> Entry:
    """A game is kept once there is anything to be lost."""
    return Entry("leave", _("Leave the game for later") if begun else _("Back"))


def about_new_game() -> Asked:
    """Another game is wanted while one is on."""
    return Asked(
        _("A game is on"),
        _("What shall become of it?"),
        [
            Entry("stay", _("Go on playing it")),
            Entry("keep", _("Keep it for later and begin a new one")),
            Entry("drop", _("Throw it away and begin a new one")),
        ],
    )


def about_resigning(name: str) -> Asked:
    """The person wants to give up."""
    return Asked(
        _("Give up?"),
        _("{name} wins this game then.").format(name=name),
        [Entry("stay", _("Go on playing")), Entry("resign", _("Give up"))],
    )


def about_resuming(why: str) -> Asked:
    """An unfinished game cannot be gone on with."""
    return Asked(
        _("This game cannot be resumed"),
        one_line(why),
        [Entry("new", _("Begin a new game")), Entry("leave", _("Back"))],
    )


def _with_words(text: str, words: str) -> str:
    """A text with the last that an engine has written to standard error."""
    lines = [one_line(line)[:_WIDTH] for line in words.splitlines() if line.strip()][-_WORDS:]
    return "\n".join([text, *([_("Its last words:")] if lines else []), *lines])

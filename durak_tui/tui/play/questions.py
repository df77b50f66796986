"""What the play screen asks when a game cannot simply go on."""

from typing import Final

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.text import one_line
from durak_tui.engine.errors import EngineStartError, RunnerError
from durak_tui.table.controller import Failed, Overdue
from durak_tui.table.opponent import Opponent
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.user.engines import known_engines
from durak_tui.user.schema import Settings

ENGINES: Final = 5  # Other engines that are offered.
WITHDRAWN: Final = "withdrawn"  # The answer to a question that needs none any more.
_LAST_WORDS: Final = 4, 56  # Lines, and columns of each.


def about_new_game() -> Question:
    """Ask what becomes of the game that is on."""
    return Question(
        _("A game is on"),
        _("What shall become of it?"),
        [
            Entry("stay", _("Go on playing it")),
            Entry("keep", _("Keep it for later and begin a new one")),
            Entry("drop", _("Throw it away and begin a new one")),
        ],
    )


def about_resigning(name: str) -> Question:
    """Ask whether the person gives up, so that ``name`` wins."""
    return Question(
        _("Give up?"),
        _("{name} wins this game then.").format(name=name),
        [Entry("stay", _("Go on playing")), Entry("resign", _("Give up"))],
    )


def about_resuming(why: str) -> Question:
    """Ask what to do instead of resuming an unfinished game."""
    return Question(
        _("This game cannot be resumed"),
        one_line(why),
        [Entry("new", _("Begin a new game")), Entry("leave", _("Back"))],
    )


class Withdrawable(Question):
    """A question that can disappear before it is answered."""

    _is_withdrawn = False

    def withdraw(self) -> None:
        """Take the question back, as soon as nothing covers it."""
        self._is_withdrawn = True
        self.dismiss(WITHDRAWN)

    def on_screen_resume(self) -> None:
        if self._is_withdrawn:
            self.dismiss(WITHDRAWN)


def about_engine(
    trouble: Overdue | Failed, opponent: Opponent, settings: Settings, *, has_begun: bool
) -> Withdrawable:
    """Ask what to do about an engine that does not play on."""
    name = opponent.config.shown
    error = trouble.error if isinstance(trouble, Failed) else None
    answers = [
        Entry("restart", _("Start it again and go on from here")),
        Entry("claim", _("Claim the win")),
    ]
    if isinstance(trouble, Overdue):
        title = _("{name} gives no answer")
        count = max(1, int(trouble.seconds))
        text = ngettext(
            "It has not answered for {n} second, which is longer than it may think.",
            "It has not answered for {n} seconds, which is longer than it may think.",
            count,
        ).format(n=count)
        text += _told(opponent.last_words)
        answers.insert(0, Entry("wait", _("Wait on")))
    elif isinstance(error, RunnerError):
        title = _("{name} cannot be asked")
        text = _("This computer is short of something. Close what you do not need and try again.")
        text = f"{one_line(str(error))}\n{text}"
        answers = [Entry("restart", _("Try again"))]
    elif isinstance(error, EngineStartError):
        title = _("{name} cannot be started")
        text = _("See to its command on the screen of the engines, or play against another one.")
        text = f"{one_line(str(error))}\n{text}"
        against = _("Go on against {name}") if has_begun else _("Play against {name}")
        others = [one.name for one in known_engines(settings) if one.name != name][:ENGINES]
        answers = [Entry(f"engine:{one}", against.format(name=one)) for one in others]
        answers.append(Entry("restart", _("Try again")))
    else:
        title = _("{name} has failed")
        text = one_line(str(error))
        if failure := opponent.failure:
            # The command is named as in the protocol: it is for whoever writes engines.
            text = one_line(f"{failure.verdict.command}: {failure.verdict.detail}")
            text += _told(failure.last_words)
    leave = _("Leave the game for later") if has_begun else _("Back")
    title = title.format(name=one_line(name))
    return Withdrawable(title, text, [*answers, Entry("leave", leave)])


def _told(words: str) -> str:
    """An appendix: the last lines of an engine on standard error."""
    count, width = _LAST_WORDS
    lines = [one_line(line)[:width] for line in words.splitlines() if line.strip()][-count:]
    return "\n".join(["", _("Its last words:"), *lines]) if lines else ""

"""What the play screen asks when a game cannot simply go on."""

from durak_tui.common.i18n import _
from durak_tui.common.text import one_line
from durak_tui.tui.toolkit.dialog import Question, Withdrawable
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.words.play import EngineQuestion


def about_new_game() -> Question:
    """Ask what becomes of the game that is on."""
    return Question(
        _("A game is in progress"),
        _("What would you like to do with it?"),
        [
            Entry("stay", _("Resume it")),
            Entry("keep", _("Keep it for later and start a new one")),
            Entry("drop", _("Delete it and start a new one")),
        ],
    )


def about_resigning(name: str) -> Question:
    """Ask whether the person gives up, so that ``name`` wins."""
    return Question(
        _("Resign?"),
        _("{name} then wins this game.").format(name=name),
        [Entry("stay", _("Keep playing")), Entry("resign", _("Resign"))],
    )


def about_taking_back(asked: str) -> Question:
    """Ask whether the other may take back; ``asked`` says who wants to."""
    return Question(
        _("Take back?"),
        asked,
        [Entry("stay", _("No, play on")), Entry("back", _("Yes, take it back"))],
    )


def about_resuming(why: str) -> Question:
    """Ask what to do instead of resuming an unfinished game."""
    return Question(
        _("This game cannot be resumed"),
        one_line(why),
        [Entry("new", _("Start a new game")), Entry("leave", _("Back"))],
    )


def about_failure(asked: EngineQuestion) -> Withdrawable:
    """A question about an engine, which may answer after all."""
    lines = [line[:56] for line in asked.last_words[-4:]]
    quoted = [_("Its last words:"), *lines] if lines else []
    entries = [Entry(*answer) for answer in asked.answers.items()]
    return Withdrawable(asked.title, "\n".join([asked.text, *quoted]), entries)

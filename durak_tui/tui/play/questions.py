"""Questions of the play screen when a game cannot simply go on."""

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.text import one_line
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.words.play import EngineQuestion


def about_new_game(most: int | None) -> Question:
    """Ask what becomes of the game that is on.

    ``most`` is how many are kept, this one included, if there is no room for another.
    """
    text = _("What would you like to do with it?")
    stay, keep, drop = (
        Entry("stay", _("Resume it")),
        Entry("keep", _("Keep it for later and start a new one")),
        Entry("drop", _("Delete it and start a new one")),
    )
    if most is None:
        return Question(_("A game is in progress"), text, [stay, keep, drop])
    full = ngettext(
        "This server keeps at most {n} unfinished game for you. To keep this one for later, leave"
        " it, and finish it before you start another.",
        "This server keeps at most {n} unfinished games for you, and with this one you have as"
        " many. To keep it for later, finish or delete one of the others first.",
        most,
    )
    return Question(_("A game is in progress"), f"{text}\n\n{full.format(n=most)}", [stay, drop])


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


def about_failure(asked: EngineQuestion) -> Question:
    """A question about an engine, which may answer after all."""
    lines = [line[:56] for line in asked.last_words[-4:]]
    quoted = [_("Its last words:"), *lines] if lines else []
    entries = [Entry(*answer) for answer in asked.answers.items()]
    return Question(asked.title, "\n".join([asked.text, *quoted]), entries)

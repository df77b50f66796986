"""Which of several games that were left is gone on with."""

from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, Final

from durak_tui.i18n import N_, _
from durak_tui.records.journal import Journal, NotUnfinished, UnfinishedGame
from durak_tui.records.journalformat import DamagedJournal
from durak_tui.text import one_line
from durak_tui.tui.actions import Action
from durak_tui.tui.screens.dialog import Question
from durak_tui.tui.widgets.menu import Entry, Menu

NEW: Final = "new"


class UnfinishedScreen(Question):
    """A list of them, the one played last first.  Its result is the path of the one chosen;
    the empty text if none was, NEW for a new one."""

    ACTIONS: ClassVar = (
        *Question.ACTIONS,
        Action(
            "unfinished.drop", "x,delete",
            N_("Throw away"), N_("Throw the game with the cursor away"),
        ),
    )  # fmt: skip

    def __init__(self, games: Sequence[UnfinishedGame], *, or_new: bool = False) -> None:
        """``or_new`` also offers a new one."""
        new = [Entry(NEW, _("A new game"), key="n")] if or_new else []
        super().__init__(
            _("Unfinished games"),
            _("Which one do you want to go on with?"),
            [*map(_entry, games), *new],
        )

    def action_drop(self) -> None:
        """Throw a game away, after a question."""
        menu = self.query_one(Menu)
        chosen = menu.current
        if chosen is None or chosen.id == NEW:
            return

        def answered(answer: str | None) -> None:
            if answer == "drop":
                self._drop(chosen)

        question = Question(
            _("Throw this game away?"),
            f"{chosen.label}, {chosen.note}",
            [Entry("keep", _("Keep it")), Entry("drop", _("Throw it away"))],
        )
        self.app.push_screen(question, answered)

    def _drop(self, entry: Entry) -> None:
        try:
            # Whoever has gone on with it meanwhile keeps it.
            with suppress(NotUnfinished, DamagedJournal):
                _game, journal = Journal.resume(entry.id)
                journal.discard()
        except OSError as error:
            text = _("This game cannot be thrown away: {why}.")
            why = error.strerror or str(error)
            self.app.notify(text.format(why=why), severity="warning", markup=False)
            return
        self._entries = [one for one in self._entries if one.id != entry.id]
        if all(one.id == NEW for one in self._entries):
            self.dismiss(NEW if self._entries else "")
            return
        menu = self.query_one(Menu)
        menu.styles.height = len(self._entries)
        menu.show(self._entries)


def _entry(game: UnfinishedGame) -> Entry:
    opening = game.game.opening
    note = _("{when:%Y-%m-%d %H:%M}, bout {bout}").format(when=game.saved_at, bout=game.game.bout)
    text = _("against {engine}").format(engine=one_line(opening.names[1 - opening.seat])[:24])
    return Entry(str(game.path), text, note)

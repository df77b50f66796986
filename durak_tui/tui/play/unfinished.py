"""The choice among the unfinished games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from durak_tui.common.i18n import N_, _, ngettext, why
from durak_tui.records.journal import Journal, NotUnfinished, PlayedElsewhere, UnfinishedGame
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import fit
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.menu import Entry, Menu
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.words.play import players_of

NEW: Final = "new"
_WIDTH: Final = 32


class StoredGames(Question):
    """Stored games, which can be resumed or deleted.

    Its result is the id of the one chosen, NEW for a new one, empty if there is none.
    """

    ACTIONS: ClassVar = (
        *Question.ACTIONS,
        KeyAction("unfinished.drop", "x,delete", N_("Delete"), N_("Delete the selected game")),
    )  # fmt: skip

    def __init__(
        self,
        entries: Sequence[Entry],
        delete: Callable[[str], object] | None,
        *,
        text: str = "",
        most: int | None = None,
    ) -> None:
        """``entries`` have the games' ids.

        Args:
            delete: deletes the game of an id; None if none can be deleted.  May raise
                PlayedElsewhere, NotUnfinished, DamagedJournal or OSError.
            most: with fewer games than that the result is NEW.
        """
        text = text or _("Which one do you want to resume?")
        super().__init__(_("Unfinished games"), text, entries)
        self._delete = delete
        self._most = most

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "drop" and self._delete is None:
            return False
        return super().check_action(action, parameters)

    @asking
    async def action_drop(self) -> None:
        chosen = self.query_one(Menu).current
        if chosen is None or chosen.id == NEW:
            return
        question = Question(
            _("Delete this game?"),
            f"{chosen.label}, {chosen.note}",
            [Entry("keep", _("Keep it"), key="n"), Entry("drop", _("Delete it"), key="y")],
        )
        if await self.ask(question) == "drop":
            self._drop(chosen)

    def _drop(self, entry: Entry) -> None:
        assert self._delete
        try:
            self._delete(entry.id)
        except (PlayedElsewhere, OSError) as error:
            text = _("Cannot delete this game: {why}.")
            reason = why(error) if isinstance(error, OSError) else error
            self.app.notify(text.format(why=reason), severity="warning", markup=False)
            return
        except (NotUnfinished, DamagedJournal):
            pass  # it can no more be gone on with than if it were thrown away
        menu = self.query_one(Menu)
        self._entries = [one for one in self._entries if one.id != entry.id]
        menu.styles.height = len(self._entries)
        menu.show(self._entries)
        if self._most is not None and len(self._entries) < self._most:
            self.dismiss(NEW)
        elif all(one.id == NEW for one in self._entries):
            self.dismiss(NEW if self._entries else "")


def about_unfinished(
    games: Iterable[UnfinishedGame],
    glyphs: Glyphs,
    *,
    or_new: bool = False,
    most: int | None = None,
) -> StoredGames:
    """The unfinished games played here, the last one first.

    ``or_new`` also offers a new game.  With ``most`` there are as many or more, and there is a new
    game once there are fewer.
    """
    new = [Entry(NEW, _("A new game"), key="n")] if or_new else []
    full = ""
    if most is not None:
        full = ngettext(
            "This server keeps {n} unfinished game for you, and no more. Resume it, or delete"
            " it to start a new one.",
            "This server keeps {n} unfinished games for you, and no more. Resume one of them,"
            " or delete one to start a new one.",
            most,
        ).format(n=most)
    entries = [*(_entry(game, glyphs) for game in games), *new]
    return StoredGames(entries, _delete, text=full, most=most)


def _delete(id_: str) -> None:
    _game, journal = Journal.resume(id_)
    journal.discard()


class UnfinishedFirstScreen(DurakScreen):
    """A choice of unfinished games, before there is a table."""

    HEADED = False
    TITLE = N_("Unfinished games")
    CSS_PATH = "table.tcss"

    def __init__(
        self, left: Sequence[UnfinishedGame], table: str, who: Mapping[str, Any], **options: Any
    ) -> None:
        """A new game is played by ``who`` on the screen ``table``."""
        super().__init__()
        self._left = left
        self._table = table
        self._who = who
        self._options = options

    def on_mount(self) -> None:
        self._choose()

    @asking
    async def _choose(self) -> None:
        question = about_unfinished(self._left, self.durak.glyphs, or_new=True)
        answer = await self.ask(question)
        if answer == NEW:
            self.durak.go_instead(self._table, **self._who, **self._options)
        elif answer:
            game = chosen_of(self._left, answer)
            self.durak.go_instead(table_of(game), resume=game.path, **self._options)
        else:
            self.durak.go_back()


def table_of(game: UnfinishedGame) -> str:
    """The name of the screen to resume this game on."""
    return "hot-seat" if game.game.opening.between_people else "play"


def chosen_of(left: Iterable[UnfinishedGame], answer: str) -> UnfinishedGame:
    """The game of this answer to :func:`about_unfinished`."""
    return next(game for game in left if game.path == Path(answer))


def _entry(game: UnfinishedGame, glyphs: Glyphs) -> Entry:
    note = _("{when:%Y-%m-%d %H:%M}, bout {bout}").format(when=game.saved_at, bout=game.game.bout)
    players = fit(players_of(game.game.opening, glyphs.ellipsis), _WIDTH, glyphs)
    return Entry(str(game.path), players, note)

"""The choice among the unfinished games."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from durak_tui.common.i18n import N_, _, ngettext, why
from durak_tui.records.journal import Journal, NotUnfinished, PlayedElsewhere, UnfinishedGame
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.tui.play.tables import table_of
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
        KeyAction(
            "unfinished.drop", "x,delete",
            N_("Delete"), N_("Delete the selected game"),
        ),
    )  # fmt: skip

    def __init__(self, entries: Sequence[Entry], text: str = "") -> None:
        text = text or _("Which one do you want to resume?")
        super().__init__(_("Unfinished games"), text, entries)

    def delete(self, id_: str) -> None:
        """Delete this game.  Raises PlayedElsewhere, NotUnfinished, DamagedJournal, OSError."""
        raise NotImplementedError

    @asking
    async def action_drop(self) -> None:
        chosen = self.query_one(Menu).current
        if chosen is None or chosen.id == NEW:
            return
        question = Question(
            _("Delete this game?"),
            f"{chosen.label}, {chosen.note}",
            [Entry("keep", _("Keep it")), Entry("drop", _("Delete it"))],
        )
        if await self.ask(question) == "drop":
            self._drop(chosen)

    def _drop(self, entry: Entry) -> None:
        try:
            self.delete(entry.id)
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
        if self._is_enough():
            self.dismiss(NEW)
        elif all(one.id == NEW for one in self._entries):
            self.dismiss(NEW if self._entries else "")

    def _is_enough(self) -> bool:
        """Whether what was deleted has made room for a new game."""
        return False


class UnfinishedScreen(StoredGames):
    """The unfinished games played here, the last one first."""

    def __init__(
        self,
        games: Iterable[UnfinishedGame],
        glyphs: Glyphs,
        *,
        or_new: bool = False,
        most: int | None = None,
    ) -> None:
        """``or_new`` also offers a new game.

        With ``most`` there are as many or more, and there is a new game once there are fewer.
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
        self._most = most
        super().__init__([*(_entry(game, glyphs) for game in games), *new], full)

    def _is_enough(self) -> bool:
        return self._most is not None and len(self._entries) < self._most

    def delete(self, id_: str) -> None:
        _game, journal = Journal.resume(id_)
        journal.discard()


class UnfinishedFirstScreen(DurakScreen):
    """A choice of unfinished games, before there is a table."""

    TITLE = N_("Unfinished games")
    CSS_PATH = "table.tcss"

    def __init__(
        self, left: Sequence[UnfinishedGame], table: str, who: Mapping[str, Any], **terms: Any
    ) -> None:
        """A new game is played by ``who`` on the screen ``table``."""
        super().__init__()
        self._left = left
        self._table = table
        self._who = who
        self._terms = terms

    def on_mount(self) -> None:
        self._choose()

    @asking
    async def _choose(self) -> None:
        question = UnfinishedScreen(self._left, self.durak.glyphs, or_new=True)
        answer = await self.ask(question)
        if answer == NEW:
            self.durak.go_instead(self._table, **self._who, **self._terms)
        elif answer:
            game = chosen_of(self._left, answer)
            self.durak.go_instead(table_of(game), resume=game.path, **self._terms)
        else:
            self.durak.go_back()


def chosen_of(left: Iterable[UnfinishedGame], answer: str) -> UnfinishedGame:
    """The game of this answer to :class:`UnfinishedScreen`."""
    return next(game for game in left if game.path == Path(answer))


def _entry(game: UnfinishedGame, glyphs: Glyphs) -> Entry:
    note = _("{when:%Y-%m-%d %H:%M}, bout {bout}").format(when=game.saved_at, bout=game.game.bout)
    players = fit(players_of(game.game.opening, glyphs.ellipsis), _WIDTH, glyphs)
    return Entry(str(game.path), players, note)

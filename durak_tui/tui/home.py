"""The first screen: what can be done, or resumed."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.text import one_line
from durak_tui.tui.matches.pulse import pulse_of
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget
from durak_tui.tui.toolkit.menu import Entry, Menu
from durak_tui.tui.toolkit.screen import DurakScreen, asking

if TYPE_CHECKING:
    from durak_tui.match.progress import Snapshot
    from durak_tui.records.journal import UnfinishedGame


class _Title(CanvasWidget):
    """The name of the game between the four suits."""

    def draw(self, canvas: Canvas) -> None:
        clubs, diamonds, hearts, spades = tuple(self.glyphs.suits)
        x = canvas.put(2, 0, f" {clubs} ", "card-black")
        x = canvas.put(x + 1, 0, f" {diamonds} ", "card-red")
        x = canvas.put(x + 2, 0, "durak-tui", "strong")
        x = canvas.put(x + 2, 0, f" {hearts} ", "card-red")
        canvas.put(x + 1, 0, f" {spades} ", "card-black")
        canvas.put(2, 2, _("Throw-in Durak against engines, and engines against each other"), "dim")


class HomeScreen(DurakScreen):
    """The first screen."""

    TITLE = "durak-tui"
    HELP = N_(
        "Durak is a game of throwing in: get rid of your cards before the other player does."
        " Here you play it against engines, let engines play each other, and look at the games"
        " afterwards."
    )
    CSS_PATH = "home.tcss"
    ACTIONS: ClassVar = (
        KeyAction("home.pick", "enter", N_("Choose"), N_("Open the entry under the cursor")),
        KeyAction("home.resume", "r", N_("Resume"), N_("Resume the game you left")),
        KeyAction("home.play", "p", N_("Play"), N_("Play against an engine"),
                  does="go", arguments=("play",)),
        KeyAction("home.practice", "x", N_("Practice"),
                  N_("Find the best card, and learn from your mistakes"), False,
                  does="go", arguments=("practice",)),
        KeyAction("home.solve", "z", N_("Solve"), N_("Solve an endgame: who wins, and how"), False,
                  does="go", arguments=("solve",)),
        KeyAction("home.autoplay", "a", N_("Autoplay"), N_("Let engines play a match"),
                  does="go", arguments=("autoplay",)),
        KeyAction("home.logs", "l", N_("Logs"), N_("Browse the games of a log"),
                  does="go", arguments=("logs",)),
        KeyAction("home.engines", "e", N_("Engines"), N_("Add, check and choose engines"),
                  does="go", arguments=("engines",)),
        KeyAction("home.settings", "s", N_("Settings"), N_("Language, looks, rules, keys"),
                  does="go", arguments=("settings",)),
    )  # fmt: skip

    _left: "Sequence[UnfinishedGame]" = ()

    def content(self) -> ComposeResult:
        yield _Title(id="home-title")
        yield Menu(id="home-menu")

    def on_mount(self) -> None:
        self.on_screen_resume()
        self.query_one(Menu).focus()

    def on_screen_resume(self) -> None:
        self._left = self.durak.unfinished()
        self._show()

    def match_changed(self, now: "Snapshot") -> bool:
        self._show()
        return False

    def _show(self) -> None:
        entries = []
        if self._left:
            game, count = self._left[0], len(self._left)
            opening = game.game.opening
            engine = one_line(opening.names[1 - opening.here])
            # The time first: where there is no room for all, the name can be guessed.
            note = _("{when:%Y-%m-%d %H:%M}, against {engine}")
            note = note.format(engine=engine, when=game.saved_at)
            if count > 1:
                note = ngettext("one of {n} game", "one of {n} games", count).format(n=count)
            entries.append(Entry("resume", _("Resume your game"), note, "r"))
        engine = self.durak.settings.value.default_engine
        matches = pulse_of(self).note() or _("engines play matches")
        entries += [
            Entry("play", _("Play"), _("against {engine}").format(engine=engine), "p"),
            Entry("practice", _("Practice"), _("find the best card"), "x"),
            Entry("autoplay", _("Autoplay"), matches, "a"),
            Entry("logs", _("Logs"), _("look at games, step by step"), "l"),
            Entry("engines", _("Engines"), _("add, check, choose"), "e"),
            Entry("settings", _("Settings"), _("language, looks, keys"), "s"),
        ]
        menu = self.query_one(Menu)
        menu.styles.height = len(entries)
        menu.show(entries)
        self.keys_changed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self._left) if action == "resume" else True

    def action_pick(self) -> None:
        self.query_one(Menu).action_pick()

    def on_menu_picked(self, event: Menu.Picked) -> None:
        event.stop()
        if event.entry.id == "resume":
            self.action_resume()
        else:
            self.action_go(event.entry.id)

    @asking
    async def action_resume(self) -> None:
        if len(self._left) == 1:
            self.durak.go("play", resume=self._left[0].path)
            return
        from durak_tui.tui.play.unfinished import UnfinishedScreen

        if path := await self.ask(UnfinishedScreen(self._left, self.durak.glyphs)):
            self.durak.go("play", resume=Path(path))

    def action_go(self, screen: str) -> None:
        self.durak.go(screen)

"""The first screen: what can be done, or resumed."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.short_names import two_names
from durak_tui.common.text import one_line
from durak_tui.tui.home_title import HomeTitle, arranged
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import fit
from durak_tui.tui.toolkit.menu import Entry, EntryList, Menu
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.user.engines import opponent_now
from durak_tui.user.opponents import shown_name
from durak_tui.words.times import ago

if TYPE_CHECKING:
    from durak_tui.match.plan import StoppedMatch
    from durak_tui.match.snapshot import MatchSnapshot
    from durak_tui.net.talk_journal import Kept
    from durak_tui.records.journal import UnfinishedGame
    from durak_tui.tournament.tournament_files import StoppedTournament
    from durak_tui.tui.logs.end_table import EndTable


_MENU: Final = 64, 88  # Columns of the menu, at least and at most, where there is room.
_LARGE: Final = 160, 45  # Columns and rows of a window that has room for a table, too.
_LABEL: Final = 16  # Columns of the name of a person.
_BEFORE: Final = 7  # Columns before a note, beside its label.


def _when(latest: datetime, count: int) -> str:
    """The time of the latest game, and the number of others."""
    when = ago(latest)
    return _("{when}, and {n} more").format(when=when, n=count - 1) if count > 1 else when


class HomeScreen(DurakScreen):
    """The first screen."""

    HEADED = False
    TITLE = "durak-tui"
    HELP = N_(
        "In Durak you get rid of your cards before your opponent does. Play it here against"
        " engines, let engines play each other, and look at the games afterwards."
    )
    CSS_PATH = "home.tcss"
    FOLLOWS = "match_feed"
    ACTIONS: ClassVar = (
        KeyAction("home.pick", "enter", N_("Choose"), N_("Open the selected entry")),
        # Their key means the first that is possible.
        KeyAction("home.resume", "r", N_("Resume"), N_("Resume the game you left")),
        KeyAction("home.match", "r", N_("Resume match"),
                  N_("Resume the match between engines that was stopped"), False, guests=False),
        KeyAction("home.cup", "r", N_("Resume tournament"),
                  N_("Resume the tournament that was stopped"), False, guests=False),
        KeyAction("home.person", "r", N_("Resume with"),
                  N_("Resume the game with a person elsewhere"), False),
        KeyAction("home.play", "p", N_("Play"), N_("Choose your opponent")),
        KeyAction("home.people", "w", N_("With people"), N_("Play with a person")),
        KeyAction("home.practice", "x", N_("Practice"),
                  N_("Find the best card, and learn from your mistakes"), False,
                  does="go", arguments=("practice",)),
        KeyAction("home.solve", "S,z", N_("Solve"),
                  N_("Solve an endgame: who wins, and how"), False,
                  does="go", arguments=("solve",)),
        KeyAction("home.autoplay", "a", N_("Autoplay"), N_("Let engines play a match"),
                  does="go", arguments=("autoplay",), guests=False),
        KeyAction("home.tournament", "t", N_("Tournament"), N_("Let many engines play each other"),
                  footer=False, does="go", arguments=("tournament",), guests=False),
        KeyAction("home.logs", "l", N_("Logs"), N_("Browse the games in a log"),
                  does="go", arguments=("logs",)),
        KeyAction("home.me", "m", N_("You"), N_("Your score, rating, streaks and mistakes"),
                  does="go", arguments=("me",)),
        KeyAction("home.engines", "e", N_("Engines"), N_("Add, check and choose engines"),
                  does="go", arguments=("engines",), guests=False),
        KeyAction("home.games", "b", N_("More games"), N_("Gold Rush, and 2048 for two"), False,
                  guests=False),
        KeyAction("home.settings", "s", N_("Settings"), N_("Language, looks, rules, keys"),
                  does="go", arguments=("settings",)),
        KeyAction("home.problems", "f", N_("Problems"), N_("See what is wrong with your files"),
                  guests=False),
    )  # fmt: skip

    _left: "Sequence[UnfinishedGame]" = ()
    _kept: "Sequence[Kept]" = ()
    _failed: frozenset[str] = frozenset()  # Of what is looked for in threads.
    _stopped: "StoppedMatch | None" = None
    _cup: "StoppedTournament | None" = None
    _last: "EndTable | None" = None

    def content(self) -> ComposeResult:
        with Horizontal(id="home-panes"), Vertical():
            yield HomeTitle(id="home-title")
            with Vertical(id="home-body"):
                yield Menu(id="home-menu")

    def on_mount(self) -> None:
        self.on_screen_resume()

    def on_screen_resume(self) -> None:
        if self.durak.problem_count:
            self.durak.look_for_problems()
        self._left = self.durak.unfinished()
        self._stopped = self._cup = None
        self._refresh_last()
        self._look(self._look_for_kept, "kept")
        state = self.durak.state.value
        if state.last_match or state.last_tournament:
            # Their logs may be large.
            self._look(self._look_for_stopped, "stopped")
        self._show()

    def _look(self, looking: Callable[[], None], group: str) -> None:
        """Look for something in a thread, unless that has failed already.

        An error there is reported, and closes no screen: the next one would meet it, too.
        """

        def looked() -> None:
            try:
                looking()
            except Exception as error:
                self.call_later(self._look_failed, group, error)

        if group not in self._failed:
            self.run_worker(looked, thread=True, group=group, exclusive=True)

    def _look_failed(self, group: str, error: Exception) -> None:
        if group not in self._failed:
            self._failed |= {group}
            self.durak.mishap(error, None)

    def _look_for_kept(self) -> None:
        """In a thread: see which games with people elsewhere can go on."""
        self.call_later(self._offer_kept, self.durak.kept())

    def _offer_kept(self, kept: "Sequence[Kept]") -> None:
        if kept != self._kept:
            self._kept = kept
            self._show()

    def _look_for_stopped(self) -> None:
        """In a thread: see whether a match or a tournament was stopped."""
        state, match, cup = self.durak.state.value, None, None
        if state.last_match:
            from durak_tui.match.plan import stopped_match

            match = stopped_match(state.last_match)
        if state.last_tournament:
            from durak_tui.tournament.tournament_files import stopped_tournament

            cup = stopped_tournament(state.last_tournament)
        if match or cup:
            self.call_later(self._offer, match, cup)

    def _offer(self, match: "StoppedMatch | None", cup: "StoppedTournament | None") -> None:
        self._stopped = None if self.durak.match_feed.is_on else match
        self._cup = None if self.durak.tournament_feed.is_on else cup
        self._show()

    def run_changed(self, now: "MatchSnapshot") -> bool:
        self._show()
        return False

    def problems_changed(self) -> bool:
        self._show()
        return True

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        width = self.size.width // 2 if self._show_last() else self.size.width
        least, most = _MENU
        available, keys = {one.id for one in self.available_actions()}, self.keys_now()
        groups = [
            (title, [
                replace(one, key=keys.get(f"home.{one.id}", ""))
                for one in entries if f"home.{one.id}" in available
            ])
            for title, entries in self._groups(min(width, most))
        ]  # fmt: skip
        menu = self.query_one(Menu)
        was_left = self._left and all(one.id != "resume" for one in menu.entries)
        lines, above = arranged(groups, width, self.size.height - 1)
        menu.styles.height = len(lines)
        self.query_one(HomeTitle).styles.height = above
        menu.show(lines, 0 if was_left else None)
        menu.styles.width = min(width, most, max(least, menu.whole_width))
        self.keys_changed()

    def _show_last(self) -> bool:
        """Show the last game where there is room; true then."""
        has_room = all(size >= least for size, least in zip(self.size, _LARGE, strict=True))
        if has_room and not self._last:
            from durak_tui.tui.logs.end_table import EndTable

            self._last = EndTable()
            self.query_one("#home-panes").mount(self._last)
            self._refresh_last()
        if self._last:
            self._last.display = has_room
        return has_room

    def _refresh_last(self) -> None:
        if self._last:
            from durak_tui.tui.toolkit.sample_table import sample

            shown = replace(sample(self.durak.settings.value), score=_("A sample"))
            self._last.show_last(self.durak.games_log, shown)

    def _groups(self, width: int) -> list[tuple[str, list[Entry]]]:
        """The entries in that many columns, each group with its title."""
        groups = [
            (_("Play"), [
                Entry("play", _("Play"), self._whom()),
                Entry("people", _("With people"),
                      _("at one keyboard, on this server") if self.durak.is_guest
                      else _("at one keyboard, on your network, anywhere")),
                Entry("practice", _("Practice"), _("find the best card")),
                Entry("me", _("You"), _("score, rating, your last games")),
            ]),
            (_("Engines"), [
                Entry("autoplay", _("Autoplay"),
                      self.durak.match_feed.note() or _("engines play matches")),
                Entry("tournament", _("Tournament"),
                      self.durak.tournament_feed.note() or _("many engines play each other")),
                Entry("engines", _("Engines"), _("add, check, choose")),
            ]),
            (_("More"), [
                Entry("logs", _("Logs"), _("look at games, step by step")),
                Entry("solve", _("Solve"), _("who wins an endgame, and how")),
                Entry("games", _("More games"), self._other_games()),
                Entry("settings", _("Settings"), _("language, looks, keys")),
                *self._problems(),
            ]),
        ]  # fmt: skip
        labels = [one.label for _title, entries in groups for one in entries]
        before = _BEFORE + max(_LABEL if self._kept else 0, *map(cell_len, labels))
        return [(_("Resume"), self._left_entries(width - before)), *groups]

    def _left_entries(self, room: int) -> list[Entry]:
        """The entries for what was left; a note has that many columns."""
        entries, glyphs = [], self.durak.glyphs
        if self._left:
            from durak_tui.words.play import players_of

            game = self._left[0]
            when = f", {_when(game.saved_at, len(self._left))}"
            players = players_of(game.game.opening, glyphs.ellipsis)
            note = fit(players, room - cell_len(when), glyphs) + when
            entries.append(Entry("resume", _("Game"), note))
        if self._stopped or self._cup:
            from durak_tui.tui.runs.run_words import games_of
        if stopped := self._stopped:
            # The number first: where there is no room for all, the names can be guessed.
            note = f"{games_of(stopped.done, stopped.total)}, "
            names = [shown_name(name) for name in stopped.names]
            left = room - cell_len(note)
            note += two_names(names, f" {glyphs.dash} ", left, glyphs.ellipsis)
            entries.append(Entry("match", _("Match"), note))
        if cup := self._cup:
            note = f"{games_of(cup.done, cup.total)}, {cup.title}"
            entries.append(Entry("cup", _("Tournament"), note))
        if self._kept:
            last = self._kept[0]
            name = fit(one_line(last.name), _LABEL, glyphs)
            entries.append(Entry("person", name, _when(last.saved_at, len(self._kept))))
        return entries

    def _other_games(self) -> str:
        feeds = self.durak.mine_feed, self.durak.duel_feed
        notes = (one.note() for one in sorted(feeds, key=lambda one: not one.is_on))
        return next(filter(None, notes), _("Gold Rush, 2048 for two"))

    def _problems(self) -> list[Entry]:
        n = self.durak.problem_count
        note = ngettext("{n} in your files", "{n} in your files", n).format(n=n)
        return [Entry("problems", _("Problems"), note)] if n else []

    def _whom(self) -> str:
        """Whom Play was with last, or would be."""
        state = self.durak.state.value
        if state.played_with == "keyboard" and state.people:
            from durak_tui.words.play import both_players

            return both_players(state.people, self.durak.glyphs.ellipsis)
        engine = opponent_now(self.durak.settings.value, state.opponent)
        return _("against {engine}").format(engine=shown_name(engine))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        there = {
            "back": False,  # there is nothing behind it
            "problems": self.durak.problem_count > 0,
            "resume": bool(self._left),
            "match": self._stopped is not None,
            "cup": self._cup is not None,
            "person": bool(self._kept),
        }
        return there.get(action, True)

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        event.stop()
        self.perform_named(f"home.{event.entry.id}")

    @asking
    async def action_resume(self) -> None:
        from durak_tui.tui.play.unfinished import about_unfinished, chosen_of, table_of

        game = self._left[0]
        if len(self._left) > 1:
            left = self._left
            if not (path := await self.ask(about_unfinished(left, self.durak.glyphs))):
                return
            game = chosen_of(left, path)
        self.durak.go(table_of(game), resume=game.path)

    @asking
    async def action_person(self) -> None:
        from durak_tui.tui.people.people_questions import about_kept

        kept = {one.id: one for one in self._kept}
        # Those of a guest are kept by the server, for both.
        choice = about_kept(self._kept, can_delete=not self.durak.is_guest)
        if which := await self.ask(choice):
            self.durak.go("people", line=kept[which])

    def action_match(self) -> None:
        if self._stopped:
            self.durak.go("autoplay", resume=Path(self._stopped.log))

    def action_cup(self) -> None:
        if self._cup:
            self.durak.go("tournament", resume=Path(self._cup.file))

    def action_problems(self) -> None:
        self.durak.go("settings-file")

    @asking
    async def action_play(self) -> None:
        from durak_tui.tui.play.choice import OpponentScreen

        self._begin(await self.ask(OpponentScreen(self.durak.state.value)))

    @asking
    async def action_people(self) -> None:
        from durak_tui.tui.play.choice import HERE, people_on_offer
        from durak_tui.tui.play.names import NamesScreen
        from durak_tui.tui.toolkit.dialog import ExplainedQuestion

        ways = people_on_offer(self.durak)
        entries = [Entry(one.id, one.shown, one.about, one.key) for one in ways]
        whom = await self.ask(ExplainedQuestion(_("With people"), entries))
        self._begin(await self.ask(NamesScreen()) if whom == HERE else whom)

    def _begin(self, whom: str | tuple[str, str]) -> None:
        """Begin a game against the one that was chosen, if any was."""
        from durak_tui.tui.play.choice import ADDRESS, LOBBY, NETWORK

        if isinstance(whom, tuple):
            self.durak.go("hot-seat", names=whom)
        elif whom in (NETWORK, LOBBY, ADDRESS):
            self.durak.go("meeting", asks=whom == ADDRESS)
        elif whom:
            self.durak.go("play", engine=whom)

    @asking
    async def action_games(self) -> None:
        from durak_tui.tui.toolkit.dialog import Question

        entries = [
            Entry(
                "goldrush",
                _("Gold Rush"),
                self.durak.mine_feed.note() or _("programs dig for diamonds"),
            ),
            Entry("2048", _("2048 for two"), self.durak.duel_feed.note() or _("play, or watch")),
        ]
        if screen := await self.ask(Question(_("More games"), "", entries)):
            self.durak.go(screen)

    def action_go(self, screen: str) -> None:
        self.durak.go(screen)

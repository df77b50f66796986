"""Playing against an engine."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.events import Click, Key

from durak_tui.common.i18n import N_, _
from durak_tui.table.duel import Duel, Pass
from durak_tui.table.session import Session, Terms, names_at
from durak_tui.tui.play.engine_trouble import EngineTrouble
from durak_tui.tui.play.game_flow import GameFlow
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.play.hinting import Hinting, marks
from durak_tui.tui.play.play_words import Words, score
from durak_tui.tui.play.questions import (
    Withdrawable,
    about_new_game,
    about_resigning,
    about_resuming,
)
from durak_tui.tui.play.unfinished import NEW, UnfinishedScreen
from durak_tui.tui.play.view import Hand, bout_lines, card_keys, table_view
from durak_tui.tui.toolkit.actions import KeyAction, latin
from durak_tui.tui.toolkit.canvas import CanvasWidget
from durak_tui.tui.toolkit.card_table import CardTable, TableView, slots_across
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.folders import unfinished_folder

WIDE: Final = 120
"""Columns from which on there is room for the log of the game."""
LAST_LOOK: Final = 1.0
"""Seconds, at most, for which the key that begins another game does nothing at first."""
_MOVES: Final = ("pick", "take", "done", "left", "right", "up", "down")
_IN_GAME: Final = (*_MOVES, "new", "resign", "hint", "known")


class PlayScreen(DurakScreen):
    """A game against an engine, and the next one, until the person leaves."""

    CSS_PATH = "screen.tcss"
    FIXED = ("app.help", "app.back", "app.quit")
    ACTIONS: ClassVar = (
        KeyAction("play.pick", "enter,space", N_("Play it"), N_("Play the card with the cursor")),
        KeyAction("play.again", "enter,n", N_("Another game"), N_("Play another game")),
        KeyAction("play.take", "t", N_("Take"), N_("Take the cards on the table")),
        KeyAction("play.done", "d", N_("Done"), N_("Beaten, or enough: play no card more")),
        KeyAction("play.new", "n", N_("New game"), N_("Begin a new game"), footer=False),
        KeyAction("play.hint", "h", N_("Hint"), N_("Ask an engine what every card is worth")),
        KeyAction("play.resign", "r", N_("Give up"), N_("Give this game up")),
        # Last: it comes and goes, and what is behind it would have to be drawn again.
        KeyAction("play.take-back", "u", N_("Undo"), N_("Take back your last card")),
        KeyAction(
            "play.known",
            "k",
            N_("Known cards"),
            N_("Show or hide the cards that you can know to be in the other hand"),
            footer=False,
        ),
        KeyAction("play.log", "g", N_("Bouts"), N_("Show or hide the bouts at the side")),
        KeyAction("play.left", "left", N_("Left"), N_("The card before"), footer=False),
        KeyAction("play.right", "right", N_("Right"), N_("The next card"), footer=False),
        KeyAction("play.up", "up", N_("Up"), N_("The cards of the line above"), footer=False),
        KeyAction("play.down", "down", N_("Down"), N_("The cards of the line below"), footer=False),
        KeyAction("play.log-up", "pageup", N_("Older"), N_("Show older bouts"), footer=False),
        KeyAction("play.log-down", "pagedown", N_("Newer"), N_("Show newer bouts"), footer=False),
    )

    def __init__(
        self,
        engine: str = "",
        resume: Path | None = None,
        duel: Duel | None = None,
        *,
        offers: bool = False,
        deck: int | None = None,
        seed: int | str | None = None,
        winner_first: bool | None = None,
        move_time: float | None = None,
    ) -> None:
        """A new game against ``engine`` (the default one without a name); or the unfinished
        one in the journal ``resume``; or ``duel``, a position of anybody's game, such as
        :meth:`Duel.taken_up` makes of a recorded one, against ``engine``.

        With ``offers``, who has left games may go on with one of them instead of a new one.
        The rest goes before the settings; ``seed`` names a series of deals.
        """
        super().__init__()
        self._engine = engine
        self._resume = resume
        self._given = duel
        self._offers = offers
        self._terms = Terms(deck, seed, winner_first, move_time)
        self._flow: GameFlow
        self._is_on = False
        self._keys: object = None
        self._hints = Hinting(self, self._show, self._cannot_hint)
        self._shows_known = False

    def content(self) -> ComposeResult:
        yield CardTable()
        yield GameLog()

    def title_text(self) -> str:
        return _("Play")

    def help_text(self) -> str:
        return _(
            "Get rid of all your cards before the other does. Who attacks plays a card; who"
            " defends beats it with a higher one of its suit or with a trump, or takes. Then"
            " the attacker may throw in cards of every rank that lies on the table. If all was"
            " beaten, the cards are out of the game and the defender attacks; who takes misses"
            " an attack. After each bout both draw up to six cards, the attacker first.\n\n"
            "The sign under a card is its key. A card with a dot cannot be played now; its key"
            " tells why. A game that you leave can be gone on with."
        )

    # Which game.

    def on_mount(self) -> None:
        """Sit down and play."""
        app = self.durak
        if app.is_ending:
            return  # nobody would end the engine
        app.clear_notifications()  # they would lie on the cards, and are about another game
        session = Session(app.settings, app.state, unfinished_folder(), app.games_log, self._terms)
        trouble = EngineTrouble(
            self, lambda: self._flow, leave=self._leave_all, exchange=self._exchange
        )
        self._flow = GameFlow(
            self,
            session,
            lambda: app.settings.value.pause_ms / 1000,
            changed=self._show,
            overdue=trouble.ask_about_silence,
            failed=trouble.ask_about_failure,
            answered=trouble.withdraw,
            ended=lambda: self._in_thread(session.remember),
        )
        self._in_thread(session.tidy)
        left = app.unfinished() if self._offers else []
        if left:
            app.push_screen(UnfinishedScreen(left, or_new=True), self._chosen)
        elif self._resume is None:
            self._start_afresh()
        else:
            self._go_on_with(self._resume)

    def _chosen(self, answer: str | None) -> None:
        if not answer:
            self.durak.go_back()
        elif answer == NEW:
            self._start_afresh()
        else:
            self._go_on_with(Path(answer))

    def _go_on_with(self, path: Path) -> None:
        if why := self._session.resume(path):
            self._cannot_resume(why)
        else:
            self._begin()

    def _start_afresh(self) -> None:
        session, duel = self._session, self._given
        if duel is None:
            session.begin(session.find(self._engine))
        else:
            session.take_up(duel, session.find(self._engine or duel.names[1 - duel.seat]))
        self._begin()

    def _cannot_resume(self, why: str) -> None:
        def answered(answer: str | None) -> None:
            if answer == "new":
                self._start_afresh()
            else:
                self.durak.go_back()

        self.app.push_screen(Withdrawable(about_resuming(why)), answered)

    @property
    def _session(self) -> Session:
        return self._flow.session

    @property
    def _duel(self) -> Duel:
        return self._flow.duel

    def _begin(self) -> None:
        """There is another game on the table."""
        self._is_on = True
        taken = [key for action in self.actions() for key in self.durak.keys_of(action)]
        self._flow.begin(Hand(card_keys(taken)), self._new_words())

    def _new_words(self) -> Words:
        app = self.durak
        keys = {action.method: app.shown_key(action) for action in self.actions()}
        again = next(action for action in self.ACTIONS if action.method == "again")
        keys["again"] = _(" or ").join(app.shown_keys(again).split())
        return Words(self._duel, self._session.engine, app.glyphs, keys)

    def _new_game(self, *, keep: bool) -> None:
        session = self._session
        self._flow.seat.stop()
        self._flow.conclude()
        if keep or self._duel.over:
            session.leave()
        else:
            session.throw_away()
        session.begin_again()
        self._begin()

    # What is shown.

    def _show(self) -> None:
        """Draw the table as it is now."""
        flow, session, table = self._flow, self._session, self.query_one(CardTable)
        self._tell_trouble()
        person = self.durak.settings.value.player or _("You")
        advice = self._hints.at(flow.duel)
        sure = not flow.duel.position.talon_count
        hint = self._hints.said(flow.duel, self.durak.glyphs, flow.words.passing())
        view = table_view(
            flow.duel,
            flow.hand,
            person,
            session.engine,
            news=flow.news,
            warns=flow.warns,
            task=hint or flow.task(),
            score=score(session.series),
            marks=marks(advice, sure=sure) if advice else {},
            shows_known=self._shows_known,
        )
        if table.view and flow.has_only_moved and flow.seat.is_quick and not flow.warns:
            # Whatever the engine does in a moment changes all the rest again.
            view = _only_moved(table.view, view)
        table.show(view)
        if self._is_wide:
            names = names_at(flow.duel.seat, person, session.engine)
            self.query_one(GameLog).show(list(bout_lines(flow.duel)), names)
        keys = flow.duel.over, list(map(self.is_shown, self.ACTIONS)), self._is_wide
        if keys != self._keys:
            self._keys = keys
            self.keys_changed()

    def redraw(self) -> None:
        """Draw everything again, in other words perhaps."""
        if self._is_on:
            self._flow.words = self._new_words()
            self._show()
        super().redraw()

    def on_resize(self) -> None:
        """There may be room for the log now."""
        if self._is_on:
            self._show()

    @property
    def _is_wide(self) -> bool:
        return self.app.size.width >= WIDE

    def _tell_trouble(self) -> None:
        if trouble := self._session.trouble():
            self._notice(trouble)

    def _notice(self, text: str) -> None:
        self.app.notify(text, severity="warning", timeout=15, markup=False)

    def _in_thread(self, work: Callable[[], str | None]) -> None:
        """Do something that may take a moment; what it returns is told."""

        def do() -> None:
            if told := work():
                self.call_later(self._notice, told)

        self.run_worker(do, thread=True)

    def _exchange(self, engine: str) -> None:
        """Go on against another engine."""
        self._in_thread(self._session.opponent.close)
        self._session.exchange(self._session.find(engine))
        self._begin()

    # What the person does.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Much depends on whether a game is on; the keys of one are always the same."""
        if action in _IN_GAME:
            return self._is_on and not self._duel.over
        if action == "take_back":
            return self._is_on and not self._duel.over and self._duel.casual
        if action == "again":
            return self._is_on and self._duel.over
        if action in ("log", "log_up", "log_down"):
            return self._is_wide
        return True

    def is_shown(self, action: KeyAction) -> bool:
        """The keys of the other part are not: they only tell that they mean nothing now."""
        if self._is_on and action.method in ("take", "done"):
            attacks = self._duel.position.attacker == self._duel.seat
            return attacks == (action.method == "done")
        if self._is_on and action.method == "take_back":
            return self._duel.can_take_back
        return super().is_shown(action)

    def on_key(self, event: Key) -> None:
        """The key of a card plays it; a key that has no other meaning ends a pause."""
        if not self._is_on or self._duel.over:
            return
        key = latin(event.character or "")
        card = self._flow.hand.card_of(key)
        if self._flow.pauses:
            others = (a for a in self.available_actions() if a.method not in _MOVES)
            if {event.key, key}.isdisjoint(one for a in others for one in self.durak.keys_of(a)):
                # Meant for the cards as they lay: not for those that come.
                event.stop()
                self._flow.end_pause()
        elif card is not None:
            event.stop()
            self._flow.choose(card)

    def on_canvas_widget_chosen(self, event: CanvasWidget.Chosen) -> None:
        """A click on a card plays it."""
        kind, _colon, card = event.action.partition(":")
        if kind != "card":
            super().on_canvas_widget_chosen(event)
        elif self._flow.pauses:
            self._flow.end_pause()
        elif not self._duel.over:
            self._flow.choose(int(card))

    def on_click(self, event: Click) -> None:
        """A click beside everything ends a pause."""
        if self._is_on:
            self._flow.end_pause()

    def action_pick(self) -> None:
        """The card with the cursor."""
        self._flow.pick()

    def action_take(self) -> None:
        """Take the cards on the table."""
        self._flow.pass_(Pass.TAKE)

    def action_done(self) -> None:
        """The bout is beaten, or enough was given."""
        self._flow.pass_(Pass.ENOUGH)

    def action_left(self) -> None:
        """The card before."""
        self._moved(self._flow.hand.step(-1))

    def action_right(self) -> None:
        """The next card."""
        self._moved(self._flow.hand.step(1))

    def action_up(self) -> None:
        """The line above."""
        self._moved(self._flow.hand.line(-1, self._across))

    def action_down(self) -> None:
        """The line below."""
        self._moved(self._flow.hand.line(1, self._across))

    @property
    def _across(self) -> int:
        return slots_across(self.query_one(CardTable).size.width)

    def _moved(self, moved: bool) -> None:
        if moved:
            self._show()

    def action_take_back(self) -> None:
        """Back to the person's last decision."""
        self._flow.take_back()

    def action_hint(self) -> None:
        """Ask what every card is worth."""
        if self._flow.pauses or not self._duel.person_to_act:
            self._flow.warn(_("You get a hint when it is your turn."))
        else:
            self._hints.ask(self._session.adviser, self._duel)

    def _cannot_hint(self, why: str) -> None:
        self._flow.warn(why)

    def action_known(self) -> None:
        """Show or hide what can be known of the other hand."""
        self._shows_known = not self._shows_known
        self._show()

    def action_new(self) -> None:
        """Another game; what becomes of this one is asked if there is anything to lose."""

        def answered(answer: str | None) -> None:
            if answer in ("keep", "drop"):
                self._new_game(keep=answer == "keep")

        if self._session.is_untouched:
            self._new_game(keep=False)
        else:
            self.app.push_screen(Withdrawable(about_new_game()), answered)

    def action_again(self) -> None:
        """Another game, now that this one is over."""
        # Who hurries through the last bout shall see how it has ended.
        pause = min(self.durak.settings.value.pause_ms / 1000, LAST_LOOK)
        ended_at = self._flow.ended_at
        if ended_at is not None and monotonic() - ended_at >= pause:
            self._new_game(keep=False)

    def action_resign(self) -> None:
        """Give up, after a question."""

        def answered(answer: str | None) -> None:
            if answer == "resign":
                self._flow.resign()

        self.app.push_screen(Withdrawable(about_resigning(self._session.engine)), answered)

    def action_log(self) -> None:
        """Show or hide the bouts."""
        self.toggle_class("-without-log")

    def action_log_up(self) -> None:
        """Older bouts."""
        self.query_one(GameLog).scroll_lines(self.size.height - 3)

    def action_log_down(self) -> None:
        """Newer bouts."""
        self.query_one(GameLog).scroll_lines(3 - self.size.height)

    # Leaving.

    def action_back(self) -> None:
        """Leave; the game is kept."""
        if self._is_on:
            keeps = self._flow.leave()
            if lost := self._session.lost:
                self._notice(lost)
            elif keeps and not self.durak.has_told_of_keeping:
                self.durak.has_told_of_keeping = True
                self.app.notify(_("Your game is kept. The first screen offers to go on with it."))
        super().action_back()

    def _leave_all(self) -> None:
        """Leave together with whatever lies over this screen, such as help."""
        if self in self.app.screen_stack:
            while self.app.screen is not self:
                self.app.pop_screen()
            self.action_back()

    async def action_quit(self) -> None:
        """Leave the program; the game is kept."""
        farewell = ""
        if self._is_on:
            self._flow.end_pause()  # what lies there may have been the last bout
            keeps = self._session.is_kept
            kept = _("Your game is kept: durak-tui offers to go on with it.") if keeps else ""
            farewell = self._session.lost or kept
        self.durak.leave(farewell)

    async def on_unmount(self) -> None:
        """Nothing is left running."""
        if self._is_on:
            self._flow.leave()
            # The worker that is to do it may have gone with the screen.
            if told := await asyncio.to_thread(self._session.remember):
                self._notice(told)
            await asyncio.to_thread(self._session.close)


def _only_moved(before: TableView, now: TableView) -> TableView:
    """The cards where they are now, everything that is said about them as before."""
    same_bout = now.slots == before.slots
    return replace(
        now,
        top=replace(now.top, part=before.top.part, to_act=before.top.to_act),
        bottom=replace(now.bottom, part=before.bottom.part, to_act=before.bottom.to_act),
        news=before.news,
        warns=before.warns,
        task=before.task,
        keys=before.keys if same_bout else {},
        cursor=before.cursor if same_bout else None,
    )

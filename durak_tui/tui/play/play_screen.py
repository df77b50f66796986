"""Playing against an engine, which may fail."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final, cast

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _
from durak_tui.engine.engine_errors import EngineError
from durak_tui.table.adviser import Advice, Adviser, Hints
from durak_tui.table.controller import (
    Acted,
    Answered,
    Begun,
    CameTo,
    Cleared,
    Controller,
    Failed,
    Overdue,
    TableEvent,
    TakenBack,
    Thinking,
)
from durak_tui.table.game import Game, GameStart
from durak_tui.table.seats import EngineSeat
from durak_tui.table.session import SeriesOptions, Session
from durak_tui.tui.play.bout_screen import BoutScreen
from durak_tui.tui.play.game_view import SessionView
from durak_tui.tui.play.session_table import SessionTable, about_failure
from durak_tui.tui.play.table_actions import BOUTS, CARDS, NEW_GAME, PASSES, RESIGN, UNDO
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.chances import Chance, Chances
from durak_tui.tui.toolkit.dialog import WITHDRAWN, Question
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.tui.toolkit.table_view import SeatView, TableView
from durak_tui.user.engines import known_engines
from durak_tui.user.opponents import Level, level_called, next_level
from durak_tui.user.settings import SettingsStore
from durak_tui.words.endgame_words import not_yet
from durak_tui.words.play import about_engine, about_level, hint_asked, why_no_hint
from durak_tui.words.worth import card_marks

_BLINK: Final = 0.03  # Seconds in which two changes are one to the eye, and one frame to send.
_LOOK: Final = 0.25  # Seconds between two looks at what a slow engine says.


class EngineGameView(SessionView):
    """The table with hints, and an engine that may answer at once."""

    def __init__(
        self, session: Session, controller: Controller, hints: Hints, settings: SettingsStore
    ) -> None:
        super().__init__(session, controller, settings)
        self.shows_known = False  # The cards that can be known to be in the other hand.
        self.has_no_hints = False  # The engine for hints has failed, which is said once a game.
        self._hints = hints
        self._has_only_moved = False  # All was seen coming: a card of theirs, a cleared table.

    def notify(self, event: object) -> None:
        super().notify(event)
        match event:
            case Begun() | TakenBack():
                self.has_no_hints &= isinstance(event, TakenBack)
                self._has_only_moved = False
            case Acted():
                self._has_only_moved |= event.events[0].seat == self.seat
            case Cleared():
                self._has_only_moved = True
            case Thinking():
                self.look_for_pass()

    def side(self, seat: int) -> SeatView:
        is_known = self.shows_known and seat != self.seat
        known = self.game.known(self.seat) if is_known else 0
        return replace(super().side(seat), known=known)

    def hint_unasked(self) -> None:
        """Ask for a hint if every turn is to have one."""
        game, settings = self.game, self._settings.value
        has_choice = game.to_act == self.seat and self.hand.choices.forced is None
        if settings.hints_always and has_choice and not self.has_no_hints:
            self._hints.ask(self._session.adviser, game, self.seat)

    def table(self, shown: TableView | None) -> TableView:
        game = self.game
        advice, view = self._hints.at(game), super().table(shown)
        if advice:
            view = replace(view, marks=_marks(advice, exact=not game.position.talon_count))
        if shown and self._has_only_moved and self._controller.is_quick and not view.warns:
            # The engine's answer, due at once, changes all the rest again.
            return _only_moved(shown, view)
        return view

    def task(self) -> str:
        """The words of a hint, or the task of the person."""
        game, words, controller = self.game, self.words, self._controller
        advice, adviser = self._hints.at(game), self._hints.thinking(game)
        if adviser and not self._settings.value.hints_always:
            return hint_asked(adviser.config.shown)
        if advice:
            return words.hint(advice)
        if controller.failed and not game.over:
            return words.in_trouble()
        return super().task() or (words.thinking() if controller.is_slow else "")


def _marks(advice: Advice, *, exact: bool) -> Mapping[int, tuple[str, bool]]:
    """The marks of a hint; one without scores names the best."""
    found = card_marks(advice.scores.items(), advice.best, exact=exact)
    return {**dict.fromkeys(advice.best, ("", True)), **found}


def _only_moved(before: TableView, now: TableView) -> TableView:
    """The cards where they are now, all words about them as before."""
    same_bout = now.slots == before.slots
    return replace(
        now,
        top=replace(now.top, part=before.top.part, to_act=before.top.to_act),
        bottom=replace(
            now.bottom,
            count=before.bottom.count,
            part=before.bottom.part,
            to_act=before.bottom.to_act,
        ),
        marks_last=False,
        news=before.news,
        warns=before.warns,
        task=before.task,
        keys=before.keys if same_bout else {},
        cursor=before.cursor if same_bout else None,
    )


class EngineTrouble:
    """The question about an engine at a table, while there is one."""

    def __init__(self, screen: DurakScreen, table: SessionTable) -> None:
        self._screen = screen
        self._table = table
        self._question: Question | None = None

    def ask(self, trouble: Overdue | Failed) -> None:
        """Ask what to do about an engine, until it answers after all."""
        session = self._table.session
        opponent = self._table.controller.engine(trouble.seat).opponent
        others = known_engines(session.settings)
        has_begun = not session.game.is_untouched
        asked = about_engine(trouble, opponent, others, has_begun=has_begun)
        self._question = question = about_failure(asked)
        # Another question that is open meanwhile is still asked after it.
        self._screen.run_worker(self._decide(question, trouble.seat), group="engine")

    async def _decide(self, question: Question, seat: int) -> None:
        answer = await self._screen.ask(question)
        if answer == WITHDRAWN:
            return
        self._question = None
        table, controller = self._table, self._table.controller
        what, _colon, engine = answer.partition(":")
        if what == "leave":
            self._leave_all()
        elif what == "engine":
            self._screen.in_thread(controller.engine(seat).opponent.close)
            table.session.exchange(EngineSeat(table.session.find(engine)))
            table.play()
        elif what == "restart":
            controller.restart(seat)
        elif what == "claim":
            controller.claim(seat)
        elif controller.engine(seat).is_asked:
            controller.engine(seat).wait_on()

    def withdraw(self) -> None:
        """Ask no longer: the engine has answered after all."""
        if self._question:
            self._question.withdraw()
            self._question = None

    def _leave_all(self) -> None:
        """Leave, together with screens that lie over this one."""
        screen = self._screen
        if screen.is_open:
            while screen.app.screen is not screen:
                screen.app.pop_screen()
            screen.action_back()


class PlayScreen(BoutScreen):
    """One game against an engine after the other."""

    HELP = N_(
        "Get rid of all your cards before the other player does. The attacker plays a card; the"
        " defender beats it with a higher card of its suit or with a trump, or takes. Then the"
        " attacker may throw in cards of any rank that lies on the table. If everything is"
        " beaten, the cards leave the game and the defender attacks; whoever takes misses the"
        " next attack. After each bout both draw up to six cards, the attacker first.\n\nThe"
        " sign under a card is its key. A card with a dot cannot be played now; its key says"
        " why. You can resume a game later."
    )
    ACTIONS: ClassVar = (
        *CARDS,
        KeyAction("play.harder", "plus,equals_sign", N_("Harder"),
                  N_("Play against the next level"), does="level", arguments=(1,)),
        KeyAction("play.easier", "minus", N_("Easier"), N_("Play against the level below"),
                  does="level", arguments=(-1,)),
        *PASSES,
        NEW_GAME,
        KeyAction("play.hint", "h", N_("Hint"), N_("Ask an engine what each card is worth")),
        RESIGN,
        UNDO,
        KeyAction("play.known", "k", N_("Known cards"),
                  N_("Show or hide the cards you can know to be in the other hand"), False),
        KeyAction("play.solve", "S", N_("Solve"),
                  N_("Solve from here once the talon is empty: who wins, and how"), False),
        *BOUTS,
    )  # fmt: skip

    view: EngineGameView
    table: SessionTable

    def __init__(
        self,
        engine: str = "",  # The default one without a name.
        resume: Path | None = None,
        start: GameStart | None = None,  # Such as in the middle of a recorded game.
        **options: Any,  # Those of SeriesOptions.
    ) -> None:
        """Begin a new game, or resume that of a journal."""
        super().__init__()
        self._engine = engine
        self._resume = resume
        self._start = start
        self._options = SeriesOptions(**options)
        self._next_look: Timer | None = None  # At what a slow engine says.
        self._shown_soon: Timer | None = None  # Shows a card, unless the answer to it is quicker.

    def content(self) -> ComposeResult:
        yield Chances()
        yield from super().content()

    def on_mount(self) -> None:
        app = self.durak
        if app.is_ending:
            return  # nobody would end the engine
        app.clear_notifications()  # they would lie on the cards, and are about another game
        self.table = table = SessionTable(
            self, self._options,
            begin=self._begin,
            look_at=lambda game: self.sit_down_to(game, game.here),
            happened=self._happened,
        )  # fmt: skip
        self.session, self.finished = table.session, table.finished
        self.pace = self.controller = table.controller
        self.hints = Hints(table, self.show_table, self._no_hint)
        self.trouble = EngineTrouble(self, table)
        self.view = EngineGameView(self.session, self.controller, self.hints, app.settings)
        table.sit_down(self._resume)

    @property
    def game(self) -> Game:
        return self.view.game

    def _begin(self) -> None:
        session, engine = self.session, EngineSeat(self.session.find(self._engine))
        if self._start is None:
            session.begin(engine)
        else:
            session.take_up(self._start, engine)
        self.table.play()

    def _happened(self, event: TableEvent) -> None:
        self.view.notify(event)
        match event:
            case Begun():
                self.query_one(Chances).show()  # The engine may be another.
            case Acted():
                self.acted(event.events[0])
            case TakenBack():
                self._rung = len(self.game.actions)
            case CameTo() | Thinking():
                self.show_soon()
                self.ring_if_due()
                self.view.hint_unasked()
            case Overdue() | Failed():
                self.show_table()
                self.trouble.ask(event)
            case Answered():
                self.trouble.withdraw()

    def other_level(self, by: int) -> Level | None:
        """The level ``by`` above the one just played."""
        return next_level(self.session.other.name, by)

    # What is shown.

    def _show_chances(self) -> None:
        """Show what engines say, while they think a few times a second."""
        said: Sequence[Chance] = ()
        if self.durak.settings.value.show_infos and not self.finished.was_seen:
            names, opponents = self.view.names, self.session.opponents
            said = [
                Chance(names[seat], opponent.thought)
                for seat, opponent in enumerate(opponents)
                if opponent
            ]
            if self._next_look:
                self._next_look.stop()
            slow = self.controller.is_slow
            self._next_look = Timer(self, _LOOK, self._show_chances) if slow else None
        self.query_one(Chances).show(*said)

    def show_table(self) -> None:
        if self._shown_soon:
            self._shown_soon.stop()
            self._shown_soon = None
        self._show_chances()
        super().show_table()

    def about(self) -> list[str]:
        lines = super().about()
        if level := level_called(self.session.other.name):
            lines = [" ".join((about_level(level), *lines))]
        if not self.durak.state.value.has_finished:  # From then on they know the rules.
            lines.insert(0, self.help_text().split("\n\n")[0])
        return lines

    def show_soon(self) -> None:
        """Show it, perhaps together with the answer to it."""
        is_shown = self.query_one(CardTable).view is not None
        if is_shown and self.controller.is_quick and not self.durak.moves_cards:
            self._shown_soon = self._shown_soon or Timer(self, _BLINK, self.show_table)
        else:
            self.show_table()

    # What the person does.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("hint", "known", "solve"):
            return self.is_on and not self.game.over
        if action == "level":
            (by,) = parameters
            return self.is_on and self.game.over and self.other_level(cast(int, by)) is not None
        return super().check_action(action, parameters)

    def is_shown(self, action: KeyAction) -> bool:
        """Show the way down after a loss, else the way up."""
        if action.method != "level":
            return super().is_shown(action)
        ending = self.game.ending
        is_lost = ending is not None and ending.winner == 1 - self.view.seat
        return is_lost == (action.arguments == (-1,))

    def is_blank(self, action: KeyAction) -> bool:
        # Not as soon as it is asked: for an answer at once that would cost bytes twice.
        waits = self.is_on and self.controller.is_slow and not self.stands_still
        return (action.method == "pick" and waits) or super().is_blank(action)

    def hinder(self) -> bool:
        if failed := self.controller.failed:
            self.trouble.ask(failed)
        return failed is not None

    def action_take_back(self) -> None:
        if not self.controller.take_back(self.view.seat):
            self.warn(_("Nothing to take back."))

    @asking
    async def action_new(self) -> None:
        await self.table.ask_for_new()

    def action_level(self, by: int) -> None:
        if level := self.other_level(by):
            self.table.get_up(keep=False)
            self.session.begin(EngineSeat(self.session.find(level.name)))
            self.table.play()

    def action_hint(self) -> None:
        game = self.game
        if game.to_act != self.view.seat:
            self.warn(_("You can ask for a hint when it is your turn."))
        else:
            self.view.news.forget_warning()
            self.hints.ask(self.session.adviser, game, self.view.seat)

    def _no_hint(self, adviser: Adviser, error: EngineError) -> None:
        self.view.has_no_hints = True
        self.warn(why_no_hint(adviser.config.shown, error))

    def action_known(self) -> None:
        view = self.view
        view.shows_known = not view.shows_known
        view.news.forget_warning()
        if view.shows_known and not self.game.known(view.seat):
            self.warn(_("None of {name}'s cards are known yet.").format(name=view.words.name))
        else:
            self.show_table()

    def action_solve(self) -> None:
        position, names, seat = self.game.position, self.view.names, self.view.seat
        if position.talon_count:
            self.warn(not_yet())
        else:
            self.durak.go("solution", position=position, names=names, seat=seat, you=seat)

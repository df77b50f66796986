"""A game as the person who plays it sees it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from durak_tui.common.i18n import N_, _
from durak_tui.table.adviser import Advice, Hints
from durak_tui.table.controller import (
    Acted,
    Begun,
    CameTo,
    Cleared,
    Controller,
    Ended,
    TableEvent,
    TakenBack,
    Thinking,
)
from durak_tui.table.game import Pass
from durak_tui.table.session import Session
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.toolkit.table_view import SeatView, TableView, part_of
from durak_tui.user.settings import SettingsStore
from durak_tui.words.play import ScreenWords, card_marks, hint_asked, score

ENTERS: Final = N_("Play"), N_("Take"), N_("Done"), N_("Mark")
"""What enter may do: with the card that has the cursor, or because nothing else can be done."""
LONG_PAUSE: Final = 1.5  # Seconds from which on a pause says how it is ended.


class GameView:
    """The cards, the news and what may be done, game after game."""

    hand: Hand
    words: ScreenWords

    def __init__(
        self, session: Session, controller: Controller, hints: Hints, settings: SettingsStore
    ) -> None:
        self.shows_known = False  # The cards that can be known to be in the other hand.
        self.has_no_hints = False  # The engine for hints has failed: it is told of once a game.
        self._session = session
        self._controller = controller
        self._hints = hints
        self._settings = settings
        self._news = ""
        self._warns = False
        self._before = ""  # The news that a warning has taken the place of.
        self._bout = ""  # How the last bout has ended, until the next is seen.
        self.can_pass = False  # Whether the person may take or be done, as far as they can see.
        self.enter_does = ENTERS[0]
        self._has_only_moved = False  # All was seen coming: a card of theirs, a cleared table.

    def say(self, text: str, *, warns: bool = False) -> None:
        """Say this; a warning tells why something cannot be done."""
        if warns and not self._warns:
            self._before = self._news
        self._news = " ".join(text.split())
        self._warns = warns

    def forget_warning(self) -> None:
        """Show the news again instead of a warning: something else is done."""
        if self._warns:
            self.say(self._before)

    def tell(self, event: TableEvent) -> None:
        """Take in what has happened."""
        game, words, bout = self._session.game, self.words, self._bout
        match event:
            case Begun() | TakenBack():
                self.has_no_hints &= isinstance(event, TakenBack)
                self._has_only_moved = False
                self._bout = ""
                self.say(words.opening() if isinstance(event, Begun) else _("Taken back."))
            case Acted():
                self._has_only_moved |= event.events[0].seat == game.here
                self._bout = ""
                self.say(f"{bout} {words.acted(event.events)}")
            case Cleared():
                self._has_only_moved = True
                bout = " ".join(words.tell(event.end)) if event.looked_at else self._news
                self._bout = "" if game.to_act == game.here else bout
                self.say(" ".join([bout, *words.tell(event.drawn)]))
            case CameTo():
                self.hand.update(game)
                self._look_for_pass()
            case Thinking():
                self._look_for_pass()
            case Ended():
                self.say(words.result())

    def _look_for_pass(self) -> None:
        """Find out whether they may, unless that may change in a moment."""
        if not (self._controller.is_quick or self._controller.pauses):
            choices = self.hand.choices
            self.can_pass = choices.passing is not None
            play, take, done, mark = ENTERS
            if choices.forced == ():
                self.enter_does = take if choices.passing is Pass.TAKE else done
            else:
                self.enter_does = mark if choices.limit > 1 else play

    def hint_unasked(self) -> None:
        """Ask for a hint if every turn is to have one."""
        game, settings = self._session.game, self._settings.value
        has_choice = game.to_act == game.here and self.hand.choices.forced is None
        if settings.hints_always and has_choice and not self.has_no_hints:
            self._hints.ask(self._session.adviser, game, game.here)

    @property
    def names(self) -> tuple[str, str]:
        """The names of seat 0 and 1, fit to be shown."""
        return self.words.names

    def table(self, shown: TableView | None) -> TableView:
        """All that the table shows now; what it has ``shown`` so far."""
        game, hand, advice = self._session.game, self.hand, self._hints.at(self._session.game)
        position = game.position
        view = replace(
            TableView.of(position, self._seat(1 - game.here), self._seat(game.here)),
            news=self._news,
            warns=self._warns,
            task=self._to_do(advice),
            score=score(self._session.series),
            keys=hand.legal_keys,
            marks=_marks(advice, sure=not position.talon_count) if advice else {},
            cursor=hand.cursor,
            chosen=tuple(hand.chosen),
            slots=hand.slots,
            by_suit=hand.by_suit,
            has_keys=not game.over,
        )
        if shown and self._has_only_moved and self._controller.is_quick and not self._warns:
            # Whatever the engine does in a moment changes all the rest again.
            return _only_moved(shown, view)
        return view

    def _seat(self, seat: int) -> SeatView:
        game, position = self._session.game, self._session.game.position
        hand, is_here = position.hands[seat], seat == game.here
        return SeatView(
            self.names[seat],
            hand.bit_count(),
            hand if is_here or game.over else None,
            known=game.known(game.here) if self.shows_known and not is_here else 0,
            part=part_of(seat, position.attacker, taking=position.taking, ending=game.ending),
            to_act=game.to_act == seat,
        )

    def _to_do(self, advice: Advice | None) -> str:
        """What a hint says, or what may be done now."""
        game, words, controller = self._session.game, self.words, self._controller
        adviser = self._hints.thinking(game)
        if adviser and not self._settings.value.hints_always:
            return hint_asked(adviser.config.shown)
        if advice:
            return words.hint(advice)
        if game.over:
            return words.after(self._session.suggested)
        if controller.failed:
            return words.in_trouble()
        if controller.pauses:
            is_long = self._settings.value.pause_ms >= 1000 * LONG_PAUSE
            return _("Press any key to continue.") if is_long else ""
        if game.to_act == game.here:
            return words.task(len(self.hand.chosen))
        return words.thinking() if controller.is_slow else ""


def _marks(advice: Advice, *, sure: bool) -> Mapping[int, tuple[str, bool]]:
    """The marks of a hint; one without scores names the best."""
    found = card_marks(advice.scores.items(), advice.best, sure=sure)
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

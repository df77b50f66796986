"""The games of one person: against whom, on what terms.

Nothing here draws or waits for an engine; only :func:`tidy`, :meth:`Session.remember`,
:meth:`Session.put_away` and :meth:`Session.close` may take a moment and are called in threads.
"""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from durak_tui.common.i18n import _, ngettext, why
from durak_tui.common.text import one_line, short_path
from durak_tui.engine.config import EngineConfig
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.game.deals import deal
from durak_tui.records.journal import NotUnfinished, damaged, forget_untouched, put_away
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.table.adviser import Adviser
from durak_tui.table.game import Game, GameStart
from durak_tui.table.opponent import Opponent
from durak_tui.table.seats import EngineSeat, PersonSeat, Seat, side_by_side
from durak_tui.table.storage import Trouble
from durak_tui.user.engines import engine_named, opponent_now, opponents
from durak_tui.user.opponents import PERSON, Level, shown_name, suggestion
from durak_tui.user.schema import Settings
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import Series, StateStore, UserState, Whom, Winner

_NAMED: Final = 3  # Unreadable games that are reported one by one.


@dataclass(frozen=True, slots=True)
class SeriesOptions:
    """Terms of this session only; None is what the settings say."""

    deck: int | None = None
    seed: int | str | None = None  # Names a series of deals; None deals at random.
    first: str | None = None  # One of schema.FIRST.
    move_time: float | None = None
    attack_limit: str | None = None  # One of ATTACK_LIMITS.


def tidy(folder: Path, log: Path) -> list[str]:
    """Clear up what an earlier session has left over.

    Games that are over go to the log, those that nobody misses are removed.  Returns what a
    person must know, in sentences.
    """
    problems: list[str] = []
    if not folder.is_dir():
        return problems
    try:
        put_away(folder, log)
    except OSError as error:
        text = _("A finished game could not be written to {path}: {why}.")
        problems.append(text.format(path=short_path(log), why=why(error)))
    with suppress(OSError):  # until the next time
        forget_untouched(folder)
        found = damaged(folder)
        for damage in found[:_NAMED]:
            text = _("The unfinished game {path} cannot be read and is left as it is: {why}.")
            reason = one_line(damage.reason)
            problems.append(text.format(path=short_path(damage.path), why=reason))
        if (more := len(found) - _NAMED) > 0:
            text = ngettext(
                "{n} more unfinished game cannot be read.",
                "{n} more unfinished games cannot be read.",
                more,
            )
            problems.append(text.format(n=more))
    return problems


class Session:
    """One game after the other, until the person leaves."""

    game: Game

    def __init__(
        self,
        settings: SettingsStore,
        state: StateStore,
        folder: Path,
        log: Path,
        terms: SeriesOptions = SeriesOptions(),
    ) -> None:
        """Games are stored in ``folder`` until they are in ``log``."""
        self._settings = settings
        self._state = state
        self._folder = folder
        self._log = log
        self._terms = terms
        self._deals = 0
        self._opponents: dict[tuple[int, EngineConfig], Opponent] = {}
        self._advisers: dict[EngineConfig, Adviser] = {}
        self.suggested: Level | None = None  # Another level, after the game that is over.
        # What is known here but not stored yet.
        self._chosen: Whom = ""
        self._result: tuple[Whom, Winner | None] | None = None
        self._advised: tuple[str, str] | None = None
        self._storing = Lock()
        self.series = Series()  # The games against this other, the one that is over included.

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self._settings.value

    # Who plays.

    @property
    def me(self) -> Seat:
        """The seat of the person whose game it is."""
        return self.game.seats[self.game.here]

    @property
    def other(self) -> Seat:
        """The seat opposite the person whose game it is."""
        return self.game.seats[1 - self.game.here]

    @property
    def name(self) -> str:
        """The name of the other, fit to be shown."""
        return shown_name(self.other.name)

    @property
    def opponents(self) -> list[Opponent | None]:
        """The engine at each seat; None for a person."""
        found: list[Opponent | None] = [None, None]
        for number, seat in enumerate(self.game.seats):
            if isinstance(seat, EngineSeat):
                key = number, seat.config
                if key not in self._opponents:
                    self._opponents[key] = Opponent(seat.config)
                found[number] = self._opponents[key]
        return found

    @property
    def adviser(self) -> Adviser:
        """The engine that gives hints, as the settings are now."""
        settings = self._settings.value
        who = engine_named(settings, settings.hint_engine, settings.hint_seconds)
        if who not in self._advisers:
            self._advisers[who] = Adviser(who)
        return self._advisers[who]

    def find(self, engine: str) -> EngineConfig:
        """The engine of that name or command; else the last one."""
        settings = self._settings.value
        seconds = self._terms.move_time or settings.think_seconds
        name = engine or opponent_now(settings, self._state.value.opponent)
        return engine_named(settings, name, seconds)

    # Which game.

    def begin(self, other: Seat, me: PersonSeat | None = None) -> None:
        """Begin a new game, as the settings are now.

        ``me`` is whose game it is, by default the user.
        """
        settings, terms = self._settings.value, self._terms
        me = me or PersonSeat(settings.player or PERSON)
        self._deals += 1
        first = self._first(me, other)
        seed = secrets.token_hex(16) if terms.seed is None else terms.seed
        dealt = deal(seed, self._deals, terms.deck or settings.deck)
        if first is not None:
            dealt = dealt._replace(first=first)
        caps = ATTACK_LIMITS[terms.attack_limit or settings.attack_limit]
        dealt = dealt._replace(caps=caps)
        self._begin(GameStart(dealt), me, other)
        self._chosen = _whom(me, other)

    def _first(self, me: Seat, other: Seat) -> int | None:
        """The seat that attacks first; None is that with the lowest trump."""
        first = self._terms.first or self._settings.value.first_attack
        if first == "winner":
            first = self._against(_whom(me, other)).last_winner or ""
        return {"me": 0, "person": 0, "engine": 1}.get(first)

    def begin_again(self) -> None:
        """Begin a game against the same other, as set now."""
        me, other = self.me, self.other
        if isinstance(me, PersonSeat) and isinstance(other, PersonSeat):
            self.begin(other, me)
        else:
            known = opponents(self._settings.value).named(other.name)
            self.begin(EngineSeat(self.find(other.name)) if known else other)

    def take_up(self, start: GameStart, other: Seat) -> None:
        """Go on from a position, with the user at its seat."""
        self._begin(start, PersonSeat(self._settings.value.player or PERSON), other)

    def _begin(self, start: GameStart, me: PersonSeat, other: Seat) -> None:
        seats, casual = side_by_side(start.seat, me, other), self._settings.value.take_back
        self._store(Game(start.deal, seats, casual=casual, before=start.before))

    def _store(self, game: Game) -> None:
        game.store(self._folder, self._log)
        self._sit_down(game)

    def resume(self, path: Path) -> str:
        """Resume an unfinished game; returns why not, if it cannot be."""
        try:
            self._sit_down(Game.resume(path, self._log))
        except (NotUnfinished, DamagedJournal) as error:
            return one_line(str(error))
        except OSError as error:
            return f"{short_path(path)}: {why(error)}"
        return ""

    def exchange(self, other: Seat) -> None:
        """Go on with this position against another.

        What has been played belongs to the first one and cannot be taken back any more.
        """
        old, here = self.game, self.game.here
        self._store(
            Game(
                old.deal,
                side_by_side(here, old.seats[here], other),
                casual=old.casual,
                before=old.actions,
                begun=not old.is_untouched,
            )
        )
        # Not sooner: if the new game cannot be stored, the old one is all that is left of it.
        if self.game.storage and self.game.storage.path is None:
            old.leave()
        else:
            _discard(old)

    def _sit_down(self, game: Game) -> None:
        self.game = game
        self.suggested = None
        self.series = self._against(_whom(self.me, self.other))

    def _against(self, whom: Whom) -> Series:
        """The games against them, the last included even if unstored."""
        if self._result and self._result[0] == whom:
            return self.series
        return self._state.value.against(whom)

    @property
    def is_kept(self) -> bool:
        """True if the game can be resumed once the table is left."""
        return not self.game.over and not self.game.is_untouched and self._unstored is None

    @property
    def lost(self) -> Trouble | None:
        """The reason why a game is not kept that should be."""
        return None if self.game.over or self.game.is_untouched else self._unstored

    @property
    def _unstored(self) -> Trouble | None:
        return self.game.storage.unstored if self.game.storage else None

    def leave(self) -> None:
        """Leave the table; a game that nobody will miss is thrown away."""
        if self.game.discarded:
            return
        if self.game.is_untouched:
            self.throw_away()
        else:
            self.game.save()
            self.game.leave()

    def throw_away(self) -> None:
        """Leave the table and forget the game."""
        _discard(self.game)

    # What becomes of it.

    def count(self) -> None:
        """Count a finished game, unless others began it."""
        game, here = self.game, self.game.here
        if game.before or game.ending is None:
            return
        winners: Mapping[int | None, Winner] = {here: "person", 1 - here: "engine"}
        winner = winners.get(game.ending.winner)
        self._result = _whom(self.me, self.other), winner
        self.series = self.series.after(winner)
        if isinstance(self.other, EngineSeat):
            name = self.other.name
            self.suggested = suggestion(name, self.series.recent, self._state.value.suggested)
            if self.suggested:
                self._advised = name, self.suggested.name

    def remember(self) -> str:
        """Store who was chosen and what was counted.

        Returns what is wrong if the score cannot be stored.
        """
        with self._storing:  # or two threads would store the same game
            chosen, result, advised = self._chosen, self._result, self._advised
            if not (chosen or result or advised):
                return ""

            def change(state: UserState) -> UserState:
                state = state.with_opponent(chosen) if chosen else state
                state = state.with_result(*result) if result else state
                return state.with_suggestion(*advised) if advised else state

            try:
                self._state.change(change)
            except OSError as error:
                if result is None:
                    return ""  # it is tried again with the score
                text = _("The score could not be saved in {path}: {why}.")
                return text.format(path=short_path(self._state.path), why=why(error))
            finally:
                # Unless a game was over meanwhile, or another one begun.
                if self._result is result:
                    self._result = None
                if self._chosen is chosen:
                    self._chosen = ""
                if self._advised is advised:
                    self._advised = None
            return ""

    def put_away(self) -> None:
        """Log finished games that a crash has left over."""
        with suppress(OSError):  # they stay where they are, until the next time
            put_away(self._folder, self._log)

    def close(self) -> None:
        for engine in (*self._opponents.values(), *self._advisers.values()):
            engine.close()


def _whom(me: Seat, other: Seat) -> Whom:
    """The key of a series in the state."""
    people = isinstance(me, PersonSeat) and isinstance(other, PersonSeat)
    return (me.name, other.name) if people else other.name


def _discard(game: Game) -> None:
    with suppress(OSError):  # then the game is offered once more
        game.discard()

"""The games of one person, one after the other: against whom, on what terms, where stored.

Nothing here draws or waits for an engine; only :func:`tidy`, :meth:`Session.remember`,
:meth:`Session.tidy` and :meth:`Session.close` may take a moment and are called in threads.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from durak_tui.common.i18n import _, why
from durak_tui.common.text import one_line
from durak_tui.engine.config import EngineConfig
from durak_tui.records.journal import NotUnfinished, damaged, forget_untouched, put_away
from durak_tui.records.journal_format import DamagedJournal, is_untouched
from durak_tui.table.adviser import Adviser
from durak_tui.table.duel import Duel
from durak_tui.table.opponent import Opponent
from durak_tui.table.table import Table, Trouble, new_deal
from durak_tui.user.engines import contestant, known_engines
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import Series, StateStore, Winner


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for the games of this session only; None is what the settings say."""

    deck: int | None = None
    """36 or 52 cards."""
    seed: int | str | None = None
    """Names a series of deals; None deals by chance."""
    winner_first: bool | None = None
    move_time: float | None = None
    """Seconds that the engine has for a command."""


def tidy(folder: Path, log: Path) -> list[str]:
    """See to the games that an earlier time has left over in a folder.

    Those that are over go to the log, those that nobody misses are removed.  Returns what a
    person has to know, in sentences.
    """
    told = []
    if not folder.is_dir():
        return []
    try:
        put_away(folder, log)
    except OSError as error:
        text = _("A finished game could not be written to {path}: {why}.")
        told.append(text.format(path=one_line(str(log)), why=why(error)))
    with suppress(OSError):  # until the next time
        forget_untouched(folder)
        for damage in damaged(folder):
            text = _("The unfinished game {path} cannot be read and is left as it is: {why}.")
            reason = one_line(damage.reason)
            told.append(text.format(path=one_line(str(damage.path)), why=reason))
    return told


def names_at(seat: int, person: str, engine: str) -> tuple[str, str]:
    """The names of seat 0 and 1, of which ``seat`` is the person's."""
    return (engine, person) if seat else (person, engine)


class Session:
    """One game after the other, until the person leaves."""

    table: Table
    """The game that is on, or was the last."""

    def __init__(
        self,
        settings: SettingsStore,
        state: StateStore,
        folder: Path,
        log: Path,
        terms: Terms = Terms(),
    ) -> None:
        """Games are stored in ``folder`` as long as they are on, and then in ``log``."""
        self._settings = settings
        self._state = state
        self._folder = folder
        self._log = log
        self._terms = terms
        self._deals = 0
        self._opponents: dict[EngineConfig, Opponent] = {}
        self._advisers: dict[EngineConfig, Adviser] = {}
        self._result: tuple[str, Winner | None] | None = None
        """What is counted but not stored yet."""
        self._storing = Lock()
        self.series = Series()
        """The games against this engine, the one that is over included."""

    # Who plays.

    @property
    def duel(self) -> Duel:
        """The game."""
        return self.table.duel

    @property
    def engine(self) -> str:
        """The name of the engine, fit to be shown."""
        return one_line(self.table.contestant.shown)

    @property
    def opponent(self) -> Opponent:
        """The engine's seat; the same one in all games against it."""
        who = self.table.contestant
        if who not in self._opponents:
            self._opponents[who] = Opponent(who)
        return self._opponents[who]

    @property
    def adviser(self) -> Adviser:
        """The engine that gives hints, as the settings are now."""
        settings = self._settings.value
        who = contestant(settings, settings.hint_engine, settings.hint_seconds)
        if who not in self._advisers:
            self._advisers[who] = Adviser(who)
        return self._advisers[who]

    def find(self, engine: str) -> EngineConfig:
        """The engine of that name; the default one without a name."""
        settings = self._settings.value
        seconds = self._terms.move_time or settings.think_seconds
        return contestant(settings, engine or settings.default_engine, seconds)

    # Which game.

    def begin(self, who: EngineConfig) -> None:
        """A new game, as the settings are now."""
        settings, terms = self._settings.value, self._terms
        self._deals += 1
        by_winner = settings.winner_first if terms.winner_first is None else terms.winner_first
        last = self._against(who.shown).last_winner if by_winner else None
        first: Mapping[str | None, int] = {"person": 0, "engine": 1}
        dealt = new_deal(
            terms.deck or settings.deck,
            seed=terms.seed,
            number=self._deals,
            first=first.get(last),
        )
        names = names_at(0, settings.log_name, who.shown)
        self.take_up(Duel(dealt, names=names, casual=settings.take_back), who)

    def begin_again(self) -> None:
        """A new game against the same engine, as the settings have it by now."""
        who = self.table.contestant
        known = any(entry.name == who.shown for entry in known_engines(self._settings.value))
        self.begin(self.find(who.shown) if known else who)

    def take_up(self, duel: Duel, who: EngineConfig) -> None:
        """This game, from where it stands, against this engine."""
        self._sit_down(Table(duel, who, self._folder, self._log))

    def resume(self, path: Path) -> str:
        """An unfinished game.  Returns why that cannot be; then all is as before."""
        try:
            self._sit_down(Table.resume(path, self._log))
        except (NotUnfinished, DamagedJournal) as error:
            return one_line(str(error))
        except OSError as error:
            return f"{one_line(str(path))}: {why(error)}"
        return ""

    def exchange(self, who: EngineConfig) -> None:
        """Go on with this position against another engine.

        What has been played belongs to the first one and cannot be taken back any more.
        """
        old = self.duel
        duel = Duel(
            old.deal,
            seat=old.seat,
            names=names_at(old.seat, old.names[old.seat], who.shown),
            casual=old.casual,
            before=old.actions,
            begun=not self.is_untouched,
        )
        before = self.table
        self.take_up(duel, who)
        # Not sooner: if the new game cannot be stored, the old one is all that is left of it.
        if self.table.path is None:
            before.leave()
        else:
            _discard(before)

    def _sit_down(self, table: Table) -> None:
        self.table = table
        self.series = self._against(table.contestant.shown)

    def _against(self, engine: str) -> Series:
        """The games against it, with the last one even if that is still to be stored."""
        if self._result and self._result[0] == engine:
            return self.series
        return self._state.value.against(engine)

    @property
    def is_untouched(self) -> bool:
        """Whether the person has decided nothing in this game yet, so that nothing is lost."""
        duel = self.duel
        if duel.over or duel.begun:
            return False
        since = duel.actions[len(duel.before) :]
        return is_untouched(duel.deal, duel.seat, duel.before, since)

    @property
    def is_kept(self) -> bool:
        """Whether the game can be gone on with, as it is, once the table is left."""
        return not self.duel.over and not self.is_untouched and self.table.unstored is None

    @property
    def lost(self) -> str:
        """What is wrong with a game that should be kept, in a sentence; empty if nothing is."""
        trouble = None if self.duel.over or self.is_untouched else self.table.unstored
        if trouble is None:
            return ""
        return _sentence(
            _("What you played last is not kept, it cannot be stored in {path}: {why}."), trouble
        )

    def trouble(self) -> str:
        """What cannot be stored, in a sentence, if that was not told before."""
        trouble = self.table.trouble()
        if trouble is None:
            return ""
        if trouble.is_log:
            text = _("The game is over, but it could not be written to {path}: {why}.")
        else:
            text = _("The game goes on, but it cannot be stored in {path}: {why}.")
        return _sentence(text, trouble)

    def leave(self) -> bool:
        """Leave the table; returns whether the game can be gone on with."""
        if self.table.discarded:
            return False
        if self.is_untouched:
            self.throw_away()
            return False
        if self.duel.over:
            self.table.save()
        self.table.leave()
        return self.is_kept

    def throw_away(self) -> None:
        """Leave the table and forget the game."""
        _discard(self.table)

    # What becomes of it.

    def count(self) -> None:
        """Count the game, which is over; one that others began counts for nobody."""
        duel = self.duel
        if duel.before or duel.ending is None:
            return
        winners: Mapping[int | None, Winner] = {duel.seat: "person", 1 - duel.seat: "engine"}
        winner = winners.get(duel.ending.winner)
        self._result = self.table.contestant.shown, winner
        self.series = self.series.after(winner)

    def remember(self) -> str:
        """Store what was counted; returns what is wrong if that fails."""
        with self._storing:  # or two threads would store the same game
            result = self._result
            if result is None:
                return ""
            try:
                self._state.change(lambda state: state.with_result(*result))
            except OSError as error:
                text = _("The score could not be saved in {path}: {why}.")
                return text.format(path=one_line(str(self._state.path)), why=why(error))
            finally:
                if self._result is result:  # and no game was over meanwhile
                    self._result = None
            return ""

    def tidy(self) -> None:
        """Put finished games into the log that a crash has kept from it."""
        with suppress(OSError):  # they stay where they are, until the next time
            put_away(self._folder, self._log)

    def close(self) -> None:
        """End all engines."""
        for opponent in self._opponents.values():
            opponent.close()
        for adviser in self._advisers.values():
            adviser.close()


def _sentence(text: str, trouble: Trouble) -> str:
    return text.format(path=one_line(trouble.path), why=why(trouble.error))


def _discard(table: Table) -> None:
    with suppress(OSError):  # then the game is offered once more
        table.discard()

"""A game of a person against an engine, stored as it is played and logged when it is over."""

import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Self

from durak_tui.engine.config import EngineConfig
from durak_tui.game.cards import DECK_SIZES
from durak_tui.game.deals import Deal, deal
from durak_tui.game.position import Action, Dealt
from durak_tui.protocol.faults import Verdict
from durak_tui.records.journal import Journal
from durak_tui.records.journal_format import DamagedJournal, Opening
from durak_tui.records.writer import LogWriter
from durak_tui.table.duel import Duel


def new_deal(
    size: int = DECK_SIZES[0],
    *,
    seed: int | str | None = None,
    number: int = 1,
    first: int | None = None,
) -> Deal:
    """Deal ``number`` of the series named by ``seed``, or one by chance.

    ``first`` is who attacks first if it is not the holder of the lowest trump: the winner of
    the last game, where that is played.
    """
    dealt = deal(secrets.token_hex(16) if seed is None else seed, number, size)
    return dealt if first is None else dealt._replace(first=first)


class Trouble(NamedTuple):
    """Why something could not be stored."""

    path: str
    error: OSError
    is_log: bool
    """Whether it is the finished game; else what was played last."""


class Table:
    """One game and where it is stored.

    Whatever changes the game goes through here.  That it cannot be stored never stops it:
    it is tried again with the next action, and :meth:`trouble` tells.
    """

    def __init__(
        self,
        duel: Duel,
        contestant: EngineConfig,
        folder: str | os.PathLike[str],
        log: str | os.PathLike[str],
        *,
        journal: Journal | None = None,
    ) -> None:
        """Begin to store a game: in ``folder`` as long as it is on, then in the log.

        ``journal`` is the one that it has already.
        """
        self.duel: Final = duel
        """To be read."""
        self.contestant: Final = contestant
        """The engine."""
        self.saved = False
        """Whether the finished game is in the log."""
        self.discarded = False
        """Whether the game was thrown away."""
        self._folder = os.fspath(folder)
        self._log = os.path.expanduser(log)
        self._journal = journal
        self._trouble: Trouble | None = None
        self._told = True
        self._left = False
        if journal is None:
            self._store(lambda _: None)

    @classmethod
    def resume(cls, path: str | os.PathLike[str], log: str | os.PathLike[str]) -> Self:
        """Go on with an unfinished game, exactly as it was.

        Raises NotUnfinished if it cannot be gone on with, DamagedJournal if its journal
        cannot be read, and OSError.
        """
        game, journal = Journal.resume(path)
        opening = game.opening
        try:
            contestant = EngineConfig.from_json(opening.engine)
        except (LookupError, TypeError, ValueError) as error:
            journal.close()
            raise DamagedJournal(f"it does not say which engine plays: {error}") from None
        duel = Duel(
            opening.deal,
            seat=opening.seat,
            names=opening.names,
            casual=opening.casual,
            before=opening.before,
            begun=opening.begun,
            actions=game.actions,
            started_at=opening.started_at,
        )
        return cls(duel, contestant, Path(path).parent, log, journal=journal)

    @property
    def path(self) -> Path | None:
        """The journal, by which an unfinished game can be resumed; None if there is none."""
        return None if self._journal is None else self._journal.path

    def play(self, cards: Sequence[int]) -> None:
        """Play for whoever is to act.  Raises IllegalAction."""
        self.duel.play(cards)
        self._store(lambda journal: journal.play(cards))
        self._look_for_end()

    def settle(self) -> Dealt:
        """Clear the table at the end of a bout; see :meth:`Duel.settle`."""
        dealt = self.duel.settle()
        self._look_for_end()
        return dealt

    def take_back(self) -> bool:
        """Go back to the person's last decision; see :meth:`Duel.take_back`."""
        if not self.duel.take_back():
            return False
        self._store(lambda journal: journal.undo(len(self._since())))
        return True

    def resign(self) -> None:
        """The person gives up.  Raises IllegalAction if the game is over."""
        self.duel.resign()
        self._look_for_end()

    def claim(self, verdict: Verdict, stderr: str = "") -> None:
        """The person claims the win; see :meth:`Duel.claim`."""
        self.duel.claim(verdict, stderr)
        self._look_for_end()

    def trouble(self) -> Trouble | None:
        """Why something is not stored, if it has not been told already."""
        trouble = None if self._told else self._trouble
        self._told = True
        return trouble

    @property
    def unstored(self) -> Trouble | None:
        """Why the game is not stored as it is now, as long as it is not; told or not."""
        trouble = self._trouble
        return trouble if trouble and not trouble.is_log else None

    def save(self) -> bool:
        """Try once more to log the finished game; whether it is in the log now."""
        self._look_for_end()
        return self.saved

    def leave(self) -> None:
        """Leave the table.  A game that is not over can be resumed; leaving again does
        nothing."""
        if self._journal:
            self._journal.close()
            if not self.duel.over:
                self._note_state_of(self._journal)
        self._left = True

    def discard(self) -> None:
        """Leave the table and throw the game away.  Raises OSError if that fails."""
        self._left = self.discarded = True
        if self._journal:
            self._journal.discard()

    def _since(self) -> Sequence[Action]:
        return self.duel.actions[len(self.duel.before) :]

    def _store(self, what: Callable[[Journal], None]) -> None:
        journal = self._journal
        if journal is not None:
            what(journal)
            self._note_state_of(journal)
            return
        duel = self.duel
        opening = Opening(
            duel.deal, duel.seat, duel.names, duel.started_at, duel.casual,
            self.contestant.to_json(), duel.before, duel.begun,
        )  # fmt: skip
        try:
            self._journal = Journal.create(self._folder, opening, self._since())
        except OSError as error:
            self._note(Trouble(self._folder, error, False))
        else:
            self._note(None)

    def _look_for_end(self) -> None:
        if not self.duel.over or self.saved or self._left:
            return
        record = self.duel.record()
        try:
            if self._journal:
                self._journal.finish(record, self._log)
            else:
                os.makedirs(os.path.dirname(os.path.abspath(self._log)), exist_ok=True)
                with LogWriter(self._log) as writer:
                    writer.append(record)
        except OSError as error:
            self._note(Trouble(self._log, error, True))
        else:
            self.saved = True
            self._note(None)

    def _note_state_of(self, journal: Journal) -> None:
        problem = journal.problem
        self._note(None if problem is None else Trouble(str(journal.path), problem, False))

    def _note(self, trouble: Trouble | None) -> None:
        before = self._trouble
        self._trouble = trouble
        if trouble is None:
            self._told = True
        elif before is None or before.is_log != trouble.is_log:
            self._told = False

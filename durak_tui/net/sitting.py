"""One evening of two people in two programs: game after game.

It does no I/O but the journal and the log.  Whoever has the line passes on its bytes, and says when
it is there and when it is lost; whoever shows the game is told what happens, and says what the
person wants.  Both call :meth:`Sitting.work` while it is :attr:`~Sitting.busy`.
"""

import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from durak_tui.net.address import Address
from durak_tui.net.exchange import Exchange, Face
from durak_tui.net.journal import SittingJournal, Who
from durak_tui.net.keeping import Keeper
from durak_tui.net.locks import MODP_2048, Group
from durak_tui.net.messages import (
    CHAT,
    ID,
    Again,
    Agree,
    Chat,
    Leave,
    Propose,
    Terms,
)
from durak_tui.net.round import Round
from durak_tui.net.stages import Stage
from durak_tui.net.words import words_of
from durak_tui.records.record import GameRecord
from durak_tui.table.controller import Begun
from durak_tui.table.storage import Trouble
from durak_tui.user.people import is_taken


class Sitting(Exchange):
    """One side of an evening."""

    @classmethod
    def begin(
        cls,
        face: Face,
        seat: int,
        name: str,
        *,
        key: str,
        peer: str,
        other_name: str,
        folder: str | os.PathLike[str] | None,
        log: str | os.PathLike[str],
        targets: Sequence[Address] = (),
        port: int = 0,
        group: Group = MODP_2048,
    ) -> Self:
        """Sit down with somebody; who asked the other has seat 0.

        ``key`` is the public key by which the other knows this side, ``peer`` that of the other,
        and ``other_name`` what they are called here: no name comes over the line.  The line can be
        had back by calling ``targets``, or by being called at ``port``.  The sitting is stored in a
        folder, if there is one, and its finished games in a log.
        """
        other_name = _told_apart(other_name, peer, name)
        own = secrets.token_hex(ID // 2)
        who = Who(own, seat, name, key, peer, other_name, tuple(targets), port)
        keeper = Keeper(log) if folder is None else Keeper.begin(folder, log, who)
        return cls(face, who, keeper, group)

    @classmethod
    def resume(
        cls,
        face: Face,
        path: str | os.PathLike[str],
        log: str | os.PathLike[str],
        group: Group = MODP_2048,
    ) -> Self:
        """Go on with a stored sitting; this may take three seconds.

        Any thread may run it that tells the face of nothing else meanwhile: a screen has it done in
        another one than its own.
        The face is told of a game that is on the table as of one that has begun.
        Raises NotUnfinished, DamagedJournal, OSError.
        """
        stored, journal = SittingJournal.resume(path)
        try:
            sitting = cls(face, stored.who, Keeper(log), group)
            sitting._repeat(stored)
        except BaseException:
            journal.close()
            raise
        # Not before: what is in the journal was not to be written to it again.
        sitting._keeper = Keeper(log, journal)
        sitting.save()
        if sitting.failure:
            sitting._abandon_if_logged()
        if sitting.game:
            sitting._news.append(Begun())
        sitting._attend()
        return sitting

    # What is known.

    @property
    def path(self) -> Path | None:
        """The journal from which this can be resumed."""
        return self._keeper.path

    @property
    def stage(self) -> Stage:
        if self.failure:
            return Stage.FAILED
        if self._round is None:
            return Stage.TERMS
        if self._round.game is None:
            return Stage.DEALING
        if not self._round.game.over:
            return Stage.PLAYING
        return Stage.BETWEEN if self._after.is_done else Stage.CHECKING

    @property
    def may_agree(self) -> bool:
        """Whether the person here may offer house rules, or agree."""
        is_due = self._rules.turn == self.seat and self._rules.agreed is None
        return self.stage is Stage.TERMS and is_due and self.has_met

    @property
    def offered(self) -> Terms | None:
        """The house rules that were offered last."""
        return self._rules.offered

    @property
    def trouble(self) -> Trouble | None:
        """Why something is not stored."""
        return self._keeper.trouble

    @property
    def logged(self) -> GameRecord | None:
        """The last game as it stands in the log."""
        ended_at = self._after.ended_at
        if self._round and ended_at and self._after.logged:
            return self._round.record(ended_at)
        return None

    @property
    def can_end(self) -> bool:
        """Whether the person here may give up, or offer a draw."""
        return self._round is not None and self._round.can_end

    @property
    def is_ending(self) -> bool:
        """Whether the person here has given up, or accepted a draw.

        The other has not heard it yet, and may still act.
        """
        return self._round is not None and self._round.is_ending

    @property
    def offers(self) -> tuple[bool, bool]:
        """Which seats have offered a draw that is not answered."""
        first, second = self._round.offers if self._round else (False, False)
        return first, second

    # What the person here wants.

    def propose(self, terms: Terms) -> None:
        """Offer house rules, if it is for this side to do so."""
        if self.may_agree:
            self._rules.offer(terms)
            self._due.append(Propose(terms))
            self._attend()

    def agree(self) -> None:
        """Agree to the house rules that the other has offered."""
        if self.may_agree and self.offered:
            self._rules.agreed = self.offered
            self._due.append(Agree(self.offered))
            self._attend()

    def play(self, cards: Sequence[int]) -> None:
        """Play cards, or none.  Raises IllegalAction."""
        self._finish_hearing()
        if self._round and not self.failure:
            self._round.play(cards)
            self._attend()

    def settle(self) -> None:
        """Clear a finished bout that has been looked at."""
        self._of_the_game(Round.settle)

    def resign(self) -> None:
        """Give up, if the game is on."""
        self._of_the_game(Round.resign)

    def offer_draw(self) -> bool:
        """Offer a draw, or accept the other's offer.

        Returns False for an offer after too many of them, which is not sent.
        """
        accepts = self.offers[1 - self.seat]
        if not (accepts or self.may_talk):
            return False
        self._of_the_game(Round.offer)
        return True

    def decline_draw(self) -> None:
        """Decline the other's offer, if there is one."""
        self._of_the_game(Round.decline)

    def _of_the_game(self, what: Callable[[Round], None]) -> None:
        self._finish_hearing()
        if self._round and not self.failure:
            what(self._round)
            self._attend()

    def again(self) -> None:
        """Be ready for another game; the winner attacks first."""
        if self.stage is Stage.BETWEEN and not self._after.again[self.seat]:
            self._after.again[self.seat] = True
            self._due.append(Again())
            self._attend()

    def chat(self, text: str) -> bool:
        """Say something; what cannot be printed is left out.

        Returns whether it was said; after hundreds of lines in a game nothing is.
        """
        shown = "".join(char for char in text if char.isprintable()).strip()[:CHAT]
        if not shown or self.failure or not self.has_met or not self.may_talk:
            return False
        self._due.append(Chat(shown))
        self._attend()
        return True

    @property
    def can_conclude(self) -> bool:
        """Whether :meth:`conclude` would log the game."""
        if self.game is None or self._after.ended_at is not None or self.busy:
            return False
        return self.stage is Stage.CHECKING or bool(self._caught)

    def conclude(self) -> None:
        """Log a game though its deal cannot be checked.

        For when the other does not come back, who has not opened their secret: the result stands,
        and the log says so.  And for when the other was caught in the game: then they have lost it.
        Both sides open their secrets then; that of the other is in the proof if it has come.
        The sitting is over then.
        """
        if self.can_conclude:
            if self._round and self._caught:
                self._round.catch(self._caught)
            self._end()
            self._abandon_if_logged()

    def _abandon_if_logged(self) -> None:
        if self._after.logged:
            self.abandon()

    def abandon(self) -> None:
        """Throw away what is stored of the sitting, and close."""
        self._keeper.discard()

    def leave(self) -> None:
        """Say farewell, and close; an unfinished game can go on later."""
        if not self.failure and self.has_met:
            self._due.append(Leave())
            self._attend()
        self.close()

    def close(self) -> None:
        """Close the journal, or throw it away if nothing can be missed.

        A deal that has begun may be over at the other side, and the game on.
        """
        is_kept = self._after.is_done and self._after.logged
        if self._round is None or is_kept:
            self.abandon()
        else:
            self._keeper.close()


def _told_apart(other_name: str, key: str, name: str) -> str:
    """The other's name, with their words where it means somebody else."""
    if is_taken(other_name) or other_name.casefold() == name.casefold():
        return f"{other_name} ({words_of(key)})"
    return other_name

"""One game of two programs that do not trust each other.

The deal, the actions, the end and the check of it all.  What the other says is heard only when it
is due and when it follows from the rules and from the deal; what is due from here is in
:attr:`Round.due`.  The same secret, and the same things said and heard in the same order, lead to
the same game: so it is taken up again after a crash.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final

from durak_tui.common.i18n import N_
from durak_tui.common.text import sentence
from durak_tui.game.cards import HAND_SIZE
from durak_tui.game.deals import Deal
from durak_tui.game.position import DEAL, OVER, PHASE_NAMES, Action, Position
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.net.deal_messages import KIND
from durak_tui.net.dealing import Dealing
from durak_tui.net.early_end import EarlyEnd
from durak_tui.net.events import CanSettle, Checked, Checking, Shuffling, SittingEvent
from durak_tui.net.faults import DealFault, Wrong
from durak_tui.net.messages import (
    Accept,
    Claim,
    DealStep,
    Decline,
    Message,
    Offer,
    Opaque,
    Open,
    Play,
    Resign,
    Terms,
    name_of,
)
from durak_tui.net.peer_faults import Fault, PeerFault
from durak_tui.net.proof import KEY, audit, proof_of
from durak_tui.net.secret import Secret
from durak_tui.records.record import Ending, GameRecord
from durak_tui.records.walk import Beaten, Taken
from durak_tui.table.controller import Acted, Begun, Cleared, Ended
from durak_tui.table.hidden import HiddenGame, ImpossibleCard

DISHONEST: Final = N_("dishonest")
"""The reason of an ending by a deal that the check has found false."""

_WITH_WHOLE_DECK: Final = (Wrong.DENIED, Wrong.REFUTED)
"""Faults that leave the deck as both secrets make it."""
_CROSSING: Final = (Resign, Offer, Accept, Decline, Claim)
"""What may still come when the game is over here already: it was said before that was known."""


class Round:
    """One game, from the shuffle to the check."""

    game: HiddenGame | None = None  # As soon as the cards are dealt.

    def __init__(
        self,
        names: tuple[str, str],
        terms: Terms,
        secret: Secret,
        first: int | None,
        started_at: datetime,
    ) -> None:
        """``first`` attacks first; None is whoever has the lowest trump."""
        self.here: Final = secret.side
        self.names: Final = names
        self.terms: Final = terms
        self.started_at: Final = started_at
        self.due: Final[deque[Message]] = deque()  # What is to be sent, in this order.
        self.news: Final[deque[SittingEvent]] = deque()  # What has happened.
        self.early: Final = EarlyEnd(self.here, names, terms.move_time)
        self.found: DealFault | None = None  # What the check has found.
        self.caught = ""  # What the other did wrong before that, in English.
        self.is_checked = False
        self._dealing: Final = Dealing(secret, first)
        self._then: Callable[[], None] | None = None  # To be done when the deal has done its part.
        self._audit: Iterator[tuple[int, int]] | None = None
        self.is_stopped = False  # Whether one side has said that the other cheats, and
        self.has_opened = False  # whether the other has opened their secret.
        self._is_accused = False  # Whether that is said of the side here.
        self._can_settle = False

    # What takes time.

    @property
    def busy(self) -> bool:
        """Whether there is work to do before anything else is heard."""
        if self.is_stopped:
            return self._audit is not None
        return self._dealing.busy or self._then is not None or self._audit is not None

    def work(self) -> None:
        """Do some 20 ms of the work.  Raises PeerFault."""
        dealing = self._dealing
        if dealing.busy and not self.is_stopped:
            try:
                message = dealing.step()
            except DealFault as fault:
                raise self._deal_fault(fault) from None
            if message is not None:
                self.due.append(DealStep(message))
            if self.game is None:
                self.news.append(Shuffling(*dealing.progress))
                if dealing.ready:
                    self._begin()
        elif self._then is not None:
            then, self._then = self._then, None
            then()
        elif self._audit is not None:
            self._check(self._audit)

    def _deal_fault(self, fault: DealFault) -> PeerFault:
        return PeerFault(Fault.DEAL, str(fault), sentence(fault.told(self.names)))

    def _begin(self) -> None:
        dealing, size = self._dealing, self.terms.deck
        mine = range(self.here * HAND_SIZE, (self.here + 1) * HAND_SIZE)
        shown = {place: self._card(place) for place in (*mine, size - 1)}
        if dealing.lowest is not None:
            place = dealing.place_of(dealing.lowest)
            assert place is not None
            shown[place] = dealing.lowest
        self.game = HiddenGame(
            self.here, self.names, size, shown, dealing.first,
            caps=self.terms.caps, lowest=dealing.lowest, started_at=self.started_at,
        )  # fmt: skip
        self.news.append(Begun())

    def _card(self, place: int) -> int:
        card = self._dealing.card_of(place)
        assert card is not None
        return card

    # What the person here does.

    @property
    def on(self) -> HiddenGame | None:
        """The game, if it is dealt and nobody has ended it yet."""
        return self.game if self.game and not (self.game.over or self.early.mine) else None

    @property
    def is_ending(self) -> bool:
        """Whether what was said here ends the game once heard."""
        return self.early.mine is not None and self.game is not None and not self.game.over

    @property
    def can_end(self) -> bool:
        """Whether the person here may give up, or offer a draw."""
        return self.on is not None and not _is_decided(self.on.position)

    @property
    def due_from(self) -> int | None:
        """The seat whose action, keys or secret the game waits for."""
        game, there = self.game, 1 - self.here
        if game is None:
            return None
        if game.over:
            return None if self.has_opened else there
        if self.is_ending:
            return there
        if game.position.phase == DEAL and self._dealing.awaited:
            return there
        # Whether a finished bout still lies on the table here makes no difference.
        position = _settled(game.position)
        return None if position.phase == OVER else position.to_act

    def play(self, cards: Sequence[int]) -> None:
        """Play cards, or none.  Raises IllegalAction."""
        game = self.on
        if game is None:
            raise IllegalAction(Rule.GAME_OVER)
        self.settle()
        if game.to_act != self.here:
            raise IllegalAction(Rule.BOUT_OVER)
        game.position.check(cards)
        dealt = [card for card in cards if self._is_dealt(card)]
        self.due.append(Play(tuple(cards), self._dealing.show(dealt)))
        self._played(tuple(cards))

    def _is_dealt(self, card: int) -> bool:
        """Whether a card here was dealt, not taken."""
        place = self._dealing.place_of(card)
        return place is not None and self._dealing.owner_of(place) == self.here

    def resign(self) -> None:
        """Give up, if the game is on."""
        if self.can_end:
            self.due.append(self.early.resign())

    def offer(self) -> None:
        """Offer a draw, unless there is an offer; accept the other's."""
        if self.can_end:
            self._say(self.early.offer(self._played_so_far))

    def decline(self) -> None:
        """Decline the other's offer, if there is one."""
        if self.on:
            self._say(self.early.decline(self._played_so_far))

    def claim(self) -> None:
        """Claim the game of the other, whose time is up."""
        if self.on and self.due_from == 1 - self.here:
            self._say(self.early.claim(self._played_so_far))

    def _say(self, message: Message | None) -> None:
        if message is not None:
            self.due.append(message)

    def concede(self) -> None:
        """Leave the game to the other, who claims it."""
        if self.can_end and self.early.claims[1 - self.here]:
            self.due.append(self.early.resign(late=True))

    def time_out(self) -> None:
        """End the game here alone, having waited too long for the other."""
        assert self.game
        self.game.end(self.early.unheard(self._phase))

    @property
    def _played_so_far(self) -> int:
        return len(self.game.actions) if self.game else 0

    @property
    def _phase(self) -> str:
        assert self.game
        return PHASE_NAMES[_settled(self.game.position).phase]

    def settle(self) -> None:
        """Clear a finished bout, if what is drawn here is known."""
        game = self.game
        if not (game and self._can_settle):
            return
        self._can_settle = False
        end = game.last[-1]
        assert isinstance(end, Taken | Beaten)
        self.news.append(Cleared(end, game.settle(), looked_at=True))
        self._look_for_end()

    # What the other does.

    def hear(self, message: Message) -> bool:
        """Hear what the other says.  Raises PeerFault.

        Returns whether that is all; otherwise it is only when :attr:`busy` no more.
        """
        game = self.game
        if game is None:
            if not isinstance(message, DealStep):
                raise PeerFault(Fault.TURN, f"{name_of(message)} during the deal")
            self._receive(message.data)
            return True
        if self.has_opened:
            raise PeerFault(Fault.TURN, f"{name_of(message)} after the end")
        match message:
            case DealStep(data):
                if data.get(KIND) != "keys":
                    raise PeerFault(Fault.TURN, "not the keys of a draw")
                self._receive(data)
                self.early.claims[self.here] = False
                self._then = self._learn
                return False
            case Open():
                self._hear_end(game, message)
                return False
        if game.over:
            if not isinstance(message, _CROSSING):
                raise PeerFault(Fault.TURN, f"{name_of(message)} after the end")
            return True
        match message:
            case Play(cards, shown):
                if shown is not None:
                    if shown.get(KIND) != "keys" or not cards:
                        raise PeerFault(Fault.TURN, "not the keys of what is played")
                    self._receive(shown)
                self._then = lambda: self._hear_play(game, cards)
                return False
            case Resign() | Accept():
                closes = self.early.closes(message, len(game.actions))
                if closes and not _is_decided(game.position):
                    self._close(game, message)
            case Offer() | Decline() | Claim():
                is_due = self.due_from == self.here
                event = self.early.heard(message, len(game.actions), is_due_here=is_due)
                if event is not None:
                    self.news.append(event)
            case _:
                raise PeerFault(Fault.TURN, f"{name_of(message)} during the game")
        return True

    def _receive(self, data: Opaque) -> None:
        try:
            self._dealing.receive(data)
        except DealFault as fault:
            raise self._deal_fault(fault) from None

    def _hear_play(self, game: HiddenGame, cards: Action) -> None:
        self.settle()
        if game.to_act != 1 - self.here:
            raise PeerFault(Fault.TURN, "plays when it is not their turn")
        for card in cards:
            if game.place_of(card) is None:
                self._show(game, card)
        try:
            game.position.check(cards)
        except IllegalAction as error:
            raise PeerFault(Fault.ILLEGAL, str(error)) from None
        self._played(cards)

    def _show(self, game: HiddenGame, card: int) -> None:
        place = self._dealing.place_of(card)
        if place is None or not self._dealing.has_shown(1 - self.here, card):
            raise PeerFault(Fault.DEAL, "plays a card without showing where it was dealt")
        try:
            game.show(place, card)
        except ImpossibleCard as error:
            raise PeerFault(Fault.DEAL, f"the card {error}") from None

    def _played(self, cards: Action) -> None:
        game = self.game
        assert game
        self.news.append(Acted(game.play(cards)))
        self.early.acted(decided=_is_decided(game.position))
        if game.position.phase == DEAL:
            drawn = game.to_draw()
            for seat in (game.position.attacker, game.position.defender):
                if drawn[seat] and (keys := self._dealing.draw(seat, len(drawn[seat]))):
                    self.due.append(DealStep(keys))
            self._learn()
        self._look_for_end()

    def _learn(self) -> None:
        """Look at what is drawn here, if the keys have come."""
        game, dealing = self.game, self._dealing
        assert game
        for place in range(2 * HAND_SIZE, game.size):
            if dealing.owner_of(place) == self.here and game.card_at(place) is None:
                card = dealing.card_of(place)
                if card is not None:
                    try:
                        game.learn(place, card)
                    except ImpossibleCard as error:
                        raise PeerFault(Fault.DEAL, f"the card {error}") from None
        if game.position.phase == DEAL and not dealing.awaited and not game.over:
            if not self._can_settle:
                self.news.append(CanSettle())
            self._can_settle = True

    # The end.

    def _close(self, game: HiddenGame, theirs: Resign | Accept | None) -> None:
        """End the game by what either has said, or both at once."""
        game.end(self.early.ending(theirs, self._phase))
        self._look_for_end()

    def _look_for_end(self) -> None:
        game = self.game
        assert game
        if game.over:
            self._can_settle = False
            self.early.clear()
            self.due.append(Open(self._dealing.reveal(), len(game.actions)))
            self.news.append(Ended())

    def _hear_end(self, game: HiddenGame, message: Open) -> None:
        if not game.over:
            if self.early.mine is not None:
                self._close(game, None)
            else:
                self.settle()
        if not game.over or message.played != len(game.actions):
            raise PeerFault(Fault.TURN, "opens a game that is not over")
        self._receive_secret(message.data)
        self.has_opened = True
        self._then = self._begin_check

    def _receive_secret(self, data: Opaque) -> None:
        if data.get(KIND) != "secret":
            raise PeerFault(Fault.TURN, "opens no secret")
        self._receive(data)

    def _begin_check(self) -> None:
        self._audit = audit(self._dealing)

    def _check(self, work: Iterator[tuple[int, int]]) -> None:
        try:
            done = next(work, None)
        except DealFault as fault:
            self.found = fault
            done = None
        if done is not None:
            self.news.append(Checking(*done))
            return
        self._audit = None
        self.is_checked = True
        if self._is_accused and not self.found:
            self.found = DealFault(Wrong.REFUTED, 1 - self.here)
        # Where nothing else is found once all is stopped, what was false is known already.
        if self.found or not self.is_stopped:
            self.news.append(Checked(sentence(self.found.told(self.names)) if self.found else ""))

    def stop(self, *, accused: bool) -> Opaque:
        """Stop the game, of which one side says that the other cheats.

        ``accused`` is whether that is said of this side.  Returns its secret: both open theirs.
        """
        self.is_stopped = True
        self._is_accused = accused
        self._then = None
        return self._dealing.reveal()

    def hear_secret(self, data: Opaque) -> None:
        """Hear the other's secret once all is stopped.  Raises PeerFault."""
        self._receive_secret(data)
        self._begin_check()

    @property
    def ending(self) -> Ending | None:
        """How the game has ended; whoever was not honest has lost it."""
        if self.game is None:
            return None
        # Of a game that was stopped it is for the person here to say so.
        if not (self.caught or (self.found and self.game.over)):
            return self.game.ending
        detail = str(self.found) if self.found else self.caught
        return Ending(self.here, DISHONEST, 1 - self.here, detail=detail, phase=self._phase)

    @property
    def caught_in_stop(self) -> str:
        """Evidence against the other once all is stopped, in English."""
        if self._is_accused and not self.is_checked:
            return str(DealFault(Wrong.UNPROVED, 1 - self.here))
        return str(self.found) if self.found else ""

    def catch(self, what: str) -> None:
        """End the game by what the other did, which nobody honest does."""
        self.caught = what
        ending = self.ending
        assert self.game and ending
        if not self.game.over:
            self.game.end(ending)

    def record(self, ended_at: datetime) -> GameRecord:
        """The game for the log, once it is over.

        Where the other has not opened their secret, or has not shuffled as it says, cards that
        were never seen may lie anywhere.
        """
        game, ending = self.game, self.ending
        assert game and ending
        proof = proof_of(self._dealing)
        if self.is_checked and (self.found is None or self.found.wrong in _WITH_WHOLE_DECK):
            # A denied trump may have made another player attack first.
            deal = proof.deal()._replace(first=game.first, caps=game.caps)
        else:
            deal = Deal(tuple(game.likely_deck()), game.first, game.caps)
        return GameRecord(
            deal, game.actions, ending, self.names, self.started_at, ended_at,
            seats=(None, None), others={KEY: proof.as_json()},
        )  # fmt: skip

    # After a crash.

    def repeat(self, message: Message) -> bool:
        """Say again what was said here; returns whether it was due."""
        try:
            match message:
                case Play(cards):
                    self.play(cards)
                case Resign(late):
                    (self.concede if late else self.resign)()
                case Offer(played) | Accept(played) if self.can_end:
                    self._say(self.early.offer(played))
                case Decline(played) if self.on:
                    self._say(self.early.decline(played))
                case Claim():
                    self.claim()
        except IllegalAction:
            return False
        if not self.due:
            self.settle()  # It may have ended the game, as the person wanted then.
        return bool(self.due) and self.due.popleft() == message


def _is_decided(position: Position) -> bool:
    """Whether the cards, or the draw that is due, end the game."""
    return _settled(position).phase == OVER


def _settled(position: Position) -> Position:
    """The position once a finished bout is cleared."""
    if position.phase == DEAL:
        position = position.copy()
        position.deal()
    return position

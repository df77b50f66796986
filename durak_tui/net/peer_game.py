"""The deal of two programs without trust, and its check.

Whose turn it is, and what else is said, is in the :class:`~durak_tui.net.talk.Talk`.  This object
stands beside it: it deals without a dealer, feeds the game with each card that is shown or drawn,
and checks it all at the end.  The same secret and the same messages in the same order lead to the
same game: so it is resumed after a crash.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from durak_tui.common.text import sentence
from durak_tui.game.cards import HAND_SIZE
from durak_tui.game.deals import Deal
from durak_tui.game.position import DEAL, PHASE_NAMES, Action
from durak_tui.game.violation import IllegalAction
from durak_tui.net.deal_messages import KIND
from durak_tui.net.dealing import Dealing
from durak_tui.net.events import CanSettle, Checked, Checking, Shuffling, TalkListener
from durak_tui.net.locks import Group
from durak_tui.net.proof import KEY, audit, proof_of
from durak_tui.net.secret import Parties, Secret
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Talk, settled
from durak_tui.net.talk_faults import DealFault, DealWrong, Fault, PeerFault
from durak_tui.net.talk_journal import GameBegin, Sides
from durak_tui.net.talk_messages import DealStep, Message, Opaque, Open, Play
from durak_tui.records.record import DISHONEST, Ending, GameRecord
from durak_tui.table.hidden import HiddenGame, ImpossibleCard

_WITH_WHOLE_DECK: Final = (DealWrong.DENIED, DealWrong.REFUTED)
"""Faults that leave the deck as both secrets make it."""


def secret_of(sides: Sides, other: str, begin: GameBegin, group: Group) -> Secret:
    """This side's secret of a game; ``other`` names the other side."""
    keys = sides.by_seat(sides.key, sides.peer)
    parties = Parties(keys, sides.by_seat(sides.own, other), sum(begin.score) + 1)
    return Secret(sides.seat, parties, begin.rules.deck, begin.secret, group)


class PeerGame:
    """The deal of one game, from the shuffle to the check."""

    def __init__(
        self,
        talk: Talk,
        secret: Secret,
        started_at: datetime,
        say: Callable[[Message], object],
        notify: TalkListener,
    ) -> None:
        """Deal for a talk, which first knows the house rules.

        ``say`` applies a message of this side to it, and sends it; ``notify`` gets events.
        """
        self.here: Final = secret.side
        self.found: DealFault | None = None  # By the check.
        self.is_checked = False
        self.own_secret: Opaque | None = None  # Opened once one side says that the other cheats.
        self.awaits_secret = False  # Whether the other is to open theirs then.
        self._game: HiddenGame | None = None  # As soon as the cards are dealt.
        self._talk: Final = talk
        self._started_at: Final = started_at
        self._say: Final = say
        self._notify: Final = notify
        self._dealing: Final = Dealing(secret, talk.first)
        self._then: Callable[[], None] | None = None  # To be done when the deal has done its part.
        self._audit: Iterator[tuple[int, int]] | None = None
        self._is_accused = False  # Whether it is said of this side that it cheats.

    @property
    def busy(self) -> bool:
        """True while there is work to do before anything else is heard."""
        if self.is_stopped:
            return self._audit is not None
        return self._dealing.busy or self._then is not None or self._audit is not None

    def work(self) -> None:
        """Do some 20 ms of the work.  Raises PeerFault."""
        dealing = self._dealing
        if dealing.busy and not self.is_stopped:
            try:
                part = dealing.step()
            except DealFault as fault:
                raise self._deal_fault(fault) from None
            if part is not None:
                self._say(DealStep(part))
            if self._game is None:
                self._notify(Shuffling(*dealing.progress))
                if dealing.ready:
                    self._begin()
        elif self._then is not None:
            then, self._then = self._then, None
            then()
        elif self._audit is not None:
            self._check(self._audit)

    def _deal_fault(self, fault: DealFault) -> PeerFault:
        return PeerFault(Fault.DEAL, str(fault), sentence(fault.sentence_of(self._talk.names)))

    def _begin(self) -> None:
        dealing, talk = self._dealing, self._talk
        assert talk.rules
        size = talk.rules.deck
        mine = range(self.here * HAND_SIZE, (self.here + 1) * HAND_SIZE)
        places = [*mine, size - 1]
        if dealing.lowest is not None:
            place = dealing.place_of(dealing.lowest)
            assert place is not None
            places.append(place)
        cards = {place: dealing.card_of(place) for place in places}
        self._game = HiddenGame(
            self.here, talk.names, size,
            {place: card for place, card in cards.items() if card is not None}, dealing.first,
            caps=talk.rules.caps, lowest=dealing.lowest, started_at=self._started_at,
        )  # fmt: skip
        talk.begin(self._game)

    # Actions.

    def play(self, cards: Action) -> None:
        """Play legal cards, with the keys that the other side lacks."""
        dealing = self._dealing
        dealt = [
            card for card in cards
            if (place := dealing.place_of(card)) is not None
            and dealing.owner_of(place) == self.here
        ]  # fmt: skip
        self._say(Play(cards, dealing.show(dealt)))

    def follow(self) -> None:
        """Send the keys, or the secret, that are due now."""
        game, talk = self._game, self._talk
        if game is None or talk.game is not game or talk.ended_at:
            return
        if game.position.phase == DEAL and not talk.can_settle:
            self._draw(game)
        if game.over and not talk.opened[self.here]:
            self._say(Open(self._dealing.reveal(), talk.played))

    def _draw(self, game: HiddenGame) -> None:
        drawn, first = game.to_draw(), game.position.attacker
        for seat in (first, 1 - first):
            new = [place for place in drawn[seat] if self._dealing.owner_of(place) is None]
            if new and (keys := self._dealing.draw(seat, len(new))):
                self._say(DealStep(keys))
        self._learn(game)

    def _learn(self, game: HiddenGame) -> None:
        """Learn the cards drawn here, if the keys have come."""
        dealing, talk = self._dealing, self._talk
        for place in range(2 * HAND_SIZE, game.size):
            if dealing.owner_of(place) == self.here and game.card_at(place) is None:
                card = dealing.card_of(place)
                if card is not None:
                    try:
                        game.learn(place, card)
                    except ImpossibleCard as error:
                        raise PeerFault(Fault.DEAL, f"the card {error}") from None
        is_due = game.position.phase == DEAL and not game.over
        talk.awaits_keys = is_due and bool(dealing.awaited)
        if is_due and not dealing.awaited and not talk.can_settle:
            talk.can_settle = True
            self._notify(CanSettle())

    def handle(self, message: DealStep | Play | Open) -> bool:
        """Take a message of the other side.  Raises PeerFault.

        Returns True if it is done; otherwise it is done once :attr:`busy` is False.
        """
        there, game, talk = 1 - self.here, self._game, self._talk
        if isinstance(message, Open):
            talk.apply(there, message)
            self.follow()
            self._receive_secret(message.data)
            self._then = self._begin_check
            return False
        if isinstance(message, DealStep):
            if game and message.data.get(KIND) != "keys":
                raise PeerFault(Fault.TURN, "not the keys of a draw")
            talk.apply(there, message)
            self._receive(message.data)
            if game:
                self._then = lambda: self._learn(game)
            return game is None
        if game is None or talk.stage is not Stage.PLAYING:
            talk.check(there, message)
        assert game
        if message.shown is not None:
            if message.shown.get(KIND) != "keys" or not message.cards:
                raise PeerFault(Fault.TURN, "not the keys of what is played")
            self._receive(message.shown)
        self._then = lambda: self._handle_play(game, message)
        return False

    def _receive(self, data: Opaque) -> None:
        try:
            self._dealing.receive(data)
        except DealFault as fault:
            raise self._deal_fault(fault) from None

    def _handle_play(self, game: HiddenGame, message: Play) -> None:
        there = 1 - self.here
        self._talk.settle()
        self._talk.check(there, message)
        for card in message.cards:
            if game.place_of(card) is None:
                self._show(game, card)
        try:
            self._talk.apply(there, message)
        except IllegalAction as error:
            raise PeerFault(Fault.ILLEGAL, str(error)) from None
        self.follow()

    def _show(self, game: HiddenGame, card: int) -> None:
        place = self._dealing.place_of(card)
        if place is None or not self._dealing.has_shown(1 - self.here, card):
            raise PeerFault(Fault.DEAL, "plays a card without showing where it was dealt")
        try:
            game.show(place, card)
        except ImpossibleCard as error:
            raise PeerFault(Fault.DEAL, f"the card {error}") from None

    # The check, after the game or once it was stopped.

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
            self._notify(Checking(*done))
            return
        self._audit = None
        self.is_checked = True
        there = 1 - self.here
        if self._is_accused and not self.found:
            self.found = DealFault(DealWrong.REFUTED, there)
        if self.found and self._talk.is_over:
            self._judge(str(self.found))
        # Where nothing else is found once all is stopped, what was false is known already.
        if self.found or not self.is_stopped:
            names = self._talk.names
            found = sentence(self.found.sentence_of(names)) if self.found else ""
            self._notify(Checked(found))

    @property
    def is_stopped(self) -> bool:
        """True once one side has said that the other cheats."""
        return self.own_secret is not None

    def stop(self, *, accused: bool) -> None:
        """Stop the game after an accusation: both open their secrets.

        ``accused`` is whether it is this side that is accused.
        """
        self._is_accused = accused
        self._then = None
        self.own_secret = self._dealing.reveal()
        self.awaits_secret = True

    def handle_secret(self, data: Opaque) -> None:
        """Take the other's secret of a stopped game.  Raises PeerFault."""
        if not self.awaits_secret:
            raise PeerFault(Fault.TURN, "opens the secret of a game that goes on")
        self.awaits_secret = False
        self._receive_secret(data)
        self._begin_check()

    @property
    def caught_in_stop(self) -> str:
        """Evidence against the other once all is stopped, in English."""
        if not self.is_stopped:
            return ""
        if self._is_accused and not self.is_checked:
            return str(DealFault(DealWrong.UNPROVED, 1 - self.here))
        return str(self.found) if self.found else ""

    def _judge(self, evidence: str) -> None:
        """Have the other side lose, who was not honest."""
        assert self._game
        phase = PHASE_NAMES[settled(self._game.position).phase]
        self._talk.judged = Ending(
            self.here, DISHONEST, 1 - self.here, detail=evidence, phase=phase
        )

    def catch(self, evidence: str) -> None:
        """End the game by evidence that the other side has cheated."""
        self._judge(str(self.found) if self.found else evidence)
        assert self._game and self._talk.judged
        if not self._game.over:
            self._game.end(self._talk.judged)

    def record(self, ended_at: datetime) -> GameRecord:
        """The game for the log, once it is over.

        Where the other has not opened their secret, or has not shuffled as it says, cards that
        were never seen may lie anywhere.
        """
        game, ending = self._game, self._talk.ending
        assert game and ending
        proof = proof_of(self._dealing)
        if self.is_checked and (self.found is None or self.found.wrong in _WITH_WHOLE_DECK):
            # A denied trump may have made another player attack first.
            deal = proof.deal()._replace(first=game.first, caps=game.caps)
        else:
            deal = Deal(tuple(game.likely_deck()), game.first, game.caps)
        return GameRecord(
            deal, game.actions, ending, self._talk.names, self._started_at, ended_at,
            seats=(None, None), others={KEY: proof.as_json()},
        )  # fmt: skip

"""One guest's side of a talk at a table of the server.

The server deals and decides: what the guest says counts when the server passes it back, and the
same messages lead to the same talk here.
"""

import os
from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from durak_tui.game.cards import HAND_SIZE
from durak_tui.game.position import DEAL
from durak_tui.net import talk_messages as messages
from durak_tui.net.events import CanSettle, Greeted, HasLeft, TalkEvent, TalkListener
from durak_tui.net.guests import news
from durak_tui.net.guests.wishes import HangUp, Say, Wish
from durak_tui.net.talk import Conclusion, Talk
from durak_tui.net.talk_faults import PeerFault
from durak_tui.net.talk_journal import TalkStore
from durak_tui.records.record import GameRecord
from durak_tui.table.controller import Acted, Cleared, NotStored
from durak_tui.table.hidden import HiddenGame

_ONCE: Final = messages.Propose | messages.Agree | messages.Play | messages.Again
"""Messages that are not said again while the server has not passed them back."""


class GuestTalk:
    """A guest's side of a talk at a table of the server."""

    def __init__(
        self,
        line: int,
        seat: news.Seated | news.KeptTable,
        say: Callable[[Wish], object],
        log: str | os.PathLike[str],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Take a seat, perhaps again; finished games go to a log."""
        self.line: Final = line
        self.seat: Final = seat.seat
        self.lost_at = 0.0  # When the other was lost, by the clock; 0 while they are here.
        self.logged: GameRecord | None = None
        self.listener: TalkListener | None = None  # Until there is one, events wait.
        self._patience = 0.0
        self._news: Final[deque[TalkEvent]] = deque()
        self.talk: Final = Talk(seat.names, self.seat, self._news.append, clock, is_ordered=True)
        if isinstance(seat, news.KeptTable):
            self.talk.deal(messages.USUAL_RULES, None, seat.score)  # More comes with the game.
        self.other_name: Final = seat.names[1 - self.seat]
        self._news.append(Greeted(self.other_name, back=False))
        self._say: Final = say
        self._clock: Final = clock
        self._store: Final = TalkStore(log)
        self._unanswered: set[type[messages.Message]] = set()
        self._later: deque[news.GuestSaid | news.GameLogged] = deque()
        """The end of the game, and what follows it, while a finished bout is looked at."""
        self._record: GameRecord | None = None  # Of the last game that the server has ended.
        self._is_left = False

    # What the person here wants.

    @property
    def conclusion(self) -> Conclusion | None:
        """The reason for which :meth:`conclude` may claim the game, if any."""
        if not self.can_end:
            return None
        if 0 < self.lost_at <= self._clock() - self._patience:
            return Conclusion.AWAY
        return Conclusion.TIMEOUT if self.talk.has_waited_for(1 - self.seat) else None

    @property
    def can_end(self) -> bool:
        """True if the game can be resigned or drawn."""
        return not self._later and self.talk.may(self.seat, messages.Resign)

    @property
    def awaits_server(self) -> bool:
        """True while an answer about house rules is under way."""
        return not self._unanswered.isdisjoint((messages.Propose, messages.Agree))

    def say(self, message: messages.Message) -> bool:
        """Say something; returns False if it may not be said now."""
        is_unheard = self.lost_at and isinstance(message, messages.Chat)
        if self._is_left or self._later or is_unheard or type(message) in self._unanswered:
            return False
        try:
            self.talk.check(self.seat, message)
        except PeerFault:
            return False
        if isinstance(message, _ONCE):
            self._unanswered.add(type(message))
        self._say(Say(self.line, message))
        return True

    def play(self, cards: Sequence[int]) -> None:
        """Play cards, or none.  Raises IllegalAction."""
        self.settle()
        self.talk.check_play(self.seat, tuple(cards))
        self.say(messages.Play(tuple(cards)))

    def settle(self) -> None:
        """Clear a finished bout that has been looked at, after CanSettle."""
        self.talk.settle()
        while self._later:
            self._handle(self._later.popleft())
        self._notify()

    def conclude(self) -> bool:
        """Claim the game, if :attr:`conclusion` says why; the server decides."""
        if self.conclusion:
            self._say(Say(self.line, messages.Claim(self.talk.played)))
        return False

    def check_time(self) -> None:
        """Leave it: the server has the clock."""

    def leave(self) -> None:
        """Get up; an unfinished game can go on later."""
        if not self._is_left:
            self._is_left = True
            self._say(HangUp(self.line))

    # What the server says.

    def attend(self, listener: TalkListener) -> None:
        """Notify a listener of what has happened, and will."""
        self.listener = listener
        self._notify()

    def _notify(self) -> None:
        self.talk.mark_turn()
        while self.listener and self._news:
            self.listener(self._news.popleft())

    def handle(self, message: news.TableNews) -> None:
        """Take a message of the server about this table."""
        if isinstance(message, news.GameLogged):
            # At once: who leaves while the bout lies here has it in their log, too.
            self._record = news.record_of(message.game)
            self._store.log(self._record)
        if self.talk.can_settle and self._is_of_the_end(message):
            assert isinstance(message, news.GuestSaid | news.GameLogged)
            self._later.append(message)
        else:
            self._handle(message)
        self._notify()

    @staticmethod
    def _is_of_the_end(message: news.TableNews) -> bool:
        said = message.message if isinstance(message, news.GuestSaid) else message
        return isinstance(
            said, news.GameLogged | messages.Resign | messages.AcceptDraw | messages.Again
        )

    def _handle(self, message: news.TableNews) -> None:
        talk = self.talk
        match message:
            case news.GuestSaid(seat, said):
                if seat == self.seat:
                    self._unanswered.discard(type(said))
                talk.apply(seat, said)
            case news.HandDealt():
                self._begin(message)
            case news.CardsPlayed():
                self.settle()
                self._act(message)
            case news.GameLogged():
                self._end()
            case news.OtherLost(gone, patience):
                self.lost_at = self._clock() - gone
                self._patience = patience
                talk.offers[1 - self.seat] = False
            case news.OtherBack():
                self.lost_at = 0.0
                self._news.append(Greeted(self.other_name, back=True))
            case news.OtherLeft():
                self._is_left = True
                self._news.append(HasLeft())

    def _begin(self, dealt: news.HandDealt) -> None:
        talk, rules = self.talk, dealt.rules
        shown = dict(enumerate(dealt.hand, self.seat * HAND_SIZE))
        if dealt.lowest is not None and dealt.lowest not in dealt.hand:
            # Its place in that hand is not known; any will do.
            shown[(1 - self.seat) * HAND_SIZE] = dealt.lowest
        shown[rules.deck - 1] = dealt.trump
        game = HiddenGame(
            self.seat, talk.names, rules.deck, shown, dealt.first,
            caps=rules.caps, lowest=dealt.lowest, started_at=dealt.started_at,
        )  # fmt: skip
        self.logged = None
        self._unanswered.clear()
        self._later.clear()
        talk.deal(rules, None, dealt.score)
        talk.begin(game)
        for action in dealt.past:
            self._act(action)
            talk.settle()
        talk.mark_turn()
        talk.turn_since = self._clock() - dealt.turn
        in_game = Acted | CanSettle | Cleared
        news = [one for one in self._news if not isinstance(one, in_game)]
        self._news.clear()
        self._news.extend(news)

    def _act(self, action: news.CardsPlayed) -> None:
        """Do what somebody has done, and learn what is drawn here."""
        game = self.talk.game
        assert isinstance(game, HiddenGame) and game.to_act is not None
        self._unanswered.discard(messages.Play)
        for card in action.cards:
            if game.place_of(card) is None:
                game.show(min(game.closed), card)
        self.talk.apply(game.to_act, messages.Play(action.cards))
        if action.drawn is not None and game.position.phase == DEAL:
            for place, card in zip(game.to_draw()[self.seat], action.drawn, strict=True):
                if game.card_at(place) is None:
                    game.learn(place, card)
            self.talk.can_settle = True
            self._news.append(CanSettle())

    def _end(self) -> None:
        assert self._record
        if not self.talk.is_over:
            self.talk.end(self._record.ending)
        if trouble := self._store.news():
            self._news.append(NotStored(trouble))
        self.logged = None if self._store.trouble else self._record

"""Games at a table of the server, as one guest knows them.

The server deals and decides: an action counts when the server says so, and what it says is true.
"""

import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from time import monotonic
from typing import Any, Final

from durak_tui.game.cards import HAND_SIZE, parse_card
from durak_tui.game.position import DEAL, Action
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.net.calls import Told
from durak_tui.net.events import (
    CanSettle,
    Declined,
    Greeted,
    HasLeft,
    Offered,
    Proposed,
    SaidText,
    SittingEvent,
    WantsAgain,
)
from durak_tui.net.guests.messages import HangUp, Say, Wish
from durak_tui.net.guests.tables import TALK
from durak_tui.net.messages import (
    Accept,
    Again,
    Agree,
    Chat,
    Claim,
    Decline,
    Message,
    Offer,
    Play,
    Propose,
    Resign,
    Terms,
    chat_line,
    of_json,
)
from durak_tui.net.stages import Conclusion, HouseRules, Stage, TurnTime
from durak_tui.records.log_format import decode_game
from durak_tui.records.record import GameRecord
from durak_tui.records.walk import Beaten, Taken
from durak_tui.records.writer import LogWriter
from durak_tui.table.controller import Acted, Begun, Cleared, Ended, NotStored
from durak_tui.table.hidden import HiddenGame
from durak_tui.table.storage import Trouble


class Chair:
    """A guest's side of a table; see :class:`~durak_tui.net.calls.Conversation`."""

    failure: Final = ""  # The server says what is true.
    is_ending: Final = False  # It is heard at once.
    has_claimed: Final = False  # It is decided at once.
    is_claimed: Final = False

    def __init__(
        self,
        opened: Mapping[str, Any],
        say: Callable[[Wish], object],
        log: str | os.PathLike[str],
        clock: Callable[[], float] = monotonic,
        *,
        resumes: bool = False,
    ) -> None:
        """Sit down where the server says; finished games go to a log.

        With ``resumes`` a game is on, of which the server is going to tell.
        """
        self.line: Final[int] = opened["line"]
        self.seat: Final[int] = opened["seat"]
        first, second = opened["names"]
        self.names: Final[tuple[str, str]] = first, second
        self.game: HiddenGame | None = None
        self.logged: GameRecord | None = None
        self.trouble: Trouble | None = None
        self.lost_at = 0.0  # When the other was lost, by the clock; 0 while they are here.
        self._patience = 0.0
        self._turn_since = 0.0
        self._score = opened["score"]
        self._say_to_server: Final = say
        self._log: Final = log
        self._clock: Final = clock
        self._rules: Final = HouseRules()
        if resumes:
            self._rules.agreed = Terms()  # Those that were agreed on then are told with the game.
        self._offers = [False, False]
        self._wants_again = False
        self._awaits = False  # Whether an action from here has not come back yet.
        self._can_settle = False
        self._end: tuple[GameRecord, Trouble | None] | None = None
        """The game as the server says, and why it is not in the log; here a bout may still lie."""
        self._said = 0
        self._is_left = False
        self._tell: Told | None = None
        self._news: deque[SittingEvent] = deque([Greeted(self.other_name, back=False)])

    @property
    def other_name(self) -> str:
        return self.names[1 - self.seat]

    def attend(self, tell: Told) -> None:
        """Tell what has happened, and will."""
        self._tell = tell
        self._pass_on()

    def _pass_on(self) -> None:
        while self._tell and self._news:
            self._tell(self._news.popleft())

    # What is known.

    @property
    def stage(self) -> Stage:
        if self.game is None:
            return Stage.TERMS
        return Stage.BETWEEN if self.logged or self.trouble else Stage.PLAYING

    @property
    def score(self) -> tuple[int, int, int]:
        first, second, drawn = self._score
        return first, second, drawn

    @property
    def offered(self) -> Terms | None:
        return self._rules.offered

    @property
    def may_agree(self) -> bool:
        return self._rules.turn == self.seat and self._rules.agreed is None and not self._is_left

    @property
    def can_end(self) -> bool:
        return self.game is not None and not self.game.over and self._end is None

    @property
    def offers(self) -> tuple[bool, bool]:
        return self._offers[0], self._offers[1]

    @property
    def wait(self) -> TurnTime | None:
        terms = self._rules.agreed
        seat = self.game.to_act if self.game and self.can_end else None
        if seat is None or terms is None:
            return None
        return TurnTime(seat, self._clock() - self._turn_since, terms.move_time)

    @property
    def conclusion(self) -> Conclusion | None:
        wait = self.wait
        if self.can_end and 0 < self.lost_at <= self._clock() - self._patience:
            return Conclusion.AWAY
        is_late = wait is not None and wait.seat != self.seat and wait.is_over
        return Conclusion.TIMEOUT if is_late else None

    # What the person here wants.

    def propose(self, terms: Terms) -> None:
        if self.may_agree:
            self._rules.offer(terms)
            self._say(Propose(terms))

    def agree(self) -> None:
        if self.may_agree and self.offered:
            self._rules.agreed = self.offered
            self._say(Agree(self.offered))

    def play(self, cards: Sequence[int]) -> None:
        """Play cards, or none.  Raises IllegalAction."""
        if not (self.game and self.can_end):
            raise IllegalAction(Rule.GAME_OVER)
        self.settle()
        if self.game.to_act != self.seat:
            raise IllegalAction(Rule.BOUT_OVER)
        self.game.position.check(cards)
        if not self._awaits:
            self._awaits = True
            self._say(Play(tuple(cards)))

    def settle(self) -> None:
        if not (self.game and self._can_settle):
            return
        self._can_settle = False
        end = self.game.last[-1]
        assert isinstance(end, Taken | Beaten)
        self._news.append(Cleared(end, self.game.settle(), looked_at=True))
        self._look_for_end()
        self._pass_on()

    def resign(self) -> None:
        if self.can_end:
            self._say(Resign())

    def offer_draw(self) -> bool:
        if not (self.game and self.can_end) or self._offers[self.seat]:
            return True
        played = len(self.game.actions)
        if self._offers[1 - self.seat]:
            self._say(Accept(played))
        elif self._may_talk():
            self._offers[self.seat] = True
            self._say(Offer(played))
        else:
            return False
        return True

    def decline_draw(self) -> None:
        if self.game and self._offers[1 - self.seat]:
            self._offers[1 - self.seat] = False
            self._say(Decline(len(self.game.actions)))

    def again(self) -> None:
        if self.stage is Stage.BETWEEN and not self._wants_again and not self._is_left:
            self._wants_again = True
            self._say(Again())

    def chat(self, text: str) -> bool:
        shown = chat_line(text)
        if not shown or self.lost_at or self._is_left or not self._may_talk():
            return False
        self._say(Chat(shown))
        return True

    def _may_talk(self) -> bool:
        self._said += 1
        return self._said <= TALK

    def conclude(self) -> bool:
        if self.game and self.conclusion:
            self._say(Claim(len(self.game.actions)))
        return False  # The server decides.

    def check_time(self) -> None:
        """Leave it: the server has the clock."""

    def leave(self) -> None:
        if not self._is_left:
            self._is_left = True
            self._say_to_server(HangUp(self.line))

    def _say(self, what: Message) -> None:
        self._say_to_server(Say(self.line, what))

    # What the server says.

    def hear(self, said: Mapping[str, Any]) -> None:
        """Take note of what has happened at the table."""
        match said["is"]:
            case "said":
                self._hear_other(of_json(said["what"]))
            case "opened":
                self._score = said["score"]
            case "dealt":
                self._begin(said)
            case "acted":
                assert self.game
                self.settle()
                self._act(self.game, said)
            case "ended":
                self._score = said["score"]
                self._offers = [False, False]
                record = decode_game(said["game"].partition("\n")[2].encode())
                # At once: whoever leaves while the bout lies here has it in their log, too.
                self._end = record, append(self._log, record)
                self._look_for_end()
            case "lost":
                self.lost_at = self._clock() - said["gone"]
                self._patience = said["patience"]
                self._offers[1 - self.seat] = False
            case "back":
                self.lost_at = 0.0
                self._news.append(Greeted(self.other_name, back=True))
            case "left":
                self._is_left = True
                self._news.append(HasLeft())
        self._pass_on()

    def _hear_other(self, what: Message) -> None:
        match what:
            case Propose(terms):
                self._rules.hear(1 - self.seat, what)
                self._news.append(Proposed(terms))
            case Agree():
                self._rules.hear(1 - self.seat, what)
            case Offer():
                self._offers[1 - self.seat] = True
                self._news.append(Offered())
            case Decline():
                self._offers[self.seat] = False
                self._news.append(Declined())
            case Again():
                self._news.append(WantsAgain())
            case Chat(text):
                self._news.append(SaidText(text))

    def _begin(self, said: Mapping[str, Any]) -> None:
        terms = of_json(said["terms"])
        assert isinstance(terms, Agree)
        deck, caps, _move_time = terms.terms
        lowest = None if said["lowest"] is None else parse_card(said["lowest"])
        shown = dict(enumerate(map(parse_card, said["hand"]), self.seat * HAND_SIZE))
        if lowest is not None and lowest not in shown.values():
            # Which of their places it is in is not told; any will do.
            shown[(1 - self.seat) * HAND_SIZE] = lowest
        shown[deck - 1] = parse_card(said["trump"])
        self.game = game = HiddenGame(
            self.seat, self.names, deck, shown, said["first"],
            caps=caps, lowest=lowest, started_at=datetime.fromisoformat(said["started_at"]),
        )  # fmt: skip
        self.logged = self.trouble = self._end = None
        self._rules.offered = self._rules.agreed = terms.terms
        self._offers, self._said = [False, False], 0
        self._wants_again = self._awaits = self._can_settle = False
        turn_since = self._clock() - said["turn"]
        for step in said["past"]:
            self._act(game, step)
            if self._can_settle:
                self._can_settle = False
                game.settle()
        self._turn_since = turn_since
        self._news = deque(one for one in self._news if not isinstance(one, Acted | CanSettle))
        self._news.append(Begun())

    def _act(self, game: HiddenGame, said: Mapping[str, Any]) -> None:
        """Do what somebody has done, and learn what is drawn here."""
        self._awaits = False
        self._offers = [False, False]  # They lapse at an action.
        self._turn_since = self._clock()
        cards: Action = tuple(map(parse_card, said["cards"]))
        for card in cards:
            if game.place_of(card) is None:
                game.show(min(game.closed), card)
        self._news.append(Acted(game.play(cards)))
        if game.position.phase == DEAL:
            for place, name in zip(game.to_draw()[self.seat], said["drawn"], strict=True):
                if game.card_at(place) is None:
                    game.learn(place, parse_card(name))
            self._can_settle = True
            self._news.append(CanSettle())

    def _look_for_end(self) -> None:
        if self.game and self._end and not self._can_settle:
            (record, self.trouble), self._end = self._end, None
            if not self.game.over:
                self.game.end(record.ending)
            self.logged = None if self.trouble else record
            self._news.append(Ended())
            if self.trouble:
                self._news.append(NotStored(self.trouble))


def append(log: str | os.PathLike[str], record: GameRecord) -> Trouble | None:
    """Put a finished game into a log; returns why that failed."""
    try:
        os.makedirs(os.path.dirname(os.path.abspath(log)), exist_ok=True)
        with LogWriter(log) as writer:
            writer.append(record)
    except OSError as error:
        return Trouble(str(log), error, is_log=True)
    return None

"""Games with somebody elsewhere, one after the other."""

import asyncio
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import ClassVar, Final

from textual.app import ComposeResult

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import one_line, sentence
from durak_tui.game.cards import USUAL_DECK
from durak_tui.net import talk_messages as messages
from durak_tui.net.events import (
    CanSettle,
    Checked,
    Checking,
    Claimed,
    DrawDeclined,
    DrawOffered,
    HasLeft,
    OtherChecked,
    SaidText,
    Shuffling,
    TalkEvent,
    TalkFailed,
)
from durak_tui.net.line_events import (
    Back,
    LineEvent,
    LineLeft,
    Lost,
    NotListening,
    NotRemembered,
    Opened,
    TurnedAway,
)
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Talk
from durak_tui.net.talk_journal import Kept
from durak_tui.records.journal import NotUnfinished
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.table.controller import Acted, Begun, Cleared, Ended, NotStored
from durak_tui.table.hidden import HiddenGame
from durak_tui.tui.people.meeting import MeetingScreen
from durak_tui.tui.people.people_questions import (
    GUEST_HELP,
    about_concluding,
    about_draw,
    about_leaving,
    about_leaving_server,
    about_offering,
    about_rules,
    both_words,
    chat_line,
    deck_not_known,
    not_listening,
    not_remembered,
    other_rules,
    settings_rules,
)
from durak_tui.tui.people.people_service import Calls, PeopleTalk
from durak_tui.tui.people.talk_view import Banner, TalkPace, TalkStatus, TalkView
from durak_tui.tui.play.bout_screen import BoutScreen
from durak_tui.tui.play.finished_game import FinishedGame
from durak_tui.tui.play.session_table import about_resigning
from durak_tui.tui.play.table_actions import BOUTS, CARDS, PASSES, RESIGN
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.dialog import WITHDRAWN, Question
from durak_tui.tui.toolkit.screen import asking
from durak_tui.words.play import not_stored

CONCLUDE: Final = KeyAction(
    "play.conclude", "f", N_("End it"), N_("End a game that the other player has abandoned")
)
_NOT_SENT: Final = N_("Not sent: there have been too many messages in this game.")
_NOT_HEARD: Final = N_("Not sent: {name} cannot receive messages now.")
_SECOND: Final = 1.0
_OFTEN: Final = 0.25  # Seconds between two looks at what takes a while.


class PeopleTable(BoutScreen):
    """A table at which somebody elsewhere sits opposite."""

    TITLE = N_("With people")
    HELP = N_(
        "You are playing someone at another computer. Nothing can be taken back. If the connection"
        " is lost, the game goes on when it is back; you can also leave and resume it later. There"
        " is no dealer: both programs shuffle, and both check the deal after the game.\n\nThe sign"
        " under a card is its key."
    )
    ACTIONS: ClassVar = (
        *CARDS,
        *PASSES,
        KeyAction("play.chat", "c", N_("Chat"), N_("Send a message to the other player")),
        RESIGN,
        KeyAction("play.draw", "o", N_("Draw"), N_("Offer a draw"), footer=False),
        CONCLUDE,
        *BOUTS,
    )  # fmt: skip

    view: TalkView
    pace: TalkPace

    def __init__(self, line: Opened | Kept, rules: messages.HouseRules | None = None) -> None:
        """Play on an open line, or go on with what was kept.

        ``rules`` are proposed instead of those of the settings, and in place of the other's.
        """
        super().__init__()
        self._how = line
        self._rules = rules
        self._insists = rules is not None
        self._calls: Calls | None = None
        self._conversation: PeopleTalk | None = None
        self._line = line.line if isinstance(line, Opened) else 0
        self._score_before = 0, 0, 0  # As one sat down.
        self._status = TalkStatus(line.who.shown if isinstance(line, Opened) else line.name)
        again = partial(self._say, messages.Again())
        self.finished = FinishedGame(self, again, lambda: self.conversation.logged)
        self._ticking: Timer | None = None
        self._shown_at = 0.0  # When progress was shown, by the monotonic clock.
        self._question: Question | None = None  # That the other has raised.

    def content(self) -> ComposeResult:
        yield Banner()
        yield from super().content()

    def help_text(self) -> str:
        return _(GUEST_HELP) if self.durak.is_guest else super().help_text()

    # Sitting down.

    def on_mount(self) -> None:
        self.app.clear_notifications()  # they would lie on the cards
        self._tick()
        self._sit_down()

    @asking
    async def _sit_down(self) -> None:
        people, how = self.durak.people, self._how
        try:
            self._calls = calls = await people.open(self.durak.own_name())
            if isinstance(how, Opened):
                self._status.words = both_words(how.who, calls.words)
                conversation: PeopleTalk = calls.sit_down(how, self.handle)
            else:
                self._line, conversation = await asyncio.to_thread(calls.take_up, how, self.handle)
        except (UserError, NotUnfinished, DamagedJournal, OSError) as error:
            problem = one_line(str(why(error) if isinstance(error, OSError) else error))
            self.leave_saying(_("This game cannot be resumed: {why}.").format(why=problem))
            return
        if isinstance(how, Kept) and self._status.lost is None:
            self._lose(monotonic())
        self._conversation, talk = conversation, conversation.talk
        self._score_before = talk.score
        self._status.name = talk.names[1 - talk.here]
        self.pace = TalkPace(self, conversation)
        self.view = TalkView(talk, self.pace, self.durak.settings)
        if talk.game:
            self._begin()
        self._go_on()

    def _begin(self) -> None:
        """Look at the game that has been dealt."""
        game = self.talk.game
        assert isinstance(game, HiddenGame)
        self._status.found, self._status.checks = "", 0
        self.sit_down_to(game, game.here)
        self.view.notify(Begun())
        if game.over:
            self.view.notify(Ended())
            self.finished.ends()
        self.view.hold()

    @property
    def conversation(self) -> PeopleTalk:
        """The talk and the games between the two."""
        assert self._conversation
        return self._conversation

    @property
    def talk(self) -> Talk:
        return self.conversation.talk

    @property
    def game(self) -> HiddenGame:
        return self.view.game

    # What happens.

    def handle(self, event: TalkEvent) -> None:
        """Take note of what happens in the conversation."""
        if self._conversation is None or not self.is_open:
            # It is looked at as soon as one has sat down; a closed table has nowhere to show it.
            return None
        name = self._status.name
        self.pace.notify(event)
        match event:
            case Begun():
                self._begin()
            case Acted() | Cleared() | Ended() | CanSettle():
                self._moved(event)
            case Shuffling(done, of) | Checking(done, of):
                return self._progress(done, of)
            case DrawOffered():
                self._ask_about_draw()
            case DrawDeclined():
                self.view.news.say(_("{name} declines the draw.").format(name=name))
            case Claimed():
                self.conversation.check_time()
            case Checked(found) | OtherChecked(found):
                self._status.checks += 1
                self._status.found = self._status.found or found
            case SaidText(text):
                self._status.last_said = self._status.add_to_chat(name, text)
            case HasLeft():
                self._status.left = _("{name} has left.").format(name=name)
                self._withdraw_question()
            case NotStored(trouble):
                self.notice(not_stored(trouble))
            case TalkFailed():
                self._withdraw_question()
        return self._go_on()

    def _progress(self, done: int, of: int) -> None:
        """Show how much is done, a few times a second."""
        self._status.done = done, of
        if monotonic() - self._shown_at >= _OFTEN or done == of:
            self._shown_at = monotonic()
            self._show_banner()

    def _moved(self, event: Acted | Cleared | Ended | CanSettle) -> None:
        self._status.last_said = ""
        self.view.notify(event)
        self.view.hold()
        if isinstance(event, Acted):
            self._withdraw_question()  # An offer of a draw has lapsed.
            self.acted(event.events[0])
        elif isinstance(event, Ended):
            self.finished.ends()
            self._withdraw_question()

    def heard(self, event: LineEvent) -> bool:
        """Take note of what happens on the line."""
        match event:
            case Lost(line, since) if line == self._line or not self._line:
                if not self._status.left:
                    self._lose(since)
            case Back(line) if line == self._line or not self._line:
                self._status.lost, self._status.left = None, ""
            case LineLeft(line, why) if line == self._line:
                self._status.left, self._status.lost = sentence(str(why)), None
                self._withdraw_question()
            case NotListening(why):
                self.notice(not_listening(why))
            case NotRemembered(why):
                self.notice(not_remembered(why))
            case TurnedAway(why):
                self.notice(sentence(str(why)))
            case _:
                return False
        self._go_on()
        return True

    def _lose(self, since: float) -> None:
        if self._status.lost is None:
            self._status.lost = since
            self._show_banner()
        if self._conversation and not self.talk.offers[1 - self.talk.here]:
            self._withdraw_question()  # a server forgets an offer then

    def _tick(self) -> None:
        """Let the clocks run: of a turn, and without an answer."""
        self._ticking = Timer(self, _SECOND, self._tick)
        if self._conversation:
            self._conversation.check_time()
        self._show_banner()

    def _go_on(self) -> None:
        """Do what is due by itself, and show how things stand."""
        if self._conversation is None:
            return self._show_banner()
        talk = self.talk
        is_due = talk.may(talk.here, messages.Propose) and self._status.hears
        if is_due and not self._conversation.awaits_server:
            self._see_to_rules(talk)
        if self.is_on:
            game = self.game
            if game.is_formality and not talk.is_ending:
                self.call_later(self._play_formality)
            self.ring_if_due()
            self.finished.find_out()  # The game is logged once its deal was checked.
            self.show_table()
        return self._show_banner()

    def _play_formality(self) -> None:
        if self.game.is_formality and not self.talk.is_ending:
            self.pace.play(())

    # House rules.

    def _see_to_rules(self, talk: Talk) -> None:
        """Offer one's own, agree to the same, or ask."""
        own = self._rules or settings_rules(self.durak.settings.value)
        if own.deck not in talk.decks:
            self.notice(deck_not_known(self._status.name, own.deck))
            own = self._rules = own._replace(deck=USUAL_DECK)
        offered = talk.offered
        if offered == own:
            self.conversation.say(messages.Agree(own))
        elif offered is None or self._insists:
            self._insists = self._insists and offered is None
            self.conversation.say(messages.Propose(own))
        elif self._question is None:
            others = other_rules(offered, own, talk.decks)
            self._question = about_rules(self._status.name, offered, others)
            self.run_worker(self._answer_rules(self._question, offered, *others), group="rules")

    async def _answer_rules(self, question: Question, *rules: messages.HouseRules) -> None:
        (offered, *others), answer = rules, await self._answer_to(question)
        if answer == "agree":
            self._say(messages.Agree(offered))
        elif not answer:
            self.leave()
        elif answer != WITHDRAWN:
            self._say(messages.Propose(others[int(answer)]))

    # What is shown.

    def _show_banner(self) -> None:
        status = self._status.sentence(self._conversation, self.durak.shown_key(CONCLUDE))
        self.set_class(not self.is_on, "-waiting")
        for banner in self.query(Banner):  # none yet if the other goes as the table opens
            banner.say(*status)
        self.keys_changed()

    # What the person does.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        conversation = self._conversation
        if conversation is None:
            own = action in ("chat", "draw", "conclude", "resign", "again", "look_at")
            return not own and super().check_action(action, parameters)
        if action == "chat":
            return not self.talk.failure
        if action in ("draw", "resign"):
            return conversation.can_end
        if action == "conclude":
            return conversation.conclusion is not None
        if action == "again":
            return self.talk.may(self.talk.here, messages.Again) and not self._status.left
        if action == "look_at":
            is_logged = self.talk.stage is Stage.BETWEEN or self._status.concluded is not None
            return is_logged and super().check_action(action, parameters)
        return super().check_action(action, parameters)

    def is_blank(self, action: KeyAction) -> bool:
        is_idle = self.is_on and not self.game.over and self.view.is_others_turn
        return (action.method == "pick" and is_idle) or super().is_blank(action)

    def hinder(self) -> bool:
        return self.talk.is_ending or bool(self.talk.failure)

    def _say(self, message: messages.Message) -> bool:
        """Say something of the game; returns False if that is not due."""
        is_said = self.conversation.say(message)
        self._go_on()
        return is_said

    @asking
    async def action_chat(self) -> None:
        text = await self.ask(chat_line(self._status.name, self._status.chat))
        if not text:
            return
        if self.conversation.say(messages.Chat.of(text)):
            self._status.add_to_chat(self.talk.names[self.talk.here], text)
        else:
            self._say_not_sent()

    def _say_not_sent(self) -> None:
        is_heard = self._status.hears and not self.talk.failure
        self.notice(_(_NOT_SENT if is_heard else _NOT_HEARD).format(name=self._status.name))

    @asking
    async def action_resign(self) -> None:
        if await self.ask(about_resigning(self._status.name)) == "resign":
            self._say(messages.Resign())

    @asking
    async def action_draw(self) -> None:
        if self.talk.offers[1 - self.talk.here]:
            self._ask_about_draw()
        elif await self.ask(about_offering(self._status.name)) == "offer":
            # The game may have ended meanwhile, or the offer stand already.
            is_due = self.conversation.can_end and not self.talk.offers[self.talk.here]
            if is_due and not self._say(messages.OfferDraw(self.talk.played)):
                self._say_not_sent()

    def _ask_about_draw(self) -> None:
        if self._question is None:
            self._question = about_draw(self._status.name)
            self.run_worker(self._answer_draw(self._question), group="draw")

    async def _answer_draw(self, question: Question) -> None:
        answer = await self._answer_to(question)
        if answer == "accept":
            self._say(messages.AcceptDraw(self.talk.played))
        elif answer == "decline":
            self._say(messages.DeclineDraw(self.talk.played))

    async def _answer_to(self, question: Question) -> str:
        """Ask what the other has raised; returns the answer."""
        answer: str = await self.ask(question)
        if self._question is question:
            self._question = None
        return answer

    def _withdraw_question(self) -> None:
        question, self._question = self._question, None
        if question:
            question.withdraw()

    @asking
    async def action_conclude(self) -> None:
        why = self.conversation.conclusion
        if why is None or await self.ask(about_concluding(why, self._status.name)) != "end":
            return
        # Meanwhile the other may have come back and played, or the deal been checked.
        if self.conversation.conclusion is why:
            self._status.concluded = why if self.conversation.conclude() else None
            self._go_on()

    # Leaving.

    @property
    def is_kept(self) -> bool:
        """True if there is a game to go on with later."""
        return self._status.is_kept(self.talk if self._conversation else None)

    def before_leaving(self, leave: Callable[[], object]) -> None:
        if self._conversation:  # else a game is being taken up; it takes three seconds at most
            leave()

    def action_back(self) -> None:
        asks = self.is_kept and not self._status.left
        self.before_leaving(partial(self._ask_before, self.leave) if asks else self.leave)

    @asking
    async def _ask_before(self, leave: Callable[[], object]) -> None:
        app = self.durak
        if app.is_guest:
            question = about_leaving_server(can_return=app.keeps_games)
        else:
            question = about_leaving(self._status.name)
        if await self.ask(question) == "leave":
            leave()

    def leave(self) -> None:
        """Get up, and go back once nothing covers the table."""
        self._get_up()
        self._withdraw_question()
        self.leave_once_up(self.durak.go_back)

    def _get_up(self) -> None:
        conversation, calls = self._conversation, self._calls
        if self._ticking:
            self._ticking.stop()
        if conversation and calls and self._line:
            self.pace.stop()
            conversation.leave()
            calls.hang_up(self._line)
            self._line = 0
            self._count_games()
            if not any(isinstance(one, MeetingScreen) for one in self.app.screen_stack):
                calls.mute()

    def _count_games(self) -> None:
        """Add the games of this sitting to the scores shown beside people."""
        talk, how = self.talk, self._how
        new = [now - then for now, then in zip(talk.score, self._score_before, strict=True)]
        whom = how.who if isinstance(how, Opened) else how
        self.durak.people.count(whom.key, new[talk.here], new[1 - talk.here], new[2])

    def before_quitting(self, go_on: Callable[[], object]) -> None:
        if self.is_kept and not self._status.left and not self.durak.keeps_games:
            self._ask_before(go_on)
        else:
            go_on()

    def farewell(self) -> str:
        return self.durak.kept_farewell() if self.is_kept else ""

    async def on_unmount(self) -> None:
        self._get_up()

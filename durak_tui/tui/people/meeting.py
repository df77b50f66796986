"""Others who wait for a game, and invitations."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from textual.app import ComposeResult

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, _
from durak_tui.common.text import one_line, sentence
from durak_tui.game.cards import parse_card
from durak_tui.net.address import Address, parse_address
from durak_tui.net.line_events import (
    Contact,
    InvitationFailed,
    Invited,
    LineEvent,
    LineLeft,
    Listening,
    NotListening,
    NotRemembered,
    Opened,
    Ringing,
    Seen,
    TurnedAway,
    WaitingPlayer,
    WantsBack,
    Withdrawn,
)
from durak_tui.net.talk_messages import HouseRules
from durak_tui.tui.people.people_panels import PeoplePanels
from durak_tui.tui.people.people_questions import (
    about_invitation,
    about_inviting,
    about_return,
    about_stranger,
    address_problem,
    can_be_invited,
    name_line,
    nobody,
    not_listening,
    not_remembered,
    own_words,
    reach,
    settings_rules,
    waiting_for_answer,
)
from durak_tui.tui.people.people_service import Calls
from durak_tui.tui.people.waiting_list import (
    CONNECTED,
    INVITED,
    INVITES,
    READY,
    LinePerson,
    details,
    line_person,
    people_rows,
    row_of,
    state_of,
)
from durak_tui.tui.settings.choices import RulesList, next_value
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.card_row import CardRow
from durak_tui.tui.toolkit.dialog import WITHDRAWN, LineDialog, Question
from durak_tui.tui.toolkit.menu import EntryList
from durak_tui.tui.toolkit.note import Said
from durak_tui.tui.toolkit.offer_list import Offer, OfferList
from durak_tui.tui.toolkit.screen import DurakScreen, asking

PICK: Final = KeyAction("meet.pick", "enter", N_("Invite"), N_("Invite the selected person"))
_CALL: Final = KeyAction("meet.address", "c", N_("Address"), N_("Invite the person at an address"))
_ADDRESS: Final = "address"  # The entry for one; all others are numbers of programs.
_CARDS: Final = [parse_card(name) for name in ("JC", "QD", "KH", "AS")]
_RULES: Final = {"meet.deck": "deck", "meet.limit": "attack_limit"}


class MeetingScreen(DurakScreen):
    """The people who wait; a person who looks can be invited, too."""

    TITLE = N_("People")
    WHERE = N_("Local network")
    HELP = N_(
        "Everyone who has this screen open on your network is listed here. Enter invites the"
        " selected person, who can accept or decline. The house rules shown are the ones you"
        " propose; the other player agrees or proposes others.\n\nThere is no dealer: both programs"
        " shuffle, and neither sees a card that its player may not see. After the game both check"
        " the deal. People are known by the words of their keys: the first time, read them to each"
        " other. Someone elsewhere can be invited by address."
    )
    CSS_PATH = "meeting.tcss"
    ACTIONS: ClassVar = (
        PICK,
        _CALL,
        KeyAction("meet.name", "n", N_("Your name"), N_("Change your name for other players")),
        KeyAction("meet.deck", "d", N_("Deck"), N_("The number of cards in the deck"),
                  does="turn", arguments=("deck",)),
        KeyAction("meet.limit", "a", N_("Attack limit"), N_("The most attacks in a bout"),
                  footer=False, does="turn", arguments=("attack_limit",)),
    )  # fmt: skip

    def __init__(
        self,
        address: Address | None = None,
        *,
        asks: bool = False,
        name: str = "",
        port: int | None = None,
        terms: Mapping[str, Any] | None = None,
    ) -> None:
        """Meet people, and call an address at once, if there is one.

        With ``asks`` one is asked for an address.  A name, a port to be called at, and house rules
        by names of settings hold as long as the application is open.
        """
        super().__init__()
        self._calls: Calls | None = None
        self._address = address
        self._asks = asks
        self._own_name = name
        self._port = port
        self._terms = dict(terms or {})
        self._seen: Seen | None = None
        self._is_heard = False  # Whether others can call.
        self._unheard = ""  # Why nobody can call.
        self._outcome = ""  # What has become of the last invitation.
        self._has_moved = False  # Whether the person has moved the cursor.
        self._line = 0  # On which one asks, or has agreed to play.
        self._called: dict[int, LinePerson] = {}  # The person on each line, perhaps ended.
        self._looked_at = ""  # The key of the person asked, if their words were seen.
        self._asking: Question | None = None
        self._invitations: dict[int, Question] = {}
        self._not_to_ask: set[str] = set()
        """Games, or keys of those who want back, that were declined or are being asked about."""

    def content(self) -> ComposeResult:
        yield PeoplePanels(self.WHERE, RulesList(_RULES, self._terms))
        yield CardRow(_CARDS)

    def on_mount(self) -> None:
        self.query_one(OfferList).focus()
        self.fill()
        self._begin()

    @property
    def calls(self) -> Calls | None:
        """The line, once it is there."""
        return self._calls

    @property
    def _rules(self) -> HouseRules:
        """The house rules that the person here proposes."""
        return settings_rules(replace(self.durak.settings.value, **self._terms))

    @property
    def own_name(self) -> str:
        """The name of the person here, for others."""
        return self._own_name or self.durak.own_name()

    async def on_unmount(self) -> None:
        if self._calls:
            self._calls.mute()
            for line in (self._line, *self._invitations):
                self._calls.hang_up(line)

    # The line.

    @asking
    async def _begin(self) -> None:
        """Be there for others, who need a name."""
        while not self.own_name:
            if not await self._ask_name():
                return self.leave_once_up(self.durak.go_back)
        try:
            self._calls = await self.durak.people.open(self.own_name)
        except UserError as error:
            self._unheard = sentence(str(error))
            return self.fill()
        self._calls.look()
        self._calls.listen(self._port)
        self.fill()
        if self._address:
            await self._invite(self._address, str(self._address))
        elif self._asks:
            await self._call_address()
        return None

    def heard(self, event: LineEvent) -> bool:
        """Take note of what happens on the line."""
        if self._calls is None:
            return False  # it has not asked for anything yet, and is perhaps not up
        match event:
            case Seen():
                self._seen = event
                self.fill()
            case Listening():
                self._unheard, self._is_heard = "", True
                self.fill()
            case NotListening(why):
                self._unheard, self._is_heard = not_listening(why), False
                self.fill()
            case Ringing():
                self._asked(event)
            case InvitationFailed(line, why) | LineLeft(line, why) if line == self._line:
                self._ended(sentence(str(why)))
            case Invited():
                self._invited(event)
            case Withdrawn(line, who):
                self._withdrawn(line, who)
            case Opened():
                self._opened(event)
            case TurnedAway(why):
                self._say(sentence(str(why)))
            case NotRemembered(why):
                self.durak.notify(not_remembered(why), severity="warning", markup=False)
            case WantsBack():
                self._wants_back(event)
            case _:
                return False
        return True

    # Inviting.

    async def _invite(self, whom: WaitingPlayer | Address, shown: str, looked_at: str = "") -> None:
        """Ask somebody, and wait.

        ``looked_at`` is the key whose words were before the person's eyes.
        """
        if self._calls is None:
            return
        self._outcome, self._looked_at = "", looked_at
        self._line = self._calls.invite(whom, self._rules)
        await self._wants_to_play(about_inviting(shown), self._line)

    async def _wants_to_play(self, question: Question, line: int) -> bool:
        """Ask about a line, which ends with the question unless one plays."""
        calls = self._calls
        assert calls
        self._asking = question
        self.fill()
        try:
            answer = await self.ask(question)
        finally:
            if self._asking is question:
                self._asking = None
        if answer != WITHDRAWN:  # else the line has gone on, or ended
            if line == self._line:
                self._line = 0
            if answer != "play":
                calls.hang_up(line)
        self.fill()
        return bool(answer == "play")

    def _asked(self, event: Ringing) -> None:
        if self._asking and self._calls and event.line == self._line:
            self._asking.reword(waiting_for_answer(event.who, self._calls.words))
            self._note(event.line, event.who, INVITED)

    def _ended(self, said: str) -> None:
        """Nothing comes of what was asked, or agreed to."""
        self._line = 0
        if self._asking:
            self._asking.withdraw()
        self._say(said)

    # Being invited.

    def _invited(self, event: Invited) -> None:
        calls = self._calls
        assert calls
        # Not by the worker: the invitation may be withdrawn before that begins.
        question = self._invitations[event.line] = about_invitation(event, calls.words)
        self._note(event.line, event.who, INVITES, event.rules)
        self.run_worker(self._answer(event, question, calls), group="invited")

    async def _answer(self, event: Invited, question: Question, calls: Calls) -> None:
        if self.durak.settings.value.bell:
            self.app.bell()
        answer = await self.ask(question)
        self._invitations.pop(event.line, None)
        if answer == "play":
            self._line, self._looked_at = event.line, event.who.key
            self._outcome = _("Connecting...")
            calls.accept(event.line)
        elif answer != WITHDRAWN:
            calls.hang_up(event.line)
        self.fill()

    def _withdrawn(self, line: int, who: Contact) -> None:
        text = _("{name} withdrew the invitation.").format(name=who.shown)
        if question := self._invitations.get(line):
            question.withdraw()
            self._say(text)
        elif line == self._line:
            self._ended(text)

    # Playing.

    def _opened(self, event: Opened) -> None:
        calls, who = self._calls, event.who
        assert calls
        if event.line != self._line:
            calls.hang_up(event.line)  # it was withdrawn just then
            return
        self._line, self._outcome = 0, ""
        if self._asking:
            self._asking.withdraw()
        if who.is_known or not who.words:
            self._play(event)
        elif who.key == self._looked_at:
            calls.trust(event.line)
            self._play(event)
        else:
            self.run_worker(self._meet_stranger(event), group="stranger")

    def _play(self, event: Opened) -> None:
        self.durak.go("people", line=event, rules=self._rules if self._terms else None)

    async def _meet_stranger(self, event: Opened) -> None:
        """Let the words be compared before the game."""
        calls = self._calls
        assert calls
        self._line = event.line
        self._note(event.line, event.who, CONNECTED)
        if await self._wants_to_play(about_stranger(event.who, calls.words), event.line):
            calls.trust(event.line)
            self._play(event)

    def _note(self, line: int, who: Contact, state: str, rules: HouseRules | None = None) -> None:
        """List somebody as long as a line to them is open."""
        self._called = {**self._on_line, line: LinePerson(who, state, rules)}
        self.fill()

    @property
    def _on_line(self) -> dict[int, LinePerson]:
        """The people with whom something is open."""
        lines = self._line, *self._invitations
        return {line: one for line, one in self._called.items() if line in lines}

    def _wants_back(self, event: WantsBack) -> None:
        """Offer to go on with a game, unless that was done before."""
        name = event.id or event.who.key
        if self.is_active and name not in self._not_to_ask:
            self._not_to_ask.add(name)
            self.run_worker(self._let_back(event, name), group="back")

    async def _let_back(self, event: WantsBack, name: str) -> None:
        answer = None
        try:
            kept = await asyncio.to_thread(self.durak.kept)
            found = next((one for one in kept if name in (one.id, one.key)), None)
            if found and self.is_active:
                answer = await self.ask(about_return(event.who.shown))
        finally:
            if answer in (None, "resume"):
                self._not_to_ask.discard(name)
        if answer == "resume":
            self.durak.go("people", line=found)

    # What is shown.

    def _say(self, text: str) -> None:
        self._outcome = text
        self.fill()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.fill()

    def on_resize(self) -> None:
        self.call_after_refresh(self.fill)

    @property
    def waiting(self) -> dict[str, WaitingPlayer]:
        """Those who wait, by their programs."""
        return {one.program: one for one in self._seen.waiting} if self._seen else {}

    def fill(self) -> None:
        name = one_line(self.own_name)
        self.head(_("You are {name}").format(name=name) if name else "")
        current, waiting = self.query_one(OfferList).current, self.waiting
        stays = self._has_moved or (current and current.id in waiting)
        self.query_one(PeoplePanels).offer(
            self.rows(), None if stays else next(iter(waiting), None)
        )
        self._describe()
        self.keys_changed()

    def rows(self) -> list[Offer]:
        """All that can be chosen, people first."""
        calls, known = self._calls, (self._on_line, self.durak.people.score)
        rows = people_rows(self.waiting.values(), *known, calls.key if calls else "")
        if calls and calls.kind == "network":
            key = self.durak.shown_key(_CALL)
            rows.append(Offer(_ADDRESS, _("By address"), "HOST, HOST:PORT", key=key))
        return rows

    def is_ready(self, whom: WaitingPlayer) -> bool:
        """True if somebody who waits can be invited now."""
        return state_of(whom, self._on_line) == READY

    def about_row(self, id_: str) -> str:
        """Sentences about a row of the list, or nothing."""
        calls, whom = self._calls, self.waiting.get(id_)
        person = line_person(id_, whom, self._on_line)
        who = person.who if person else calls.about(whom) if calls and whom else None
        if not (calls and who):
            return ""
        return details(who, person, calls.words, self.durak.people.score(who.key))

    def _describe(self) -> None:
        calls, current = self._calls, self.query_one(OfferList).current
        said: list[Said] = [(self._outcome, "accent"), (self._unheard, "bad")]
        # A question may be about somebody who is in no row that can have the cursor.
        behind = self._on_line if self._asking or self._invitations or not current else ()
        rows = [*([current.id] if current else []), *map(row_of, behind)]
        if text := next(filter(None, map(self.about_row, rows)), ""):
            said.append((text, "text"))
        elif calls is None and self.own_name and not self._unheard:
            said.append((_("Connecting..."), "dim"))
        elif calls and not (self.waiting or self._on_line or self._asking):
            said.append((nobody(calls.kind), "text"))
        if self._seen:
            said.append((reach(self._seen), "dim"))
        heard = can_be_invited(self._seen.own if self._seen else None) if self._is_heard else ""
        own = [(text, "text") for text in (heard, own_words(calls.words if calls else "")) if text]
        self.query_one(PeoplePanels).say(said, own)

    def on_entry_list_highlighted(self) -> None:
        self._has_moved = True
        self._outcome = ""
        self._describe()
        self.keys_changed()

    # What the person does.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "pick":  # The row for an address has a key of its own.
            current = self.query_one(OfferList).current
            return current is not None and current.id in self.waiting
        if action == "name":
            return self._calls is not None
        if action == "address":
            return self._calls is not None and self._calls.kind == "network"
        return super().check_action(action, parameters)

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        event.stop()
        if event.entry.id == _ADDRESS:
            self.action_address()
        else:
            self._pick(event.entry.id)

    @asking
    async def _pick(self, program: str) -> None:
        if whom := self.waiting.get(program):  # who may just have gone
            await self._invite(whom, whom.name or _("somebody"), whom.key)

    @asking
    async def action_address(self) -> None:
        await self._call_address()

    async def _call_address(self) -> None:
        asked = LineDialog(
            _("Invite by address"),
            _("The address of the other player's computer: HOST or HOST:PORT, such as anna.local."),
            check=address_problem,
        )
        if text := await self.ask(asked):
            address = parse_address(text)
            await self._invite(address, str(address))

    @asking
    async def action_name(self) -> None:
        if await self._ask_name() and self._calls:
            people = self.durak.people
            self._calls = self._seen = None
            self._is_heard = False
            self.fill()
            await people.close()
            self._begin()

    async def _ask_name(self) -> bool:
        """Ask what others call the person here; returns whether they said it."""
        name = await self.ask(name_line(self.own_name, is_saved=self.durak.keeps_games))
        if not name:
            return False
        self._own_name = ""
        if problem := self.durak.change_settings(player=name):
            self._own_name = name  # until the end of this screen
            self.durak.notify(problem, severity="error", markup=False)
        return True

    def action_turn(self, key: str) -> None:
        """Set the next value of a house rule, which the settings keep."""
        self._terms.pop(key, None)
        self._outcome = self.durak.change_settings(**{key: next_value(self.durak, key)})
        self.query_one(RulesList).redraw()
        self._describe()

"""The choice of an opponent: levels, people, engines."""

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _
from durak_tui.engine.config import EngineConfig
from durak_tui.tui.engines.offers import offers
from durak_tui.tui.play.names import NamesScreen
from durak_tui.tui.settings.choices import RulesList, next_value
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.menu import EntryList
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.offer_list import Offer, OfferList
from durak_tui.tui.toolkit.sample_table import sample
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.tui.toolkit.side_by_side import SideBySide
from durak_tui.user.engines import Opponents, opponent_now, opponents
from durak_tui.user.opponents import FIRST_LEVEL, LEVELS, shown_name
from durak_tui.user.state import UserState
from durak_tui.words.play import names_within, score, score_between

if TYPE_CHECKING:
    from durak_tui.tui.app import DurakApp

NETWORK: Final = "\nnetwork"  # The result for a person in the network: no engine is called so.
ADDRESS: Final = "\naddress"
HERE: Final = "\nhere"  # In the list, a person at this keyboard.
LOBBY: Final = "\nlobby"  # In the place of NETWORK for guests of a server.
_MORE: Final = "\nmore"  # Stands for the engines that ship, until it is chosen.
_PEOPLE: Final = {
    HERE: ("person", N_("Same keyboard"), N_("Two players take turns at this keyboard.")),
    NETWORK: ("network", N_("Local network"), N_("Anyone waiting on your network.")),
    LOBBY: ("lobby", N_("On this server"), N_("Another guest waiting in the lobby.")),
    ADDRESS: ("address", N_("By address"), N_("Someone waiting at HOST or HOST:PORT.")),
}  # fmt: skip
"""The people on offer: the action that chooses each, a title, and a line about it."""
_RULES: Final = {
    "whom.deck": "deck",
    "whom.limit": "attack_limit",
    "whom.first": "first_attack",
}
"""The settings that are changed here, by the action that does it."""


class OpponentScreen(DurakScreen):
    """The choice of an opponent.

    Its result is the name of an engine, NETWORK or ADDRESS, or both names of people at this
    keyboard, or empty.
    """

    TITLE = N_("Play")
    HELP = N_(
        "Choose your opponent. Enter starts the game; the cursor is on the one you played last. The"
        " five levels are one engine, from careless to the strongest there is; below them are"
        " people, your own engines and the shipped ones. Two players at the same keyboard take"
        " turns, and neither sees the other's cards. Deck, attack limit and first attack are"
        " settings and stay as you leave them."
    )
    CSS_PATH = "choice.tcss"
    ACTIONS: ClassVar = (
        KeyAction("whom.pick", "enter", N_("Play"), N_("Start a game against this opponent")),
        *(
            KeyAction(f"whom.level-{level.number}", str(level.number), level.name,
                      N_("Start a game at this level"), False, "level", (level.number,))
            for level in LEVELS
        ),
        KeyAction("whom.person", "p", N_("Same keyboard"),
                  N_("Play with a person at this keyboard"), False),
        KeyAction("whom.network", "n", N_("Network"),
                  N_("Play with a person on your network"), guests=False),
        KeyAction("whom.lobby", "n", N_("Lobby"),
                  N_("Play with another guest of this server"), only_guests=True),
        KeyAction("whom.address", "c", N_("Address"),
                  N_("Play with a person at an address"), False, guests=False),
        KeyAction("whom.deck", "d", N_("Deck"), N_("The number of cards in the deck"),
                  does="turn", arguments=("deck",)),
        KeyAction("whom.limit", "a", N_("Attack limit"), N_("The most attacks in a bout"),
                  footer=False, does="turn", arguments=("attack_limit",)),
        KeyAction("whom.first", "f", N_("First attack"), N_("Who attacks first"),
                  does="turn", arguments=("first_attack",)),
        KeyAction("whom.engines", "e", N_("Engines"), N_("Add, check and choose engines"),
                  guests=False),
    )  # fmt: skip

    def __init__(self, state: UserState) -> None:
        super().__init__()
        self._state = state
        self._problem = ""
        self._is_unfolded = False  # The engines that ship were asked for.

    def content(self) -> ComposeResult:
        rules = RulesList(_RULES, id="rules")
        column = OfferList(id="opponents"), rules, Note(id="about")
        yield SideBySide(*column, beside=CardTable())

    def on_mount(self) -> None:
        engine = opponent_now(self.durak.settings.value, self._state.opponent)
        self.fill(HERE if self._state.played_with == "keyboard" else engine)
        self.query_one(OfferList).focus()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.fill()

    def on_resize(self) -> None:
        self.call_after_refresh(self._describe)

    def fill(self, name: str | None = None) -> None:
        settings = self.durak.settings.value
        self.head(title=_("Who do you want to play against?"))
        levels = [one for one in self.ACTIONS if one.method == "level"]
        keys = [self.durak.shown_key(one) for one in levels]
        found = opponents(settings)
        last = opponent_now(settings, self._state.opponent)
        shipped = [one.name for one in found.shipped]
        is_folded = not self._is_unfolded and last not in shipped
        shown = replace(found, shipped=[]) if is_folded else found
        listed = offers(shown, self._state, keys)
        if is_folded:
            listed += [Offer("", ""), Offer(_MORE, _("More engines"), ", ".join(shipped))]
        people = [Offer("", _("People")), *people_on_offer(self.durak)]
        listed[len(found.levels) : len(found.levels)] = people
        if last not in (one.id for one in listed):
            # A command line of the last time, or a default that is not there any more.
            listed += offers(Opponents([EngineConfig(last, last)], [], []), self._state)
        self.query_one(OfferList).offer(listed, name)
        self._describe()

    def _describe(self) -> None:
        menu = self.query_one(OfferList)
        current = menu.current
        if current is None:
            return
        about = menu.cut_line(current.id)
        is_engine = current.id not in (*_PEOPLE, _MORE)
        view = sample(self.durak.settings.value, current.id if is_engine else _("Opponent"))
        self.query_one(CardTable).show(view)
        if current.id in _PEOPLE:
            more = {HERE: self._score_here(), NETWORK: _("No dealer needed.")}
            self.query_one(Note).say(
                (about, "text"),
                (more.get(current.id, ""), "text"),
                (self._problem, "bad"),
            )
            return
        series = self._state.against(current.id)
        is_new = self._state.is_new and current.id == FIRST_LEVEL.name
        welcome = _(
            "New here? Press enter to play against {level}. After a few games you get advice on"
            " your level."
        )
        self.query_one(Note).say(
            (about, "text"),
            (score(series) if series.draws else "", "text"),  # the list has no draws
            (welcome.format(level=shown_name(FIRST_LEVEL.name)) if is_new else "", "accent"),
            (self._problem, "bad"),
        )

    def _score_here(self) -> str:
        """The games of the two who were at this keyboard last."""
        if not (people := self._state.people):
            return ""
        names = names_within(people, self.size.width // 3, self.durak.glyphs.ellipsis)
        return score_between(names, self._state.against(people))

    def on_entry_list_highlighted(self) -> None:
        self._problem = ""
        self._describe()

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        event.stop()
        if event.entry.id == _MORE:
            self._is_unfolded = True
            self.fill(opponents(self.durak.settings.value).shipped[0].name)
        elif event.entry.id == HERE:
            self.action_person()
        else:
            self.dismiss(NETWORK if event.entry.id == LOBBY else event.entry.id)

    def action_level(self, number: int) -> None:
        self.dismiss(LEVELS[number - 1].name)

    @asking
    async def action_person(self) -> None:
        if names := await self.ask(NamesScreen()):
            self.dismiss(names)

    def action_network(self) -> None:
        self.dismiss(NETWORK)

    def action_lobby(self) -> None:
        self.dismiss(NETWORK)

    def action_address(self) -> None:
        self.dismiss(ADDRESS)

    def action_turn(self, key: str) -> None:
        """Set the next value of a setting."""
        self._problem = self.durak.change_settings(**{key: next_value(self.durak, key)})
        self.query_one(RulesList).redraw()
        self._describe()

    def action_engines(self) -> None:
        self.durak.go("engines")

    def action_back(self) -> None:
        self.dismiss("")


def people_on_offer(app: "DurakApp") -> list[Offer]:
    """The ways to play with a person, each with its key here."""
    keys = {
        one.method: app.shown_key(one)
        for one in OpponentScreen.ACTIONS
        if one.is_for(guest=app.is_guest)
    }
    return [
        Offer(who, _(shown), _(about_them), key=keys[method])
        for who, (method, shown, about_them) in _PEOPLE.items()
        if method in keys
    ]

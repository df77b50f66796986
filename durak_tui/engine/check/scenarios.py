"""The games that the compliance check plays with an engine.

A scenario is a script. What is asked follows from a real :class:`Position`, so all that a command
says belongs together. A part whose turn does not come, because the engine chose another way, is
left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from durak_tui.common.i18n import N_
from durak_tui.game.cards import full_deck, mask_of, parse_card
from durak_tui.game.position import Position
from durak_tui.protocol.faults import FaultReason
from durak_tui.protocol.messages import Kind

ENGINE: Final = 0  # The engine's place in a scenario's position.
ENEMY: Final = 1


class Setting(NamedTuple):
    """A bout's start; cards not named fill talon and discard pile."""

    hand: str
    enemy: str
    trump: str  # The open trump card: the last of the talon, or long gone.
    talon: int = 24  # Cards in the talon, the trump included.
    first: int = ENGINE
    deck: int = 36

    def position(self) -> Position:
        hands = cards_of(self.hand), cards_of(self.enemy)
        trump = parse_card(self.trump)
        rest = [card for card in full_deck(self.deck) if card not in hands[0] + hands[1]]
        talon: list[int] = []
        if self.talon:
            rest.remove(trump)
            gone = len(rest) + 1 - self.talon
            talon = [*rest[gone:], trump]
            rest = rest[:gone]
        return Position(
            (mask_of(hands[0]), mask_of(hands[1])),
            tuple(talon),
            self.first,
            trump=trump,
            discarded=rest,
        )


def cards_of(names: str) -> list[int]:
    return [parse_card(name) for name in names.split()]


class BeginGame(NamedTuple):
    """``init``: the game of this setting begins."""

    setting: Setting


class DealCards(NamedTuple):
    """``deal``: the first cards, or those that are due after a bout."""


class Ask(NamedTuple):
    """A question to the engine.  The rules judge the answer."""

    kind: Literal["move", "respond", "give_more"]
    expected: str


class Enemy(NamedTuple):
    """A card that the opponent plays, or a pass if empty."""

    card: str = ""


class Hint(NamedTuple):
    """A question about another game: a setting and plays from there."""

    setting: Setting
    plays: tuple[str, ...] = ()
    known: str = ""  # Cards known to be in the opponent's hand.


class GameEnd(NamedTuple):
    """``game_end``, at which an engine that is not persistent exits."""


class EndOfInput(NamedTuple):
    """The end of the engine's input, at which it is to exit."""


class WholeGame(NamedTuple):
    """A game from beginning to end against a random opponent."""

    number: int
    seat: int


Step = BeginGame | DealCards | Ask | Enemy | Hint | GameEnd | EndOfInput | WholeGame


@dataclass(frozen=True, slots=True)
class Scenario:
    """One check."""

    name: str  # English, marked for translation, as all its texts.
    about: str
    script: tuple[Step, ...]
    needs: tuple[str, ...] = ()  # Checks without which this one would show nothing new.
    advice: Mapping[FaultReason, str] = field(default_factory=dict)  # Where it is special.
    claim: Literal["persistent", "hints"] | None = None  # Only for engines that say this.
    protocol: int = 2
    optional: bool = False  # An engine that cannot do it is skipped here, not failed.


LEAD: Final = Ask("move", N_("a card of its hand"))
THROW_IN: Final = Ask("move", N_("a card of a rank on the table, or an empty line"))
END_BOUT: Final = Ask("move", N_("an empty line: it holds no card of a rank on the table"))
BEAT_OR_TAKE: Final = Ask("respond", N_("a card that beats the last one, or an empty line"))
TAKE: Final = Ask("respond", N_("an empty line: it holds no card that beats the last one"))
GIVE: Final = Ask(
    "give_more", N_("up to enemy_count - 1 cards of ranks on the table, or an empty line")
)
GIVE_NOTHING: Final = Ask("give_more", N_("an empty line: at limit 0 nothing may be given"))
EXPECTED: Final[Mapping[Kind, str]] = {  # Where no script says more.
    "move": N_("a card that may be led or thrown in, or, to end a bout, an empty line"),
    "respond": BEAT_OR_TAKE.expected,
    "give_more": GIVE.expected,
}

OPENING: Final = Setting("7C 9C 7D 9D 7H 8S", "TC TD TH 9S JS QS", "6S")
"""The nine of trumps beats any lead, and its rank allows to throw in."""
DEFENCE: Final = Setting("8C TC 7D QD 9H JS", "7C QC 8D AD 7H 9S", "6S", first=ENEMY)
HOPELESS: Final = Setting("7C TC 8D QD 9H KS", "8C QC 9D JH 7S AS", "6S", 20, ENEMY)
ODD_RANKS: Final = Setting("6C 9C 7D TD 8H JH", "QC KD AH QS KS AS", "7S", 20)
TWO_LEFT: Final = Setting("6C 7C 6D 7D 6H 7H", "9C TD", "8S", 0)  # Limit 1; 2 or 3 would fit.
ONE_LEFT: Final = Setting("6C 6D 6H", "TD", "8S", 0)
DRY: Final = Setting("6C 7D 8H KC", "TD JD", "8S", 0)
ENDGAME: Final = Setting("8C", "6C 7C 9C QD KD", "8S", 0, ENEMY)
LAST_LEAD: Final = Setting("7C", "8C", "8S", 0)
LAST_STAND: Final = Setting("8C", "7C 6D QD", "8S", 0, ENEMY)
SMALL_DECK: Final = Setting("9C TC JC QD KD AD", "9H TD JH QH QC AS", "9S", 12, ENEMY, 24)
BIG_DECK: Final = Setting("2C 3C 2D 4D 5H 7H", "6C KC 8D AD 2H 3S", "4S", 40, ENEMY, 52)
HEARTS: Final = Setting("TC QC 9D 8H KH AH", "8C KC JD AD 6H 7S", "6S", first=ENEMY)
SPADES: Final = Setting("JC TD JD 7S KS AS", "8C QC 8D AD 7H QS", "6H", first=ENEMY)
"""In both only who mistakes the other's trump or hand for this one's beats the ace of diamonds."""
HIGH: Final = Setting("JC KC AC 7D TS QS", "8C 9D 9H JH KS AS", "6D")

_WAIT: Final = N_('it says "persistent": true, so at game_end it has to wait for the next init')
_WHOLE_GAMES: Final = (
    (
        N_("plays a whole game (1 of 3)"),
        N_("A game as player 1, to its end, against random but legal play."),
        WholeGame(1, 0),
    ),
    (
        N_("plays a whole game (2 of 3)"),
        N_("A game as player 2, to its end, against random but legal play."),
        WholeGame(2, 1),
    ),
    (
        N_("plays a whole game (3 of 3)"),
        N_("A game as player 1, to its end, against random but legal play."),
        WholeGame(3, 0),
    ),
)

_RULES: Final = (
    Scenario(
        N_("answers init"),
        N_("The first command names the open trump card; the answer is ok."),
        (BeginGame(OPENING),),
    ),
    Scenario(
        N_("takes a deal of six"),
        N_("Six cards enter the empty hand; the answer is ok."),
        (BeginGame(OPENING), DealCards()),
        needs=("answers init",),
    ),
    Scenario(
        N_("leads from a full hand"),
        N_(
            "The table is empty, which leaves two spaces before ##; it must lead a card from"
            " its hand."
        ),
        (BeginGame(OPENING), DealCards(), LEAD),
        needs=("takes a deal of six",),
        advice={
            "crash": N_(
                "see its last words on standard error; perhaps it does not read a command"
                ' without cards: an empty table leaves two spaces, "move  ##"'
            )
        },
    ),
    Scenario(
        N_("beats or takes"),
        N_("An attack the engine can beat; it may beat the card or take."),
        (BeginGame(DEFENCE), DealCards(), Enemy("7C"), BEAT_OR_TAKE, Enemy(), DealCards()),
        needs=("takes a deal of six",),
    ),
    Scenario(
        N_("takes what it cannot beat"),
        N_("The ace of trumps: all it can do is take, with an empty line."),
        (BeginGame(HOPELESS), DealCards(), Enemy("AS"), TAKE, Enemy(), DealCards()),
        needs=("beats or takes",),
    ),
    Scenario(
        N_("throws in"),
        N_("After its lead is beaten it may throw in any rank on the table, or end the bout."),
        (BeginGame(OPENING), DealCards(), LEAD, Enemy("9S"), THROW_IN, Enemy(), GIVE, DealCards()),
        needs=("leads from a full hand",),
    ),
    Scenario(
        N_("ends the bout when nothing fits"),
        N_("It holds no rank that is on the table, so an empty line is all it can answer."),
        (BeginGame(ODD_RANKS), DealCards(), LEAD, Enemy("QS"), END_BOUT),
        needs=("throws in",),
    ),
    Scenario(
        N_("gives more"),
        N_("The opponent takes and has one card left; more than one of its cards would fit."),
        (BeginGame(TWO_LEFT), DealCards(), LEAD, Enemy(), GIVE),
        needs=("throws in",),
    ),
    Scenario(
        N_("gives nothing at limit 0"),
        N_("give_more is asked even when nothing may be given; the answer is an empty line."),
        (BeginGame(ONE_LEFT), DealCards(), LEAD, Enemy(), GIVE_NOTHING),
        needs=("gives more",),
    ),
    Scenario(
        N_("takes an empty deal"),
        N_("The talon is empty: the deal after the bout has no cards and two spaces before ##."),
        (BeginGame(DRY), DealCards(), LEAD, Enemy(), GIVE, DealCards(), LEAD),
        needs=("gives more",),
        advice={
            "crash": N_(
                "see its last words on standard error; perhaps it does not read a deal without"
                ' cards, which has two spaces, "deal  ##"'
            )
        },
    ),
    Scenario(
        N_("plays cards it took"),
        N_("The cards it takes come back to it as a deal, and are in its hand from then on."),
        (
            *(BeginGame(ENDGAME), DealCards(), Enemy("9C"), TAKE, Enemy(), DealCards()),
            *(Enemy("7C"), BEAT_OR_TAKE, Enemy(), DealCards(), LEAD),
            *(Enemy("6C"), BEAT_OR_TAKE, Enemy(), DealCards(), LEAD),
        ),
        needs=("takes what it cannot beat", "takes an empty deal"),
        advice={
            "crash": N_(
                "see its last words on standard error; perhaps it does not add the cards of every"
                " deal to the hand, also after taking"
            ),
            "illegal": N_(
                "add the cards of every deal to the hand, also after taking, and drop what is"
                " played"
            ),
        },
    ),
    Scenario(
        N_("leads its last card"),
        N_("One card is left in its hand, and it must lead that card."),
        (BeginGame(LAST_LEAD), DealCards(), LEAD, Enemy("8C")),
        needs=("leads from a full hand",),
    ),
    Scenario(
        N_("defends with its last card"),
        N_("One card is left in its hand; it may beat with it or take."),
        (BeginGame(LAST_STAND), DealCards(), Enemy("7C"), BEAT_OR_TAKE, Enemy(), DealCards()),
        needs=("beats or takes",),
    ),
)
_RULE_NAMES: Final = tuple(scenario.name for scenario in _RULES)

SCENARIOS: Final[tuple[Scenario, ...]] = (
    *_RULES,
    *(Scenario(name, about, (game,), needs=_RULE_NAMES) for name, about, game in _WHOLE_GAMES),
    Scenario(
        N_("leaves or waits at game_end"),
        N_("game_end has no answer; a persistent engine waits for init, any other exits."),
        (BeginGame(OPENING), DealCards(), LEAD, GameEnd(), BeginGame(HIGH), DealCards()),
        needs=("leads from a full hand",),
        advice={
            "crash": N_(
                'see its last words on standard error; if there are none, it says "persistent":'
                " true, so at game_end it has to wait for the next init"
            ),
            **dict.fromkeys(("closed", "timeout"), _WAIT),
            **dict.fromkeys(("unreadable", "flood"), N_("write nothing at game_end")),
        },
    ),
    Scenario(
        N_("exits at end of input"),
        N_("When its input ends, the runner is gone; it must exit instead of reading for ever."),
        (BeginGame(OPENING), DealCards(), EndOfInput()),
        needs=("takes a deal of six",),
    ),
    Scenario(
        N_("starts over at a second init"),
        N_("A new game in the same process: the old hand and the old trump are forgotten."),
        (
            *(BeginGame(HEARTS), DealCards(), Enemy("8C"), BEAT_OR_TAKE, GameEnd()),
            *(BeginGame(SPADES), DealCards(), Enemy("AD"), TAKE, Enemy(), DealCards(), GameEnd()),
            *(BeginGame(HIGH), DealCards(), LEAD),
        ),
        needs=("takes what it cannot beat", "leaves or waits at game_end"),
        advice={"illegal": N_("init begins a new game: empty the hand and take the new trump")},
        claim="persistent",
    ),
    Scenario(
        N_("speaks version 1"),
        N_("With DURAK_PROTOCOL=1 init is answered with ok alone, and game_end ends every engine."),
        (BeginGame(OPENING), DealCards(), LEAD, Enemy("9S"), THROW_IN, GameEnd()),
        needs=("throws in", "leaves or waits at game_end"),
        protocol=1,
    ),
    Scenario(
        N_("gives hints"),
        N_("A hint is for the position in the request; the engine's own game is not affected."),
        (
            *(BeginGame(SPADES), DealCards()),
            *(Hint(HEARTS, ("AD",)), Hint(OPENING), Hint(OPENING, ("7C", "9S"), "TC JS")),
            *(Hint(TWO_LEFT, ("6C", ""), "TD"), Enemy("AD"), TAKE, Enemy(), DealCards()),
            *(GameEnd(), Hint(LAST_LEAD)),
        ),
        needs=("takes what it cannot beat", "leaves or waits at game_end"),
        advice={
            "illegal": N_(
                'answer a hint from the "hand" and "trump" of its own data, and leave the hand and'
                " trump of the game alone"
            )
        },
        claim="hints",
    ),
    Scenario(
        N_("plays with 24 cards"),
        N_("A deck that starts at the nines. Engines made for 36 cards may not know it."),
        (BeginGame(SMALL_DECK), DealCards(), Enemy("TD"), BEAT_OR_TAKE, Enemy(), DealCards(), LEAD),
        needs=("leads from a full hand", "beats or takes"),
        optional=True,
    ),
    Scenario(
        N_("plays with 52 cards"),
        N_("A deck that starts at the twos. Engines made for 36 cards may not know it."),
        (BeginGame(BIG_DECK), DealCards(), Enemy("2H"), BEAT_OR_TAKE, Enemy(), DealCards(), LEAD),
        needs=("leads from a full hand", "beats or takes"),
        optional=True,
    ),
)

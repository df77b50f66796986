"""All settings: file, checks, form and docs/settings.md follow from their rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import LANGUAGES, N_, Message, decimal
from durak_tui.common.values import (
    Check,
    WrongValue,
    engine_name,
    entered_number,
    line,
    one_of,
    person_name,
    seconds,
    shown,
    true_or_false,
    whole,
    words,
)
from durak_tui.engine.config import EngineConfig
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.game.cards import DECK_SIZES, USUAL_DECK
from durak_tui.user.opponents import FIRST_LEVEL

DEFAULT_ENGINE: Final = FIRST_LEVEL.name
DEFAULT_ADVISER: Final = "durak-montecarlo"
_YES_NO: Final = ((True, N_("yes")), (False, N_("no")))

FIRST: Final = ("trump", "winner", "me", "engine")


def _who_first(value: Any) -> Any:
    """Check of ``first_attack``, which once was true for the winner."""
    if isinstance(value, bool):
        return "winner" if value else "trump"
    return one_of(*FIRST)(value)


def keys_of_action(value: Any) -> str:
    if not isinstance(value, str) or not value.isprintable():
        text = N_('must be names of keys separated by commas, such as "t,space", not {value}')
        raise WrongValue(text, value=shown(value))
    return value


class SettingRow(NamedTuple):
    """One setting.  Texts are English, marked for translation."""

    key: str
    default: Any
    check: Check
    label: str  # In the form; empty for what is set on another screen.
    hint: str
    choices: tuple[tuple[Any, str], ...] = ()  # What the form offers, and how it calls that.
    number: Callable[[str], float] | None = None
    unit: str = ""  # Of the number in the form.
    parts: int = 1  # How many of what the file counts make one of that unit...
    # ...and then, of a wrong number, what may be entered; its decimals are the language's.
    entered: Callable[[], Message] | None = None
    allowed: Message | None = None  # In docs/settings.md, where no list of choices says it.


def _row(
    default: Any, check: Check, label: str, hint: str, *choices: tuple[Any, str], **more: Any
) -> Any:
    row = SettingRow("", default, check, label, hint, choices, **more)
    return field(default=default, metadata={"row": row})


def _switch(default: bool, label: str, hint: str) -> Any:
    return _row(default, true_or_false, label, hint, *_YES_NO)


def _seconds(default: float, label: str, hint: str) -> Any:
    allowed = Message(N_("seconds, above 0"))
    return _row(default, seconds, label, hint, number=entered_number, unit=N_("s"), allowed=allowed)


def _milliseconds(default: int, low: int, label: str, hint: str) -> Any:
    high = 60_000
    allowed = Message(N_("milliseconds, {low}-{high}"), {"low": low, "high": high})

    def entered() -> Message:
        range_ = {"low": decimal(low / 1000), "high": decimal(high / 1000)}
        return Message(N_("must be a number from {low} to {high}"), range_)

    return _row(
        default, whole(low, high), label, hint, number=entered_number, unit=N_("s"), parts=1000,
        entered=entered, allowed=allowed,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """All that can be set, in the order of the form."""

    default_engine: str = _row(
        DEFAULT_ENGINE, words, "", N_("Whom you play against until you choose another."),
        allowed=Message(N_("the name of an engine or a level")),
    )  # fmt: skip
    language: str = _row(
        "", one_of("", *LANGUAGES), N_("Language"),
        N_("Language of the interface, not of engines and logs."),
        allowed=Message(
            N_("{codes}; empty: the language of the system"),
            {"codes": ", ".join(f'`"{code}"`' for code in LANGUAGES)},
        ),
    )  # fmt: skip
    theme: str = _row(
        "", line, N_("Theme"), N_("Colours of the screens, shown while you choose."),
        allowed=Message(N_("a theme's name")),
    )  # fmt: skip
    colours: str = _row(
        "auto", one_of("auto", "true", "256", "16", "none"), N_("Colours"),
        N_("How many colours the screens use. Auto: all that the terminal has."),
        ("auto", N_("auto")), ("true", N_("all")), ("256", "256"), ("16", "16"),
        ("none", N_("none")),
    )  # fmt: skip
    cards: str = _row(
        "auto", one_of("auto", "unicode", "ascii"), N_("Cards"),
        N_("Without UTF-8 all texts are English."),
        ("auto", N_("auto")),
        ("unicode", N_("suits as signs (UTF-8)")),
        ("ascii", N_("suits as letters (ASCII)")),
    )  # fmt: skip
    suit_colours: int = _row(
        2, one_of(2, 4), N_("Suit colours"), N_("Four: clubs are green and diamonds blue."),
        (2, N_("two")), (4, N_("four")),
    )  # fmt: skip
    felt: str = _row(
        "theme", one_of("theme", "green", "blue", "grey"), N_("Table"),
        N_("The colour of the card table."),
        ("theme", N_("from the theme")), ("green", N_("green")), ("blue", N_("blue")),
        ("grey", N_("grey")),
    )  # fmt: skip
    back: str = _row(
        "lattice", one_of("lattice", "dots", "weave", "plain"), N_("Card backs"),
        N_("The pattern and the colour of cards that lie face down."),
        ("lattice", N_("blue lattice")), ("dots", N_("red with dots")),
        ("weave", N_("violet weave")), ("plain", N_("plain brown")),
    )  # fmt: skip
    hand_order: str = _row(
        "rank", one_of("rank", "suit"), N_("Hand"),
        N_("How your cards are sorted. Trumps always come last."),
        ("rank", N_("by rank")), ("suit", N_("by suit")),
    )  # fmt: skip
    travel: str = _row(
        "auto", one_of("auto", "on", "off"), N_("Moving cards"),
        N_("Auto: only where the terminal answers quickly."),
        ("auto", N_("auto")), ("on", N_("yes")), ("off", N_("no")),
    )  # fmt: skip
    bell: bool = _switch(False, N_("Bell"), N_("Ring the terminal's bell when it is your turn."))
    player: str = _row(
        "", person_name, N_("Your name"), N_(
            'Your name in logs. If empty: "Human" in logs, "You" on screen.'
        ),
        allowed=Message(N_("a text")),
    )  # fmt: skip
    deck: int = _row(
        USUAL_DECK, one_of(*DECK_SIZES), N_("Deck"), N_("Applies from the next game on."),
        (24, N_("24 cards, from the nines")), (36, N_("36 cards, from the sixes")),
        (52, N_("52 cards, from the twos")),
    )  # fmt: skip
    attack_limit: str = _row(
        "none", one_of(*ATTACK_LIMITS), N_("Attack limit"),
        N_("The most attacks in a bout. Applies from the next game on."),
        ("none", N_("none")), ("6", N_("6 attacks in a bout")),
        ("6,5", N_("6 attacks, 5 in the first bout")),
    )  # fmt: skip
    first_attack: str = _row(
        "trump", _who_first, N_("First attack"),
        N_(
            "If set to the winner, whoever holds the lowest trump attacks first in the first game"
            " and after a draw."
        ),
        ("trump", N_("who holds the lowest trump")), ("winner", N_("the winner of the last game")),
        ("me", N_("you")), ("engine", N_("your opponent")),
    )  # fmt: skip
    turn_minutes: int = _row(
        5, whole(1, 1440), N_("Time per turn"),
        N_("Against people elsewhere: after this time, the other player may claim the win."),
        number=int, unit=N_("min"),
        allowed=Message(N_("minutes, {low}-{high}"), {"low": 1, "high": 1440}),
    )  # fmt: skip
    take_back: bool = _switch(
        True, N_("Take back"), N_("Whether you can take back a card you have played.")
    )
    forced_moves: bool = _row(
        False, true_or_false, N_("Forced moves"),
        N_("Taking, being done or leading when you have no other choice."),
        (False, N_("made by you")), (True, N_("made for you")),
    )  # fmt: skip
    think_seconds: float = _seconds(
        3.0, N_("Engine's time"), N_("Thinking time per move, unless the engine has its own.")
    )
    hint_engine: str = _row(
        DEFAULT_ADVISER, words, N_("Hints from"),
        N_("An engine that can give hints, such as durak-montecarlo."),
        allowed=Message(N_("an engine's name or command")),
    )  # fmt: skip
    hints_always: bool = _row(
        False, true_or_false, N_("Hints"),
        N_("Whether each of your turns starts with a hint."),
        (False, N_("on request")), (True, N_("always")),
    )  # fmt: skip
    hint_seconds: float = _seconds(
        1.0, N_("Time for a hint"), N_("The time the engine may think about a hint.")
    )
    show_infos: bool = _switch(
        False, N_("Engine's chances"),
        N_("Show how the engine rates its chances. This hints at its cards."),
    )  # fmt: skip
    pause_ms: int = _milliseconds(
        700, 0, N_("Pause after a bout"),
        N_("How long a finished bout stays on the table (0: not at all)."),
    )  # fmt: skip
    replay_ms: int = _milliseconds(
        600, 10, N_("Replay, each card"),
        N_("The time for each card when a replay runs automatically."),
    )  # fmt: skip
    watch_ms: int = _milliseconds(
        250, 10, N_("Watching, each card"),
        N_("The time for each card when you watch a game between engines."),
    )  # fmt: skip
    mouse: bool = _switch(
        True, N_("Mouse"), N_("Applies after a restart. Turn off to select text with the mouse.")
    )
    # For the id of each action that is not to have its own keys, others, separated by commas.
    keys: Mapping[str, str] = field(default_factory=dict)
    # The user's own, in their order; all have names, and different ones.
    engines: tuple[EngineConfig, ...] = ()

    @property
    def by_suit(self) -> bool:
        """True if hands are sorted by suit."""
        return self.hand_order == "suit"

    def engine(self, name: str) -> EngineConfig | None:
        return next((engine for engine in self.engines if engine.name == name), None)

    def with_engine(self, engine: EngineConfig, instead_of: str = "") -> "Settings":
        """With an engine added, or in the place of another.

        It replaces the one called ``instead_of`` or, if there is none, the one that has its name.
        A default engine that is renamed stays the default.
        """
        names = [each.name for each in self.engines]
        old = instead_of if instead_of in names else engine.name
        engines = [engine if each.name == old else each for each in self.engines]
        if old not in names:
            engines.append(engine)
        default = engine.name if self.default_engine == old else self.default_engine
        return replace(self, engines=tuple(engines), default_engine=default)

    def without_engine(self, name: str) -> "Settings":
        """Without an engine; the first level replaces it as default."""
        engines = tuple(engine for engine in self.engines if engine.name != name)
        default = DEFAULT_ENGINE if self.default_engine == name else self.default_engine
        return replace(self, engines=engines, default_engine=default)

    def with_keys(self, action: str, keys: str | None) -> "Settings":
        """With other keys for an action, or with its own again (None)."""
        others = {name: value for name, value in self.keys.items() if name != action}
        return replace(self, keys=others if keys is None else {**others, action: keys})


ROWS: Final[Mapping[str, SettingRow]] = {
    each.name: each.metadata["row"]._replace(key=each.name)
    for each in fields(Settings)
    if "row" in each.metadata
}  # The settings that are single values.

GROUPS: Final = (
    (N_("Looks"), (
        "language", "theme", "colours", "cards", "suit_colours", "felt", "back", "hand_order",
    )),
    (N_("Rules"), ("deck", "attack_limit", "first_attack", "turn_minutes")),
    (N_("While you play"), (
        "player", "take_back", "forced_moves", "think_seconds", "hint_engine", "hints_always",
        "hint_seconds", "show_infos",
    )),
    (N_("Speed"), ("travel", "pause_ms", "replay_ms", "watch_ms")),
    (N_("Terminal and files"), ("bell", "mouse")),
)  # fmt: skip
"""The lines of the form, under titles."""

ENGINE_CHECKS: Final[Mapping[str, Check]] = {
    "command": words,
    "move_time": seconds,
    "game_time": seconds,
}  # For each value in the table of an engine.


class SettingError(UserError, ValueError):
    """A value that is not allowed, and what would be right."""

    def __init__(self, key: str, what: Message) -> None:
        super().__init__("{key}: {what}", key=key, what=what)
        self.key = key  # Of an engine's as engine.command.


def checked(settings: Settings) -> Settings:
    """The settings as they may be saved.  Raises SettingError."""
    values = {key: _allowed(key, row.check, getattr(settings, key)) for key, row in ROWS.items()}
    for action, keys in settings.keys.items():
        _allowed("keys", words, action)
        _allowed(f"keys.{action}", keys_of_action, keys)
    engines: dict[str, EngineConfig] = {}
    for engine in settings.engines:
        name = _allowed("engine.name", engine_name, engine.name)
        if name in engines:
            what = Message(N_("there is another engine called {name}"), {"name": name})
            raise SettingError("engine.name", what)
        parts = {
            key: _allowed(f"engine.{key}", check, value)
            for key, check in ENGINE_CHECKS.items()
            if (value := getattr(engine, key)) is not None
        }
        engines[name] = replace(engine, **parts)
    return replace(settings, engines=tuple(engines.values()), **values)


def _allowed(key: str, check: Check, value: Any) -> Any:
    try:
        return check(value)
    except WrongValue as error:
        raise SettingError(key, error.message) from None

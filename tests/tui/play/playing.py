"""The play screen in tests: games that are at some point, and a person who plays them."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from string import ascii_letters, digits
from typing import Any, Generic, TypeVar

import pytest
from textual.pilot import Pilot

from durak_tui.engine.config import EngineConfig
from durak_tui.game.cards import card_name
from durak_tui.game.deals import Deal, deal
from durak_tui.game.position import DEAL, MOVE
from durak_tui.table.game import Game, GameStart
from durak_tui.table.opponent import Opponent
from durak_tui.tui.app import DurakApp
from durak_tui.tui.play.bout_screen import BoutScreen
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.play.hot_seat import HotSeatScreen
from durak_tui.tui.play.play_screen import PlayScreen
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.table_view import TableView
from tests.game.build import cards
from tests.table.games import dealt, random_play, seats
from tests.tui.apps import row_text, started, text_on, until
from tests.tui.play.partner import LAST_WORDS

PERSON = "You"


def at_table(cards_dealt: Deal, **options: Any) -> Game:
    """A game of a person against the partner."""
    return Game(cards_dealt, seats(0, "Human", "partner"), **options)


def path_of(game: Game) -> Path:
    """The journal of a game that is stored."""
    assert game.storage and game.storage.path
    return game.storage.path


def game(cards_dealt: Deal, *actions: str) -> GameStart:
    """The game after these actions; an empty text passes or takes."""
    played = at_table(cards_dealt)
    for action in actions:
        if played.position.phase == DEAL:
            played.settle()
        played.play(cards(action))
    return GameStart(cards_dealt, played.actions)


def found(condition: Callable[[Game], object], first: int = 0) -> GameStart:
    """The first random game, from a seed on, that meets a condition."""
    for seed in range(first, 10_000):
        game = at_table(deal(seed, 1, 36))
        for _step in random_play(game, Random(seed)):
            if condition(game):
                return GameStart(game.deal, game.actions)
    raise AssertionError("there is no such game")


def nearly_won(game: Game) -> bool:
    """The person wins with their next card, and the other still holds some."""
    position = game.position
    return (
        game.to_act == 0
        and position.phase == MOVE
        and not position.talon_count
        and not position.table
        and position.hands[0].bit_count() == 1
        and 3 <= position.hands[1].bit_count() <= 9
    )


def named(view_cards: Sequence[int]) -> list[str]:
    """Cards by their names."""
    return [card_name(card) for card in view_cards]


def listed(screen: BoutScreen) -> list[str]:
    """The rows of the bouts beside a table, single blanks between words."""
    canvas = screen.query_one(GameLog).canvas
    rows = [" ".join(row_text(canvas, y).split()) for y in range(1, canvas.height)]
    return rows[: rows.index("")]


Screen = TypeVar("Screen", bound="PlayScreen | HotSeatScreen")


class AtTable(Generic[Screen]):
    """A person at a table of the application."""

    def __init__(self, pilot: Pilot[Any], kind: type[Screen]) -> None:
        self.pilot = pilot
        self._kind = kind

    @property
    def app(self) -> DurakApp:
        app = self.pilot.app
        assert isinstance(app, DurakApp)
        return app

    @property
    def screen(self) -> Screen:
        """The table, also below another screen."""
        return next(one for one in self.app.screen_stack if isinstance(one, self._kind))

    @property
    def game(self) -> Game:
        return self.screen.game

    @property
    def view(self) -> TableView:
        """The view on the table."""
        view = self.screen.query_one(CardTable).view
        assert view
        return view

    def key(self, name: str) -> str:
        """The key of a card in this bout."""
        (card,) = cards(name)
        hand = self.screen.view.hand
        return next(key for key in digits + ascii_letters if hand.card_of(key) == card)

    async def press(self, *keys: str) -> None:
        """Press keys, and let all be shown."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def play(self, *names: str) -> None:
        """Press the keys of these cards."""
        for name in names:
            await self.press(self.key(name))


class Player(AtTable[PlayScreen]):
    """A person at the play screen."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        super().__init__(pilot, PlayScreen)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is as it should be."""
        await until(self.pilot, condition, otherwise=self._how_it_stands)
        await self.pilot.pause()

    def _how_it_stands(self) -> str:
        end = self.screen.finished
        ended = f"was seen: {end.was_seen}, is being reviewed: {end.is_reviewing}"
        return f"{self.view.news} {self.view.task}; {ended}; {text_on(self.app)}"

    async def turn(self) -> None:
        """Wait until the person is to decide something, or to look."""
        screen = self.screen
        await self.until(
            lambda: (
                screen.game.over
                or screen.controller.pauses
                or (screen.game.person_to_act and not screen.controller.asked)
            )
        )

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the person has something to decide again."""
        await self.pilot.press(*keys)
        await self.turn()

    async def decide_something(self) -> None:
        """Play the first card that may be played, or pass; or have looked."""
        choices = self.game.choices(self.game.here)
        if self.screen.controller.pauses:
            await self.press("space")
        elif choices.cards and not self.view.chosen:
            await self.press(next(iter(self.view.keys.values())))
        else:
            await self.press("t" if choices.passing == "take" else "d")


def overdue_only_when(monkeypatch: pytest.MonkeyPatch, met: Callable[[Opponent], object]) -> None:
    """No engine is called overdue before something is so, however busy the machine is."""

    waited = vars(Opponent)["waiting"].fget
    waiting = property(lambda opponent: waited(opponent) if met(opponent) else None)
    monkeypatch.setattr(Opponent, "waiting", waiting)


def has_spoken(opponent: Opponent) -> bool:
    """True if its last words have come."""
    return LAST_WORDS in opponent.last_words


@asynccontextmanager
async def playing(
    start: GameStart | None = None,
    partner: EngineConfig | None = None,
    *,
    wait: bool = True,
    size: tuple[int, int] = (80, 24),
    settings: dict[str, Any] | None = None,
    **arguments: Any,
) -> AsyncIterator[Player]:
    """The application with a game in it; with ``wait``, once the person has to decide."""
    wanted: dict[str, Any] = {"pause_ms": 0, **(settings or {})}
    if partner:
        wanted["engines"] = (partner, *wanted.get("engines", ()))
        arguments["engine"] = partner.name
    if start:
        arguments = {"start": start, "engine": "durak-dummy", **arguments}
    async with started("play", wanted, **arguments, size=size, notifications=True) as (pilot, _):
        player = Player(pilot)
        await pilot.pause()
        if wait:
            await player.turn()
        yield player


HANDS = dealt("7S 7D 7H 9C TD KH", "6C 8S 9S 9D TH AS", trump="8H", talon="JC 6D QC 7C")
"""The person attacks first; hearts are trump."""
ENGINE_FIRST = HANDS._replace(first=1)
HOPELESS = dealt("7S 7D 7C 9C TD KD", "6C 8S 9S 9D TH AS", trump="8H", first=1)
"""The engine attacks first, and the person cannot beat its ten of hearts."""

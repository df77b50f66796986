"""The play screen in tests: games that are at some point, and a person who plays them."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot

from durak_tui.engine.config import EngineConfig
from durak_tui.game.cards import card_name
from durak_tui.game.deals import Deal, deal
from durak_tui.game.position import DEAL
from durak_tui.table.duel import Duel
from durak_tui.table.opponent import Opponent
from durak_tui.tui.app import DurakApp
from durak_tui.tui.play.screen import PlayScreen
from durak_tui.tui.toolkit.card_table import CardTable, TableView
from tests.game.build import cards
from tests.table.duels import dealt, steps
from tests.tui.apps import make_app
from tests.tui.play.partner import LAST_WORDS

PERSON = "You"


def game(cards_dealt: Deal, *actions: str, seat: int = 0) -> Duel:
    """A game in which all this has been played; an empty text passes or takes."""
    duel = Duel(cards_dealt, seat=seat, names=("Human", "partner"))
    for action in actions:
        if duel.position.phase == DEAL:
            duel.settle()
        duel.play(cards(action))
    return Duel(cards_dealt, seat=seat, names=duel.names, before=duel.actions)


def found(condition: Callable[[Duel], object], *, size: int = 36, seat: int = 0) -> Duel:
    """A game that has been played at random until something was true of it."""
    for seed in range(10_000):
        duel = Duel(deal(seed, 1, size), seat=seat, names=("Human", "partner"))
        for _step in steps(duel, Random(seed)):
            if condition(duel):
                return Duel(duel.deal, seat=seat, names=duel.names, before=duel.actions)
    raise AssertionError("there is no such game")


def named(view_cards: Sequence[int]) -> list[str]:
    """Cards by their names."""
    return [card_name(card) for card in view_cards]


class Player(NamedTuple):
    """A person at the play screen."""

    pilot: Pilot[Any]

    @property
    def app(self) -> DurakApp:
        """The application."""
        app = self.pilot.app
        assert isinstance(app, DurakApp)
        return app

    @property
    def screen(self) -> PlayScreen:
        """The play screen, whatever covers it."""
        return next(one for one in self.app.screen_stack if isinstance(one, PlayScreen))

    @property
    def duel(self) -> Duel:
        """The game."""
        return self.screen._flow.duel

    @property
    def view(self) -> TableView:
        """What the table shows."""
        view = self.screen.query_one(CardTable).view
        assert view
        return view

    async def until(self, condition: Callable[[], object], within: float = 60) -> None:
        """Wait until something is as it should be."""
        deadline = monotonic() + within
        while not condition():
            assert monotonic() < deadline, f"waited in vain: {self.view.news} {self.view.task}"
            await self.pilot.pause(0.005)
        await self.pilot.pause()

    async def turn(self) -> None:
        """Wait until the person is to decide something, or to look."""
        flow = self.screen._flow
        await self.until(
            lambda: (
                flow.duel.over
                or flow.pauses
                or (flow.duel.person_to_act and not flow.seat.is_asked)
            )
        )

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the person has something to decide again."""
        await self.pilot.press(*keys)
        await self.turn()

    def key(self, name: str) -> str:
        """The key of a card in this bout."""
        hand = self.screen._flow.hand
        return hand._keys[cards(name)[0]]

    async def play(self, *names: str) -> None:
        """Press the keys of these cards."""
        for name in names:
            await self.press(self.key(name))

    async def decide_something(self) -> None:
        """Play the first card that may be played, or pass; or have looked."""
        choices = self.duel.choices()
        if self.screen._flow.pauses:
            await self.press("space")
        elif choices.cards and not self.view.chosen:
            await self.press(next(iter(self.screen._flow.hand.legal_keys.values())))
        else:
            await self.press("t" if choices.passing == "take" else "d")


def overdue_only_when(monkeypatch: pytest.MonkeyPatch, met: Callable[[Opponent], object]) -> None:
    """No engine is called overdue before something is so, however busy the machine is."""

    def waiting(opponent: Opponent) -> float | None:
        asked_at = opponent._asked_at
        return monotonic() - asked_at if asked_at is not None and met(opponent) else None

    monkeypatch.setattr(Opponent, "waiting", property(waiting))


def has_spoken(opponent: Opponent) -> bool:
    """Whether its last words have come."""
    return LAST_WORDS in opponent.last_words


@asynccontextmanager
async def playing(
    duel: Duel | None = None,
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
    if duel:
        arguments = {"duel": duel, "engine": "durak-dummy", **arguments}
    app = make_app("play", wanted, **arguments)
    async with app.run_test(size=size) as pilot:
        player = Player(pilot)
        await pilot.pause()
        if wait:
            await player.turn()
        yield player


HANDS = dealt("7S 7D 7H 9C TD KH", "6C 8S 9S 9D TH AS", trump="8H", talon="JC 6D QC 7C")
"""The person attacks first; hearts are trump."""

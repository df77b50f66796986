"""Two people at one keyboard in tests: a game at some point, and what they see of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from durak_tui.game.cards import cards_in
from durak_tui.game.deals import Deal
from durak_tui.game.position import DEAL
from durak_tui.table.game import Game
from durak_tui.table.seats import PersonSeat
from durak_tui.tui.play.hot_seat import HotSeatScreen
from durak_tui.user.folders import games_log, unfinished_folder
from tests.game.build import cards
from tests.tui.apps import started, text_on, until
from tests.tui.play.playing import HANDS, AtTable, path_of


def left(cards_dealt: Deal = HANDS, *actions: str, names: tuple[str, str] = ("Ann", "Ben")) -> Path:
    """A game of two that was left after these actions; its journal."""
    game = Game(cards_dealt, (PersonSeat(names[0]), PersonSeat(names[1])))
    game.store(unfinished_folder(), games_log())
    for action in actions:
        if game.position.phase == DEAL:
            game.settle()
        game.play(cards(action))
    game.leave()
    return path_of(game)


class Keyboard(AtTable[HotSeatScreen]):
    """The keyboard of two people, one of whom has it."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        super().__init__(pilot, HotSeatScreen)

    @property
    def hands_seen(self) -> list[str]:
        """The names of those whose hands lie open, the upper first."""
        return [one.name for one in (self.view.top, self.view.bottom) if one.hand is not None]

    @property
    def cards_seen(self) -> list[str]:
        """The cards on the screen of those in the hands that have never lain open."""
        shown, position = text_on(self.app), self.game.position
        hidden = [position.hands[seat] & ~position.seen(seat) for seat in (0, 1)]
        held = [self.app.glyphs.card(card) for hand in hidden for card in cards_in(hand)]
        return [card for card in held if card in shown]


async def keyboard_at(pilot: Pilot[Any]) -> Keyboard:
    """The keyboard of a game of two, once the game is on."""
    keyboard = Keyboard(pilot)

    def is_on() -> bool:
        return isinstance(pilot.app.screen, HotSeatScreen) and pilot.app.screen.is_on

    await until(pilot, is_on)
    await pilot.pause()
    return keyboard


@asynccontextmanager
async def shared(
    journal: Path | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    settings: dict[str, Any] | None = None,
    **arguments: Any,
) -> AsyncIterator[Keyboard]:
    """The application with a game of two, begun anew or resumed."""
    given = {"resume": journal} if journal else {"names": ("Ann", "Ben")}
    wanted = {"pause_ms": 0, **(settings or {})}
    async with started(
        "hot-seat", wanted, **{**given, **arguments}, size=size, notifications=True
    ) as (pilot, _):
        yield await keyboard_at(pilot)

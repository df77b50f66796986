"""Games of which each player knows one hand, kept in step with the whole game."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from durak_tui.game.caps import NO_CAPS, Caps
from durak_tui.game.cards import HAND_SIZE
from durak_tui.game.deals import Deal, deal
from durak_tui.game.position import DEAL, Action
from durak_tui.records.walk import Drawn
from durak_tui.table.game import Game
from durak_tui.table.hidden import HiddenGame
from durak_tui.table.seats import PersonSeat
from tests.game.walks import DECKS, any_choice


def hidden(dealt: Deal, here: int) -> HiddenGame:
    """A deal as the player on this seat knows it."""
    places = [*range(here * HAND_SIZE, (here + 1) * HAND_SIZE), len(dealt.deck) - 1]
    shown = {place: dealt.deck[place] for place in places}
    return HiddenGame(here, ("Ann", "Bob"), len(dealt.deck), shown, dealt.first, caps=dealt.caps)


@dataclass
class Both:
    """A game with both views of it, kept in step."""

    dealt: Deal
    game: Game = field(init=False)
    views: tuple[HiddenGame, HiddenGame] = field(init=False)
    drawn: tuple[Drawn, Drawn] | None = None  # When the last bout was settled, as each saw it.

    def __post_init__(self) -> None:
        self.game = Game(self.dealt, (PersonSeat("Ann"), PersonSeat("Bob")))
        self.views = hidden(self.dealt, 0), hidden(self.dealt, 1)

    def play(self, cards: Action) -> None:
        seat = self.game.to_act
        assert seat is not None
        self.game.play(cards)
        for view in self.views:
            if view.here != seat:
                for card in cards:
                    if view.place_of(card) is None:
                        view.show(self.dealt.deck.index(card), card)
            view.play(cards)

    def settle(self) -> None:
        places = self.views[0].to_draw()
        assert places == self.views[1].to_draw()
        for view in self.views:
            for place in places[view.here]:
                if view.card_at(place) is None:
                    view.learn(place, self.dealt.deck[place])
        drawn = self.game.settle()
        self.drawn = self.views[0].settle(), self.views[1].settle()
        for view, seen in zip(self.views, self.drawn, strict=True):
            assert seen.by(view.here) == drawn.by(view.here)
        assert tuple(tuple(self.dealt.deck[p] for p in one) for one in places) == (
            drawn.by(0),
            drawn.by(1),
        )

    def random_play(self, rng: Random) -> Iterator[None]:
        yield
        while not self.game.over:
            if self.game.position.phase == DEAL:
                self.settle()
            else:
                self.play(any_choice(self.game.position, rng))
            yield


def both(seed: int) -> Both:
    caps = (NO_CAPS, Caps(6, 5), Caps(2, 1))[seed % 3]
    return Both(deal(seed, 1, DECKS[seed // 3 % 3])._replace(caps=caps))

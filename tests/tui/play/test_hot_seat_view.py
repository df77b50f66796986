"""The view of a table at one keyboard, without any screen: to nobody another's cards."""

from pathlib import Path
from random import Random

import pytest

from durak_tui.game.cards import card_name, card_names, cards_in
from durak_tui.game.position import Position
from durak_tui.table.controller import TableEvent
from durak_tui.table.seats import PersonSeat
from durak_tui.table.session import SeriesOptions, Session
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.play.hot_seat import ALOUD, HotSeatView
from durak_tui.tui.toolkit.table_view import TableView
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import StateStore
from durak_tui.words.play import ScreenWords
from tests.game.walks import any_choice
from tests.table.faces import Headless

KEYS = dict.fromkeys(["pick", "take", "done"], "x")


class Together(Headless):
    """A face of two people, with all that they see and no screen."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__()
        self.session = Session(
            SettingsStore(), StateStore(), folder / "on", folder / "log", SeriesOptions(seed=seed)
        )
        self.session.begin(PersonSeat("Ben"), PersonSeat("Ann"))
        self.game = game = self.session.game
        self.view = HotSeatView(self.session, self.controller, SettingsStore())
        self.view.game = game
        voices = {
            one: ScreenWords(game, one or 0, written, KEYS, ".", aloud=one is ALOUD)
            for one in (0, 1, ALOUD)
        }
        self.view.begin(Hand("0123456789abcdefghijklmnopqrstuvwxyz"), voices, game.position.to_act)
        self.controller.begin(game, [None, None])

    def notify(self, event: TableEvent) -> None:
        super().notify(event)
        self.view.notify(event)

    @property
    def table(self) -> TableView:
        """The view on the table."""
        return self.view.table(None)


def written(shown: object) -> str:
    return " ".join(card_names(list(shown)))  # type: ignore[call-overload]


def hidden(position: Position, seat: int) -> list[str]:
    """The cards of one that have never lain open."""
    return [card_name(card) for card in cards_in(position.hands[seat] & ~position.seen(seat))]


def assert_hides_hands(table: TableView, position: Position) -> None:
    """Neither hand is seen, nor what could be played from it."""
    assert table.top.hand is table.bottom.hand is None
    assert table.top.known == table.bottom.known == 0
    assert not (table.keys or table.marks or table.slots or table.top_slots or table.chosen)
    assert table.cursor is None
    said = f"{table.news} {table.task}".replace(".", " ").split()
    assert not {*said} & {*hidden(position, 0), *hidden(position, 1)}


@pytest.mark.parametrize("seed", range(4))
def test_two_people_at_random_never_see_each_others_cards(tmp_path: Path, seed: int) -> None:
    face, rng = Together(tmp_path, seed), Random(seed)
    game, view = face.game, face.view
    covered = answers = 0
    while not game.over and answers < 400:
        answers += 1
        if view.is_covered:
            covered += 1
            assert_hides_hands(face.table, game.position)
            if rng.random() < 0.1 and game.can_take_back(view.seat):
                view.ask_back()
                assert view.is_covered
                assert_hides_hands(face.table, game.position)
            view.uncover()
        if view.wish is not None:
            assert view.seat == 1 - view.wish, "the other answers"
            seat = view.answer(agreed=rng.random() < 0.5)
            if seat is not None:
                assert face.controller.take_back(seat)
            continue
        assert view.seat == game.to_act
        table = face.table
        assert table.top.hand is None and table.bottom.hand == game.position.hands[view.seat]
        assert table.bottom.name == game.names[view.seat]
        words = table.news.replace(".", " ").split()
        assert not {*words} & {*hidden(game.position, 1 - view.seat)}
        face.controller.play(any_choice(game.position, rng))
    assert covered > 10


def test_each_hears_it_as_you_and_anybody_by_names(tmp_path: Path) -> None:
    face = Together(tmp_path, 1)
    first, second = face.game.names[face.view.seat], face.game.names[1 - face.view.seat]
    assert face.view.news.text == f"{first} holds the lowest trump and attacks first."
    face.view.uncover()
    assert face.view.news.text == "You hold the lowest trump and attack first."
    (card,) = any_choice(face.game.position, Random(1))
    face.controller.play((card,))
    said = f"{first} attacks with {card_name(card)}."
    assert face.view.news.text == said
    assert face.view.task() == f"Pass the keyboard to {second}, then press any key."
    face.view.uncover()
    assert face.view.news.text == said
    face.controller.resign(face.view.seat)
    assert face.view.news.text == f"{second} resigned. {first} wins."

"""durak-endgame is the dummy until the talon is empty, and then makes no mistake."""

from time import thread_time

import pytest
from durak_engines import time_budget
from durak_engines.dummy import Dummy
from durak_engines.endgame import Endgame

from durak_tui.analysis.endgame import Solver, Worth
from durak_tui.engine.sdk import Engine
from durak_tui.game.cards import card_name, card_names, parse_card
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, Position
from tests.engines.inprocess import late, play, score


def test_it_wins_where_the_dummy_does_not() -> None:
    turn = late("move", "6C 9D", "7C", trump="8S")
    assert card_name(Dummy().move(turn) or 0) == "6C"
    assert card_name(Endgame().move(turn) or 0) == "9D"


def test_it_takes_where_that_is_better_and_gives_what_wins() -> None:
    given = Endgame().give_more(late("give_more", "6D 6H", "AC KC QC", "6C", trump="8S"))
    assert sorted(card_names(given)) == ["6D", "6H"]


def test_it_does_not_choose_a_sure_loss_while_something_else_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turn = late("move", "6C 9D", "7C", trump="8S")
    six, nine = (parse_card("6C"),), (parse_card("9D"),)
    for found, expected in (
        ([Worth(six, -1, -1), Worth(nine, -1, 1)], "9D"),
        ([Worth(six, -1, 1), Worth(nine, -1, 1)], "6C"),
        ([Worth(six, -1, 1), Worth(nine, 0, 0)], "9D"),
        ([Worth(six, 0, 0), Worth(nine, 0, 1)], "9D"),
    ):
        monkeypatch.setattr(time_budget, "values_in_time", lambda *_, found=found, **__: found)
        assert card_name(Endgame().move(turn) or 0) == expected


def test_its_results_are_the_exact_ones_once_the_talon_is_empty() -> None:
    solver, changed = Solver(), 0
    for number in range(60):
        promised: dict[int, int] = {}

        def watch(position: Position, promised: dict[int, int] = promised) -> None:
            if position.talon_count or position.phase == DEAL:
                return
            found = solver.solve(position, 300_000).value
            if found is None:
                return
            value = found if position.to_act == 0 else -found
            if position.to_act == 0:
                # What it has been able to reach it never lets go.
                assert value >= promised.get(0, -1)
            promised[0] = max(value, promised.get(0, -1)) if position.to_act == 0 else value

        position = play(deal("exact", number), (Endgame(), Dummy()), watch=watch)
        if promised:
            result = {0: 1, 1: -1, 2: 0}[position.winner]
            assert result >= promised[0]
            changed += 1
    assert changed > 30


def tables_with_a_talon(number: int, engine: Engine) -> list[tuple[int, ...]]:
    """The table before each answer of a game against the dummy, until the talon is empty."""
    seen: list[tuple[int, ...]] = []

    def watch(position: Position) -> None:
        if position.talon_count:
            seen.append(tuple(position.table))

    play(deal("same", number), (engine, Dummy()), watch=watch)
    return seen


@pytest.mark.few(5)
@pytest.mark.parametrize("number", range(20))
def test_with_cards_in_the_talon_it_is_the_dummy(number: int) -> None:
    assert tables_with_a_talon(number, Endgame()) == tables_with_a_talon(number, Dummy())


@pytest.mark.parametrize("time_left_ms", [0, 1, 30, 300])
def test_it_keeps_the_time_however_much_there_is_to_solve(time_left_ms: int) -> None:
    names = card_names(range(16, 52))
    turn = late("move", " ".join(names[::2]), " ".join(names[1::2]), time_left_ms=time_left_ms)
    Endgame().dealt(())
    engine = Endgame()
    started = thread_time()  # a busy machine may take away the core for any time
    card = engine.move(turn)
    assert thread_time() - started < time_left_ms / 1000 + 0.3
    assert card is not None and turn.legal_mask >> card & 1


@pytest.mark.slow
def test_it_beats_the_dummy() -> None:
    assert score(lambda _: Endgame(), lambda _: Dummy(), 60, "beats") > 0.55

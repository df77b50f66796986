"""durak-montecarlo: it knows what it has seen, keeps the time, and is reproducible."""

import io
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from time import monotonic, thread_time
from typing import Any, cast

import pytest
from durak_engines import montecarlo
from durak_engines.dummy import Dummy
from durak_engines.montecarlo import MonteCarloEngine
from durak_engines.player import Beginner

from durak_tui.analysis.inference import OpponentModel
from durak_tui.analysis.knowledge import Knowledge
from durak_tui.analysis.montecarlo import Budget, Evaluation, MonteCarlo
from durak_tui.analysis.world import NEVER_THROWS_IN
from durak_tui.engine.sdk import Engine, Turn
from durak_tui.game.cards import card_names, cards_in, mask_of
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, Action, Position
from durak_tui.practice.positions import shipped
from durak_tui.protocol.conversation import game_data
from durak_tui.protocol.messages import Command, Kind, decode_info, encode_command
from tests.engines.inprocess import play, score, tables
from tests.engines.one_sided import Quitter, Taker
from tests.game.walks import DECKS
from tests.processes import look_until


class Spy(MonteCarloEngine):
    """Writes down what it knows at each turn that it thinks about."""

    def __init__(self) -> None:
        super().__init__(determinizations=1, seed=1)
        self.knew: list[Knowledge] = []

    def evaluation(self, turn: Turn, known: Knowledge, started: float) -> Evaluation:
        self.knew.append(known)
        return super().evaluation(turn, known, started)


@pytest.mark.parametrize("number", range(12))
def test_it_knows_what_a_witness_of_the_game_knows(number: int) -> None:
    model, engine = OpponentModel(), Spy()
    expected = []

    def watch(position: Position) -> None:
        if position.phase < DEAL and position.to_act == 0:
            expected.append(model.knowledge(position))

    play(deal("knows", number, DECKS[number % 3]), (engine, Beginner(number)), watch=watch)
    asked = iter(expected)
    # Forced turns are not thought about; all others are, in their order.
    assert len(engine.knew) > 5
    assert all(known in asked for known in engine.knew)


def test_the_games_of_a_seed_do_not_depend_on_earlier_games() -> None:
    games = []
    for before in (0, 3):
        engine = MonteCarloEngine(determinizations=20, seed=3)
        for number in range(before):
            play(deal("before", number), (engine, Taker()))
        games.append(tables(deal("again", 1), (engine, Dummy())))
    assert games[0] == games[1]


@pytest.mark.parametrize(("seed", "remembers"), [(None, True), (1, False)])
def test_what_an_opponent_is_like_is_remembered_but_with_a_seed(
    seed: int | None, remembers: bool
) -> None:
    engine = MonteCarloEngine(determinizations=1, seed=seed)
    for number in range(4):
        play(deal("habits", number), (engine, Quitter()))
    assert engine.character and engine.character.expected[NEVER_THROWS_IN] > 0.5
    engine.answer(b"init 6S")
    assert (engine.character is not None) == remembers


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Set once an engine thinks on its opponent's time; nothing may go wrong there unseen."""
    thinks, wrong = threading.Event(), list[object]()
    ponder = MonteCarlo.ponder

    def watched(
        judge: MonteCarlo, action: Action, expected: dict[int, float], is_enough: Callable[[], bool]
    ) -> None:
        def enough() -> bool:
            thinks.set()
            return is_enough()

        ponder(judge, action, expected, enough)

    monkeypatch.setattr(MonteCarlo, "ponder", watched)
    monkeypatch.setattr(montecarlo, "BEFORE_PONDERING", 0)
    monkeypatch.setattr(threading, "excepthook", wrong.append)
    yield thinks
    assert not wrong


TO_LEAD = [
    b"init 6S",
    b"deal 7C 7D 7H 8C 8D 8H ## {}",
    b'move  ## {"discarded": [], "deck_count": 23, "enemy_count": 6, "trump": "6S"}',
]
"""The first commands to a player who leads."""


def test_an_engine_that_ponders_thinks_until_it_is_asked_again(thinking: threading.Event) -> None:
    before = threading.active_count()
    engine = MonteCarloEngine(time=0.05, ponder=True)
    assert [engine.answer(line) for line in TO_LEAD][-1]
    assert thinking.wait(60)
    assert threading.active_count() == before + 1
    engine.answer(b"game_end")
    assert threading.active_count() == before


def test_an_engine_that_ponders_stops_when_its_input_ends(thinking: threading.Event) -> None:
    before = threading.active_count()

    def commands() -> Iterator[bytes]:
        for line in TO_LEAD:
            yield line + b"\n"
        assert thinking.wait(60)

    output = io.BytesIO()
    MonteCarloEngine(time=0.05, ponder=True).run(cast("io.BytesIO", commands()), output)
    assert output.getvalue()
    assert threading.active_count() == before


def noted_budgets(monkeypatch: pytest.MonkeyPatch) -> list[Budget]:
    """The budgets of the evaluations to come, which are not used up."""
    budgets: list[Budget] = []
    evaluate = MonteCarlo.evaluate

    def noting(judge: Any, known: Knowledge, budget: Budget, seed: int, **options: Any) -> Any:
        budgets.append(budget)
        return evaluate(judge, known, Budget(worlds=1), seed, **options)

    monkeypatch.setattr(MonteCarlo, "evaluate", noting)
    return budgets


@pytest.mark.parametrize("left", [300_000, 30_000])
def test_the_time_left_for_a_game_is_shared_out(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = noted_budgets(monkeypatch)
    engine = MonteCarloEngine()
    *dealt, move = TO_LEAD
    # There is much more time for an answer than for the game.
    times = b', "time_left_ms": 1000000, "game_time_left_ms": %d}' % left
    assert [engine.answer(line) for line in (*dealt, move[:-1] + times)][-1]
    (budget,) = budgets
    assert budget.seconds is not None and budget.most is not None
    assert left / 1000 / 15 - 1 < budget.seconds <= left / 1000 / 15
    # Both are shorter by what had gone already.
    assert budget.most - budget.seconds == pytest.approx(left / 1000 * (1 / 6 - 1 / 15), abs=0.02)


def test_a_hint_takes_its_time_however_much_a_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = noted_budgets(monkeypatch)
    position = position_of("move")
    data = game_data(position, position.to_act)._replace(hand=position.hand(position.to_act))
    hint = Command("move", (), data, hint=True)
    assert MonteCarloEngine().answer(encode_command(hint, 1_000_000, 300_000))
    (budget,) = budgets
    assert budget.fair and budget.most is None


def test_an_engine_that_ponders_plays_on_and_leaves_nothing_running(
    thinking: threading.Event,
) -> None:
    before = threading.active_count()

    class Thoughtful(Dummy):
        """Lets the other think until it has begun to, or finds nothing to think about."""

        def respond(self, turn: Turn) -> int | None:
            look_until(lambda: thinking.is_set() or threading.active_count() == before)
            return super().respond(turn)

        def move(self, turn: Turn) -> int | None:
            look_until(lambda: thinking.is_set() or threading.active_count() == before)
            return super().move(turn)

    engine = MonteCarloEngine(time=0.01, ponder=True)
    assert play(deal("ponders", 1), (engine, Thoughtful())).winner in (0, 1, 2)
    assert thinking.is_set()
    engine.answer(b"game_end")
    assert threading.active_count() == before


def position_of(kind: Kind) -> Position:
    """A decision of this kind early in a game."""
    position = deal("decisions", 4).position()
    if kind != "move":
        card = position.legal() & -position.legal()
        position.play((card.bit_length() - 1,))
    if kind == "give_more":
        position.play(())
    return position


def asked(engine: Engine, position: Position, kind: Kind, left: int) -> list[str]:
    """The lines that answer a hint about the position."""
    player = position.to_act
    data = game_data(position, player)._replace(hand=position.hand(player))
    output = io.BytesIO()
    line = encode_command(Command(kind, position.table, data, hint=True), left)
    engine.run(io.BytesIO(line + b"\n"), output)
    return output.getvalue().decode().splitlines()


@pytest.mark.parametrize("kind", ["move", "respond", "give_more"])
def test_a_hint_has_the_expected_score_of_every_action(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DURAK_PROTOCOL", "2")
    position = position_of(kind)
    line, answer = asked(MonteCarloEngine(determinizations=10, seed=1), position, kind, 60_000)
    info = decode_info(line.encode())
    assert info.moves is not None and info.win == info.moves[answer] == max(info.moves.values())
    assert all(0 <= value <= 1 for value in info.moves.values())
    singles = {name for name in info.moves if len(name) == 2}
    assert singles >= {*card_names(cards_in(position.legal()))}
    assert ("" in info.moves) == position.may_pass()
    assert info.text == "10 deals tried"


def test_of_many_deals_the_thousands_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DURAK_PROTOCOL", "2")
    engine = MonteCarloEngine(determinizations=1200, seed=1)
    line, _answer = asked(engine, position_of("respond"), "respond", 60_000)
    assert decode_info(line.encode()).text == "1,200 deals tried"


@pytest.mark.parametrize("deck", DECKS)
def test_a_hint_is_about_the_cards_of_the_deck_and_no_others(
    deck: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DURAK_PROTOCOL", "2")
    position, spy = deal("hint", 1, deck).position(), Spy()
    assert asked(spy, position, "move", 60_000)[-1] in card_names(position.hand(position.to_act))
    theirs = position.hands[1 - position.to_act]
    assert spy.knew[0].hidden == theirs | mask_of(position.talon[:-1])


def test_the_scores_of_a_hint_are_as_true_for_poor_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DURAK_PROTOCOL", "2")
    one = next(one for one in shipped() if one.game == 375)
    engine = MonteCarloEngine(determinizations=300, seed=1)
    line, _answer = asked(engine, one.position, "move", 60_000)
    worths = {" ".join(card_names(action)): worth for action, worth in one.values.items()}
    # What is given up early comes out 0.31 too low.
    assert decode_info(line.encode()).moves == pytest.approx(worths, abs=0.1)


@pytest.mark.few(1)
@pytest.mark.parametrize("left", [30, 150, 600])
def test_it_uses_its_time_and_not_more(left: int) -> None:
    engine = MonteCarloEngine()
    engine.dealt(())
    used, took = [], []
    for _ in range(5):
        started, before = monotonic(), thread_time()
        asked(engine, position_of("move"), "move", left)
        took.append(monotonic() - started)
        used.append(thread_time() - before)
    # A busy machine may take away the core for any time.
    used.sort()
    assert used[2] < left / 1000 + 0.05
    assert used[4] < left / 1000 + 0.4
    assert min(took) > 0.9 * (left / 1000 - 0.015)


def test_it_thinks_no_longer_than_its_option_allows() -> None:
    engine = MonteCarloEngine(time=0.05)
    engine.dealt(())
    started = thread_time()
    asked(engine, position_of("move"), "move", 30_000)
    assert thread_time() - started < 0.5


def test_the_only_action_there_is_is_played_at_once() -> None:
    engine = MonteCarloEngine()
    data = {
        "discarded": [], "deck_count": 24, "enemy_count": 5, "trump": "6S", "time_left_ms": 9000,
    }  # fmt: skip
    line = b"respond AS ## " + json.dumps(data).encode()
    engine.answer(b"init 6S")
    engine.answer(b"deal 7C 8C 9C TC JC QC ## {}")
    started = thread_time()
    assert engine.answer(line) == b""
    assert thread_time() - started < 0.5


@pytest.mark.parametrize(
    "arguments", [["--time", "0"], ["--time", "x"], ["--determinizations", "0"], ["--seed", "-1"]]
)
def test_options_that_make_no_sense_are_refused(arguments: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "durak_engines.montecarlo", *arguments],
        capture_output=True, check=False, text=True, timeout=60, input="",
    )  # fmt: skip
    assert run.returncode == 2
    assert "above 0" in run.stderr or "from 0 up" in run.stderr


def test_it_beats_the_dummy() -> None:
    engine = MonteCarloEngine(determinizations=10, seed=1)
    assert score(lambda _: engine, lambda _: Dummy(), 12, "beats") > 0.5

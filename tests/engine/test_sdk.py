"""An engine of a few lines speaks both versions of the protocol."""

import io
import json
import sys
from argparse import ArgumentParser

import pytest

from durak_tui.engine.sdk import Engine, Info, Turn, main
from durak_tui.game.cards import card_name, card_names, parse_card

DATA = '## {"discarded": ["6C"], "deck_count": 3, "on_table": [], "enemy_count": 4, "trump": "7S"}'


class Cheapest(Engine):
    """Plays the cheapest card, and remembers all that it learns."""

    name = "cheapest"
    version = "1.5"

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[object] = []

    def new_game(self, trump: int) -> None:
        self.heard.append(card_name(trump))

    def dealt(self, cards: object) -> None:
        self.heard.append(cards)

    def game_over(self) -> None:
        self.heard.append("over")

    def move(self, turn: Turn) -> int | None:
        self.heard.append((turn.enemy_count, turn.deck_count, turn.discarded, turn.time_left_ms))
        self.info(Info(win=0.5, moves={"7C": 0.5}))
        return turn.cheapest

    def respond(self, turn: Turn) -> int | None:
        return turn.cheapest


def talk(engine: Engine, *lines: str) -> list[str]:
    """The answers of an engine to these lines."""
    output = io.BytesIO()
    engine.run(io.BytesIO("".join(line + "\n" for line in lines).encode()), output)
    return output.getvalue().decode().splitlines()


def test_in_version_1_it_says_ok_and_leaves_at_the_end_of_the_game() -> None:
    answers = talk(Cheapest(), "init 7S", "deal 7C 8C " + DATA, "game_end", "init 7S")
    assert answers == ["ok", "ok"]


def test_in_version_2_it_introduces_itself_and_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DURAK_PROTOCOL", "2")
    first, second = talk(Cheapest(), "init 7S", "game_end", "init 8S")
    assert first == second
    assert json.loads(first.removeprefix("ok ## ")) == {
        "name": "cheapest",
        "version": "1.5",
        "persistent": True,
        "hints": True,
    }


def test_info_lines_come_before_the_answer_and_only_in_version_2(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = ("init 7S", "deal 7C 8C " + DATA, f"move  {DATA}")
    assert talk(Cheapest(), *game)[2:] == ["7C"]
    monkeypatch.setenv("DURAK_PROTOCOL", "2")
    assert talk(Cheapest(), *game)[2:] == ['info {"win": 0.5, "moves": {"7C": 0.5}}', "7C"]


def test_it_keeps_the_hand_and_a_new_game_empties_it() -> None:
    engine = Cheapest()
    assert talk(engine, "init 7S", f"deal 7C 9C {DATA}", f"move  {DATA}", f"move  {DATA}") == [
        "ok", "ok", "7C", "9C",
    ]  # fmt: skip
    assert talk(engine, "init 7S", f"deal 8C {DATA}", "respond 7C ##", "respond 6C ##") == [
        "ok", "ok", "8C", "",
    ]  # fmt: skip


def test_an_engine_follows_the_game() -> None:
    engine = Cheapest()
    data = DATA[:-1] + ', "time_left_ms": 900}'
    talk(engine, "init 7S", f"deal 7C {DATA}", f"move  {data}", "game_end")
    six = [parse_card("6C")]
    assert engine.heard == ["7S", [parse_card("7C")], (4, 3, six, 900), "over"]


def test_a_hint_leaves_the_game_of_the_engine_alone() -> None:
    hint = DATA[:-1] + ', "hand": ["AC", "KC"], "enemy_known": []}'
    assert talk(
        Cheapest(), "init 7S", f"deal 7C {DATA}", f"hint respond QC {hint}", f"move  {DATA}"
    ) == ["ok", "ok", "KC", "7C"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("bogus", 'Error: Unknown command "bogus"'),
        ("", 'Error: Unknown command ""'),
        ("init", 'Error: Unknown command "init"'),
        ("respond", 'Error: Unknown command "respond"'),
        ("deal XX ##", "Error: not a card: XX"),
    ],
)
def test_what_it_does_not_understand_it_says(line: str, answer: str) -> None:
    assert talk(Cheapest(), line) == [answer]


@pytest.mark.parametrize(
    "data",
    ["", "{}", "[]", "{", '{"hand": 5, "trump": "7S"}', '{"hand": ["7C", "11"], "trump": "7S"}'],
)
def test_a_hint_without_its_data_is_an_error_that_ends_nothing(data: str) -> None:
    first, second = talk(Cheapest(), f"hint move  ## {data}", "init 7S")
    assert first.startswith("Error: a hint needs hand and trump")
    assert second == "ok"


def test_missing_data_is_tolerated_where_it_is_not_needed() -> None:
    assert talk(Cheapest(), "init 7S", "deal 7C", "respond 6C") == ["ok", "ok", "7C"]


def data(discarded: list[str], deck: int, **more: object) -> str:
    return "## " + json.dumps(
        {"discarded": discarded, "deck_count": deck, "enemy_count": 6, "trump": "7S", **more}
    )


class Informed(Engine):
    """Remembers at each attack which cards it knows, and in which order it holds its own."""

    name = "informed"

    def __init__(self) -> None:
        super().__init__()
        self.known: list[list[str]] = []
        self.held: list[list[str]] = []

    def respond(self, turn: Turn) -> int | None:
        if turn.is_hint:
            self.known.append(card_names(turn.enemy_known))
        self.held.append(card_names(turn.received))
        return turn.cheapest


def test_a_hint_says_itself_what_is_known() -> None:
    engine = Informed()
    hint = data([], 24, hand=["7C"], enemy_known=["9C", "8D"])
    talk(engine, "init 7S", f"deal 7C 8C {data([], 24)}", f"hint respond 6C {hint}")
    assert engine.known == [["8D", "9C"]]


class Sparing(Cheapest):
    """Gives nothing, by a ``return`` without a value."""

    def give_more(self, turn: Turn) -> list[int] | None:
        return None


def test_giving_none_is_giving_nothing_in_its_own_game_and_in_a_hint() -> None:
    game = ("init 7S", f"deal 7C 8C {data([], 24)}", f"give_more 7D {data([], 24)}")
    hint = f"hint give_more 7D {data([], 24, hand=['7C', '8C'])}"
    assert talk(Sparing(), *game, hint, f"move  {data([], 24)}")[2:] == ["", "", "7C"]


def test_it_knows_in_which_order_it_received_the_cards_that_it_still_holds() -> None:
    engine = Informed()
    talk(
        engine, "init 7S", "deal 9C 7C KD ##", "respond 6C ##", "deal 7H 6H ##",
        "respond 8C ##", "deal 8C 9C 6C 7C ##", "respond 6S ##", "init 7S", "respond 6S ##",
    )  # fmt: skip
    assert engine.held == [
        ["9C", "7C", "KD"],
        ["9C", "KD", "7H", "6H"],
        ["KD", "7H", "6H", "8C", "9C", "6C", "7C"],  # cards that came back are the last
        [],
    ]


def test_a_hint_has_the_order_of_its_own_hand() -> None:
    engine = Informed()
    hint = DATA[:-1] + ', "hand": ["KC", "7C", "AC"], "enemy_known": []}'
    talk(engine, "init 7S", f"deal 7C {DATA}", f"hint respond QC {hint}", "respond QC ##")
    assert engine.held == [["KC", "7C", "AC"], ["7C"]]


class Levelled(Cheapest):
    """Has options."""

    def __init__(self, level: int = 1, bold: bool = False) -> None:
        super().__init__()
        if level > 5:
            raise ValueError("the highest level is 5")
        self.level = level
        self.bold = bold

    @classmethod
    def add_options(cls, parser: ArgumentParser) -> None:
        parser.add_argument("--level", type=int)
        parser.add_argument("--bold", action="store_true")


@pytest.mark.parametrize(
    ("words", "options"),
    [([], (1, False)), (["--level", "3"], (3, False)), (["--bold"], (1, True))],
)
def test_options_of_the_program_are_arguments_of_the_class(
    words: list[str], options: tuple[int, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Levelled] = []

    def run(engine: Levelled) -> None:
        started.append(engine)

    monkeypatch.setattr(Levelled, "run", run)
    monkeypatch.setattr(sys, "argv", ["levelled", *words])
    main(Levelled)
    assert [(engine.level, engine.bold) for engine in started] == [options]


def test_options_that_make_no_sense_end_the_program_with_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["levelled", "--level", "6"])
    with pytest.raises(SystemExit) as left:
        main(Levelled)
    assert left.value.code == 2
    assert "the highest level is 5" in capsys.readouterr().err

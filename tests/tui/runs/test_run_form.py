"""The options in the forms of matches and tournaments: their kinds, bounds and sentences."""

import pytest

from durak_tui.match.options import MATCH_FORM
from durak_tui.tournament.tournament_options import TOURNAMENT_FORM
from durak_tui.tui.runs.run_screen import first_entries, problem_in

FORMS = {"match": MATCH_FORM, "tournament": TOURNAMENT_FORM}
WHOLE = "Enter a whole number from 1 to "
SECONDS = "Enter seconds as a number above 0"
EVEN = "Enter an even number, 2 or more: every deal is played twice."
OR_EMPTY = "Enter a whole number, or leave this empty."
STRENGTHS = "Enter two strengths, the lower first"


@pytest.mark.parametrize(
    ("form", "field", "texts", "sentence"),
    [
        ("match", "matches", ["0", "ten", "-1", ""], f"{WHOLE}1000000."),
        ("match", "matches", ["1000001"], "A run has at most 1,000,000 matches."),
        ("match", "games", ["", "1.5", "00"], f"{WHOLE}10000000."),
        ("match", "seed", ["abc", "1.5"], OR_EMPTY),
        ("match", "seed", ["9" * 31, "-" + "9" * 31], "A seed has at most 30 digits."),
        ("match", "move_time", ["-1", "nan"], SECONDS),
        ("match", "game_time", ["soon"], SECONDS),
        ("match", "sprt", ["10", "10, 0"], STRENGTHS),
        ("match", "concurrency", ["0", "x"], f"{WHOLE}1000."),
        ("match", "concurrency", ["1001"], "At most 1,000 games at the same time."),
        ("tournament", "games", ["", "3", "0", "x", "2.0", "-2"], EVEN),
        ("tournament", "games", ["1000002", "8" * 5000], "At most 1,000,000 games in a pairing."),
        ("tournament", "rounds", ["0", "x"], OR_EMPTY),
        ("tournament", "rounds", ["1001"], "At most 1,000 rounds."),
        ("tournament", "seed", ["", "1.5"], "Enter a whole number."),
        ("tournament", "seed", [str(-(2**63))], "Must be a number of at most 64 bits."),
    ],
)
def test_a_wrong_value_is_explained(form: str, field: str, texts: list[str], sentence: str) -> None:
    for text in texts:
        assert problem_in(FORMS[form][field], text).startswith(sentence), text


@pytest.mark.parametrize(
    ("form", "field", "texts"),
    [
        ("match", "matches", ["1", "1000000"]),
        ("match", "seed", ["", "-7", "9" * 30]),
        ("match", "sprt", ["", "0, 10", "-5, 5"]),
        ("match", "concurrency", ["", "1000"]),
        ("match", "move_time", ["", "2,5"]),
        ("tournament", "games", ["2", "1000"]),
        ("tournament", "rounds", ["", "7"]),
        ("tournament", "seed", ["-7", str(1 - 2**63)]),
    ],
)
def test_a_right_value_gets_none(form: str, field: str, texts: list[str]) -> None:
    for text in texts:
        assert not problem_in(FORMS[form][field], text), text


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_wrong_before_anything_is_entered(form: str) -> None:
    entered = first_entries(FORMS[form])
    assert [name for name, option in FORMS[form].items() if problem_in(option, entered[name])] == []

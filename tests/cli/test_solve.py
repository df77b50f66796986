"""``durak-tui solve``: what it prints, as text and as JSON, and what it refuses."""

import json

import pytest

from durak_tui.cli.main import main


def solve(capfd: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    """Exit code, output and errors of ``durak-tui solve``."""
    try:
        code = main(["solve", *line.split()])
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    captured = capfd.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        (
            "--attacker 6C,7D --defender 8C,9S --trump 7S",
            """\
value: loss
best:  6C (attacker)
line:  attacker: 6C/8C - beaten
       defender: 9S, defender wins
""",
        ),
        (
            "--attacker= --defender 8d --trump 7s --table 6d",
            """\
value: draw
best:  8D (defender)
line:  attacker: 6D/8D - beaten, draw
""",
        ),
        (
            "--attacker 6D,6H --defender KC,AC,KS --trump 7S --table 6C --to-act give-more",
            """\
value: win
best:  6D 6H (attacker)
line:  attacker: 6C - defender takes, given too: 6D 6H, attacker wins
""",
        ),
        (
            "--attacker 6C,AH --defender 7C,7D --trump 8S --table 9H,TH --to-act attacker",
            """\
value: loss
best:  beaten (attacker)
line:  attacker: 9H/TH - beaten
       defender: 7C - attacker takes, given too: 7D, defender wins
""",
        ),
    ],
)
def test_value_best_action_and_line_are_printed(
    line: str, printed: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert solve(capfd, line) == (0, printed, "")


def test_json_has_its_keys_in_order(capfd: pytest.CaptureFixture[str]) -> None:
    line = "--attacker 9D --defender 8C,9S --trump 7S --table 6C --json"
    code, output, error = solve(capfd, line)
    assert (code, error) == (0, "")
    found = json.loads(output)
    assert found.pop("nodes") < 100
    assert found.pop("compiled") in (True, False)
    assert list(found) == ["value", "low", "high", "to_act", "best", "line"]
    assert found["to_act"] == "defender"
    assert (found["value"], found["low"], found["high"]) == ("loss", "loss", "loss")
    assert found["line"][0] == {"player": "defender", "cards": found["best"]}


LARGE = "--attacker 6C,6D,7D,9H,9D,AC --defender 8C,9S,TD,JD,QC,KC --trump 7S --table 6H"


def test_a_limit_that_is_too_low_is_admitted(capfd: pytest.CaptureFixture[str]) -> None:
    code, output, _ = solve(capfd, f"{LARGE} --to-act give-more --nodes 5")
    assert code == 1
    assert output.startswith("value: unknown, from loss to win; try more --nodes than ")
    assert "line:" not in output
    code, output, _ = solve(capfd, f"{LARGE} --nodes 5 --json")
    assert code == 1
    found = json.loads(output)
    assert (found["value"], found["low"], found["high"]) == (None, "loss", "win")
    assert found["line"] == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--attacker 6C --defender 6C --trump 7S", "6C is named twice"),
        ("--attacker 6X --defender 6C --trump 7S", "--attacker: not a card: '6X'; cards are"),
        ("--attacker 6C,,7C --defender 6D --trump 7S", "--attacker: not a card: ''"),
        ("--attacker 6C --defender 6D --trump S", "--trump: not a card: 'S'"),
        ("--attacker 6C --defender 6D --trump 7S,8S", "--trump: one card is needed"),
        (
            "--attacker 7D --defender 8C --trump 7S --table 6H,6C",
            "--table: defender: 6C does not beat 6H (trump 7S)",
        ),
        (
            "--attacker 7D --defender 8C --trump 7S --table 6H,TH,QC",
            "--table: attacker: no card of the rank of QC on the table (6H TH)",
        ),
        (
            "--attacker= --defender= --trump 7S --table 6D,7D,7C",
            "the game is over before 7C is played",
        ),
        ("--attacker= --defender 8C --trump 7S", "the game is over here; give both"),
        ("--attacker= --defender 8D --trump 7S --table 6D --to-act give-more", "game is over"),
        (
            "--attacker 7D --defender 8C --trump 7S --to-act defender",
            "--to-act defender: needs a --table with a last card that is not beaten",
        ),
        (
            "--attacker 7D --defender 8C --trump 7S --table 6D --to-act attacker",
            "--to-act attacker: needs a --table with each attack beaten",
        ),
        ("--attacker 7D --trump 7S", "required: --defender"),
        ("--attacker 7D --defender 8C --trump 7S --nodes 0", "not a number above 0"),
        ("--attacker 7D --defender 8C --trump 7S --to-act nobody", "invalid choice"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_line(
    line: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code, output, error = solve(capfd, line)
    assert (code, output) == (2, "")
    assert said in error.splitlines()[-1]
    assert error.splitlines()[-1].startswith("durak-tui")

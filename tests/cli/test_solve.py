"""``durak-tui solve``: what it prints, as text and as JSON, and what it refuses."""

import json
import signal
import subprocess
import sys

import pytest

from durak_tui.cli.solve import MOST_NODES
from tests.cli.commands import CapFd, command
from tests.processes import read_until


def solve(capfd: CapFd, line: str) -> tuple[int, str, str]:
    """Exit code, output and errors of ``durak-tui solve``."""
    return command(capfd, "solve", *line.split())


@pytest.mark.parametrize(
    ("cards", "line", "printed"),
    [
        (
            "--attacker 6C,7D --defender 8C,9S --trump 7S",
            "6C7D/8C9S - - 7S 1 move",
            """\
value: loss
best:  6C (attacker)
line:  attacker: 6C/8C - beaten
       defender: 9S, defender wins
""",
        ),
        (
            "--attacker= --defender 8d --trump 7s --table 6d",
            "8D/- 6D - 7S 2 respond",
            """\
value: draw
best:  8D (defender)
line:  attacker: 6D/8D - beaten, draw
""",
        ),
        (
            "--attacker 6D,6H --defender KC,AC,KS --trump 7S --table 6C --to-act give-more",
            "KCACKS/6D6H 6C - 7S 2 give_more",
            """\
value: win
best:  6D 6H (attacker)
line:  attacker: 6C - defender takes, added: 6D 6H, attacker wins
""",
        ),
        (
            "--attacker 6C,AH --defender 7C,7D --trump 8S --table 9H,TH --to-act attacker",
            "6CAH/7C7D 9HTH - 8S 1 move",
            """\
value: loss
best:  beaten (attacker)
line:  attacker: 9H/TH - beaten
       defender: 7C - attacker takes, added: 7D, defender wins
""",
        ),
    ],
)
def test_value_action_and_line_are_printed(
    cards: str, line: str, printed: str, capfd: CapFd
) -> None:
    assert solve(capfd, cards) == (0, printed, "")
    assert command(capfd, "solve", "--position", line) == (0, printed, "")


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("--attacker 6C,7D --defender 8C,9S --trump 7S", "8C9S/6C7D - - 7S 2 move 6H7H 8C/-"),
        ("--attacker 8C,9S --defender 7D --trump 7S", "7D/8C9S 6CTC - 7S 1 beaten"),
        ("--attacker 8♣,9♠️ --defender 7♢ --trump 7S", "8C9♤/7♦ - - 7♠ 1 move"),
    ],
)
def test_a_position_in_a_line_is_solved_as_by_cards(cards: str, line: str, capfd: CapFd) -> None:
    found = solve(capfd, cards)
    assert found[0] == 0
    assert command(capfd, "solve", "--position", line) == found


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["6С/7C - - 7S 1 move"], "--position: 'С' is a Cyrillic letter; write the Latin C\n"),
        (["6C/7C - - 7S 1 sleep"], "--position: the phase is one of move, respond"),
        (["6C/7C - 8C7S 7S 1 move"], "--position: the talon must be empty"),
        (["6C/- - - 7S 1 over"], "the game is over here"),
        (["6C/7C - - 7S 1 move", "--attacker", "6C"], "--position is enough; leave out --attacker"),
        (["6C/7C - - 7S 1 move", "--to-act", "attacker"], "leave out --to-act"),
        (["6C7C\x1b[31m - - 7S 1 move"], r"two hands have / between them, unlike 6C7C\x1b[31m"),
        (["6C/" + "7C" * 99_999 + "x - - 7S 1 move"], "cards are written like 6CTD, not 7C7C7C"),
    ],
)
def test_a_line_that_cannot_be_solved_is_refused_with_the_reason(
    options: list[str], said: str, capfd: CapFd
) -> None:
    code, _, error = command(capfd, "solve", "--position", *options)
    assert code == 2
    assert said in error
    assert len(error) < 400


def test_json_has_its_keys_in_order(capfd: CapFd) -> None:
    line = "--attacker 9D --defender 8C,9S --trump 7S --table 6C --json"
    code, output, error = solve(capfd, line)
    assert (code, error) == (0, "")
    found = json.loads(output)
    assert found.pop("nodes") < 100
    assert found.pop("compiled") in (True, False)
    assert list(found) == ["value", "low", "high", "to_act", "phase", "best", "line"]
    assert (found["to_act"], found["phase"]) == ("defender", "respond")
    assert (found["value"], found["low"], found["high"]) == ("loss", "loss", "loss")
    assert found["line"][0] == {"player": "defender", "cards": found["best"]}
    description = solve(capfd, "--help")[1].partition("prints one object:")[2]
    assert not [key for key in json.loads(output) if key not in description]


LARGE = "--attacker 6C,6D,7D,9H,9D,AC --defender 8C,9S,TD,JD,QC,KC --trump 7S --table 6H"


def test_a_limit_that_is_too_low_is_admitted(capfd: CapFd) -> None:
    code, output, _ = solve(capfd, f"{LARGE} --to-act give-more --nodes 5")
    assert code == 1
    assert output.startswith("value: unknown, from loss to win; try --nodes above ")
    assert "best:" not in output and "line:" not in output
    code, output, _ = solve(capfd, f"{LARGE} --nodes 5 --json")
    assert code == 1
    found = json.loads(output)
    assert (found["value"], found["low"], found["high"]) == (None, "loss", "win")
    assert (found["best"], found["line"]) == (None, [])


def test_the_only_action_there_is_is_the_best_however_little_is_known(capfd: CapFd) -> None:
    line = LARGE.replace("6H", "AS") + " --nodes 5"
    code, output, _ = solve(capfd, line)
    assert code == 1
    assert output.startswith("value: unknown")
    assert output.endswith("best:  take (defender)\n")
    assert json.loads(solve(capfd, f"{line} --json")[1])["best"] == []


def test_a_search_of_any_length_that_is_accepted_ends_with_an_answer(capfd: CapFd) -> None:
    line = "--attacker 6C,7D --defender 8C,9S --trump 7S --nodes"
    assert solve(capfd, f"{line} {MOST_NODES}")[::2] == (0, "")
    code, output, error = solve(capfd, f"{line} {2**62}")
    assert (code, output) == (2, "")
    assert f"--nodes: {2**62:,} is above {MOST_NODES:,}" in error


ANNOUNCING = """\
import sys
from durak_tui.analysis.endgame import Solver
from durak_tui.cli.main import main

class Announced(Solver):
    def solve(self, position, nodes):
        print("searching", flush=True)
        return super().solve(position, nodes)

sys.modules[Solver.__module__].Solver = Announced
sys.exit(main(sys.argv[1:]))
"""
ENDLESS = (
    "--attacker 2C,3D,4H,5S,6C,7D,8H,9S,TC,JD,QH,KS,AC,2D,3H,4S,5C,6D,7H,8S"
    " --defender 2H,3S,4C,5D,6H,7S,8C,9D,TH,JS,QC,KD,AH,2S,3C,4D,5H,6S,7C,8D --trump 9C"
    f" --nodes {MOST_NODES}"
)


@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_search_at_once_and_without_a_word(number: signal.Signals) -> None:
    command = [sys.executable, "-c", ANNOUNCING, "solve", *ENDLESS.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout and process.stderr
            read_until(process.stdout, b"searching\n")
            process.send_signal(number)
            # A shell has 128 and the number for a program that a signal has ended.
            assert process.wait(60) == -number
            assert process.stdout.read() + process.stderr.read() == b""
        finally:
            process.kill()


HANDS = "--attacker 7D --defender 8C --trump 7S"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--attacker 6C --defender 6C --trump 7S", "named in --attacker and in --defender; a deck"),
        ("--attacker 6C,6C --defender 7C --trump 7S", "--attacker names 6C twice; a deck has it"),
        (f"{HANDS} --table 7D", "in --attacker and in --table; leave out of the hands what"),
        ("--attacker 6X --defender 6C --trump 7S", "--attacker: not a card: '6X'; cards are"),
        (
            "--attacker 6C --defender 6D --trump S",
            "not a card: 'S'; give any one card of the trump",
        ),
        ("--attacker 6C --defender 6D --trump 7S,8S", "--trump: give any one card of the trump"),
        (f"{HANDS} --table 6H,6C", "defender: 6C does not beat 6H (trump 7S); name the cards"),
        (f"{HANDS} --table 6H,TH,QC", "attacker: no card of the rank of QC on the table (6H TH)"),
        ("--attacker= --defender= --trump 7S --table 6D,7D,7C", "is over before 7C is played"),
        ("--attacker= --defender 8C --trump 7S", "the game is over here; give both"),
        ("--attacker= --defender 8D --trump 7S --table 6D --to-act give-more", "game is over"),
        (f"{HANDS} --to-act defender", "needs a --table with a last card that is not beaten"),
        (f"{HANDS} --table 6D --to-act attacker", "needs a --table with each attack beaten"),
        ("--attacker 7D --trump 7S", "required: --defender"),
        (f"{HANDS} --nodes 0", "not a number above 0"),
        (f"{HANDS} --to-act nobody", "invalid choice"),
    ],
)
def test_an_impossible_position_is_refused_in_one_line(line: str, said: str, capfd: CapFd) -> None:
    code, output, error = solve(capfd, line)
    assert (code, output) == (2, "")
    assert said in error.splitlines()[-1]
    assert error.splitlines()[-1].startswith("durak-tui")

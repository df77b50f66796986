"""``durak-tui review``: what it says, what it stores, and how it ends."""

import json
import re
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from durak_tui.analysis.game_review import KINDS, WORLDS
from durak_tui.analysis.montecarlo import MonteCarlo
from durak_tui.library.index import LogIndex
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import RESIGNED, Ending
from durak_tui.words.narrator import shown_names
from durak_tui.words.worth import percent
from tests.cli.commands import CapFd, Patch, command
from tests.cli.terminal import drawn
from tests.processes import read_until
from tests.records.games import GENUINE_LOG, random_game
from tests.records.storing import file_size_limit

REVIEW = [sys.executable, "-m", "durak_tui.cli.main", "review"]
FEW = ["--worlds", "2"]


def review(capfd: CapFd, *arguments: object) -> tuple[int, str, str]:
    """Exit code, output and errors of ``durak-tui review``."""
    return command(capfd, "review", *arguments)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Three games of dummies."""
    with LogIndex(GENUINE_LOG) as index:
        index.scan()
        games = [index.raw(number) for number in (8, 26, 11)]
    path = tmp_path / "some games.log"
    path.write_bytes(b"".join(games))
    return path


def test_a_review_of_a_game_has_its_plot_mistakes_and_players(log: Path, capfd: CapFd) -> None:
    code, output, error = review(capfd, log, "--game", 1)
    assert (code, error) == (0, "")
    lines = output.splitlines()
    assert lines[0] == "Game 1: durak-dummy (1) - durak-dummy (2) (1-0)"
    assert max(map(len, lines)) <= 80
    assert "Chances of durak-dummy (1); ▲▼ mistakes" in lines
    assert any(re.match(r" +100 % ┤", line) for line in lines)
    assert any(re.match(r" +0 % ┤", line) for line in lines)
    assert any(re.fullmatch(" +└─+═ exact ═+", line) for line in lines)
    assert any(re.fullmatch(r"dura\S+ \(1\) [ ▲]+▲ worst[ ▲]*", line) for line in lines)
    assert any(re.fullmatch(r"dura\S+ \(2\) [ ▼]*(worst ▼|▼ worst)[ ▼]*", line) for line in lines)
    assert "  Bout 10: KD lost a won endgame. Better: AD." in lines
    assert f"  Bout 9: 6D cost {percent(0.39)}. Better: JH." in lines
    player = r"durak-dummy \(1\): 16 decisions, cost \d+\s% per decision"
    assert any(re.fullmatch(player, line) for line in lines)


def test_where_blocks_are_missing_it_is_plain(log: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    run = subprocess.run(
        [*REVIEW, log, "--game", "1", *FEW], capture_output=True, timeout=300, check=True
    )
    assert run.stdout.isascii()
    assert re.search(rb"\n +0 % \+[ .#]+\n +\+-+= exact =+\n", run.stdout)


def test_a_review_of_all_games_has_a_line_for_each(log: Path, capfd: CapFd) -> None:
    code, output, error = review(capfd, log, *FEW)
    assert (code, error) == (0, "")
    lines = output.splitlines()
    assert [line[:3] for line in lines[:3]] == ["1. ", "2. ", "3. "]
    assert re.search(
        r"\(1-0\)  worst mistakes: durak-dummy \(1\) \d+\s%, durak-dummy \(2\) \d+\s%$", lines[0]
    )
    assert re.search(r"\n\ndurak-dummy \(player1\): \d\d decisions, cost \d", output)
    assert re.search(r"\n  Worst, game [123]: Bout \d+: ", output)


def test_json_has_its_keys_and_agrees_with_itself(log: Path, capfd: CapFd) -> None:
    code, output, _ = review(capfd, log, "--json", *FEW)
    found = json.loads(output)
    assert code == 0
    assert list(found) == ["log", "worlds", "games", "players", "stopped"]
    assert (found["worlds"], found["stopped"]) == (2, False)
    assert [game["game"] for game in found["games"]] == [1, 2, 3]
    for game in found["games"]:
        assert list(game) == [
            "game", "names", "result", "complete", "scores", "players", "decisions",
        ]  # fmt: skip
        assert game["scores"][-1] == {"1-0": 1, "0-1": 0, "s-s": 0.5}[game["result"]]
        assert len(game["scores"]) == len(game["decisions"])
        for decision in game["decisions"]:
            values = [(one["action"], one["score"]) for one in decision["values"]]
            assert (decision["best"], round(decision["best_score"], 3)) in values
        for player in game["players"]:
            own = [d for d in game["decisions"] if d["player"] == player["player"]]
            assert player["cost"] == pytest.approx(sum(d["cost"] for d in own), abs=0.01)
            for kind in KINDS:
                assert player[kind] == sum(d["kind"] == kind for d in own)
    assert [player["games"] for player in found["players"]] == [3, 3]
    code, output, _ = review(capfd, log, "--json", "--game", 2, *FEW)
    assert json.loads(output)["games"] == [found["games"][1]]


def thinks(*_: object, **__: object) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("one", [[], ["--game", "2"], ["--json"]])
def test_nothing_is_done_again(log: Path, one: list[str], capfd: CapFd, monkeypatch: Patch) -> None:
    before = log.read_bytes()
    first = review(capfd, log, *FEW, *one)
    stored = Path(f"{log}.review").read_bytes()
    assert review(capfd, log, *FEW, *one, "--again") == first
    monkeypatch.setattr(MonteCarlo, "evaluate", thinks)
    assert review(capfd, log, *FEW, *one) == first
    assert Path(f"{log}.review").read_bytes() == stored
    assert log.read_bytes() == before
    for other in (["--again"], ["--worlds", "3"]):
        with pytest.raises(ZeroDivisionError):
            review(capfd, log, *FEW, *one, *other)


def test_a_game_that_has_changed_is_reviewed_and_the_others_are_not(
    log: Path, capfd: CapFd, monkeypatch: Patch
) -> None:
    review(capfd, log, *FEW)
    log.write_bytes(encode_game(random_game(14)) + log.read_bytes() + encode_game(random_game(9)))
    judges = []
    begin = MonteCarlo.__init__

    def counting(judge: MonteCarlo) -> None:
        judges.append(judge)  # each game has its own
        begin(judge)

    monkeypatch.setattr(MonteCarlo, "__init__", counting)
    code, output, _ = review(capfd, log, *FEW)
    assert code == 0
    assert len(judges) == 2
    assert len(re.findall(r"^\d\. ", output, re.MULTILINE)) == 5


def test_damaged_games_are_passed_over_with_a_word(log: Path, capfd: CapFd) -> None:
    games = log.read_bytes()
    second = games.index(b"####", games.index(b"\n", 10))
    log.write_bytes(games[: second + 900] + b"\n" + games[second:])
    code, output, _ = review(capfd, log, *FEW)
    assert code == 0
    assert re.search(r"^2\. .*  damaged: ", output, re.MULTILINE)
    assert output.count("worst mistakes: ") == 3
    code, output, _ = review(capfd, log, "--json", *FEW)
    assert list(json.loads(output)["games"][1]) == ["game", "damage"]
    for form in ([], ["--json"]):
        code, output, error = review(capfd, log, "--game", 2, *FEW, *form)
        assert (code, output) == (1, "")
        assert error.startswith("durak-tui: game 2 is damaged: ")


def test_games_without_a_card_and_games_given_up(tmp_path: Path, capfd: CapFd) -> None:
    record = random_game(5)
    log = tmp_path / "x.log"
    nothing = replace(record, actions=(), ending=Ending(0, "crash", 1, "it is gone", "init"))
    some = replace(
        record,
        actions=record.actions[:1],
        ending=Ending(0, RESIGNED, detail="Bob resigned", phase="respond"),
    )
    log.write_bytes(encode_game(nothing) + encode_game(some))
    code, output, error = review(capfd, log, "--game", 1, *FEW)
    assert (code, error) == (0, "")
    assert "it is gone" in output
    assert "Chances of" not in output
    assert output.count("0 decisions") == 2
    code, output, error = review(capfd, log, "--game", 2, *FEW)
    assert (code, error) == (0, "")
    assert "Bob resigned" in output
    assert "Chances of" in output
    code, output, error = review(capfd, log, *FEW)
    names = shown_names(nothing.names)
    assert f"worst mistakes: {names[0]} -, {names[1]} -\n" in output
    assert code == review(capfd, log, "--json", *FEW)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["/nothing"], "durak-tui: /nothing cannot be read: No such file or directory"),
        (["LOG", "--game", "4"], "has games 1 to 3, not 4"),
        (["LOG", "--game", "0"], "has games 1 to 3, not 0"),
        (["EMPTY"], "there are no games in this file"),
        (["LOG", "--worlds", "0"], "not a number above 0"),
        (["LOG", "--worlds", "10001"], "above 10,000"),
        ([], "required: LOG"),
    ],
)
def test_wrong_words_are_refused(arguments: list[str], said: str, log: Path, capfd: CapFd) -> None:
    empty = log.with_name("empty.log")
    empty.touch()
    names = {"LOG": str(log), "EMPTY": str(empty)}
    code, output, error = review(capfd, *(names.get(each, each) for each in arguments))
    assert (code, output) == (2, "")
    assert said in error.splitlines()[-1]
    assert not Path(f"{log}.review").exists()


def test_a_review_that_cannot_be_stored_is_shown_and_reported_once(
    log: Path, capfd: CapFd, monkeypatch: Patch
) -> None:
    Path(f"{log}.review").mkdir()
    code, output, error = review(capfd, log, *FEW)
    assert (code, output.count("worst mistakes: "), error.count("\n")) == (0, 3, 1)
    assert "cannot be read: Is a directory; reviews are not saved" in error
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    error = review(capfd, log, "--game", 2, *FEW)[2]
    assert "разборы не сохраняются" in error


def test_a_full_disk_is_reported_and_the_review_is_shown(log: Path, capfd: CapFd) -> None:
    with file_size_limit(100):
        run = subprocess.run(
            [*REVIEW, log, "--game", "2", *FEW], capture_output=True, timeout=300, check=True
        )
    assert b"some games.log.review cannot be written: File too large; reviews" in run.stderr
    assert run.stdout.startswith(b"Game 2: ")
    assert Path(f"{log}.review").read_bytes() == b""
    assert review(capfd, log, "--game", 2, *FEW) == (0, run.stdout.decode(), "")


@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_and_what_is_finished_is_kept(log: Path, number: int) -> None:
    with LogIndex(GENUINE_LOG) as index:
        index.scan()
        log.write_bytes(log.read_bytes() + b"".join(map(index.raw, range(20))))
    with subprocess.Popen([*REVIEW, log], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None and run.stderr is not None
        first = run.stdout.readline().decode()
        run.send_signal(number)
        rest, errors = run.stdout.read().decode(), run.stderr.read()
    assert (run.returncode, errors) == (128 + number, b"")
    assert "worst mistakes: " in first
    assert re.search(r"(  stopped\n)?\ndurak-dummy \(player1\): ", rest)
    finished = (first + rest).count("worst mistakes: ")
    assert len(Path(f"{log}.review").read_bytes().splitlines()) == 1 + finished < 23


SLOWED = """\
import sys
from durak_tui.analysis import game_review as review
from durak_tui.cli.main import main

def announced(*arguments, decisions=review.decisions):
    for decision in decisions(*arguments):
        print("decided", file=sys.stderr, flush=True)
        sys.stdin.readline()
        yield decision

review.decisions = announced
sys.exit(main(["review", *sys.argv[1:]]))
"""
"""Goes on after each decision when a line is written to it."""


def test_a_signal_in_the_only_game_shows_what_there_is(log: Path) -> None:
    for form in ([], ["--json"]):
        with subprocess.Popen(
            [sys.executable, "-c", SLOWED, log, "--game", "1", *FEW, *form],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
        ) as run:  # fmt: skip
            assert run.stdin and run.stderr
            read_until(run.stderr, b"decided\n")
            run.stdin.write(b"\n")
            read_until(run.stderr, b"decided\n")
            run.send_signal(signal.SIGTERM)
            output = run.communicate(b"\n", timeout=300)[0].decode()
        assert run.returncode == 128 + signal.SIGTERM
        assert not Path(f"{log}.review").exists()
        if form:
            found = json.loads(output)
            assert found["stopped"] and not found["games"][0]["complete"]
            assert len(found["games"][0]["decisions"]) == 2
        else:
            assert "\nStopped after 2 of 44 decisions; this is not saved.\n" in output


def test_after_a_kill_it_goes_on_where_it_was(log: Path, capfd: CapFd) -> None:
    whole = review(capfd, log, "--worlds", "20")
    path = Path(f"{log}.review")
    complete = path.read_bytes()
    path.unlink()
    with subprocess.Popen([*REVIEW, log, "--worlds", "20"], stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        run.stdout.readline()
        run.kill()
    # As if it had been in the middle of the next.
    lines = path.read_bytes().splitlines(keepends=True)[:2]
    path.write_bytes(b"".join(lines) + complete.splitlines()[2][:100])
    assert review(capfd, log, "--worlds", "20") == whole
    assert path.read_bytes() == complete


def test_help_names_the_default_and_every_key(capfd: CapFd, log: Path) -> None:
    text = " ".join(review(capfd, "--help")[1].split())
    assert f"(default {WORLDS})" in text
    found = json.loads(review(capfd, log, "--json", "--game", 1, *FEW)[1])
    game = found["games"][0]
    for keys in (found, game, game["decisions"][0], set(game["players"][0]) - set(KINDS)):
        assert all(re.search(rf"\b{key}\b", text) for key in keys)


def test_progress_is_drawn_on_a_terminal_and_gone_at_the_end(log: Path) -> None:
    exit_code, written, screen = drawn("review", str(log), *FEW)
    assert exit_code == 0
    assert re.search(r"\rGame 2 of 3, \d\d %, \d:\d\d left\x1b\[K", written)
    assert not [row for row in screen.rows if "left" in row]
    assert len([row for row in islice(screen.rows, 3) if "worst mistakes: " in row]) == 3

"""Commands speak the user's language; what programs read is the same in all."""

import html
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from durak_tui.cli import autoplay
from durak_tui.engine.scaffold import BEGIN
from durak_tui.user.folders import games_log
from tests.cli.commands import CapFd, Patch, command
from tests.cli.test_me import GAMES, written
from tests.cli.tournaments import dummies, write_cup
from tests.engine.check.sound_engines import PLAIN, program
from tests.records.games import GENUINE_LOG

ENDGAME: Final = "--attacker 6C,7D,9H,9D,AC --defender 8C,9S,TD,JD,QC --trump 7S --table 6H"
UNSOLVED: Final = f"{ENDGAME} --nodes 5"
ENGLISH: Final = re.compile(r"(?<![\w/-])[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}")
"""Three words in a row; the names of commands and options are fewer."""
RUSSIAN: Final = re.compile(r"(?i)[^\W\da-z_]{3,}")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    """An empty folder in which commands are run."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


def said(capfd: CapFd, words: Sequence[object], language: str) -> str:
    """The output of a command in this language."""
    os.environ["LANG"] = language  # given back by the fixture of all tests
    _code, output, errors = command(capfd, *words)
    return output + errors


def in_both(capfd: CapFd, *words: object) -> tuple[str, str]:
    """English and Russian."""
    return said(capfd, words, "C"), said(capfd, words, "ru_RU.UTF-8")


def is_russian(text: str) -> bool:
    """True of a Russian text without a sentence of English."""
    found = ENGLISH.search(text)
    assert not found, f"{found[0]!r} in {text}"
    return RUSSIAN.search(text) is not None


@pytest.mark.parametrize(
    "words",
    [
        "stats --wins 8 --losses 3 --draws 1 --sprt 0 20",
        "stats --pairs 1 2 3 4 5 6",
        "stats --wins 0 --losses 4",
        f"stats {GENUINE_LOG}",
        f"solve {ENDGAME}",
        f"solve {UNSOLVED}",
        "new-engine mine --language c",
        "me",
        f"show {GENUINE_LOG} --game 1",
    ],
)
def test_results_are_in_the_language_of_the_user(words: str, folder: Path, capfd: CapFd) -> None:
    written(*GAMES)
    english = said(capfd, words.split(), "C")
    for file in folder.iterdir():
        file.unlink()
    russian = said(capfd, words.split(), "ru_RU.UTF-8")
    assert RUSSIAN.search(english) is None
    assert not RUSSIAN.search(english)
    assert is_russian(russian.replace(BEGIN, ""))
    assert len(english.splitlines()) == len(russian.splitlines())


@pytest.mark.parametrize(
    "words",
    [
        "nothing",
        "stats",
        "stats --wins",
        "stats --sprt 1",
        "stats --wins x",
        "stats --wins 1 --losses 0 --pairs 1 2 3 4 5 6",
        "stats --wins 1 --losses 0 --alpha 0.1",
        f"stats {GENUINE_LOG} --wins 1",
        "stats /nothing",
        "show",
        f"show {GENUINE_LOG} --game 1000",
        f"show {GENUINE_LOG} --card 1",
        f"show {GENUINE_LOG} --game 0",
        f"show {GENUINE_LOG} --game 1 --format svg --card 1000",
        "solve --attacker 6C",
        "solve --attacker 6C --defender XX --trump 6S",
        "solve --position 6C",
        "solve --position 6C7D/8C9S%9H8D%-%7S%1%move",
        f"solve {ENDGAME} --nodes {10**20}",
        "new-engine",
        "new-engine 1x",
        "new-engine durak-dummy",
        "check nothing",
        "check durak-dummy --move-time 0",
        "tournament /nothing",
        "me --log /nothing",
        "play --resume",
        "play nothing --no-mouse",
        "autoplay a b c",
        "logs --what",
    ],
)
def test_errors_are_in_the_language_of_the_user(words: str, capfd: CapFd) -> None:
    english, russian = in_both(capfd, *(word.replace("%", " ") for word in words.split()))
    assert english and not RUSSIAN.search(english)
    assert is_russian(russian)


@pytest.mark.parametrize(
    "text", ['format = "swis"', "format = 1", 'format = "swiss"\ngames = 3', "[[engine]]"]
)
def test_a_mistake_in_the_file_of_a_tournament_is_explained_in_the_language_of_the_user(
    text: str, capfd: CapFd
) -> None:
    Path("cup.toml").write_text(text)
    english, russian = in_both(capfd, "tournament", "cup.toml")
    assert not RUSSIAN.search(english)
    assert is_russian(russian)


def test_a_check_explains_in_the_language_of_the_user(tmp_path: Path, capfd: CapFd) -> None:
    program(tmp_path, PLAIN.replace('"ok"', '"OK"'))
    english, russian = in_both(capfd, "check", f"{sys.executable} {tmp_path}/engine")
    as_in_logs = 'init must be answered with "ok"'
    assert as_in_logs in english and not RUSSIAN.search(english)
    assert is_russian(" ".join(russian.split()).replace(as_in_logs, ""))
    assert "1 не пройдено" in russian.splitlines()[-1]


def test_a_tournament_is_reported_in_the_language_of_the_user(folder: Path, capfd: CapFd) -> None:
    Path("odd.py").write_text(
        "import sys\nfor line in sys.stdin:\n"
        "    print('ok' if line[:2] in ('in', 'de') else '?', flush=True)\n"
    )
    engines = [*dummies(2), ("odd", f"{sys.executable} odd.py")]
    cup = write_cup(folder, "swiss", engines, 2)
    (out := folder / "out").mkdir()
    printed, files = {}, {}
    for language in ("C", "ru_RU.UTF-8"):
        for file in out.iterdir():
            file.unlink()
        printed[language] = said(capfd, ["tournament", cup, "--concurrency=1"], language)
        files[language] = {file.name: file.read_text() for file in out.iterdir()}
    english, russian = printed.values()
    assert not RUSSIAN.search(english)
    assert is_russian(russian)
    for name in ("report.md", "report.html"):
        texts = [files[language][name] for language in printed]
        assert not RUSSIAN.search(texts[0])
        # Faults of engines stand there as in the log.
        text = re.sub(r"(?s)```.*?```|<pre>.*?</pre>|<style>.*?</style>", "", texts[1])
        assert is_russian(html.unescape(re.sub("<[^>]*>", "\n", text)))
    page = files["ru_RU.UTF-8"]["report.html"]
    assert '<html lang="ru">' in page
    assert set(re.findall('href="#(game-.*?)"', page)) == set(re.findall('id="(game-.*?)"', page))
    assert not RUSSIAN.search(files["ru_RU.UTF-8"]["results.json"])
    assert not RUSSIAN.search(files["ru_RU.UTF-8"]["games.log"])


def test_practice_in_lines_is_in_the_language_of_the_user() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "durak_tui.cli.main", "practice", "--plain"],
        stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=True,
        env={**os.environ, "LANG": "ru_RU.UTF-8", "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert is_russian(run.stdout.decode())


@pytest.mark.parametrize(
    "words",
    [
        f"show {GENUINE_LOG} --json",
        f"show {GENUINE_LOG} --game 2 --json",
        f"stats {GENUINE_LOG} --json",
        "stats --wins 3 --losses 1 --json",
        f"solve {ENDGAME} --json",
        "review games.log --game 1 --worlds 1 --json",
        "me --json",
    ],
)
def test_json_is_the_same_in_every_language(words: str, folder: Path, capfd: CapFd) -> None:
    written(*GAMES)
    (folder / "games.log").write_bytes(games_log().read_bytes())
    english, russian = in_both(capfd, *words.split())
    assert english.startswith("{") or english.startswith("[")
    assert english == russian


def test_a_match_writes_the_same_in_every_language_but_for_its_errors(
    folder: Path, capfd: CapFd, monkeypatch: Patch
) -> None:
    match = ["durak-dummy", "durak-dummy", "--seed=1", "--matches-number=1", "--match-size=2"]
    match.append("--concurrency=1")  # no processes to wait for
    written_out = []
    for language in ("C", "ru_RU.UTF-8"):
        monkeypatch.setenv("LANG", language)
        assert autoplay.main([*match, "--stats", "--json=results.json"]) == 0
        captured = capfd.readouterr()
        output = re.sub(r"\d+\.\d us", "", captured.out)
        assert ("even by construction" in captured.err) == (language == "C")
        results = re.sub(r'"ms": \[.*?\]', "", (folder / "results.json").read_text())
        written_out.append((output, results))
    assert is_russian(captured.err)
    assert written_out[0] == written_out[1]
    assert "even by construction" in written_out[1][1]
    for wrong in (
        "--resume",
        "--infos",
        "--deals=x",
        "--sprt=3,1",
        "--cluster=x --debug",
        "--json=x --log-file=x",
    ):
        assert autoplay.main([*match, *wrong.split()]) == 2
        assert is_russian(capfd.readouterr().err)

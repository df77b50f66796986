"""What the documents say is so."""

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from durak_tui.engine.check.compliance import MOVE_TIME
from durak_tui.engine.config import DEFAULT_MOVE_TIME
from durak_tui.engine.process import EXIT_GRACE
from durak_tui.engine.registry import LANGUAGES, SHIPPED
from durak_tui.engine.scaffold import starter
from durak_tui.engine.sdk import Engine, Turn
from durak_tui.protocol.conversation import INFO_CAP, LINE_CAP
from durak_tui.protocol.faults import FaultReason
from durak_tui.protocol.messages import Features, GameData, Info, Kind
from tests.guide import follow
from tests.readme import BLOCK, README, ROOT, RUSSIAN_README, with_outputs

GUIDE = ROOT / "engines" / "README.md"
RUSSIAN_GUIDE = ROOT / "docs" / "ru" / "engines.md"
FENCED = re.compile(r"(?:^<!-- [^\n]* -->\n)?^```.*?^```$", re.MULTILINE | re.DOTALL)


def page_name(page: Path) -> str:
    """What a test of it is called by."""
    return str(page.relative_to(ROOT))


def targets(page: Path) -> list[Path | str]:
    """What a page links to outside of itself, without the links between the languages."""
    text = FENCED.sub("", page.read_text(encoding="utf-8")).split("\n\n", 2)[2]
    translated = {RUSSIAN_README: README, RUSSIAN_GUIDE: GUIDE}
    found: list[Path | str] = []
    for link in re.findall(r"\]\(([^)#]+)", text):
        path = (page.parent / link).resolve()
        found.append(link if "://" in link else translated.get(path, path))
    return found


@pytest.mark.slow
def test_the_outputs_in_the_readme_are_what_the_commands_print() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) >= 3
    assert with_outputs(text) == text


@pytest.mark.story
def test_whoever_follows_the_guide_sees_what_it_says(tmp_path: Path) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    commands = []
    for done in follow(text, tmp_path):
        assert done.as_promised, f"{done.command}\n{done.printed}"
        commands.append(done.command.split()[:2])
    for step in ("new-engine", "check", "show", "tournament"):
        assert ["durak-tui", step] in commands


def test_the_engine_of_the_guide_has_at_most_fifteen_lines() -> None:
    code = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 15


def test_the_readme_tells_of_every_engine_that_ships_in_the_order_of_the_lists() -> None:
    text = README.read_text(encoding="utf-8")
    table = text.partition("## The engines that ship\n")[2].partition("\n\n`")[0]
    assert re.findall(r"^\| `([^`]*)` \|", table, re.MULTILINE) == list(SHIPPED)


def test_the_guide_tells_of_every_language() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in text for name in LANGUAGES)
    links = re.findall(r"\]\(([^#)]+)", text)
    assert links
    assert all((GUIDE.parent / link).exists() for link in links)


def test_what_the_guide_says_of_a_decision_is_there() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    table = text.partition("| of `turn` |")[2].partition("\n\n")[0]
    names = re.findall(r"`(\w+)", "".join(re.findall(r"^\|[^|]*", table, re.MULTILINE)))
    assert len(names) > 10
    assert not [name for name in names if not hasattr(Turn, name)]


def section(title: str) -> str:
    """A part of the guide, without its title."""
    text = GUIDE.read_text(encoding="utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]
    assert text
    return text


def named(table: str) -> list[str]:
    """What the rows of a table are about: all that is code in the first column."""
    return re.findall(r"`(\w+)", "".join(re.findall(r"^\|[^|]*", table, re.MULTILINE)))


def test_the_guide_names_all_commands_keys_and_reasons_and_no_others() -> None:
    commands, _, keys = section("Version 1").partition("`DATA` is JSON")
    assert named(commands) == list(get_args(Kind))
    in_hints = ("hand", "enemy_known", "attack_limit")  # The last also in games of version 2.
    assert named(keys) == [key for key in GameData._fields if key not in in_hints]
    version_2 = section("Version 2")
    assert named(version_2) == [key for key in Features._fields if key != "protocol"]
    assert not [key for key in (*in_hints, *Info._fields) if f"`{key}`" not in version_2]
    assert named(section("What loses a game")) == list(get_args(FaultReason))


def test_the_numbers_of_the_guide_are_those_that_hold() -> None:
    for title, sentence in (
        ("Time", f"has {DEFAULT_MOVE_TIME:g} seconds for every answer"),
        ("Time", f"In `durak-tui check` it is {MOVE_TIME:g} seconds"),
        (
            "From an empty folder to a rating",
            f"Here the engine has {MOVE_TIME:g} seconds for every answer",
        ),
        ("Version 2", f"up to {INFO_CAP} lines `info"),
        ("What loses a game", f"over {INFO_CAP} infos"),
        ("What loses a game", f"a line over {LINE_CAP // 1024} KiB"),
        ("What loses a game", f"has {EXIT_GRACE:g} seconds to exit"),
    ):
        assert sentence in " ".join(section(title).split())


def test_what_the_guide_says_can_be_overridden_is_there_with_these_arguments() -> None:
    text = section("In Python, in fifteen lines")
    methods = dict(re.findall(r"^\| `(\w+)\((\w*)\)", text, re.MULTILINE))
    assert {"give_more", "new_game", "dealt", "game_over"} == set(methods)
    for name, argument in methods.items():
        parameters = list(inspect.signature(getattr(Engine, name)).parameters)
        assert parameters == ["self", *filter(None, [argument])]


@pytest.mark.slow
def test_the_tournament_of_the_readme_can_be_played(tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    (file,) = re.findall(r"```toml\n(format.*?)```", text, re.DOTALL)
    short = file.replace("games = 20", "games = 2")
    assert short != file
    (tmp_path / "cup.toml").write_text(short, encoding="utf-8")
    (tmp_path / "my_engine.py").write_text(starter("mine", "python"), encoding="utf-8")
    scripts = Path(sys.executable).parent
    run = subprocess.run(
        [scripts / "durak-tui", "tournament", "cup.toml"], cwd=tmp_path,
        env={**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True, check=True, timeout=300, text=True,
    )  # fmt: skip
    assert "Round-robin of 3 engines, 2 games per pairing" in run.stdout
    assert "Report: results/report.md" in run.stdout
    assert (tmp_path / "results" / "report.html").exists()


def test_every_option_of_autoplay_is_in_the_readme() -> None:
    usage = subprocess.run(
        [sys.executable, "-m", "durak_tui.cli.autoplay", "--help"],
        capture_output=True, check=True, timeout=300, text=True,
    ).stdout  # fmt: skip
    options = set(re.findall(r"--[a-z-]+", usage)) - {"--help", "--version", "--level"}
    text = README.read_text(encoding="utf-8")
    assert options
    assert not {option for option in options if option not in text}


@pytest.mark.parametrize(
    ("english", "russian"), [(README, RUSSIAN_README), (GUIDE, RUSSIAN_GUIDE)], ids=page_name
)
class TestARussianPage:
    def test_has_the_code_the_sections_and_the_rows_of_the_english(
        self, english: Path, russian: Path
    ) -> None:
        texts = [page.read_text(encoding="utf-8") for page in (english, russian)]
        assert FENCED.findall(texts[1]) == FENCED.findall(texts[0])
        headings, rows = (
            [re.findall(lines, FENCED.sub("", text), re.MULTILINE) for text in texts]
            for lines in (r"^#+ ", r"^\|")
        )
        assert headings[1] == headings[0]
        assert len(rows[1]) == len(rows[0]) > 10

    def test_has_the_links_and_pictures_of_the_english(self, english: Path, russian: Path) -> None:
        assert targets(russian) == targets(english)

    def test_is_a_link_away_at_the_top(self, english: Path, russian: Path) -> None:
        for page, other in ((english, russian), (russian, english)):
            top = page.read_text(encoding="utf-8").split("\n\n")[1]
            (link,) = re.findall(r"\]\(([^)]+)\)", top)
            assert (page.parent / link).resolve() == other

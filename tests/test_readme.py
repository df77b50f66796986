"""What the documents say is so."""

import re
import subprocess
import sys
from pathlib import Path

from durak_tui.engine.registry import SHIPPED
from durak_tui.engine.sdk import Turn
from durak_tui.engine.starter import LANGUAGES
from tests.guide import follow
from tests.readme import BLOCK, README, ROOT, with_outputs

GUIDE = ROOT / "engines" / "README.md"


def test_the_outputs_in_the_readme_are_what_the_commands_print() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) >= 3
    assert with_outputs(text) == text


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


def test_every_option_of_autoplay_is_in_the_readme() -> None:
    usage = subprocess.run(
        [sys.executable, "-m", "durak_tui.cli.autoplay", "--help"],
        capture_output=True, check=True, timeout=60, text=True,
    ).stdout  # fmt: skip
    options = set(re.findall(r"--[a-z-]+", usage)) - {"--help", "--version", "--level"}
    text = README.read_text(encoding="utf-8")
    assert options
    assert not {option for option in options if option not in text}

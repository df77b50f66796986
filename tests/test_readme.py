"""What the documents say is so."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.readme import BLOCK, README, ROOT, output_of, with_outputs

GUIDE = ROOT / "engines" / "README.md"


def test_the_outputs_in_the_readme_are_what_the_commands_print() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) >= 3
    assert with_outputs(text) == text


def test_the_engine_of_the_guide_has_at_most_fifteen_lines_and_passes_the_check(
    tmp_path: Path,
) -> None:
    code = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 15
    engine = tmp_path / "miser.py"
    engine.write_text(code)
    command = shlex.join([sys.executable, str(engine)])
    assert ", 0 failed" in output_of(f"durak-tui check {shlex.quote(command)}")


def test_every_option_of_autoplay_is_in_the_readme() -> None:
    usage = subprocess.run(
        [sys.executable, "-m", "durak_tui.cli.autoplay", "--help"],
        capture_output=True, check=True, timeout=60, text=True,
    ).stdout  # fmt: skip
    options = set(re.findall(r"--[a-z-]+", usage)) - {"--help", "--version", "--level"}
    text = README.read_text(encoding="utf-8")
    assert options
    assert not {option for option in options if option not in text}

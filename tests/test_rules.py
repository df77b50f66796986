"""The rules by their ids: what the code cites is described, and the examples are true."""

import re
from pathlib import Path

import pytest

from durak_tui.game.cards import card_names
from durak_tui.game.notation import parse_position
from durak_tui.game.position import DRAW, OVER

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ID = re.compile(r"\b[CDHP]-\d{3}\b")
RANGE = re.compile(r"\b([CDHP])-(\d{3}) to \1-(\d{3})\b")
EXAMPLE = re.compile(r"^\| `(\S+/[^`]*)` \| (.*) \|$", re.MULTILINE)


def cited() -> dict[str, Path]:
    """Each id in the code, those within a range too, with a file that it stands in."""
    found = {}
    for folder in ("durak_tui", "engines", "tests", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for letter, first, last in RANGE.findall(text):
                for number in range(int(first), int(last) + 1):
                    found[f"{letter}-{number:03}"] = path
            found |= dict.fromkeys(ID.findall(text), path)
    return found


def test_every_rule_that_the_code_cites_is_described_once() -> None:
    described = re.findall(r"^\| ([CDHP]-\d{3}) \| .{20,} \|$", RULES, re.MULTILINE)
    assert len(described) == len(set(described))
    rules = cited()
    assert len(rules) > 30
    assert not {name: path for name, path in rules.items() if name not in described}


@pytest.mark.parametrize(("line", "result"), EXAMPLE.findall(RULES))
def test_the_examples_are_true(line: str, result: str) -> None:
    position = parse_position(line)
    if position.phase == OVER:
        won = f"player {position.winner + 1} wins"
        assert result == ("a draw" if position.winner == DRAW else won)
    else:
        actions = ["".join(card_names(cards)) or "pass" for cards in position.legal_actions()]
        assert result == ", ".join(f"`{action}`" for action in actions)


def test_there_are_examples_of_both_kinds() -> None:
    assert len(EXAMPLE.findall(RULES)) > 10

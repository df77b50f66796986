"""What reaches into Textual lies in one folder, and for the version that is installed."""

import ast
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
import textual

from durak_tui import tui

ROOT = Path(next(iter(tui.__path__)))
TERMINAL = ROOT / "terminal"
TEXTUAL = Path(next(iter(textual.__path__)))
BASES = ("app", "screen", "widget", "dom", "message_pump")


def is_private(name: str) -> bool:
    # Handlers with an underscore are Textual's own way to have one beside that of a subclass.
    return name.startswith("_") and not name.startswith(("__", "_on_"))


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text()))


def defined(path: Path) -> Iterator[str]:
    """The methods of the classes of a module, and the attributes that they set."""
    for node in nodes(path):
        if isinstance(node, ast.ClassDef):
            yield from (one.name for one in node.body if hasattr(one, "name"))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield from [node.attr] if ast.unparse(node.value) == "self" else []


def used(path: Path) -> Iterator[tuple[str, int]]:
    """Methods, attributes and parts of Textual that a module names, and the lines of these."""
    for node in nodes(path):
        if isinstance(node, ast.ClassDef):
            yield from ((one.name, one.lineno) for one in node.body if hasattr(one, "name"))
        elif isinstance(node, ast.Attribute):
            yield node.attr, node.lineno
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual."):
            yield from ((part, node.lineno) for part in (node.module or "").split("."))


@pytest.fixture(scope="module")
def private() -> set[str]:
    names = {name for base in BASES for name in defined(TEXTUAL / f"{base}.py")}
    return {name for name in names if is_private(name)} | {"_compositor"}


def test_only_the_overrides_use_private_members_of_textual(private: set[str]) -> None:
    assert not [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sorted(ROOT.rglob("*.py"))
        if TERMINAL not in path.parents
        for name, line in used(path)
        if name in private
    ]


def test_the_overrides_use_some(private: set[str]) -> None:
    names = {name for path in TERMINAL.glob("*.py") for name, _line in used(path)}
    assert {"_display", "_check_resize", "_push_result_callback", "_modal"} <= names & private


@pytest.mark.parametrize("path", sorted(TERMINAL.glob("*.py")), ids=lambda path: path.stem)
def test_each_says_for_which_textual_it_is(path: Path) -> None:
    assert version("textual") in (ast.get_docstring(ast.parse(path.read_text())) or "")


def test_exactly_that_one_is_asked_for() -> None:
    project = tomllib.loads((ROOT.parents[1] / "pyproject.toml").read_text())["project"]
    assert f"textual=={version('textual')}" in project["dependencies"]

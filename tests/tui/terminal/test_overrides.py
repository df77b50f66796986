"""Everything that reaches into Textual: one folder, for the installed version."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import version
from inspect import getfile
from pathlib import Path

import pytest
import textual

from durak_tui import tui

ROOT = Path(next(iter(tui.__path__)))
TERMINAL = ROOT / "terminal"
TEXTUAL = Path(next(iter(textual.__path__)))
BASES = ("app", "screen", "widget", "dom", "message_pump")


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


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
    files = (str(TEXTUAL / f"{base}.py") for base in BASES)
    return {"_compositor"}.union(*map(private_names, files))


def test_only_the_overrides_use_private_members_of_textual(private: set[str]) -> None:
    assert not [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sorted(ROOT.rglob("*.py"))
        if TERMINAL not in path.parents
        for name, line in used(path)
        if name in private
    ]


@cache
def private_names(path: str) -> set[str]:
    """The private names that the classes of a module define."""
    return set(filter(is_private, defined(Path(path))))


def bases(path: Path) -> Iterator[type]:
    """The classes of Textual from which those of a module derive."""
    module = import_module(".".join(path.relative_to(ROOT.parents[1]).with_suffix("").parts))
    for cls in vars(module).values():
        if isinstance(cls, type) and cls.__module__ == module.__name__:
            yield from (one for one in cls.__mro__ if one.__module__.startswith("textual."))


def test_no_other_class_has_a_private_name_of_its_base_in_textual() -> None:
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        if TERMINAL not in path.parents:
            theirs = set[str]().union(*(private_names(getfile(base)) for base in bases(path)))
            found += [f"{path.relative_to(ROOT)} {one}" for one in defined(path) if one in theirs]
    assert not found


def test_the_overrides_use_some(private: set[str]) -> None:
    names = {name for path in TERMINAL.glob("*.py") for name, _line in used(path)}
    assert {"_display", "_check_resize", "_push_result_callback", "_modal"} <= names & private


@pytest.mark.parametrize("path", sorted(TERMINAL.glob("*.py")), ids=lambda path: path.stem)
def test_each_says_for_which_textual_it_is(path: Path) -> None:
    assert version("textual") in (ast.get_docstring(ast.parse(path.read_text())) or "")


def test_exactly_that_one_is_asked_for() -> None:
    project = tomllib.loads((ROOT.parents[1] / "pyproject.toml").read_text())["project"]
    assert f"textual=={version('textual')}" in project["dependencies"]

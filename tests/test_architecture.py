"""The pages for developers name files and names that there are, and all links lead somewhere."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import pytest
import textual.containers
import textual.widgets

from tests.pages import ROOT

PRODUCT: Final = ROOT / "durak_tui"
PAGES: Final = ("docs/architecture.md", "CONTRIBUTING.md", "tests/README.md")
"""The pages that name files and names of the code."""
ALL_PAGES: Final = sorted(
    str(path.relative_to(ROOT))
    for folder in (".", "engines", "tests", "docs", "docs/ru", "docs/formats")
    for path in (ROOT / folder).glob("*.md")
)
FENCE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PLACEHOLDER: Final = re.compile(r"\b(PART|FILE|LOG|NAME)\b")
"""Words in a path that stand for something of the reader's."""
NAME: Final = re.compile(r"(?!LOG\.)[A-Z]\w+(\.\w+)*(\(\))?|[a-z]\w*_\w+(\(.*\))?|_\(\)")
"""A name of the code: a class, a member of it, a constant, a function."""
FILES: Final = (".py", ".md", ".tcss", ".txt")
"""Endings of what is a file of the source even without a folder before it."""


def text_of(page: str) -> str:
    """The text of a page."""
    return (ROOT / page).read_text(encoding="utf-8")


@cache
def names_in(path: Path) -> frozenset[str]:
    """The names that a module defines, those of classes as ``Class.name``."""
    return frozenset(_defined(ast.parse(path.read_text(encoding="utf-8")).body, ""))


def _defined(body: list[ast.stmt], prefix: str) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield prefix + node.name
            yield from _defined(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (prefix + one.id for one in targets if isinstance(one, ast.Name))


@cache
def sources() -> dict[Path, str]:
    """All modules, those of the product first."""
    folders = ("durak_tui", "engines/durak_engines", "tools", "tests")
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return {path: path.read_text(encoding="utf-8") for path in paths}


def is_defined(name: str) -> bool:
    """True if some module defines this; a member of a class may stand by itself."""
    word = name.partition(".")[0]
    return any(
        one == name or one.endswith(f".{name}")
        for path, source in sources().items()
        if word in source
        for one in names_in(path)
    )


def files_at(path: str) -> list[Path]:
    """Files of a path from the root or the product's folder; ``*`` is for anything."""
    return [file for root in (ROOT, PRODUCT) for file in root.glob(path.rstrip("/"))]


def missing(text: str) -> Iterator[str]:
    """Files, modules and names in backquotes that do not exist."""
    for span in re.findall(r"`([^`\n]+)`", FENCE.sub("", text)):
        within = re.fullmatch(r"(\S+\.py): ([\w.]+)", span)
        if within:
            files = files_at(within[1])
            if not files or within[2] not in names_in(files[0]):
                yield span
        elif re.fullmatch(NAME, span):
            if not is_defined(span.partition("(")[0]):
                yield span
        else:
            yield from _missing_files(span)


def _missing_files(span: str) -> Iterator[str]:
    """Those of a path or a command."""
    words = span.split()
    for before, word in zip(["", *words], words, strict=False):
        path = word.strip("<>")
        if PLACEHOLDER.search(path) or path == "/":
            continue
        if before == "-m" and path.startswith(("tests.", "tools.", "durak")):
            path = path.replace(".", "/")
            if not files_at(f"{path}.py") and not files_at(path):
                yield word
        elif ("/" in path or Path(path).suffix in FILES) and not files_at(path):
            yield word


def headings(page: Path) -> set[str]:
    """The anchors of a page."""
    titles = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def tree() -> dict[str, str]:
    """The folders of the tree, from the root, and what is said of each."""
    block = (
        text_of(PAGES[0]).partition("## The tree\n")[2].partition("```\n")[2].partition("```")[0]
    )
    found: dict[str, str] = {}
    above: list[str] = []
    for line in block.splitlines():
        folder = re.fullmatch(r"( *)(\w+)/( +.*)?", line)
        if folder:
            above = [*above[: len(folder[1]) // 2], folder[2]]
            found["/".join(above)] = folder[3] or ""
        else:
            found["/".join(above)] += line
    return found


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page: str) -> None:
    lines = FENCE.sub("", text_of(page)).splitlines()
    assert [line for line in lines if line.count("`") % 2] == [], "a name is not broken"
    assert sum(line.count("`") for line in lines) > 20
    assert list(missing(text_of(page))) == []


@pytest.mark.parametrize(
    "wrong",
    [
        "game/positions.py", "game/position.py: Position.chek", "game/none.py: Position",
        "Position.chek", "Positions", "legal_acts()", "python -m tools.picture",
        "python -m pytest tests/playing", "HERE.md",
    ],
)  # fmt: skip
def test_what_is_not_there_is_found(wrong: str) -> None:
    assert list(missing(f"See `{wrong}`.")) == [
        wrong.removeprefix("python -m ").removeprefix("pytest ")
    ]


def test_the_tree_has_every_folder_of_the_product_and_no_other() -> None:
    folders = {str(path.parent.relative_to(ROOT)) for path in PRODUCT.rglob("__init__.py")}
    shown = {folder for folder in tree() if folder.startswith("durak_tui")}
    assert shown - {"durak_tui/common/locale"} == folders
    assert all((ROOT / folder).is_dir() for folder in tree())


def test_the_modules_of_the_tree_are_there() -> None:
    named = {
        f"{folder}/{m}" for folder, said in tree().items() for m in re.findall(r"\w+\.py", said)
    }
    assert len(named) > 80
    assert {name for name in named if not (ROOT / name).is_file()} == set()


def test_a_folder_with_a_list_of_modules_lists_all_of_them() -> None:
    lists = {
        folder: set(re.findall(r"\w+\.py", said))
        for folder, said in tree().items()
        if folder.startswith("durak_tui/") or folder == "durak_tui"
        if ".py" in said and "such as" not in said
    }
    assert len(lists) > 12
    left_out = {
        f"{folder}/{path.name}"
        for folder, listed in lists.items()
        for path in (ROOT / folder).glob("*.py")
        if path.name not in {"__init__.py", *listed}
    }
    assert left_out == set()


def test_each_folder_says_what_it_is_and_where_to_begin() -> None:
    for path in PRODUCT.rglob("__init__.py"):
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert len(text.splitlines()) >= 4, path
        for name in re.findall(r"[\w/]+\.py\b", text):
            assert any((folder / name).is_file() for folder in (path.parent, PRODUCT)), (
                f"{path}: {name}"
            )


@pytest.mark.parametrize("page", ALL_PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = FENCE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in target:
            path, _, anchor = target.partition("#")
            file = (ROOT / page).parent / path if path else ROOT / page
            assert file.exists(), target
            assert not anchor or anchor in headings(file), target


def classes() -> dict[str, list[str]]:
    """The classes of the product and the bases that each names."""
    return {
        node.name: [re.sub(r"\[.*|.*\.", "", ast.unparse(base)) for base in node.bases]
        for path, source in sources().items()
        if PRODUCT in path.parents
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
    }


def ancestors(name: str, known: Mapping[str, Sequence[str]]) -> set[str]:
    """All of its bases that are classes of the product, theirs included."""
    own = [base for base in known.get(name, ()) if base in known and base != name]
    return set(own).union(*(ancestors(base, known) for base in own))


def test_no_class_has_more_than_four_ancestors_of_ours() -> None:
    known = classes()
    assert len(known) > 600
    assert {one: ancestors(one, known) for one in known if len(ancestors(one, known)) > 4} == {}


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "screen", ["PlayScreen", "HotSeatScreen", "PeopleTable", "LessonScreen", "PracticeScreen"]
)
def test_the_screen_of_a_table_is_composed_and_has_at_most_three_bases(screen: str) -> None:
    assert len(ancestors(screen, classes())) in range(1, 4)


def test_no_method_of_the_product_is_only_promised() -> None:
    named = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, source in sources().items()
        if PRODUCT in path.parents and "NotImplementedError" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Name) and node.id == "NotImplementedError"
    ]
    assert named == []


def test_screens_and_widgets_know_the_type_of_the_application_only() -> None:
    importing = [
        str(path.relative_to(PRODUCT))
        for path, source in sources().items()
        if PRODUCT / "tui" in path.parents and "tui.app import" in source
        for node in ast.walk(_without_type_checking(ast.parse(source)))
        if isinstance(node, ast.ImportFrom) and node.module == "durak_tui.tui.app"
    ]
    assert importing == ["tui/guests/guest_app.py"]


def _without_type_checking(module: ast.Module) -> ast.Module:
    """A module as it is when it runs."""
    body = [
        node
        for node in module.body
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    ]
    return ast.Module(body, [])


def test_each_class_and_each_module_has_a_name_of_its_own() -> None:
    sources = [path for path in PRODUCT.rglob("*.py") if path.name != "__init__.py"]
    modules = Counter(path.stem for path in sources)
    classes = Counter(
        node.name
        for path in sources
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in (modules + classes).items() if count > 1] == []


@pytest.mark.parametrize(
    "path", sorted(PRODUCT.rglob("*.tcss")), ids=lambda path: str(path.relative_to(PRODUCT))
)
def test_a_style_sheet_names_classes_that_are_there(path: Path) -> None:
    ours = {name for module in PRODUCT.rglob("*.py") for name in names_in(module)}
    selectors = re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S))
    named = {name for one in selectors for name in re.findall(r"(?<![\w.#:-])[A-Z]\w*", one)}
    assert named <= ours | set(dir(textual.widgets)) | set(dir(textual.containers)) | {"Screen"}

"""The pages for users and authors say what is so, and all that there is."""

import inspect
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from durak_tui.cli.completion import all_commands, spoken
from durak_tui.cli.main import programs
from durak_tui.engine.check.compliance import MOVE_TIME
from durak_tui.engine.config import DEFAULT_MOVE_TIME
from durak_tui.engine.process import EXIT_GRACE
from durak_tui.engine.registry import LANGUAGES, SHIPPED
from durak_tui.engine.sdk import Engine, Turn
from durak_tui.protocol.conversation import INFO_CAP, LINE_CAP
from durak_tui.protocol.faults import FaultReason
from durak_tui.protocol.messages import Features, GameData, Info, Kind
from tests.pages import (
    DOCS,
    FENCED,
    GUIDE,
    PAGES,
    README,
    ROOT,
    RUSSIAN,
    Done,
    commands,
    follow,
    prepare,
)  # fmt: skip

ENGINES = DOCS / "engines.md"
ELSEWHERE = ("CONTRIBUTING.md", "CHANGELOG.md", "tests/README.md", "docs/formats/README.md")


def page_name(page: Path) -> str:
    """The path from the root, by which a test is called."""
    return str(page.relative_to(ROOT))


def code_in(page: Path) -> Iterator[str]:
    """All commands on a page, in its blocks and between its words."""
    text = page.read_text(encoding="utf-8")
    for console in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield from (command for command, _ in commands(console))
    yield from re.findall(r"`([^`\n]+)`", FENCED.sub("", text).replace("\\|", "|"))


def calls(page: Path) -> Iterator[list[str]]:
    """The words of each call of the programs on a page."""
    for code in code_in(page):
        for part in re.split(r" \| | && ", code):
            words = part.split() if part.count("'") % 2 else shlex.split(part)
            if words and Path(words[0]).name in ("durak-tui", "durak-autoplay"):
                yield [Path(words[0]).name, *words[1:]]


def targets(page: Path) -> list[Path | str]:
    """The links that leave a page, without those between the languages."""
    text = FENCED.sub("", page.read_text(encoding="utf-8")).split("\n\n", 2)[2]
    english = {russian: page for page, russian in RUSSIAN.items()}
    found: list[Path | str] = []
    for link in re.findall(r"\]\(([^)#]+)", text):
        path = (page.parent / link).resolve()
        found.append(link if "://" in link else english.get(path, path))
    return found


@pytest.mark.story
@pytest.mark.parametrize(
    "page", [page for page in PAGES if "```console\n" in page.read_text("utf-8")], ids=page_name
)
def test_the_commands_of_a_page_print_what_it_says(page: Path, tmp_path: Path) -> None:
    prepare(page, tmp_path)
    for done in follow(page.read_text(encoding="utf-8"), tmp_path):
        assert done.as_promised, f"{done.command}\n{done.printed}"


def test_a_page_is_followed_to_the_letter(tmp_path: Path) -> None:
    file = "<!-- file: a -->\n```text\none\ntwo\n```\n"
    edit = "<!-- edit: a -->\n```diff\n one\n-two\n+three\n```\n"
    page = f"{file}{edit}```console\n$ cat a\none\nthree\n$ cat b\n```\n"
    first, second = follow(page, tmp_path)
    assert first == ("cat a", "one\nthree\n", "one\nthree\n")
    assert not second.as_promised and second.printed.endswith("exit code 1\n")
    with pytest.raises(ValueError, match="nothing is done"):
        list(follow("```perl\nprint 1\n```\n", tmp_path))


def test_a_command_that_prints_something_else_is_found() -> None:
    assert Done("ls", "one\n...\ntwo\n", "one\nany\nany\ntwo\n").as_promised
    assert Done("ls", "one\n...\n", "one\n").as_promised
    assert not Done("ls", "one\n", "one\ntwo\n").as_promised
    assert not Done("ls", "one\n", "one\nexit code 1\n").as_promised


@pytest.mark.parametrize("page", sorted({README, GUIDE, *DOCS.rglob("*.md")}), ids=page_name)
def test_a_page_names_commands_and_options_that_there_are(page: Path) -> None:
    known = {
        (program.name, command.name): {*spoken(command.options), *spoken(program.main.options)}
        for program in programs()
        for command in all_commands(program)
    }
    for program, *words in calls(page):
        is_command = (
            words and re.fullmatch("[a-z][a-z-]*|2048", words[0]) and program == "durak-tui"
        )
        options = known[program, words[0] if is_command else ""]
        assert {word.strip("[]") for word in words if word.startswith(("--", "[--"))} <= options


@pytest.mark.parametrize(
    ("name", "program", "command"),
    [
        ("matches", "durak-autoplay", ""),
        ("server", "durak-tui", "serve"),
        ("goldrush", "durak-tui", "goldrush"),
        ("2048", "durak-tui", "2048"),
    ],
)
def test_a_page_names_every_option_of_its_command(name: str, program: str, command: str) -> None:
    (options,) = (
        spoken(one.options)
        for described in programs()
        for one in all_commands(described)
        if (described.name, one.name) == (program, command)
    )
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    usual = {"-h", "--help", "--version", "--level", "--completion", "--no-mouse"}
    assert not {option for option in options if option not in text} - usual


@pytest.mark.parametrize("page", [README, RUSSIAN[README]], ids=page_name)
def test_the_front_page_is_short_and_has_a_picture_of_each_game(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 200
    assert re.findall(r"!\[.*?pictures/(\w+)", text) == ["table", "mine", "duel"]


def test_every_page_is_a_link_away_from_the_front_page() -> None:
    pages = {*DOCS.glob("*.md"), *PAGES, *(ROOT / name for name in ELSEWHERE)} - {README}
    assert pages - set(targets(README)) == set()


def test_every_picture_is_on_a_page() -> None:
    shown = {target for page in PAGES for target in targets(page) if str(target).endswith(".svg")}
    assert shown == set((DOCS / "pictures").glob("*.svg"))


def test_the_engine_of_the_guide_has_at_most_fifteen_lines() -> None:
    code = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 15


def test_the_page_of_the_engines_has_all_that_ship_in_the_order_of_the_lists() -> None:
    text = ENGINES.read_text(encoding="utf-8")
    table = text.partition("## The engines that ship\n")[2].partition("\n\n`")[0]
    assert re.findall(r"^\| `([^`]*)` \|", table, re.MULTILINE) == list(SHIPPED)


def test_the_guide_has_every_language() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in text for name in LANGUAGES)


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
    """The subjects of a table's rows: all code in the first column."""
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


@pytest.mark.parametrize(("english", "russian"), RUSSIAN.items(), ids=page_name)
class TestARussianPage:
    def test_has_the_code_and_sections_of_the_english(self, english: Path, russian: Path) -> None:
        texts = [page.read_text(encoding="utf-8") for page in (english, russian)]
        assert FENCED.findall(texts[1]) == FENCED.findall(texts[0])
        headings, rows = (
            [re.findall(lines, FENCED.sub("", text), re.MULTILINE) for text in texts]
            for lines in (r"^#+ ", r"^\|")
        )
        assert headings[1] == headings[0]
        assert len(rows[1]) == len(rows[0]) >= 10

    def test_has_the_links_and_pictures_of_the_english(self, english: Path, russian: Path) -> None:
        assert targets(russian) == targets(english)

    def test_is_a_link_away_at_the_top(self, english: Path, russian: Path) -> None:
        for page, other in ((english, russian), (russian, english)):
            top = page.read_text(encoding="utf-8").split("\n\n")[1]
            (link,) = re.findall(r"\]\(([^)]+)\)", top)
            assert (page.parent / link).resolve() == other

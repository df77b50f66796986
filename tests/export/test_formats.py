"""A game handed on: as text, as a picture, as a page."""

import json
import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common.i18n import choose
from durak_tui.export.formats import exported
from durak_tui.game.notation import parse_position
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor
from durak_tui.words.game_notation import game_text
from tests.records.games import forfeits, random_game
from tests.strict_html import Page

EVIL = "</script><script>alert(1)</script>{{data}}&'\"\x1b[31m"
SVG = "{http://www.w3.org/2000/svg}"


def game_on(page: str) -> dict[str, Any]:
    """The data of the game that the page's script shows."""
    found = re.search(r"const game = (.*);\n", page)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def replayed(page: str) -> list[dict[int, list[float]]]:
    """The place of every card at every moment."""
    tables: list[dict[int, list[float]]] = []
    for moment in game_on(page)["moments"]:
        table = dict(tables[-1]) if tables else {}
        table |= {card: place for card, *place in moment["moved"]}
        tables.append(table)
    return tables


def test_text_is_that_of_show() -> None:
    record = random_game(1)
    assert exported(record, 7, "text") == game_text(record, 7)


@given(st.integers(0, 200), st.data())
def test_a_position_is_the_line_that_solve_reads(seed: int, data: st.DataObject) -> None:
    record = random_game(seed)
    cursor = ReplayCursor(record)
    at = data.draw(st.integers(0, cursor.length))
    cursor.to_event(at)
    position = parse_position(exported(record, 1, "position", at).rstrip("\n"))
    if cursor.turn.phase in ("move", "respond"):
        assert tuple(position.hands) == cursor.state.hands
        assert tuple(position.table) == cursor.state.table
    assert position.trump == record.deal.deck[-1]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_picture_is_sound_xml_with_the_cards_of_that_moment(language: str) -> None:
    choose(language)
    record = random_game(2)
    cursor = ReplayCursor(record)
    for at in range(0, cursor.length + 1, 7):
        cursor.to_event(at)
        root = ElementTree.fromstring(exported(record, 1, "svg", at))
        faces = [use.get("href") for use in root.iter(f"{SVG}use")]
        for card in cursor.state.table:
            assert f"#card-{card}" in faces
        defined = {f"#{one.get('id')}" for one in root.iter(f"{SVG}symbol")}
        assert set(faces) <= defined


def test_without_a_moment_a_picture_shows_the_end() -> None:
    record = random_game(3)
    cursor = ReplayCursor(record)
    cursor.to_end()
    assert exported(record, 1, "svg") == exported(record, 1, "svg", cursor.position)


@given(st.integers(0, 100))
def test_a_page_shows_every_moment_of_a_game_and_where_bouts_begin(seed: int) -> None:
    record = random_game(seed)
    page, cursor = exported(record, 1, "html"), ReplayCursor(record)
    game, tables = game_on(page), replayed(page)
    assert len(tables) == cursor.length
    assert len(game["starts"]) == len(game["bouts"]) == len(cursor.bouts)
    cursor.next()
    for number, (table, moment) in enumerate(zip(tables, game["moments"], strict=True)):
        assert sorted(table) == sorted(record.deal.deck)
        assert moment["bout"] == cursor.state.bout
        assert (number in game["starts"]) == (cursor.played is None)
        cursor.next()


def test_nothing_of_a_log_is_markup_or_script() -> None:
    record = replace(random_game(4), names=(EVIL, EVIL))
    page = exported(record, 1, "html")
    assert Page(page).count("script") == 1
    assert "\x1b" not in page
    assert game_on(page)["names"][0].startswith("</script>")
    root = ElementTree.fromstring(exported(record, 1, "svg"))
    assert not list(root.iter(f"{SVG}script"))


def test_variants_of_an_engine_are_told_apart_in_the_list_of_bouts() -> None:
    record = replace(random_game(4), names=("durak-player --level 2", "durak-player --level 4"))
    names = {name for name, _end in game_on(exported(record, 1, "html"))["bouts"]}
    assert names == {"level 2", "level 4"}, "longer ones would be cut, and look alike"


def test_a_page_and_a_picture_need_nothing_else() -> None:
    record = random_game(5)
    page = exported(record, 1, "html")
    addresses = [
        attributes[name]
        for _, attributes in Page(page).tags
        for name in ("href", "src")
        if name in attributes
    ]
    assert all(str(address).startswith("#") for address in addresses)
    assert "url(" not in page and "@import" not in page and "{{" not in page
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", exported(record, 1, "svg"))


@pytest.mark.parametrize("length", [0, 3])
def test_a_game_that_was_broken_off_is_handed_on_too(length: int) -> None:
    for record in forfeits(random_game(6), length):
        page = exported(record, 1, "html")
        assert replayed(page)
        assert game_on(page)["moments"][-1]["task"]
        ElementTree.fromstring(exported(record, 1, "svg"))


def test_the_page_speaks_the_language_of_the_program() -> None:
    choose("ru")
    page = exported(random_game(7), 1, "html")
    assert '<html lang="ru">' in page
    assert ">Д</text>" in page and ">Q</text>" not in page


def test_a_name_without_end_is_cut_in_a_picture() -> None:
    record: GameRecord = replace(random_game(8), names=("x" * 5000, "y"))
    assert "x" * 101 not in exported(record, 1, "svg").split("</title>", 1)[1]


@pytest.mark.parametrize("form", ["text", "html", "svg"])
def test_a_name_that_fills_pages_is_not_in_every_sentence(form: str) -> None:
    record = random_game(1)
    names = "\u202e" * 20_000, "b" * 20_000
    few, many = (len(exported(one, 1, form)) for one in (record, replace(record, names=names)))
    assert many - few < 10 * sum(map(len, names))

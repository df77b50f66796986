"""Whom one has played: known by their key, and names that belong to it."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from durak_tui.net.wire.people import MOST, ChangedKey, People
from durak_tui.net.wire.words import words_of

ANNA = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIB7lxkgyuJuVtLilS4e/YLtc5dGz1YFRm1Nh3URYWJE"
OTHER = ANNA[:-1] + "F"
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


@pytest.fixture
def people(tmp_path: Path) -> People:
    moments = iter(NOON + timedelta(days=day) for day in range(10_000))
    return People(tmp_path / "people.json", lambda: next(moments))


def test_somebody_is_known_after_the_first_game(people: People) -> None:
    assert people.check("Anna", ANNA) is None
    people.met("Anna", ANNA)
    people.met("Anna", ANNA, "anna.local:8024")
    anna = People(people.path).check("Anna", ANNA)
    assert anna
    assert (anna.first_seen[:10], anna.last_seen[:10]) == ("2026-11-23", "2026-11-24")
    assert anna.addresses == ("anna.local:8024",)
    assert people.path.stat().st_mode & 0o077 == 0 or people.path.stat().st_mode & 0o022 == 0


@pytest.mark.parametrize("name", ["Anna", "ANNA", "anna"])
def test_a_name_belongs_to_its_key(people: People, name: str) -> None:
    people.met("Anna", ANNA)
    with pytest.raises(ChangedKey) as refused:
        people.check(name, OTHER)
    said = str(refused.value)
    assert words_of(ANNA) in said
    assert words_of(OTHER) in said
    assert "remove Anna from ~/people.json and try again" in said


def test_an_address_that_was_entered_belongs_to_its_key(people: People) -> None:
    people.met("Anna", ANNA, "10.0.0.1:8024")
    with pytest.raises(ChangedKey, match=r"^10\.0\.0\.1:8024 has another key than before"):
        people.check("Boris", OTHER, "10.0.0.1:8024")
    assert people.check("Boris", OTHER, "10.0.0.2:8024") is None


def test_people_without_a_name_are_told_apart_by_their_keys(people: People) -> None:
    people.met("", ANNA)
    assert people.check("", OTHER) is None
    assert people.check("", ANNA)


def test_somebody_may_change_their_name_but_not_take_another_s(people: People) -> None:
    people.met("Anna", ANNA)
    people.met("Boris", OTHER)
    assert people.check("Anna-Maria", ANNA)
    with pytest.raises(ChangedKey):
        people.check("Boris", ANNA)
    people.met("Anna-Maria", ANNA)
    assert [one.name for one in people.value] == ["Boris", "Anna-Maria"]


def test_a_name_that_was_forgotten_may_have_another_key(people: People) -> None:
    people.met("Anna", ANNA)
    people.forget("Anna")
    assert People(people.path).check("Anna", OTHER) is None


def test_two_programs_remember_what_each_has_met(people: People) -> None:
    other = People(people.path)
    people.met("Anna", ANNA)
    other.met("Boris", OTHER)
    assert {one.name for one in People(people.path).value} == {"Anna", "Boris"}


def test_who_was_not_seen_for_longest_is_forgotten_first(people: People) -> None:
    old = [
        {"name": str(n), "key": OTHER, "first_seen": "", "last_seen": "", "addresses": []}
        for n in range(MOST)
    ]
    people.path.write_text(json.dumps({"people": old}))
    again = People(people.path)
    again.met("Anna", ANNA)
    assert [len(again.value), again.value[0].name, again.value[-1].name] == [MOST, "1", "Anna"]


@pytest.mark.parametrize(
    "content",
    [
        "nonsense", "[]", '{"people": 1}', '{"people": [1]}', "[" * 100_000, "\0",
        '{"people": [{"name": "Anna"}]}',
        json.dumps({"people": [{"name": "A\nB", "key": ANNA, "first_seen": "", "last_seen": ""}]}),
        json.dumps({"people": [{"name": "A", "key": "B", "first_seen": "", "last_seen": ""}]}),
        json.dumps({"people": [{"name": "A", "key": ANNA, "first_seen": 1, "last_seen": ""}]}),
        json.dumps({"people": [{
            "name": "A", "key": ANNA, "first_seen": "", "last_seen": "", "addresses": 5}]}),
    ],
)  # fmt: skip
def test_a_damaged_file_is_said_to_be_and_kept_beside_the_new_one(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "people.json"
    path.write_text(content)
    people = People(path)
    assert people.value == ()
    assert "people.json is damaged" in str(people.messages[0])
    people.met("Anna", ANNA)
    assert (tmp_path / "people.json.broken").read_text() == content
    assert People(path).messages == ()
    assert People(path).find(ANNA)

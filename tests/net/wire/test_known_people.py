"""People who are trusted: known by their key, and names that belong to it."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from durak_tui.net.fingerprints import words_of
from durak_tui.net.wire.known_people import MOST, ChangedKey, KnownPeople

ANNA = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIB7lxkgyuJuVtLilS4e/YLtc5dGz1YFRm1Nh3URYWJE"
OTHER = ANNA[:-1] + "F"
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


@pytest.fixture
def people(tmp_path: Path) -> KnownPeople:
    moments = iter(NOON + timedelta(days=day) for day in range(10_000))
    return KnownPeople(tmp_path / "people.json", lambda: next(moments))


def test_somebody_who_was_trusted_is_known(people: KnownPeople) -> None:
    assert people.check("Anna", ANNA) is None
    people.trust("Anna", ANNA)
    people.met(ANNA, "anna.local:8024")
    anna = KnownPeople(people.path).check("Anna", ANNA)
    assert anna
    assert (anna.first_seen[:10], anna.last_seen[:10]) == ("2026-11-23", "2026-11-24")
    assert anna.addresses == ("anna.local:8024",)
    assert people.path.stat().st_mode & 0o022 == 0


def test_somebody_only_met_stays_a_stranger(people: KnownPeople) -> None:
    people.met(ANNA, "anna.local:8024")
    assert people.value == ()
    assert people.check("Anna", ANNA) is None


@pytest.mark.parametrize("name", ["Anna", "ANNA", "anna", "An\u034fna"])
def test_a_name_belongs_to_its_key(people: KnownPeople, name: str) -> None:
    people.trust("Anna", ANNA)
    with pytest.raises(ChangedKey) as refused:
        people.check(name, OTHER)
    said = str(refused.value)
    assert words_of(ANNA) in said
    assert words_of(OTHER) in said
    assert "remove Anna from ~/people.json and try again" in said


def test_an_address_that_was_entered_belongs_to_its_key(people: KnownPeople) -> None:
    people.trust("Anna", ANNA, "10.0.0.1:8024")
    with pytest.raises(ChangedKey, match=r"^10\.0\.0\.1:8024 has a different key than before"):
        people.check("Boris", OTHER, "10.0.0.1:8024")
    assert people.check("Boris", OTHER, "10.0.0.2:8024") is None


def test_people_without_a_name_differ_by_their_keys(people: KnownPeople) -> None:
    people.trust("", ANNA)
    assert people.check("", OTHER) is None
    assert people.check("", ANNA)
    assert people.known_as(ANNA) == words_of(ANNA)
    assert people.known_as(OTHER) == ""


def test_somebody_known_keeps_the_name_they_were_trusted_by(people: KnownPeople) -> None:
    people.trust("Anna", ANNA)
    people.trust("Boris", OTHER)
    known = people.check("Anna-Maria", ANNA)
    assert known
    assert known.name == "Anna"
    with pytest.raises(ChangedKey):
        people.check("Boris", ANNA)
    people.trust("Anna-Maria", ANNA)
    people.met(ANNA)
    assert [one.name for one in people.value] == ["Boris", "Anna"]


def test_somebody_forgotten_is_a_stranger_and_their_name_free(people: KnownPeople) -> None:
    people.trust("Anna", ANNA)
    people.trust("Boris", OTHER)
    people.forget(ANNA)
    again = KnownPeople(people.path)
    assert again.check("Anna", ANNA) is None
    again.forget(OTHER)
    assert again.check("Boris", ANNA) is None


def test_two_programs_remember_whom_each_has_trusted(people: KnownPeople) -> None:
    other = KnownPeople(people.path)
    people.trust("Anna", ANNA)
    other.trust("Boris", OTHER)
    assert {one.name for one in KnownPeople(people.path).value} == {"Anna", "Boris"}


def test_who_was_not_seen_for_longest_is_forgotten_first(people: KnownPeople) -> None:
    old = [
        {"name": str(n), "key": OTHER, "first_seen": "", "last_seen": "", "addresses": []}
        for n in range(MOST)
    ]
    people.path.write_text(json.dumps({"people": old}))
    again = KnownPeople(people.path)
    again.trust("Anna", ANNA)
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
    people = KnownPeople(path)
    assert people.value == ()
    assert "people.json is damaged" in str(people.messages[0])
    people.trust("Anna", ANNA)
    assert (tmp_path / "people.json.broken").read_text() == content
    assert KnownPeople(path).messages == ()
    assert KnownPeople(path).find(ANNA)

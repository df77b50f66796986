"""Games are asked for in a few words, and what cannot be understood is said clearly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.library.query import EVERYTHING, Depth, QueryError, parse_query, query_of
from durak_tui.library.summary import Summary


def game(
    result: str | None = "1-0",
    reason: str | None = "normal",
    *,
    names: tuple[str, str] | None = ("Lisa Ann", "durak-dummy"),
    other_reason: str | None = None,
    bouts: int | None = 12,
    cards: int | None = 36,
    seconds: float | None = 1.5,
    damage: str | None = None,
) -> Summary:
    return Summary(
        0, "", names, result, None, seconds, reason, other_reason, None, bouts, cards, damage
    )


NOTHING_KNOWN = game(None, None, names=None, bouts=None, cards=None, seconds=None, damage="torn")


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("", True), ("   ", True), ('"', True), ('""', True),
        ("lisa", True), ("LISA", True), ("ann", True), ("lisa dummy", True), ("bob", False),
        ("lisa bob", False), ('"lisa ann"', True), ('"ann lisa"', False), ('"lisa an', True),
        ("durak-dummy", True), ("!lisa", False), ("!bob", True), ('!"lisa ann"', False),
        ("player:lisa", True), ('player:"lisa ann"', True), ("player: lisa", True),
        ("PLAYER:Lisa", True), ("player:bob", False),
        ("won:lisa", True), ("won:dummy", False), ("lost:dummy", True), ("lost:lisa", False),
        ("!won:lisa", False),
        ("result:1-0", True), ("result:0-1", False), ("result: 1-0", True), ("result:S-S", False),
        ("result=1-0", True), ("result=0-1", False), ("result!=0-1", True), ("won = lisa", False),
        ("won=lisa", True), ("won!=lisa", False), ("!won!=lisa", True), ('won="lisa ann"', True),
        ("result:draw", False), ("!result:draw", True), ("bouts!=5", True), ("bouts!=12", False),
        ("draw", False), ("!draw", True), ("void", False), ('"draw"', False), ("Draw", False),
        ("fault", False), ("!fault", True), ("resigned", False),
        ("bouts>11", True), ("bouts>12", False), ("bouts>=12", True), ("bouts<13", True),
        ("bouts<=11", False), ("bouts=12", True), ("bouts:12", True), ("bouts > 11", True),
        ("Bouts >11", True), ("!bouts>11", False), ("cards>35 cards<37", True),
        ("duration>1.4", True), ("duration<1.5", False), ("lisabouts>3", False),
        ("damaged", False), ("!damaged", True), ("lisa result:1-0 bouts>11 !damaged", True),
        ("lisa result:1-0 bouts>12 !damaged", False),
    ],
)  # fmt: skip
def test_a_query_holds_or_not(text: str, holds: bool) -> None:
    assert parse_query(text).matches(game()) is holds


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("fault", ["timeout", "both"]),
        ("fault:t", ["timeout"]),
        ("fault:TIMEOUT", ["timeout"]),
        ("fault:crash", ["both"]),
        ("fault:closed", ["both"]),
        ("fault:resigned", []),
        ("resigned", ["resigned"]),
        ("void", ["both"]),
        ("draw", ["draw"]),
        ("result:Draw", ["draw"]),
        ("fault=timeout", ["timeout"]),
        ("won:lisa", ["normal", "resigned"]),
        ("lost:lisa", ["timeout"]),
        ("!fault", ["normal", "resigned", "draw"]),
    ],
)
def test_endings_are_distinguished(text: str, found: list[str]) -> None:
    games = {
        "normal": game(),
        "timeout": game("0-1", "timeout"),
        "both": game("void", "crash", other_reason="closed"),
        "resigned": game("1-0", "resigned"),
        "draw": game("s-s"),
    }
    query = parse_query(text)
    assert [name for name, each in games.items() if query.matches(each)] == found


@pytest.mark.parametrize(
    "text", ["lisa", "result:1-0", "draw", "won:x", "fault", "resigned", "bouts<99", "cards>0"]
)
def test_what_is_unknown_of_a_game_does_not_hold_for_it(text: str) -> None:
    assert not parse_query(text).matches(NOTHING_KNOWN)
    assert parse_query("!" + text).matches(NOTHING_KNOWN)
    assert parse_query("damaged").matches(NOTHING_KNOWN)


def test_letters_of_all_alphabets_match_in_either_case() -> None:
    players = game(names=("ЖУК-учёный", "Straße"))
    for text in ("жук", "Учёный", "STRASSE", "strasse"):
        assert parse_query(text).matches(players)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("result:1-2", "result: 1-2 is not a result; known results: 1-0, 0-1, s-s, void, draw"),
        ("result:", "result: needs one of 1-0, 0-1, s-s, void, draw"),
        (
            "lisa result:x bob",
            "result: x is not a result; known results: 1-0, 0-1, s-s, void, draw",
        ),
        ("player:", "player: needs a name, as in player:lisa"),
        ('won:""', "won: needs a name, as in won:lisa"),
        ("lost:", "lost: needs a name, as in lost:lisa"),
        ("bouts>", "bouts> needs a number, as in bouts>20"),
        ("cards:", "cards needs a number, as in cards>20"),
        ("bouts>many", "bouts>: many is not a number; try bouts>20"),
        ("duration<nan", "duration<: nan is not a number; try duration>20"),
        ("bouts=1e999", "bouts=: 1e999 is not a number; try bouts>20"),
        ("bouts>\u0661", "bouts>: \u0661 is not a number; try bouts>20"),
        ("! draw", "! means not, as in !draw"),
        ("lisa !", "! means not, as in !draw"),
        (
            "winner=lisa",
            "there is no filter winner:; known filters: player:, name:, won:, lost:, result:,"
            ' fault:, bouts, cards, duration; a name goes in "..."',
        ),
        (
            "reslt:1-0",
            "there is no filter reslt:; known filters: player:, name:, won:, lost:, result:,"
            ' fault:, bouts, cards, duration; a name goes in "..."',
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, said: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse_query(text)
    assert str(caught.value) == said
    assert str(caught.value.message) == said


@given(st.text() | st.text(alphabet='!":<>= bouts1result-0xdamaged'))
def test_anything_that_is_typed_is_a_query_or_said_to_be_none(text: str) -> None:
    try:
        query = parse_query(text)
    except QueryError as error:
        assert str(error).isprintable()
    else:
        assert query.matches(game()) in (True, False)


def test_a_query_knows_how_closely_to_look() -> None:
    query = parse_query("lisa draw bouts>3 !fault !damaged")
    assert [sum(term.depth == depth for term in query.terms) for depth in Depth] == [2, 2, 1]
    assert query.text == "lisa draw bouts>3 !fault !damaged"
    assert not EVERYTHING.terms


@pytest.mark.parametrize("name", ["durak-player", "a b", "back\\slash", "Кот", "x (1-0)"])
def test_the_query_for_a_name_finds_nobody_whose_name_only_contains_it(name: str) -> None:
    query = parse_query(query_of(name))
    assert query.matches(game(names=("lisa", name)))
    assert query.matches(game(names=(name.upper(), "bob")))
    assert not query.matches(game(names=("lisa", f"{name} --level 1")))


def test_the_query_for_a_name_with_quotation_marks_finds_it() -> None:
    name = 'sh -c "sleep 5" !draw'
    assert parse_query(query_of(name)).matches(game(names=(name, "bob")))
    assert not parse_query(query_of(name)).matches(game(names=("sh", "bob")))

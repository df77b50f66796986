"""A row of a list says the same as a full reading of the game."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from durak_tui.common.text import one_line
from durak_tui.game.cards import card_names
from durak_tui.library.index import TITLE_CAP, parse_game
from durak_tui.library.summary import Glance, Summary, summarize
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import RESIGNED, Ending, GameRecord, bouts, outcome
from durak_tui.records.replay import events
from tests.records.games import GENUINE_LOG, forfeits, random_game
from tests.records.logs import scanned

AWKWARD_NAMES = (
    "a - b", "a -", "- b", " - ", "x (1-0)", "(s-s)####", "####", "", '"', "\\", "\\u0041",
    "a\nb", "\x1b[2J", "Кот", "\udcff", '"result": "0-1"', '], "ended_at": "',
    '{"to_move": "player', "ß",
)  # fmt: skip
FACTS = (
    "names", "result", "started_at", "seconds", "reason", "other_reason", "failed", "bouts",
    "cards", "damaged",
)  # fmt: skip

OF_GLANCE = ("seats", "taken_up", "of_run")
"""Facts that take a closer look."""

names = st.one_of(st.sampled_from(AWKWARD_NAMES), st.text(max_size=10))


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Any game: whole or broken off, of players with any names, over after any time."""
    record = random_game(draw(st.integers(0, 1000)))
    if draw(st.booleans()):
        length = draw(st.integers(0, len(record.actions) - 1))
        record = draw(st.sampled_from(forfeits(record, length)))
        if draw(st.booleans()):
            loser = draw(st.sampled_from((0, 1)))
            ending = Ending(1 - loser, RESIGNED, detail=draw(st.text()), phase="move")
            record = replace(record, ending=ending)
    commands = st.none() | names
    return replace(
        record,
        names=(draw(names), draw(names)),
        seats=draw(st.none() | st.tuples(commands, commands)),
        taken_up=draw(st.integers(0, 50)),
        ended_at=record.started_at + draw(st.timedeltas(timedelta(-1), timedelta(9))),
        run=draw(st.none() | st.dictionaries(st.text(max_size=5), st.integers(), max_size=3)),
    )


def written(record: GameRecord, **options: Any) -> bytes:
    """The game as another program may write it: the same JSON otherwise spaced and sorted."""
    header, body, _ = encode_game(record).split(b"\n")
    text = json.dumps(json.loads(body), **options)
    return header + b"\n" + text.encode(errors="surrogatepass") + b"\n"


def facts_of(record: GameRecord) -> dict[str, Any]:
    """The facts that a row shows of a game."""
    first, second = record.names
    happened = list(events(record))
    return {
        "names": (one_line(first), one_line(second)),
        "result": outcome(record),
        "started_at": record.started_at,
        "seconds": (record.ended_at - record.started_at).total_seconds(),
        "reason": record.ending.reason,
        "other_reason": record.ending.other_reason,
        "failed": record.ending.engine,
        "bouts": len(list(bouts(record))),
        "cards": sum(step.card is not None for step in happened),
        "damaged": False,
    }


def heading(raw: bytes) -> tuple[datetime | None, tuple[str, str] | None, str | None]:
    """The facts of a game of which only the header is there."""
    seen = Glance(raw.partition(b"\n")[0] + b"\n")
    return seen.started_at, seen.names, seen.result


def facts_in(facts: object) -> dict[str, Any]:
    return {name: getattr(facts, name) for name in FACTS}


def at_a_glance(raw: bytes) -> dict[str, Any]:
    """The facts that take a closer look."""
    return {name: getattr(Glance(raw), name) for name in OF_GLANCE}


class TestWholeGames:
    @given(record=records())
    def test_say_the_same_at_a_glance_as_when_they_are_read(self, record: GameRecord) -> None:
        assert facts_in(Glance(encode_game(record))) == facts_of(record)
        assert facts_in(summarize(0, encode_game(record))) == facts_of(record)

    @given(record=records(), windows=st.booleans(), sort=st.booleans(), compact=st.booleans())
    def test_may_be_written_otherwise(
        self, record: GameRecord, windows: bool, sort: bool, compact: bool
    ) -> None:
        raw = written(record, sort_keys=sort, separators=(",", ":") if compact else None)
        if windows:
            raw = raw.replace(b"\n", b"\r\n")
        assert facts_in(Glance(raw)) == facts_of(record)
        assert at_a_glance(raw) == {
            "seats": record.seats,
            "taken_up": record.taken_up,
            "of_run": record.game_id is not None,
        }
        assert list(Glance(raw).deck) == card_names(record.deal.deck)

    def test_of_pydurak_say_the_same(self) -> None:
        with scanned(GENUINE_LOG) as index:
            for n in range(len(index)):
                raw = index.raw(n)
                assert facts_in(summarize(n, raw)) == facts_of(parse_game(raw))
                assert heading(raw) == (
                    index.game(n).started_at.replace(microsecond=0),
                    ("durak-dummy", "durak-dummy"),
                    outcome(index.game(n)),
                )

    def test_have_a_number_and_a_title(self) -> None:
        row = summarize(416, encode_game(random_game(1)))
        assert row.number == 416
        assert row.title.startswith("2026-11-20T21:01:56, durak-dummy - ./ход #1# (")
        assert row.damage is None


class TestHeadings:
    @pytest.mark.parametrize("first", AWKWARD_NAMES)
    def test_have_the_names_or_none(self, first: str) -> None:
        for second in AWKWARD_NAMES:
            record = replace(random_game(1), names=(first, second))
            started_at, shown, result = heading(encode_game(record))
            assert result == outcome(record)
            assert started_at == record.started_at.replace(microsecond=0)
            assert shown in (None, (one_line(first), one_line(second)))
            if " - " not in first + second and not first.endswith(" -") and second[:2] != "- ":
                assert shown is not None

    @pytest.mark.parametrize(
        "header",
        [
            b"", b"####", b"####\n", b"####x####\n", b"\xff" * 100,
            b"####2026-99-20, a - b (1-0)####\n", b"####2026-11-20T21:00:13",
        ],
    )  # fmt: skip
    def test_that_are_none_say_nothing(self, header: bytes) -> None:
        assert heading(header) == (None, None, None)

    @pytest.mark.parametrize("rest", [b"", b"a - b (1-0)", b"a - b (1-2)####", b"a - b (1-0)####x"])
    def test_that_are_cut_off_have_a_time(self, rest: bytes) -> None:
        header = heading(b"####2026-11-20T21:00:13, " + rest + b"\n")
        assert header == (datetime(2026, 11, 20, 21, 0, 13), None, None)

    def test_with_an_impossible_time_have_the_rest(self) -> None:
        header = heading(b"####2026-13-20T21:00:13, a - \xff (1-0)####\n")
        assert header == (None, ("a", "\\xff"), "1-0")

    def test_are_wrong_where_the_json_says_otherwise(self) -> None:
        raw = encode_game(random_game(1))
        _, _, body = raw.partition(b"\n")
        row = summarize(0, b"####2001-01-01T00:00:00, lisa - bob (void)####\n" + body)
        assert facts_in(row) == facts_in(summarize(0, raw))
        assert row.title == "2001-01-01T00:00:00, lisa - bob (void)"


class TestDamagedGames:
    def test_are_shown_by_their_header_and_the_reason(self) -> None:
        record = replace(random_game(1), names=("lisa", "bob"))
        row = summarize(7, encode_game(record)[:600])
        assert row == Summary(
            7,
            row.title,
            names=("lisa", "bob"),
            result=outcome(record),
            started_at=record.started_at.replace(microsecond=0),
            damage=row.damage,
        )
        assert row.damage is not None
        assert row.damage.startswith("not JSON")

    def test_are_shown_by_their_json_if_it_can_be_read(self) -> None:
        record = random_game(1)
        raw = encode_game(record).replace(b'"deck_count": 0', b'"deck_count": 1', 1)
        row = summarize(0, raw)
        assert row.damage is not None
        assert facts_in(row) == facts_of(record) | {"damaged": True}

    def test_are_not_shown_by_a_header_that_is_cut_off(self) -> None:
        record = replace(random_game(1), names=("lisa", "bob (1-0)#### - x"))
        header = encode_game(record).partition(b"(1-0)####")
        row = summarize(0, header[0] + header[1])
        assert row.title.endswith("lisa - bob (1-0)")
        assert (row.names, row.result) == (None, None)

    @given(record=records(), data=st.data())
    def test_may_be_cut_off_anywhere(self, record: GameRecord, data: st.DataObject) -> None:
        raw = encode_game(record)
        cut = summarize(0, raw[: data.draw(st.integers(0, len(raw) - 3))])
        assert cut.damage is not None
        assert cut.names in (None, facts_of(record)["names"])
        assert cut.result in (None, outcome(record))

    @given(record=records(), data=st.data())
    @example(random_game(1), None)
    def test_say_the_same_however_their_json_is_written(
        self, record: GameRecord, data: st.DataObject | None
    ) -> None:
        header, body, _ = encode_game(record).split(b"\n")
        game = json.loads(body)
        if data is not None:
            _spoil(game, data.draw)
        usual = header + b"\n" + json.dumps(game).encode() + b"\n"
        other = header + b"\n" + json.dumps(game, separators=(",", ":")).encode() + b"\n"
        assert facts_in(Glance(usual)) == facts_in(Glance(other))
        assert at_a_glance(usual) == at_a_glance(other)

    @given(seed=st.integers(0, 1000), at=st.floats(0, 1), byte=st.sampled_from([b"\0", b"{", b'"']))
    @example(seed=1, at=0.5, byte=b"\0")
    def test_say_the_same_in_any_order_of_questions(
        self, seed: int, at: float, byte: bytes
    ) -> None:
        raw = encode_game(random_game(seed))
        bouts = [found.end() - 1 for found in re.finditer(rb'\{"to_move', raw)]
        spoiled = bouts[int(at * (len(bouts) - 1))]
        raw = raw[: spoiled - 7] + byte + raw[spoiled - 7 :]
        glance = Glance(raw)
        assert {name: getattr(glance, name) for name in reversed(FACTS)} == facts_in(Glance(raw))

    @pytest.mark.parametrize(
        "body",
        [
            b"[" * 100_000, b'{"a": ' * 100_000, b"{}", b"[]", b"null", b"1" * 5000, b"NaN",
            b'{"moves": [' + b'{"to_move": "player1"},' * 1000, b'{"moves": [], "ended_at": "',
            b'{"moves": [{}], "termination": []}', b'{"termination": {"engine": true}}',
            b'{"moves": [{"moves_and_responds": 1, "given_more": 2}, 3]}',
        ],
    )  # fmt: skip
    def test_do_no_harm(self, body: bytes) -> None:
        row = summarize(0, b"####2026-11-20T21:00:13, lisa - bob (1-0)####\n" + body + b"\n")
        assert row.damage is not None
        assert (row.names, row.result, row.failed) == (("lisa", "bob"), "1-0", None)


JUNK: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just([]) | st.just({})
)


def _spoil(game: dict[str, Any], draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Change some of the JSON of a game, keeping the order of its keys."""
    places: list[Any] = [game, *game["moves"]]
    if "termination" in game:
        places.append(game["termination"])
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(places))
        key = draw(st.sampled_from([*place, "more"]))
        change = draw(st.sampled_from(("replace", "remove", "nest")))
        if change == "remove":
            place.pop(key, None)
        elif change == "replace":
            place[key] = draw(JUNK)
        else:
            place[key] = {"x": place.get(key)}


def test_names_in_a_header_end_where_its_title_does() -> None:
    header = "####2026-11-20T21:00:13, {} - bob (1-0)####\n{{"
    assert Glance(header.format("lisa").encode()).names == ("lisa", "bob")
    assert Glance(header.format("x" * TITLE_CAP).encode()).names is None


def test_the_json_is_not_read_for_what_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = encode_game(random_game(1)).replace(b'"ended_at": ', b'"ended_at":')
    bouts = Glance(raw).bouts
    monkeypatch.setattr("json.JSONDecoder.raw_decode", lambda *_: pytest.fail("it was read"))
    Glance(raw)
    monkeypatch.undo()
    assert Glance(raw).bouts == bouts


def test_what_is_wrong_with_a_game_keeps_nothing_of_it() -> None:
    found = Glance(b"####a####\n" + b'{"moves": [[], []]}').damage()
    assert found
    assert found.__traceback__ is None

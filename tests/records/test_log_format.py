"""A game survives being written and read, and nothing else is taken for a game."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from math import nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.cards import NAMES
from durak_tui.records.log_format import GAME_CAP, DamagedGame, decode_game, encode_game
from durak_tui.records.record import VOID, Ending, GameRecord, Introduction, Said, Thought, bouts
from tests.records.games import GENUINE_LOG, TRACE_LOG, forfeits, random_game

Game = dict[str, Any]
Edit = Callable[[Game], object]

SEEDS = st.integers(0, 2**32)
THOUGHTS = st.builds(Thought, st.none() | st.floats(0, 1), st.text())
INTRODUCTIONS = st.builds(
    Introduction, st.none() | st.text(), st.none() | st.text(), st.none() | st.text()
)


def body_of(lines: bytes) -> bytes:
    return lines.partition(b"\n")[2]


def read_back(record: GameRecord) -> GameRecord:
    return decode_game(body_of(encode_game(record)))


def reason_of(body: bytes | Game) -> str:
    with pytest.raises(DamagedGame) as caught:
        decode_game(body if isinstance(body, bytes) else json.dumps(body).encode())
    assert caught.value.reason == str(caught.value)
    return caught.value.reason


@pytest.fixture
def game() -> Game:
    """The JSON of the game of the trace: trump 7S, bout 1 is 8H JH, bout 7 a take."""
    value: Game = json.loads(body_of(TRACE_LOG.read_bytes()))
    return value


class TestWriting:
    @given(seed=SEEDS)
    def test_a_finished_game_is_read_as_it_was_written(self, seed: int) -> None:
        record = random_game(seed)
        assert read_back(record) == record

    def test_what_engines_have_said_is_left_out_where_the_game_could_not_be_read(self) -> None:
        record = random_game(1)
        long = tuple(Thought(None, "🂡" * 2500) for _ in record.actions)
        assert read_back(replace(record, said=Said((None, None), long))) == record

    @given(seed=SEEDS, data=st.data())
    def test_so_is_what_the_engines_have_said(self, seed: int, data: st.DataObject) -> None:
        whole = random_game(seed)
        length = len(whole.actions)
        found = data.draw(st.dictionaries(st.integers(0, length - 1), THOUGHTS, max_size=5))
        engines = data.draw(st.tuples(st.none() | INTRODUCTIONS, st.none() | INTRODUCTIONS))
        record = replace(whole, said=Said(engines, tuple(map(found.get, range(length)))))
        if found or any(engines):
            assert read_back(record) == record
        else:
            assert encode_game(record) == encode_game(whole)

    @pytest.mark.parametrize("seed", range(4))
    def test_so_is_one_game_broken_off_everywhere(self, seed: int) -> None:
        whole = random_game(seed)
        endings = [r for n in range(len(whole.actions) + 1) for r in forfeits(whole, n)]
        assert {r.ending.phase for r in endings} >= {"init", "deal", "move", "respond", "give_more"}
        assert [r for r in endings if read_back(r) != r] == []

    def test_a_take_that_ends_the_game_may_be_followed_by_a_fault_in_the_last_deal(self) -> None:
        found = 0
        for seed in range(40):
            whole = random_game(seed)
            for record in forfeits(whole, len(whole.actions)):
                found += record.actions[-1] == ()
                assert record.ending.phase == "deal"
                assert read_back(record) == record
        assert found

    def test_a_genuine_game_is_written_as_pydurak_wrote_it(self) -> None:
        lines = GENUINE_LOG.read_bytes().splitlines(keepends=True)
        assert len(lines) == 60
        for header, body in zip(lines[::2], lines[1::2], strict=True):
            ours = encode_game(decode_game(body))
            assert ours.startswith(header)
            written, original = json.loads(body_of(ours)), json.loads(body)
            assert written.pop("termination") == {"reason": "normal", "engine": None, "detail": ""}
            assert list(written) == list(original)
            for move in original["moves"]:
                for key in ("player1_cards", "player2_cards"):
                    move[key].sort(key=NAMES.index)
            assert json.dumps(written) == json.dumps(original)

    def test_engines_are_counted_from_one_and_only_faults_have_a_phase(self) -> None:
        whole = random_game(1)
        late = forfeits(whole, 1)[0]
        assert late.ending.engine is not None
        termination = json.loads(body_of(encode_game(late)))["termination"]
        assert termination["engine"] == late.ending.engine + 1
        assert termination["phase"] == "respond"
        assert "phase" not in json.loads(body_of(encode_game(whole)))["termination"]

    def test_a_void_game_says_so(self) -> None:
        ending = Ending(VOID, "crash", None, "both are gone", "init")
        lines = encode_game(replace(random_game(1), actions=(), ending=ending))
        assert lines.partition(b"\n")[0].endswith(b" (void)####")
        assert json.loads(body_of(lines))["result"] == "void"

    def test_who_sat_at_a_table_is_read_as_it_was_written(self) -> None:
        record = replace(random_game(1), seats=(None, "durak-player --level 1"), taken_up=4)
        body = body_of(encode_game(record))
        assert json.loads(body)["seats"] == [None, "durak-player --level 1"]
        assert decode_game(body) == record
        assert not {"seats", "taken_up"} & set(json.loads(body_of(encode_game(random_game(1)))))

    def test_times_are_local_and_the_header_has_no_fraction(self) -> None:
        record = random_game(1)
        record = replace(record, started_at=record.started_at.replace(microsecond=120))
        lines = encode_game(record)
        assert lines.startswith(b"####2026-11-20T21:01:56, ")
        assert json.loads(body_of(lines))["started_at"] == "2026-11-20T21:01:56.000120"
        assert json.loads(body_of(lines))["ended_at"] == "2026-11-20T21:01:57"

    @given(names=st.tuples(*2 * [st.binary(max_size=12)]))
    def test_no_name_breaks_the_two_lines(self, names: tuple[bytes, bytes]) -> None:
        record = replace(random_game(3), names=(os.fsdecode(names[0]), os.fsdecode(names[1])))
        header, body, rest = encode_game(record).split(b"\n")
        assert rest == b""
        assert header.decode().isprintable()
        assert decode_game(body).names == record.names

    def test_a_name_is_shown_readably_in_the_header(self) -> None:
        names = ("./движок#", "bad\udcff\n\x1b[31m\u2028")
        header = encode_game(replace(random_game(3), names=names)).partition(b"\n")[0].decode()
        assert r", ./движок# - bad\udcff\n\x1b[31m\u2028 (" in header


class TestReadingGames:
    def test_a_list_without_moves_is_a_game_without_events(self, game: Game) -> None:
        record = decode_game(json.dumps(game | {"moves": []}).encode())
        assert record.actions == ()
        assert record.ending == Ending(0)
        assert list(bouts(record)) == []
        assert record.deal.first == 1, "player2 holds no trump lower than 6S"
        assert read_back(record) == record

    @pytest.mark.parametrize("first", [0, 1])
    def test_the_first_attacker_need_not_hold_the_lowest_trump(self, first: int) -> None:
        deal = random_game(5).deal._replace(first=first)
        ending = Ending(1 - first, "timeout", first, phase="move")
        assert read_back(replace(random_game(5), deal=deal, actions=(), ending=ending)).deal == deal

    def test_line_ends_and_blank_lines_do_not_matter(self, game: Game) -> None:
        plain = decode_game(json.dumps(game).encode())
        text = json.dumps(game, indent=1).replace("\n", "\r\n")
        assert decode_game(f"\r\n\n{text}\r\n \n".encode()) == plain

    def test_the_remains_of_a_header_that_was_hardly_begun_are_no_damage(self, game: Game) -> None:
        plain = decode_game(json.dumps(game).encode())
        assert decode_game(json.dumps(game).encode() + b"\n##\n") == plain


def spoil(key: str, value: object) -> Edit:
    return lambda game: game.__setitem__(key, value)


def spoil_bout(n: int, key: str, value: object) -> Edit:
    return lambda game: game["moves"][n - 1].__setitem__(key, value)


def played(n: int, *names: str) -> Edit:
    """Other cards of a bout."""
    return spoil_bout(n, "moves_and_responds", names)


def added(n: int, *names: object) -> Edit:
    """Other cards added to what is taken."""
    return spoil_bout(n, "given_more", names)


def ended(**termination: object) -> Edit:
    return spoil("termination", termination)


def said(engines: list[object], *decisions: object) -> Edit:
    return spoil("infos", {"engines": engines, "decisions": decisions})


def exchange(key: str, i: int, j: int) -> Edit:
    def edit(game: Game) -> None:
        cards = game[key]
        cards[i], cards[j] = cards[j], cards[i]

    return edit


DAMAGE: dict[str, tuple[Edit, str]] = {
    "no list of moves": (lambda g: g.pop("moves"), "moves is missing"),
    "no name": (lambda g: g.pop("player2_name"), "player2_name is missing"),
    "no time": (lambda g: g.pop("ended_at"), "ended_at is missing"),
    "no trump": (lambda g: g.pop("opened_trump"), "opened_trump is missing"),
    "no result": (lambda g: g.pop("result"), "result is missing"),
    "a bout without a key": (lambda g: g["moves"][1].pop("given_more"), "2: given_more is missing"),
    "moves that are none": (spoil("moves", {}), "moves is not a list"),
    "a move that is none": (lambda g: g["moves"].insert(1, None), "bout 2: not a JSON object"),
    "a number for a name": (spoil("player1_name", 7), "player1_name is not a text"),
    "true for a number": (spoil_bout(1, "deck_count", True), "bout 1: deck_count is not a whole"),
    "a fraction for a number": (spoil_bout(1, "deck_count", 24.0), "deck_count is not a whole"),
    "an unknown player": (spoil_bout(2, "to_move", "player3"), "bout 2: to_move is 'player3'"),
    "a card of no suit": (played(2, "6X"), "bout 2: moves_and_responds: '6X' is not a card"),
    "a card in small letters": (added(2, "6c"), "'6c' is not a card"),
    "a number for a card": (added(2, 6), "something that is not a card"),
    "a list for a card": (added(2, ["6C"]), "something that is not a card"),
    "a card too few in the deck": (
        lambda g: g["deck"].pop(0),
        "deck: a deck has 24, 36 or 52 cards",
    ),
    "no cards in the deck": (spoil("deck", []), "deck: a deck has 24, 36 or 52 cards, not 0"),
    "a card twice in the deck": (lambda g: g["deck"].__setitem__(0, "AC"), "deck: a deck holds"),
    "a trump of its own": (spoil("opened_trump", "6C"), "not the last card of the deck, 7S"),
    "an unknown result": (spoil("result", "2-0"), "result is '2-0'"),
    "a result that is a list": (spoil("result", ["1-0"]), "result is not a text"),
    "the wrong result": (spoil("result", "0-1"), "result is 0-1, but by the cards 1-0"),
    "a void game without a reason": (spoil("result", "void"), "result is void, but by the cards"),
    "a time that is none": (spoil("started_at", "yesterday"), "started_at: 'yesterday' is not"),
    "a time elsewhere": (spoil("ended_at", "2026-11-20T21:01:56+03:00"), "ended_at is not a local"),
    "a seed that is a list": (spoil("seed", []), "seed is neither"),
    "a clock without an end": (spoil("clocks", [[1e308, 1, 0.5]] * 2), "clocks: not seconds"),
    "a game number that is a text": (spoil("game_id", "1"), "game_id is not a whole number"),
    "an ending that is a text": (spoil("termination", "normal"), "termination is not a JSON"),
    "an ending without a reason": (ended(), "termination: reason is missing"),
    "an engine 3": (ended(reason="crash", engine=3, detail=""), "engine is not 1, 2 or null"),
    "an engine true": (ended(reason="crash", engine=True, detail=""), "engine is not 1, 2 or null"),
    "another deal": (exchange("deck", 0, 6), "bout 1: player1_cards do not follow"),
    "another card drawn": (exchange("deck", 12, 20), "bout 2: player2_cards do not follow"),
    "a hand with a card twice": (
        lambda g: g["moves"][0]["player2_cards"].append("KS"),
        "bout 1: player2_cards holds a card twice",
    ),
    "a wrong talon": (spoil_bout(3, "deck_count", 17), "bout 3: deck_count is not 18"),
    "the wrong attacker": (spoil_bout(3, "to_move", "player1"), "bout 3: player1 attacks, not"),
    "a card that does not beat": (played(1, "8H", "QC"), "bout 1: QC does not beat 8H (trump 7S)"),
    "a card of another": (played(2, "KS"), "bout 2: player1 does not hold KS"),
    "a card of another rank": (
        played(2, "6H", "7H", "QC"),
        "bout 2: no card of the rank of QC on the table (6H 7H)",
    ),
    "no card led": (played(2), "bout 2: must lead a card"),
    "cards given after a defence": (added(1, "KS"), "bout 1: KS is given, but nobody takes"),
    "cards given of another rank": (added(7, "KS"), "bout 7: no card of the rank of KS on the"),
    "cards given that are not held": (added(7, "6C"), "bout 7: player2 does not hold 6C"),
    "a card after the end of the bout": (
        lambda g: g["moves"][-1]["moves_and_responds"].append("KH"),
        "is played after the end of the bout",
    ),
    "a bout after the end of the game": (
        lambda g: g["moves"].append(g["moves"][-1]),
        "bout 16: the game was over before",
    ),
    "infos of one engine": (said([None]), "infos: engines are not one for each player"),
    "a number for an engine's name": (said([{"name": 1}, None]), "infos: name is not a text"),
    "a chance that is none": (said([None, None], [nan, ""]), "infos: a decision has no chance"),
    "a thought without a text": (said([None, None], [0.5]), "infos: a decision has no chance"),
    "an attack limit that is none": (spoil("attack_limit", [0]), "attack_limit: "),
    "one seat only": (spoil("seats", ["x"]), "seats: not a text or null for each"),
    "a seat that is no text": (spoil("seats", ["x", 1]), "seats: not a text or null"),
    "a bout too few": (lambda g: g["moves"].pop(), "the game is not over after its last bout"),
}


def test_a_reason_is_one_line_in_any_log(game: Game) -> None:
    game["termination"] = {"reason": "\x1b[31m", "engine": None, "detail": "", "other_reason": "\n"}
    ending = decode_game(json.dumps(game).encode()).ending
    assert ending.faults() == ("\\x1b[31m", "\\n")


class TestDamage:
    @pytest.mark.parametrize(("edit", "reason"), DAMAGE.values(), ids=DAMAGE)
    def test_is_named_with_its_place(self, game: Game, edit: Edit, reason: str) -> None:
        decode_game(json.dumps(game).encode())
        edit(game)
        assert reason in reason_of(game)

    @pytest.mark.parametrize(
        ("body", "reason"),
        [
            (b"", "nothing follows its header"),
            (b" \r\n\n", "nothing follows its header"),
            (b"{}", "moves is missing"),
            (b"[]", "not a JSON object"),
            (b"null", "not a JSON object"),
            (b'{"moves": [', "not JSON: "),
            (b"\0" * 10, "not JSON: "),
            (b"\xef\xbb\xbf{}", "not JSON: "),
            ("{}".encode("utf-16"), "not UTF-8: "),
            (b'{"a": "\xff"}', "not UTF-8: invalid start byte at byte 7"),
            (b"[" * 100_000, "nested too deeply"),
            (b'{"moves": ' * 10_000, "nested too deeply"),
            (b'{"game_id": ' + b"9" * 10_000 + b"}", "not JSON: "),
            (b"{}\nDEBUG: hello\n", "the line 'DEBUG: hello' is not part of a game"),
            (b"{} {}", "the line ' {}' is not part of a game"),
            (b"DEBUG: hello\n{}\n", "not JSON: "),
        ],
    )
    def test_of_the_line_itself_is_named_too(self, body: bytes, reason: str) -> None:
        assert reason in reason_of(body)

    def test_a_long_line_is_refused_without_being_parsed(self) -> None:
        assert reason_of(b"[" * 10_000_000) == "a game of 10.0 MB is too long to be one"
        assert "too long" in reason_of(b" " * (GAME_CAP + 1))
        assert "nothing follows" in reason_of(b" " * GAME_CAP)

    @given(at=st.integers(0, 3476))
    def test_a_line_cut_off_anywhere_is_damage(self, at: int) -> None:
        body = body_of(TRACE_LOG.read_bytes()).rstrip()
        assert reason_of(body[: at % len(body)])

    @given(seed=SEEDS, reason=st.sampled_from(["normal", "crash"]), data=st.data())
    def test_a_game_that_is_read_from_a_doctored_log_is_one_that_can_be_written(
        self, seed: int, reason: str, data: st.DataObject
    ) -> None:
        value = json.loads(body_of(encode_game(random_game(seed))))
        value["moves"] = value["moves"][: data.draw(st.integers(0, len(value["moves"])))]
        phase = data.draw(st.sampled_from([None, "deal", "give_more", "respond", "", "?"]))
        value["termination"] = {"reason": reason, "engine": None, "detail": "", "phase": phase}
        try:
            record = decode_game(json.dumps(value).encode())
        except DamagedGame:
            return
        assert read_back(record) == record

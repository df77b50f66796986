"""The lines of the protocol: exactly pyDurak's bytes, readable at the other end."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.cards import NAMES, card_names, parse_card
from durak_tui.protocol.faults import RemoteProtocolError
from durak_tui.protocol.messages import (
    VERSION_1,
    Command,
    EngineAnswer,
    Features,
    GameData,
    Info,
    Kind,
    decode_answer,
    decode_game_data,
    decode_info,
    encode_answer,
    encode_command,
    encode_features,
    encode_info,
    split_command,
)
from tests.game.build import cards
from tests.protocol.strategies import (
    QUESTIONS,
    card_lists,
    clocks,
    commands,
    features,
    infos,
    noise,
)

KINDS: tuple[Kind, ...] = get_args(Kind)


# Commands


def as_json(
    command: Command, time_left: int | None = None, game_time_left: int | None = None
) -> dict[str, Any]:
    """The JSON that the protocol's page asks for, its keys in their order."""
    stated = command.data
    if stated is None:
        return {}
    value: dict[str, Any] = {
        "discarded": card_names(stated.discarded),
        "deck_count": stated.deck_count,
        "on_table": card_names(stated.on_table),
        "enemy_count": stated.enemy_count,
        "trump": NAMES[stated.trump],
    }
    if time_left is not None:
        value["time_left_ms"] = time_left
    if game_time_left is not None:
        value["game_time_left_ms"] = game_time_left
    if stated.hand is not None:
        value["hand"] = card_names(stated.hand)
        value["enemy_known"] = card_names(stated.enemy_known)
    return value


@given(commands, clocks, clocks)
def test_game_data_is_what_a_json_library_would_write(
    command: Command, time_left: int | None, game_time_left: int | None
) -> None:
    _, separator, rest = encode_command(command, time_left, game_time_left).partition(b" ## ")
    assert bool(separator) == (command.data is not None)
    if separator:
        assert rest.decode() == json.dumps(as_json(command, time_left, game_time_left))


@given(commands)
def test_an_engine_reads_what_the_runner_wrote(command: Command) -> None:
    line = encode_command(command)
    assert b"\n" not in line
    word, read, rest = split_command(line)
    assert word == ("hint " if command.hint else "") + command.kind
    assert read == list(command.cards)
    stated = decode_game_data(rest)
    assert stated == as_json(command)
    if command.data is not None:
        assert cards(" ".join(stated["on_table"])) == list(command.data.on_table)


@given(card_lists, card_lists)
def test_the_same_list_may_be_the_table_and_the_cards_of_the_line(
    table: list[int], discarded: list[int]
) -> None:
    """As the runner does it; what is written is the same as for two equal lists."""
    shared = Command("move", table, GameData(discarded, 3, table, 5, 0))
    apart = Command("move", tuple(table), GameData(tuple(discarded), 3, list(table), 5, 0))
    assert encode_command(shared) == encode_command(apart)
    discarded.append(51)
    assert encode_command(shared).count(b'"AS"') == encode_command(apart).count(b'"AS"') + 1


@pytest.mark.parametrize(
    ("line", "word", "read", "rest"),
    [
        (b"", "", "", b""),
        (b"   ", "", "", b""),
        (b"bogus", "bogus", "", b""),
        (b"hint", "hint", "", b""),
        (b"hint move ## {}", "hint move", "", b" {}"),
        (b"move  ## {}\r\n", "move", "", b" {}\r\n"),
        (b"deal 7C  8D##{}", "deal", "7C 8D", b"{}"),
        (b"respond 7C", "respond", "7C", b""),
        (b"move ## {} ## {}", "move", "", b" {} ## {}"),
    ],
)
def test_lines_of_other_runners_are_read_with_tolerance(
    line: bytes, word: str, read: str, rest: bytes
) -> None:
    assert split_command(line) == (word, cards(read), rest)


@pytest.mark.parametrize("line", [b"move XX", b"deal 7C 10C ## {}", b"respond \xff"])
def test_a_line_with_something_that_is_no_card_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match="not a card"):
        split_command(line)


def test_missing_game_data_counts_as_empty() -> None:
    assert decode_game_data(b"") == decode_game_data(b"  \r\n") == {}


@pytest.mark.parametrize("text", [b"[]", b"7", b"{", b"null", b"\xff"])
def test_game_data_is_a_json_object(text: bytes) -> None:
    with pytest.raises(ValueError):
        decode_game_data(text)


# Answers


@given(card_lists)
def test_cards_that_are_given_are_read_in_their_order(given_cards: list[int]) -> None:
    assert decode_answer("give_more", encode_answer(given_cards)) == EngineAnswer(
        tuple(given_cards)
    )


@pytest.mark.parametrize("kind", QUESTIONS)
@pytest.mark.parametrize("name", NAMES)
def test_every_card_can_be_the_answer_to_every_question(kind: Kind, name: str) -> None:
    answer = EngineAnswer((parse_card(name),))
    assert decode_answer(kind, encode_answer(answer.cards)) == answer
    for spelling in (name.lower(), name[0].lower() + name[1], name[0] + name[1].lower()):
        assert decode_answer(kind, spelling.encode()) == answer


@pytest.mark.parametrize("kind", QUESTIONS)
@pytest.mark.parametrize(
    ("line", "names"),
    [(b"", ""), (b"\t \r", ""), (b" 6H ", "6H"), (b"6H\r", "6H"), (b"\t6h", "6H")],
)
def test_an_empty_line_is_a_pass_and_blanks_around_an_answer_are_ignored(
    kind: Kind, line: bytes, names: str
) -> None:
    assert decode_answer(kind, line) == EngineAnswer(tuple(cards(names)))


@pytest.mark.parametrize("line", [b"ok", b" ok ", b"ok\r", b"\tok"])
def test_ok_may_have_blanks_around_it(line: bytes) -> None:
    assert decode_answer("deal", line) == EngineAnswer()
    assert decode_answer("init", line) == EngineAnswer((), VERSION_1)


@pytest.mark.parametrize(
    ("line", "given_cards"),
    [
        (b"6H 6H", "6H"),
        (b"6H 7C 6h", "6H 7C"),
        (b"7C 6H 7C 6H 7C", "7C 6H"),
        (b"  7C   6H\r", "7C 6H"),
    ],
)
def test_a_card_given_twice_counts_once(line: bytes, given_cards: str) -> None:
    assert decode_answer("give_more", line) == EngineAnswer(tuple(cards(given_cards)))


def refusal(kind: Kind, line: bytes) -> str:
    """The message of the error about a line that is no answer."""
    with pytest.raises(RemoteProtocolError) as caught:
        decode_answer(kind, line)
    assert caught.value.reason == "unreadable"
    assert caught.value.received == line
    return str(caught.value)


@pytest.mark.parametrize("kind", ["init", "deal"])
@pytest.mark.parametrize(
    "line", [b"OK", b"Ok", b"", b" ", b"okay", b"ok ok", b"o k", b"hello world", b"7C", b"ok\0"]
)
def test_init_and_deal_are_answered_with_ok_and_nothing_else(kind: Kind, line: bytes) -> None:
    assert refusal(kind, line) == f'{kind} must be answered with "ok"'


@pytest.mark.parametrize("kind", QUESTIONS)
@pytest.mark.parametrize(
    ("line", "word"),
    [
        (b"hello world", "hello"),
        (b"ok", "ok"),
        (b"7", "7"),
        (b"C7", "C7"),
        (b"10C", "10C"),
        (b"1C", "1C"),
        (b"7X", "7X"),
        (b"7C,8C", "7C,8C"),
        (b"7C 7X", "7X"),
        (b"7C8C", "7C8C"),
        (b"None", "None"),
        (b"-", "-"),
        ("7♣".encode(), "7♣"),
        (b"7\xc5\xbf", "7\u017f"),
    ],
)
def test_what_is_no_card_is_no_answer_to_a_question(kind: Kind, line: bytes, word: str) -> None:
    assert refusal(kind, line) == f"not a card: '{word}'"


def test_a_long_word_is_not_repeated_in_full() -> None:
    assert len(refusal("move", b"7" * 60_000)) < 100


@pytest.mark.parametrize("kind", ["move", "respond"])
@pytest.mark.parametrize("line", [b"7C 8C", b"7C 7C", b"7c 8c 9c"])
def test_a_move_and_a_response_are_one_card(kind: Kind, line: bytes) -> None:
    assert refusal(kind, line) == f"{kind} must be answered with one card"


@given(st.sampled_from(KINDS), noise)
def test_any_bytes_are_an_answer_or_refused(kind: Kind, line: bytes) -> None:
    try:
        answer = decode_answer(kind, line)
    except RemoteProtocolError as error:
        assert error.reason == "unreadable"
        assert error.received == line
        assert str(error).isprintable()
    else:
        assert len(set(answer.cards)) == len(answer.cards)
        assert set(answer.cards) <= set(range(52))
        if kind in ("init", "deal"):
            assert not answer.cards


# What an engine says of itself


def test_an_engine_of_version_1_says_just_ok() -> None:
    assert encode_features(VERSION_1) == b"ok"
    assert decode_answer("init", b"ok").features == Features(1, persistent=False, hints=False)


def test_the_example_of_the_protocol_page_is_read() -> None:
    line = b'ok ## {"name": "Fox", "version": "1.2", "author": "A. B.", "persistent": true}'
    assert decode_answer("init", line).features == Features(
        2, "Fox", "1.2", "A. B.", persistent=True, hints=False
    )


@pytest.mark.parametrize(
    "line",
    [b"ok ## {}", b' ok  ##  {"name": null, "unknown": [1]} \r', b'ok ## {"persistent": false}'],
)
def test_every_key_is_optional_and_unknown_ones_are_ignored(line: bytes) -> None:
    assert decode_answer("init", line).features == Features(protocol=2)


@given(features)
def test_what_an_engine_says_of_itself_is_understood(said: Features) -> None:
    line = encode_features(said)
    assert b"\n" not in line
    assert decode_answer("init", line) == EngineAnswer((), said)


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        (b"ok ##", "what follows ok ## is not JSON"),
        (b"ok ## {", "what follows ok ## is not JSON"),
        (b"ok ## {} {}", "what follows ok ## is not JSON"),
        (b"ok ## \xff", "what follows ok ## is not JSON"),
        (b"ok ## " + b"[" * 60_000, "what follows ok ## is not JSON"),
        (b"ok ## " + b'{"a":' * 10_000, "what follows ok ## is not JSON"),
        (b"ok ## " + b"[" * 30_000 + b"]" * 30_000, "what follows ok ## is not JSON"),
        (b"ok ## " + b"9" * 50_000, "what follows ok ## is not JSON"),
        (b"ok ## []", "what follows ok ## is not a JSON object"),
        (b'ok ## "persistent"', "what follows ok ## is not a JSON object"),
        (b"ok ## null", "what follows ok ## is not a JSON object"),
        (b'ok ## {"persistent": 1}', '"persistent" in the init answer must be true or false'),
        (b'ok ## {"hints": "yes"}', '"hints" in the init answer must be true or false'),
        (b'ok ## {"name": 7}', '"name" in the init answer must be text'),
        (b'ok ## {"version": 1.2}', '"version" in the init answer must be text'),
        (b'ok ## {"author": ["A"]}', '"author" in the init answer must be text'),
    ],
)
def test_a_wrong_self_description_is_refused(line: bytes, detail: str) -> None:
    assert refusal("init", line).startswith(detail)


# What an engine thinks


def test_the_info_example_of_the_protocol_page_is_read() -> None:
    line = b'info {"win": 0.62, "moves": {"7C": 0.62, "": 0.41}, "nodes": 12345, "text": "hm"}'
    assert decode_info(line) == Info(0.62, {"7C": 0.62, "": 0.41}, 12345, "hm")


@given(infos)
def test_what_an_engine_thinks_is_understood(thought: Info) -> None:
    line = encode_info(thought)
    assert b"\n" not in line
    assert decode_info(line) == thought


@pytest.mark.parametrize(
    ("line", "thought"),
    [
        (b"info {}", Info()),
        (b'  info   {"text": "x"}  \r', Info(text="x")),
        (b'info {"win": 1, "nodes": 3}', Info(win=1.0, nodes=3)),
        (b'info {"win": 1.01}', Info()),
        (b'info {"win": -0.1}', Info()),
        (b'info {"win": true, "nodes": false}', Info()),
        (b'info {"win": NaN, "nodes": 1.5, "text": 3}', Info()),
        (b'info {"win": Infinity, "nodes": Infinity}', Info()),
        (b'info {"win": "0.5", "moves": [1], "nodes": "3", "text": null}', Info()),
        (b'info {"moves": {"7C": 2, "8C": "x", "9C": 0.5, "": null}}', Info(moves={"9C": 0.5})),
        (b'info {"win": 1' + b"0" * 400 + b"}", Info()),
    ],
)
def test_fields_of_the_wrong_type_or_size_are_left_out(line: bytes, thought: Info) -> None:
    assert decode_info(line) == thought


@pytest.mark.parametrize(
    "line",
    [
        b"info",
        b"info ",
        b"info thinking about 7C",
        b"info []",
        b"info {} {}",
        b"info \xff\xfe",
        b"info " + b"[" * 60_000,
        b"info " + b'{"moves":' * 7_000,
        b'info {"nodes": ' + b"9" * 50_000 + b"}",
    ],
)
def test_info_that_is_no_json_object_is_unreadable(line: bytes) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        decode_info(line)
    assert caught.value.reason == "unreadable"
    assert caught.value.received == line
    assert str(caught.value).startswith("what follows info is not ")


@given(noise)
def test_any_bytes_after_info_are_read_or_refused(rest: bytes) -> None:
    line = b"info " + rest
    try:
        thought = decode_info(line)
    except RemoteProtocolError as error:
        assert error.reason == "unreadable"
    else:
        assert thought.win is None or 0 <= thought.win <= 1
        assert all(0 <= score <= 1 for score in (thought.moves or {}).values())


def test_texts_of_an_engine_cannot_speak_to_the_terminal() -> None:
    answer = decode_answer("init", b'ok ## {"name": "a\\u001b[2Jb\\nc", "author": "\\ud800"}')
    assert answer.features is not None
    assert answer.features.name == "a\\x1b[2Jb\\nc"
    assert answer.features.author == "\\ud800"
    assert decode_info(b'info {"text": "\\u0007 \\u2028"}').text == "\\x07 \\u2028"

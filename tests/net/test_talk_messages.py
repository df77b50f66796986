"""Messages of two programs: what is written is read again, and anything else is refused."""

import json
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from durak_tui.common.fields import Malformed
from durak_tui.common.text import is_one_line
from durak_tui.game.caps import Caps
from durak_tui.net.talk_faults import DealWrong, Fault, PeerFault, refused
from durak_tui.net.talk_messages import (
    CHAT,
    LINE_CAP,
    PROTOCOL,
    AcceptDraw,
    Again,
    Agree,
    Chat,
    DealStep,
    DealVerdict,
    DeclineDraw,
    Disclosure,
    Hello,
    HouseRules,
    Leave,
    Line,
    Message,
    OfferDraw,
    Open,
    Play,
    Propose,
    Refusal,
    Resign,
    as_json,
    decode_line,
    encode_disclosure,
    encode_hello,
    encode_message,
    encode_refusal,
    of_json,
)

DATA = {"deal": "keys", "keys": {"3": "ab"}}
TERMS = HouseRules(52, Caps(6, 5))
MESSAGES: list[Message] = [
    Propose(TERMS), Agree(TERMS), DealStep(DATA), Play(()), Play((20, 51), DATA), Resign(),
    OfferDraw(),
    AcceptDraw(), DeclineDraw(), Open(DATA, 70), DealVerdict(), DealVerdict(DealWrong.SECRET, 0),
    DealVerdict(DealWrong.DENIED, 1, card=20), DealVerdict(DealWrong.NO_CARD, 1, 0), Again(),
    Chat("♥ привет"), Leave(),
]  # fmt: skip
HELLO = Hello("a" * 32, "", 7, "0.1.0")
LINES: list[bytes] = [
    *(encode_message(3, message) for message in MESSAGES),
    encode_hello(HELLO),
    encode_refusal(Refusal(Fault.TURN, "why")),
    encode_disclosure(Disclosure({"deal": "secret", "secret": "00"})),
]


@pytest.mark.parametrize("message", MESSAGES, ids=str)
def test_a_message_is_read_as_it_was_written(message: Message) -> None:
    assert decode_line(encode_message(3, message)) == (3, message)
    assert of_json(json.loads(json.dumps(as_json(message)))) == message


@pytest.mark.parametrize(
    ("line", "data"),
    [
        *((hello, encode_hello(hello)) for hello in (HELLO, HELLO._replace(other="b" * 32))),
        *((one, encode_refusal(one)) for one in (Refusal(Fault.DEAL, "x"), Refusal(Fault.OTHER))),
        (Disclosure(DATA), encode_disclosure(Disclosure(DATA))),
    ],
)
def test_what_has_no_number_is_read_as_it_was_written(line: Line, data: bytes) -> None:
    assert decode_line(data) == (0, line)


@pytest.mark.parametrize(
    ("said", "known"),
    [({}, (36, 52)), ({"decks": [52, 36, 32]}, (36, 52)), ({"decks": [36]}, (36,))],
)
def test_of_the_decks_in_a_greeting_those_are_heard_that_are_known_here(
    said: dict[str, object], known: tuple[int, ...]
) -> None:
    value = {key: each for key, each in json.loads(encode_hello(HELLO)).items() if key != "decks"}
    assert decode_line(json.dumps({**value, **said}).encode()) == (0, HELLO._replace(decks=known))


@pytest.mark.parametrize("decks", [None, 24, ["24"], [True], [24.0], [-24], [36] * 101])
def test_decks_that_are_no_numbers_are_refused(decks: object) -> None:
    with pytest.raises(Malformed):
        decode_line(json.dumps({**json.loads(encode_hello(HELLO)), "decks": decks}).encode())


@pytest.mark.parametrize("decks", [[], [52], [24, 52]])
def test_a_greeting_without_the_deck_on_which_all_can_agree_is_refused(decks: list[int]) -> None:
    with pytest.raises(Malformed, match="36"):
        decode_line(json.dumps({**json.loads(encode_hello(HELLO)), "decks": decks}).encode())


def test_a_reason_of_a_later_version_is_no_mistake() -> None:
    assert decode_line(b'{"refused":"new","detail":"x"}') == (0, Refusal(Fault.OTHER, "x"))
    assert decode_line(b'{"refused":7,"detail":7}') == (0, Refusal(Fault.OTHER, ""))


@given(st.text(max_size=CHAT).filter(lambda text: text.strip() and is_one_line(text)))
@example("می‌خواهم 👩‍🚀")
def test_any_printable_line_can_be_said_and_fits(text: str) -> None:
    line = encode_message(10**9, Chat(text))
    assert len(line) <= LINE_CAP
    assert decode_line(line)[1] == Chat(text)


@pytest.mark.parametrize(
    "value",
    [
        {"text": "a\nb"}, {"text": "\x1b[2J"}, {"text": ""}, {"text": " "}, {"text": "x" * 501},
        {"text": "a\u200db"}, {"text": "\u202ea"}, {"text": 7}, {"text": None}, {},
    ],
)  # fmt: skip
def test_what_a_terminal_might_obey_is_not_read(value: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        of_json({"is": "chat", **value})


@pytest.mark.parametrize(
    "value",
    [
        {"deck": 40}, {"deck": 36.0}, {"deck": True}, {"attack_limit": 6},
        {"attack_limit": [6, 0]}, {"attack_limit": [6, 53]}, {"attack_limit": [6, "5"]},
    ],
)  # fmt: skip
def test_house_rules_that_there_are_not_are_refused(value: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        of_json({"is": "propose", "deck": 36, "attack_limit": [6, 5], **value})


@pytest.mark.parametrize("card", [None, 7, 1.5, True, "", "7", "1C", "7CX", ["7C"], {"7C": 1}])
def test_what_is_no_card_is_refused(card: object) -> None:
    with pytest.raises(Malformed):
        of_json({"is": "play", "cards": ["7C", card]})
    if card is not None:
        with pytest.raises(Malformed):
            of_json({"is": "verdict", "found": "NO_CARD", "card": card})


@given(st.sampled_from(LINES), st.integers(0, 10**4), st.binary(max_size=3))
def test_a_damaged_line_is_refused_or_another_message(line: bytes, at: int, new: bytes) -> None:
    at %= len(line)
    with suppress(Malformed, PeerFault):
        decode_line(line[:at] + new + line[at + 1 :])


def test_a_greeting_of_another_version_says_so_before_all_else() -> None:
    line = {"durak-tui": PROTOCOL + 1, "version": "9.1", "changed": []}
    with pytest.raises(PeerFault) as error:
        decode_line(json.dumps(line).encode())
    assert error.value.fault is Fault.VERSION
    assert error.value.sentence("Ann").startswith("Ann has version 9.1 of durak-tui")


@pytest.mark.parametrize("fault", Fault)
def test_every_fault_has_a_sentence_for_either_side(fault: Fault) -> None:
    for sentence in (PeerFault(fault, "x\x1b").sentence("A\nB"), refused(fault, "x\x1b", "A\nB")):
        assert "A\\nB" in sentence
        assert sentence.isprintable()
        assert sentence.endswith(".")

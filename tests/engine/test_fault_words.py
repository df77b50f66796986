"""What is said of engines that fail is said in the language of the user."""

import re
from collections.abc import Iterator
from typing import Final, get_args

import pytest

from durak_tui.common.i18n import choose
from durak_tui.engine.fault_words import fault_words
from durak_tui.engine.process import describe_exit
from durak_tui.game.cards import parse_card
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.protocol.faults import FaultReason, RemoteProtocolError, Verdict
from durak_tui.protocol.messages import decode_answer

CARD: Final = parse_card("6C")
ENGLISH: Final = re.compile(r"[a-z]{3,} [a-z]{2,}")
LATE: Final = "no answer within 3 s"


@pytest.fixture(autouse=True)
def russian() -> Iterator[None]:
    """The language of the user, and English again."""
    choose("ru")
    yield
    choose("en")


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_that_is_broken_is_named(rule: Rule) -> None:
    error = IllegalAction(rule, CARD, table=(CARD,), trump=CARD, count=2, limit=1)
    assert not ENGLISH.search(fault_words(str(error)))


@pytest.mark.parametrize("status", [3, -9])
def test_the_end_of_a_process(status: int) -> None:
    assert not ENGLISH.search(fault_words(describe_exit(status)))


@pytest.mark.parametrize("line", [b"no", b"ok ## 1", b'ok ## {"hints": 1}', b'ok ## {"name": 1}'])
def test_what_is_no_answer_to_init(line: bytes) -> None:
    with pytest.raises(RemoteProtocolError) as error:
        decode_answer("init", line)
    assert not ENGLISH.search(fault_words(error.value.detail).replace("true or false", ""))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (f"{LATE} of its start", "нет ответа за 3 с после запуска"),  # noqa: RUF001
        (
            f"{LATE}, all that was left of 9 s for the game, only the start of a line",
            "нет ответа за 3 с, всё, что осталось от 9 с на партию, только начало строки",  # noqa: RUF001
        ),
        (
            "engine 'x' cannot be started: No such file or directory",
            "движок 'x' не запускается: нет такого файла или папки",
        ),
        ("lisa resigned", "lisa сдаётся"),
        ("timeout resigned", "timeout сдаётся"),
        (
            "engine 'x' did not start: exited with code 1, last words: Permission denied",
            "движок 'x' не запустился: завершился с кодом 1, последние слова: Permission denied",  # noqa: RUF001
        ),
        ("something else, {of} 1.0 ms", "something else, {of} 1.0 ms"),
        ("", ""),
    ],
)
def test_a_wording_is_recognized_in_all_its_parts(said: str, told: str) -> None:
    assert fault_words(said) == told


@pytest.mark.parametrize("reason", get_args(FaultReason))
def test_a_verdict_of_a_log_is_told_with_what_was_sent_as_it_is(reason: FaultReason) -> None:
    verdict = Verdict("lisa", reason, "not a card: 'x, y'", "move", "move  ## {}", "x, y", 0.0123)
    told = fault_words(str(verdict))
    assert told.startswith("lisa: ") and reason not in told
    assert told.endswith(" на move через 12.3 мс: не карта: 'x, y'; отправлено 'move  ## {}',"
                         " пришло 'x, y'")  # fmt: skip
    choose("en")
    assert fault_words(str(verdict)) == str(verdict)


@pytest.mark.parametrize("text", [": in  after  ms: ; sent '", "engine x cannot be started: "])
def test_no_text_is_too_much(text: str) -> None:
    assert fault_words(1000 * text)

"""Faults of engines: English in logs, for people in their language."""

import pickle
import re
from typing import Final

import pytest

from durak_tui.common.i18n import Message, choose
from durak_tui.engine.engine_errors import EngineFault, EngineStartError, EngineVerdict, words_of
from durak_tui.engine.registry import resolve
from durak_tui.game.cards import parse_card
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.protocol.faults import Detail, FaultCode

CARD: Final = parse_card("6C")
ENGLISH: Final = re.compile(r"[a-z]{3,} [a-z]{2,}")
LATE: Final = Detail(FaultCode.LATE, {"n": "3"})
OF_GAME: Final = Detail(FaultCode.GAME_TIME, {"n": "9"})


@pytest.fixture(autouse=True)
def speaking_russian() -> None:
    """The language of the user."""
    choose("ru")


def verdict_of(*details: Detail) -> EngineVerdict:
    """A verdict on an answer to ``move``."""
    return EngineVerdict("lisa", details, "move", "move  ## {}", "x, y", 0.0123)


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_is_named_in_the_language_of_the_user(rule: Rule) -> None:
    error = IllegalAction(rule, CARD, table=(CARD,), trump=CARD, count=2, limit=1)
    words = words_of(Detail(error.rule, error.values))
    assert not ENGLISH.search(str(words))
    assert words.english == str(error)


@pytest.mark.parametrize("code", FaultCode)
def test_every_fault_is_named_in_the_language_of_the_user(code: FaultCode) -> None:
    values = dict.fromkeys(("command", "name", "what", "why", "key", "n"), "X")
    words = words_of(Detail(code, values))
    assert not ENGLISH.search(str(words).replace("true or false", ""))
    assert words.english == code.text.format(**values)


@pytest.mark.parametrize(
    ("details", "english", "russian"),
    [
        (
            [Detail(FaultCode.LATE_START, {"n": "3"})],
            "no answer within 3 s of its start",
            "нет ответа за 3 с после запуска",  # noqa: RUF001
        ),
        (
            [LATE, OF_GAME, Detail(FaultCode.UNFINISHED)],
            "no answer within 3 s, the last of its 9 s for the game, only the start of a line",
            "нет ответа за 3 с, всё, что осталось от 9 с на партию, только начало строки",  # noqa: RUF001
        ),
    ],
)
def test_what_completes_a_fault_follows_it(
    details: list[Detail], english: str, russian: str
) -> None:
    why = verdict_of(*details).why
    assert (why.english, str(why)) == (english, russian)


def test_a_verdict_names_engine_reason_command_line_answer_and_time() -> None:
    message = verdict_of(Detail(FaultCode.NOT_A_CARD, {"name": "'x, y'"})).message
    assert message.english == (
        "lisa: unreadable in move after 12.3 ms: not a card: 'x, y'; sent 'move  ## {}', got 'x, y'"
    )
    assert str(message).endswith(
        " на move через 12.3 мс: не карта: 'x, y'; отправлено 'move  ## {}', пришло 'x, y'"
    )


def test_a_program_that_is_gone_is_named_in_both_languages() -> None:
    gone = Message("No such file or directory")
    error = EngineStartError("engine {name} cannot be started: {why}", name="'x'", why=gone)
    assert str(error) == "движок 'x' не запускается: нет такого файла или папки"
    why = verdict_of(Detail(FaultCode.NOT_STARTED, {"why": error.message})).why
    assert str(why) == str(error)
    assert why.english == "engine 'x' cannot be started: No such file or directory"


def test_a_name_without_a_program_is_refused_in_both_languages() -> None:
    with pytest.raises(EngineStartError) as refused:
        resolve("durak-dumy")
    assert refused.value.message.english.endswith("(did you mean durak-dummy?)")
    assert not ENGLISH.search(str(refused.value))


def test_code_and_values_reach_another_process() -> None:
    fault = EngineFault(verdict_of(LATE, OF_GAME))
    copy = pickle.loads(pickle.dumps(fault))
    assert copy.verdict == fault.verdict
    assert str(copy) == str(fault)

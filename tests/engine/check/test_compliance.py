"""The compliance check: sound engines pass it, and each fault is found by the check for it.

The faulty engines are sound ones with one thing changed, so nothing else can be the cause.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.check.compliance import CheckResult, run_checks
from durak_tui.engine.check.scenarios import SCENARIOS, Ask, BeginGame, Hint, Setting, cards_of
from durak_tui.engine.config import Limits
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.engine.registry import Program, resolve
from durak_tui.game.cards import full_deck, mask_of
from durak_tui.game.position import lowest_trump_holder
from durak_tui.words.check_words import advice_on
from tests.engine.check.sound_engines import ANSWER, CLAIMING, PLAIN, SHELL, program
from tests.engine.waiting import PATIENT, time_to_leave

__all__ = ["time_to_leave"]

HURRY = 3.0
"""Seconds for what never comes.  A shell starts in far less, even on a busy machine; and
an interpreter that runs already exits."""


class Fault(NamedTuple):
    """One change to a sound engine, the check that finds it, and what is said of it."""

    program: str
    old: str
    new: str
    check: str
    wrong: str
    fix: str
    move_time: float = PATIENT.move_time
    leave_seconds: float = PATIENT.move_time
    """The time for leaving; every check waits for that."""


FAULTS = {
    "no flush": Fault(
        *(PLAIN, ANSWER, "    print(answer)"),
        *("answers init", "timeout in init", "stdout not flushed"),
        move_time=0.5,
    ),
    "no newline": Fault(
        *(SHELL, "echo ok", "printf ok"),
        *("answers init", "only the start of a line", "no newline"),
        move_time=HURRY,
    ),
    "debug output before the answer": Fault(
        *(PLAIN, ANSWER, "    print('got', line)\n" + ANSWER),
        *("answers init", 'init must be answered with "ok", got \'got init', "standard error"),
    ),
    "debug output after the answer": Fault(
        *(PLAIN, ANSWER, "    print(f'{answer}\\nmy hand: {hand}', flush=True)"),
        *("answers init", "flood in init: more than one line", "standard error"),
    ),
    "OK": Fault(*(PLAIN, '"ok"', '"OK"'), *("answers init", "got 'OK'", '"ok" in lower case')),
    "features without an object": Fault(
        *(CLAIMING, """'ok ## {"persistent": true, "hints": true}'""", "'ok ## persistent'"),
        *("answers init", "not JSON", "ok ## {JSON}"),
    ),
    "no answer to a deal": Fault(
        *(PLAIN, "        hand += cards", "        hand += cards\n        answer = ''"),
        *("takes a deal of six", "unreadable in deal", 'answer deal with "ok"'),
    ),
    "crashes on two blanks": Fault(
        *(PLAIN, "else:\n        fit =", "else:\n        cards[0]\n        fit ="),
        *("leads from a full hand", "crash in move: exited with code 1", 'two spaces, "move  ##"'),
    ),
    "closes its output": Fault(
        *(PLAIN, "    else:\n", "    elif not cards: open(1).close(), input()\n    else:\n"),
        *("leads from a full hand", "closed in move", "keep standard input and output open"),
    ),
    "leads a card it does not hold": Fault(
        *(PLAIN, "if not cards or card[0] in ranks]", "if card[0] in ranks] if cards else ['AC']"),
        *("leads from a full hand", "does not hold AC; expected: a card of", "track of the hand"),
    ),
    "never leads": Fault(
        *(PLAIN, "if not cards or card[0]", "if card[0]"),
        *("leads from a full hand", "must lead a card", "lead a card when the table is empty"),
    ),
    "answers with two cards": Fault(
        *(PLAIN, '"give_more":', '"give_more" or not cards:'),
        *("leads from a full hand", "answered with one card, got '7C ", 'one card such as "7C"'),
    ),
    "beats any card": Fault(
        *(PLAIN, "    return card[1] == trump", "    return True"),
        *("takes what it cannot beat", "does not beat AS (trump 6S)", "LAST card on the table"),
    ),
    "never takes": Fault(
        *(PLAIN, "beats(card, cards[-1])]", "beats(card, cards[-1])] or hand"),
        *("takes what it cannot beat", "does not beat AS", "otherwise take, with an empty line"),
    ),
    "keeps what it has played": Fault(
        *(PLAIN, "if card not in played]", "]"),
        *("throws in", "illegal in move: does not hold 7C", "is played or thrown in"),
    ),
    "throws in any card": Fault(
        *(PLAIN, "if not cards or card[0]", "if command == 'move' or card[0]"),
        *("ends the bout when nothing fits", "no card of the rank of", "ranks that are on"),
    ),
    "gives one too many": Fault(
        *(PLAIN, '["enemy_count"] - 1', '["enemy_count"]'),
        *("gives more", "gives too many cards (2, at most 1)", "at most enemy_count - 1"),
    ),
    "gives at limit 0": Fault(
        *(PLAIN, '["enemy_count"] - 1', '["enemy_count"] - 1 or 1'),
        *(
            "gives nothing at limit 0",
            "gives too many cards (1, at most 0)",
            "at 0 answer with an empty line",
        ),
    ),
    "crashes on an empty deal": Fault(
        *(PLAIN, "hand += cards", "hand += [cards[0], *cards[1:]]"),
        *("takes an empty deal", "crash in deal", 'two spaces, "deal  ##"'),
    ),
    "forgets what it took": Fault(
        *(PLAIN, "hand += cards", "hand = hand + cards if not hand or '[]' not in data else hand"),
        *("plays cards it took", "must lead a card", "also after taking"),
    ),
    "stays after game_end": Fault(
        *(PLAIN, "        break", "        continue"),
        *("leaves or waits at game_end", "still running 3 s after game_end", "exit at game_end"),
        leave_seconds=HURRY,
    ),
    "answers game_end": Fault(
        *(PLAIN, "        break", "        print('ok', flush=True)\n        break"),
        *("leaves or waits at game_end", "but it writes 'ok", "write nothing at game_end"),
    ),
    "crashes at game_end": Fault(
        *(PLAIN, "        break", "        json.loads(data)"),
        *("leaves or waits at game_end", "crash at game_end", "without JSON"),
    ),
    "is not as persistent as it says": Fault(
        *(CLAIMING, "        if VERSION_2:\n            continue\n", ""),
        *("leaves or waits at game_end", "crash in init: exited with code 0", "wait for the next"),
    ),
    "is persistent and answers game_end": Fault(
        *(CLAIMING, "            continue", "            print('ok', flush=True); continue"),
        *("leaves or waits at game_end", "", "write nothing at game_end"),
    ),
    "reads an ended input for ever": Fault(
        *(PLAIN, "for line in sys.stdin:", "while line := sys.stdin.readline() or 'bogus':"),
        # On a busy machine it may write too little for the verdict to be about that.
        *("exits at end of input", "its input", "exit when reading says"),
        leave_seconds=HURRY,
    ),
    "waits for ever once its input has ended": Fault(
        *(PLAIN, ANSWER, ANSWER + "\nelse:\n    __import__('signal').pause()"),
        *("exits at end of input", "still running 3 s after the end", "exit when reading says"),
        leave_seconds=HURRY,
    ),
    "keeps the hand at a second init": Fault(
        *(CLAIMING, "        hand = []", "        hand = globals().get('hand', [])"),
        *("starts over at a second init", "illegal in respond: does not hold", "empty the hand"),
    ),
    "keeps the trump at a second init": Fault(
        *(CLAIMING, "trump = cards[0][1]", "trump = globals().get('trump', cards[0][1])"),
        *("starts over at a second init", "does not beat AD (trump 6H)", "take the new trump"),
    ),
    "does not look at the version": Fault(
        *(CLAIMING, "true}' if VERSION_2 else", "true}' if True else"),
        *("speaks version 1", "as in version 2, though DURAK_PROTOCOL is 1", "answer ok alone"),
    ),
    "stays after game_end in version 1": Fault(
        *(CLAIMING, "        if VERSION_2:", "        if True:"),
        *("speaks version 1", "still running 3 s after game_end", "exit at game_end"),
        leave_seconds=HURRY,
    ),
    "gives hints for its own hand": Fault(
        *(CLAIMING, 'data["hand"], asked', "hand, asked"),
        *("gives hints", "illegal in hint respond: does not hold", '"hand" and "trump"'),
    ),
    "gives hints for its own trump": Fault(
        *(CLAIMING, 'data["hand"], asked', 'data["hand"], trump'),
        *("gives hints", "illegal in hint respond: 8H does not beat AD", '"hand" and "trump"'),
    ),
    "takes the trump of a hint for its own": Fault(
        *(CLAIMING, "asked = data", "asked = trump = data"),
        *("gives hints", "illegal in respond: 7S does not beat AD", "of the game alone"),
    ),
}


def by_status(results: Sequence[CheckResult], status: str) -> list[str]:
    return [result.name for result in results if result.status == status]


def test_durak_dummy_passes_everything() -> None:
    results = list(run_checks(resolve("durak-dummy"), PATIENT))
    assert by_status(results, "passed") == [scenario.name for scenario in SCENARIOS]
    assert all(result.exchange and not result.wrong and not advice_on(result) for result in results)
    for scenario, result in zip(SCENARIOS, results, strict=True):
        sent = {line.text.split()[0] for line in result.exchange if line.direction == "<-"}
        scripted = {step.kind.encode() for step in scenario.script if isinstance(step, Ask)}
        assert scripted <= sent, "no question of the script has been left out"


def test_a_plain_engine_passes_and_is_not_asked_for_what_it_does_not_claim(tmp_path: Path) -> None:
    results = list(run_checks(program(tmp_path, PLAIN), PATIENT))
    assert by_status(results, "failed") == []
    reasons = {result.name: result.wrong for result in results if result.status == "skipped"}
    assert list(reasons) == [
        "starts over at a second init", "gives hints", "plays with 52 cards",
    ]  # fmt: skip
    assert reasons["gives hints"] == 'its answer to init does not say "hints": true'
    assert reasons["plays with 52 cards"].startswith(
        "optional, and not supported: crash in respond"
    )


def test_an_engine_that_claims_all_passes_all(tmp_path: Path) -> None:
    results = list(run_checks(program(tmp_path, CLAIMING), PATIENT))
    assert by_status(results, "passed") == [scenario.name for scenario in SCENARIOS]


@pytest.mark.few(2)
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_by_the_check_for_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = FAULTS[name]
    monkeypatch.setattr("durak_tui.engine.check.compliance.LEAVE_SECONDS", fault.leave_seconds)
    assert fault.old in fault.program
    text = fault.program.replace(fault.old, fault.new)
    results = list(run_checks(program(tmp_path, text), Limits(fault.move_time)))
    assert by_status(results, "failed") == [fault.check]
    (failed,) = [result for result in results if result.status == "failed"]
    assert fault.wrong in failed.wrong
    assert fault.fix in advice_on(failed)


@pytest.mark.slow
def test_an_engine_that_never_leads_or_answers_gets_advice_about_the_time(tmp_path: Path) -> None:
    results = list(run_checks(program(tmp_path, SHELL), Limits(HURRY)))
    assert by_status(results, "failed") == ["leads from a full hand", "beats or takes"]
    for result in results:
        if result.status == "failed":
            assert "no answer within 3 s" in result.wrong
            assert "stdout not flushed" in advice_on(result)
            assert "thinks too long for this limit" in advice_on(result)
            assert "--move-time" in advice_on(result)


def test_a_problem_quotes_the_answer_and_says_the_expected_one_once(tmp_path: Path) -> None:
    ok = program(tmp_path, PLAIN.replace('" ".join(played)', '"ok"'))
    wrong = [result.wrong for result in run_checks(ok, PATIENT) if result.status == "failed"]
    assert wrong[0] == "unreadable in move: not a card: 'ok'; expected: a card of its hand"
    loud = program(tmp_path, PLAIN.replace('"ok"', '"OK"'))
    wrong = [result.wrong for result in run_checks(loud, PATIENT) if result.status == "failed"]
    assert wrong == ["unreadable in init: init must be answered with \"ok\", got 'OK'"]


def test_a_failed_check_shows_every_line_both_ways_and_the_last_words(tmp_path: Path) -> None:
    fault = FAULTS["crashes on two blanks"]
    spec = program(tmp_path, fault.program.replace(fault.old, fault.new))
    (failed,) = [r for r in run_checks(spec, PATIENT) if r.status == "failed"]
    data = b'"deck_count": 24, "on_table": [], "enemy_count": 6, "trump": "6S"}'
    assert [(line.direction, line.text) for line in failed.exchange] == [
        ("<-", b"init 6S"),
        ("->", b"ok"),
        ("<-", b'deal 7C 9C 7D 9D 7H 8S ## {"discarded": [], ' + data),
        ("->", b"ok"),
        ("<-", b'move  ## {"discarded": [], ' + data),
    ]
    assert all(line.seconds >= 0 for line in failed.exchange)
    assert failed.last_words[-1] == "IndexError: list index out of range"


def test_a_crash_for_another_reason_is_not_blamed_on_what_is_checked(tmp_path: Path) -> None:
    spec = program(tmp_path, PLAIN.replace("        fit = [", "        oops\n        fit = [", 1))
    (failed, *_) = [r for r in run_checks(spec, PATIENT) if r.status == "failed"]
    assert failed.name == "leads from a full hand"
    assert failed.last_words[-1] == "NameError: name 'oops' is not defined"
    assert failed.advice.startswith("see its last words on standard error; perhaps ")


def test_an_engine_run_by_another_python_gets_the_name_of_the_one_with_the_library(
    tmp_path: Path,
) -> None:
    spec = program(tmp_path, "import sys; sys.path.clear(); import durak_tui.engine.sdk\n")
    failed = next(run_checks(spec, PATIENT))
    assert failed.last_words[-1] == "ModuleNotFoundError: No module named 'durak_tui'"
    assert failed.wrong.endswith(f"; the Python that has it is {sys.executable}")
    assert failed.advice.startswith("run it with the Python that has durak-tui")


def test_an_engine_that_cannot_be_started_is_the_callers_to_report(tmp_path: Path) -> None:
    with pytest.raises(EngineStartError):
        next(run_checks(Program("gone", (str(tmp_path / "gone"),)), PATIENT))


def test_checks_can_be_cancelled(tmp_path: Path) -> None:
    token = CancelToken()
    token.set()
    silent = program(tmp_path, "while read -r line; do :; done")
    with pytest.raises(Cancelled):
        next(run_checks(silent, PATIENT, cancel=token))


# The table of scenarios.

SETTINGS = {
    step.setting
    for scenario in SCENARIOS
    for step in scenario.script
    if isinstance(step, BeginGame | Hint)
}


@pytest.mark.parametrize("setting", sorted(SETTINGS), ids=lambda setting: setting.hand)
def test_every_setting_could_come_about_in_a_game(setting: Setting) -> None:
    position = setting.position()
    hands = cards_of(setting.hand), cards_of(setting.enemy)
    everything = [*hands[0], *hands[1], *position.talon, *position.discarded]
    assert sorted(everything) == list(full_deck(setting.deck))
    assert len(position.discarded) % 2 == 0, "a beaten bout is made of pairs"
    if position.talon:
        assert position.talon[-1] == cards_of(setting.trump)[0]
        assert min(map(len, hands)) >= 6
    if not position.discarded:
        masks = mask_of(hands[0]), mask_of(hands[1])
        assert lowest_trump_holder(masks, position.trump & 3) in (setting.first, None)


def test_checks_need_only_checks_before_them() -> None:
    before: set[str] = set()
    for scenario in SCENARIOS:
        assert set(scenario.needs) <= before
        before.add(scenario.name)
    assert len(before) == len(SCENARIOS)

"""durak-tui check: what it prints, and how it ends."""

import sys
from pathlib import Path

import pytest

from durak_tui.cli.main import main
from durak_tui.engine.check.compliance import CheckResult, Line
from durak_tui.engine.check.scenarios import SCENARIOS
from durak_tui.engine.config import EngineConfig
from durak_tui.user.settings import SettingsStore
from durak_tui.words.check_words import report
from tests.cli.commands import CapFd
from tests.engine.check.sound_engines import ANSWER, PLAIN, program


def shown(result: CheckResult, *, verbose: bool = False) -> list[str]:
    """The lines about a check."""
    return [line.text for line in report(result, verbose, 80, "; --verbose shows them")]


def test_the_command_lists_the_checks_and_sums_them_up(capfd: CapFd) -> None:
    assert main(["check", "durak-dummy", "--move-time", "60"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "passed   answers init"
    assert lines[-1] == f"{len(SCENARIOS)} passed, 0 failed, 0 skipped"
    assert len(lines) == len(SCENARIOS) + 1


def test_an_engine_of_the_settings_is_checked_by_its_name(tmp_path: Path, capfd: CapFd) -> None:
    program(tmp_path, PLAIN.replace('"ok"', '"OK"'))
    engine = EngineConfig(f"{sys.executable} {tmp_path}/engine", "lisa")
    SettingsStore().update(engines=(engine,))
    assert main(["check", "lisa"]) == 1
    assert capfd.readouterr().out.startswith("failed   answers init")


@pytest.mark.slow
def test_all_that_a_passed_check_said_is_shown_if_asked(tmp_path: Path, capfd: CapFd) -> None:
    program(tmp_path, PLAIN.replace(ANSWER, f"    print(command, file=sys.stderr)\n{ANSWER}"))
    check = ["check", f"{sys.executable} {tmp_path}/engine", "--move-time", "60"]
    assert main([*check, "--verbose"]) == 0
    output = capfd.readouterr().out
    assert output.splitlines()[1:3] == [
        "  The first command names the open trump card; the answer is ok.",
        "  <- init 6S",
    ]
    assert "  -> 7C (" in output and "\n  stderr: init\n" in output
    assert main(check) == 0
    assert "stderr:" not in capfd.readouterr().out


def test_the_command_explains_a_failed_check_in_80_columns(tmp_path: Path, capfd: CapFd) -> None:
    program(tmp_path, PLAIN.replace('"ok"', '"OK"'))
    assert main(["check", f"{sys.executable} {tmp_path}/engine", "--move-time", "60"]) == 1
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "failed   answers init"
    assert lines[2] == "  <- init 6S"
    assert lines[3].startswith("  -> OK (")
    assert lines[4:9] == [
        "  problem: unreadable in init: init must be answered with \"ok\", got 'OK'",
        '  fix:     answer init with "ok" in lower case, or in version 2 ok ## {JSON};',
        "           what is not an answer, such as debug output, belongs on standard",
        "           error",
        'skipped  takes a deal of six: needs "answers init"',
    ]
    assert lines[-1] == f"0 passed, 1 failed, {len(SCENARIOS) - 1} skipped"
    assert max(map(len, lines)) <= 80


def test_a_long_exchange_is_shown_from_where_it_went_wrong() -> None:
    exchange = tuple(Line("->", b"%d" % number, 0.001) for number in range(40))
    result = CheckResult("plays", "About.", "failed", "wrong", "mend", exchange, ("one", "two"))
    brief = shown(result)
    assert brief[2] == "  (28 lines before; --verbose shows them)"
    assert brief[3] == "  -> 28 (1.0 ms)"
    assert brief[-4:] == ["  stderr: one", "  stderr: two", "  problem: wrong", "  fix:     mend"]
    assert len(shown(result, verbose=True)) == 2 + 40 + 4


def test_a_path_that_fits_into_a_line_is_not_torn_at_its_hyphens() -> None:
    path = "/home/somebody/durak-tui/.venv/bin/python3"
    result = CheckResult("plays", "About.", "failed", f"{'word ' * 8}{path}", "mend")
    assert any(path in line for line in shown(result))


def test_what_an_engine_writes_cannot_act_on_the_terminal() -> None:
    exchange = (Line("->", b"\x1b[2J\xff", 0.001), Line("->", b"", 0.001))
    result = CheckResult("plays", "About.", "failed", "wrong", "mend", exchange)
    assert "  -> \\x1b[2J\\xff (1.0 ms)" in shown(result)
    assert "  ->  (an empty line, 1.0 ms)" in shown(result)

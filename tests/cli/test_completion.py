"""Completion of command lines, asked of the shells themselves."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from durak_tui.cli import main
from durak_tui.cli.completion import completion
from durak_tui.common import i18n
from tests.cli.commands import CapFd, Patch, command
from tests.cli.test_startup import HEAVY, modules_after
from tests.tui.terminals import Terminal

Complete = Callable[[str], list[str]]


def bash(script: Path, line: str) -> list[str]:
    """The completions that bash offers at the end of a line."""
    words = " ".join(f"'{word}'" for word in line.split(" "))
    code = (
        f"source {script}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1));"
        f' _{line.split(maxsplit=1)[0].replace("-", "_")}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    return output_of(["bash", "--norc", "-c", code])


def fish(script: Path, line: str) -> list[str]:
    """The completions that fish offers there."""
    code = f"source {script}; complete -C '{line}'"
    return [one.split("\t")[0] for one in output_of(["fish", "--no-config", "-c", code])]


def output_of(arguments: list[str]) -> list[str]:
    run = subprocess.run(arguments, capture_output=True, text=True, check=True, timeout=60)
    assert not run.stderr
    return [line for line in run.stdout.splitlines() if line]


@pytest.fixture(params=[bash, fish], ids=["bash", "fish"])
def complete(request: pytest.FixtureRequest, tmp_path: Path) -> Complete:
    """The completions of a shell of this machine."""
    shell = request.param.__name__
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell} here")
    script = tmp_path / "script"
    script.write_text(completion(shell, main.programs()))
    return lambda line: request.param(script, line)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("durak-tui s", {"serve", "show", "solve", "stats"}),
        ("durak-tui play --de", {"--deck"}),
        ("durak-tui play --deck ", {"24", "36", "52"}),
        ("durak-tui show --format ", {"log", "text", "position", "svg", "html"}),
        ("durak-autoplay durak-e", {"durak-endgame"}),
        ("durak-autoplay --sprt-m", {"--sprt-model"}),
    ],
)
def test_a_shell_offers_what_may_follow(line: str, offered: set[str], complete: Complete) -> None:
    assert set(complete(line)) == offered


def test_a_log_is_completed_as_file(complete: Complete, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two words.log").touch()
    assert complete("durak-tui show two") == ["two words.log"]


def test_bash_completes_behind_a_sign_that_it_takes_for_a_word(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(completion("bash", main.programs()))
    assert bash(script, "durak-tui play --deck = 3") == ["36"]


@pytest.mark.story
def test_zsh_completes_in_a_terminal(tmp_path: Path) -> None:
    if not shutil.which("zsh"):
        pytest.skip("there is no zsh here")
    script = tmp_path / "script"
    script.write_text(completion("zsh", main.programs()))
    with Terminal(program=("zsh", "-f", "-i"), env={"PS1": "shell> "}) as terminal:
        terminal.until("shell>")
        terminal.press(f"autoload -U compinit; compinit -u -D; source {script}; clear", "enter")
        terminal.until(lambda text: "compinit" not in text and "shell>" in text)
        terminal.press("durak-tui sol", "tab")
        terminal.until("durak-tui solve")
        terminal.press("\x15", "durak-tui play --dec", "tab")
        terminal.until("durak-tui play --deck")
        terminal.press("\x15", "durak-autoplay durak-en", "tab")
        terminal.until("durak-autoplay durak-endgame")
        terminal.press("\x15", "exit", "enter")
        assert terminal.wait() == 0


def test_every_command_and_option_is_in_every_script() -> None:
    found = [one for program in main.programs() for one in (program.main, *program.commands)]
    assert {one.name for one in found if one.name} == set(main.COMMANDS)
    for shell in ("bash", "zsh", "fish"):
        script = completion(shell, main.programs())
        for one in found:
            assert one.name in script
            for option in one.options:
                for name in option.names:
                    assert (f"-l {name[2:]}" if shell == "fish" and name[:2] == "--" else name) in (
                        script.replace("-s ", "-") if shell == "fish" else script
                    )


def test_the_program_prints_it_and_loads_no_terminal_library(capfd: CapFd) -> None:
    with pytest.raises(SystemExit) as end:
        main.main(["--completion", "bash"])
    assert end.value.code == 0
    assert capfd.readouterr().out == completion("bash", main.programs())
    code = "sys.argv = ['x', '--completion', 'zsh']; from durak_tui.cli.main import main; main()"
    assert not modules_after(code) & set(HEAVY)


def test_an_unknown_shell_is_refused(capfd: CapFd) -> None:
    code, _output, errors = command(capfd, "--completion", "tcsh")
    assert code == 2 and "bash" in errors


def test_all_of_it_is_in_the_language_of_the_user() -> None:
    i18n.choose("ru")
    program = main.programs()[0]
    texts = [one.help for one in program.commands]
    texts += [one.help for one in program.main.options]
    assert texts and not any(map(str.isascii, texts)), texts

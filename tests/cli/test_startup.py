"""Commands start light."""

import subprocess
import sys
from typing import Final

import pytest

from durak_tui.cli import main, screens

HEAVY: Final = ("textual", "rich", "asyncio", "asyncssh", "zeroconf")
ARGUMENTS: Final = {
    "check": ["durak-dummy"],
    "new-engine": ["durak-dummy"],
    "stats": ["--wins=3", "--losses=1"],
    "solve": ["--attacker=6C", "--defender=7C", "--trump=8S"],
}
"""Arguments of commands; all others get a file that does not exist."""
LIGHT: Final = [
    *(
        ["durak_tui.cli.main", name, *ARGUMENTS.get(name, ["/nothing"])]
        for name in main.COMMANDS
        if name not in screens.COMMANDS
    ),
    ["durak_tui.cli.main", "play", "--plain"],
    ["durak_tui.cli.main", "practice", "--plain"],
    ["durak_tui.cli.main", "--help"],
    ["durak_tui.cli.main", "--version"],
    ["durak_tui.cli.autoplay", "--help"],
    ["durak_tui.cli.autoplay", "--version"],
    ["durak_tui.cli.autoplay", "durak-dummy", "durak-dummy", "--match-size", "1"],
    ["durak_engines.dummy", "--help"],
]
"""Programs and their arguments that open no screen."""


def modules_after(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after running ``code``."""
    script = f"import sys\ntry:\n    {code}\nexcept SystemExit:\n    pass\n"
    script += "sys.__stderr__.write(' '.join(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", script],
        stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=True, text=True,
    )  # fmt: skip
    return set(run.stderr.split())


@pytest.mark.few(5)
@pytest.mark.parametrize("arguments", LIGHT, ids=" ".join)
def test_without_a_screen_no_terminal_library_or_asyncio_is_loaded(arguments: list[str]) -> None:
    module, *rest = arguments
    loaded = modules_after(f"sys.argv = {['x', *rest]!r}; from {module} import main; main()")
    assert {module, f"durak_tui.cli.{rest[0].replace('-', '_')}"} & loaded
    assert not loaded & set(HEAVY)


def test_the_analysis_is_light_enough_for_an_engine() -> None:
    loaded = modules_after("import durak_tui.analysis.montecarlo, durak_tui.analysis.inference")
    parts = {name.split(".")[1] for name in loaded if name.startswith("durak_tui.")}
    # The machine code of the core, where it is compiled, is one file.
    assert parts - {"core__mypyc"} == {"game", "analysis"}
    # What mypyc needs when it compiles is not needed when the program runs.
    assert not loaded & {"mypyc", "json", "argparse", "dataclasses"}

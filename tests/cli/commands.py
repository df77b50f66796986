"""The commands, run in this process."""

import pytest

from durak_tui.cli.main import main


def command(capfd: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """Exit code, output and errors of ``durak-tui`` with these words."""
    try:
        code = main([*map(str, words)])
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    captured = capfd.readouterr()
    return code, captured.out, captured.err

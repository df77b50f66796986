"""Installing does not depend on a C compiler."""

import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

from durak_tui.analysis import alphabeta, kernel

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NEEDED = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "durak_tui", "engines")


def test_no_module_is_older_as_machine_code_than_its_source() -> None:
    old = [
        str(compiled)
        for compiled in (ROOT / "durak_tui").rglob("*.so")
        if (source := compiled.with_name(compiled.name.partition(".")[0] + ".py")).exists()
        and source.stat().st_mtime > compiled.stat().st_mtime
    ]
    assert not old, "install anew: what was compiled before is what runs"


def test_where_there_is_a_c_compiler_the_kernel_is_machine_code() -> None:
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not shutil.which("cc") or not header.exists():
        pytest.skip("there is no C compiler, or nothing of Python to compile against")
    assert kernel.COMPILED and alphabeta.COMPILED


@pytest.mark.parametrize("fails", ["*", "*alphabeta.c*"], ids=["all", "one of three files"])
def test_where_the_compiler_fails_all_of_the_kernel_stays_plain_python(
    fails: str, tmp_path: Path
) -> None:
    if not find_spec("setuptools") or not find_spec("mypyc"):
        pytest.skip("setuptools and mypyc, which build the package, are not installed")
    if not shutil.which("cc"):
        pytest.skip("there is no C compiler that could be made to fail")
    source = tmp_path / "source"
    source.mkdir()
    for name in NEEDED:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("*.so", "__pycache__", "tui", "locale")
            shutil.copytree(ROOT / name, source / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, source)
    compiler = tmp_path / "cc"
    compiler.write_text(f'#!/bin/sh\ncase "$*" in {fails}) exit 1;; esac\nexec cc -O0 "$@"\n')
    compiler.chmod(0o755)
    built = tmp_path / "built"
    run = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", f"--build-lib={built}"],
        cwd=source, timeout=300,
        env={**os.environ, "CC": str(compiler), "DURAK_TUI_COMPILE": "kernel"},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert "stays plain Python" in run.stderr
    assert list(built.rglob("*.so")) == []

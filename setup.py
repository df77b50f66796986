"""The part of the build that pyproject.toml cannot say: which modules become machine code.

mypyc turns them into C extensions.  They are optional: where there is no C compiler, or none
that works, the same modules are installed as the Python they are, and are slower.

The environment variable ``DURAK_TUI_COMPILE`` says what is compiled: ``all``, which is usual;
``kernel``, which is usual for an editable install, because nobody wants to compile the protocol
anew after each change; or ``none``.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CORE = tuple(
    f"durak_tui/{module}.py"
    for module in (
        "game/caps",
        "game/cards",
        "game/deals",
        "game/position",
        "game/violation",
        "protocol/conversation",
        "protocol/faults",
        "protocol/messages",
        "engine/deadline",
        "engine/process",
        "engine/client",
        "engine/sdk",
        "records/walk",
        "records/log_format",
        "match/engine_game",
    )
)
"""From the rules to a game: one group, in which calls from module to module are those of C."""
KERNEL = tuple(
    f"durak_tui/analysis/{module}.py"
    for module in ("kernel", "world", "alphabeta", "bout_value", "tree")
)
"""A group of its own, which calls nobody outside."""
EDITABLE = "editable_wheel" in sys.argv
SEARCHING = ("durak_tui.analysis.kernel", list(KERNEL))
GROUPS = {
    "all": [("durak_tui.core", list(CORE)), SEARCHING],
    "kernel": [SEARCHING],
    "none": [],
}
WANTED = os.environ.get("DURAK_TUI_COMPILE") or ("kernel" if EDITABLE else "all")
BUILDING = {"build", "build_ext", "bdist_wheel", "editable_wheel"}


def extensions() -> list[Extension]:
    """The compiled modules; none if mypyc cannot do its part."""
    if BUILDING.isdisjoint(sys.argv):
        return []
    try:
        from mypyc.build import mypycify

        found = [
            extension
            for name, modules in GROUPS[WANTED]
            for extension in mypycify(modules, opt_level="3", debug_level="0", group_name=name)
        ]
    # mypy says by SystemExit what it does not like.  That a newer one is stricter about
    # types is no reason to refuse to install.
    except (Exception, SystemExit) as error:
        sys.stderr.write(f"everything stays plain Python: {error!r}\n")
        return []
    for extension in found:
        extension.optional = True
        # A compiler that warns of what others do not still makes good modules.
        extension.extra_compile_args = [
            argument for argument in extension.extra_compile_args if argument != "-Werror"
        ]
    return found


class AllOrNone(build_ext):
    """Extensions load each other: none may be there without the others."""

    def build_extensions(self) -> None:
        super().build_extensions()
        files = [self.get_ext_fullpath(extension.name) for extension in self.extensions]
        if not all(map(os.path.exists, files)):
            sys.stderr.write("everything stays plain Python: it could not be compiled\n")
            for file in filter(os.path.exists, files):
                os.remove(file)


if EDITABLE:
    # What an earlier install has left beside the sources would be taken for them.
    for stale in Path("durak_tui").rglob("*.so"):
        stale.unlink()
setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNone})

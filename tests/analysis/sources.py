"""The modules that may be compiled, as machine code and as plain Python."""

import importlib.util
from functools import cache
from itertools import takewhile
from pathlib import Path
from types import ModuleType

import pytest

from durak_tui.analysis import alphabeta, bout_value, kernel, tree, world

# In this order.
MODULES = {
    "kernel": kernel,
    "world": world,
    "alphabeta": alphabeta,
    "bout_value": bout_value,
    "tree": tree,
}
WAYS = ("plain", "compiled")


@cache
def plain(name: str) -> ModuleType:
    """The module from its source, whether or not there is a compiled one, too."""
    file = Path(__file__).parents[2] / "durak_tui" / "analysis" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"plain_{name}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert not module.COMPILED
    # What it takes from those before it is to be plain, too.
    for before in takewhile(lambda other: other != name, MODULES):
        for shared in set(vars(module)) & set(vars(plain(before))):
            if not shared.startswith("__") and shared != "COMPILED":
                setattr(module, shared, getattr(plain(before), shared))
    return module


def module(name: str, way: str) -> ModuleType:
    """The module in one of the two ways; skips the test if there is no such one."""
    if way == "plain":
        return plain(name)
    if not MODULES[name].COMPILED:
        pytest.skip("the kernel is not compiled: there was no C compiler when it was installed")
    return MODULES[name]

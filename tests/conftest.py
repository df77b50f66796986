"""Fixtures of all tests: an empty home folder, and no process left behind."""

import gc
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from durak_tui.common.i18n import choose
from tests.examples import SHORT_EXAMPLES
from tests.processes import Bell, all_end, descendants_of
from tests.reports import taken_reports

ROGUE = Path(__file__).parent / "rogues" / "rogue.py"

# How long an example takes, or is made, says more of what else the machine does than of it.
settings.register_profile(
    "whole", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("short", settings.get_profile("whole"), max_examples=SHORT_EXAMPLES)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the whole suite; without it the short one runs."""
    parser.addoption(
        "--all",
        action="store_true",
        help="run the whole suite: also stories and slow tests, all cases, all random examples",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to the whole suite what is marked so; a test named by ``::`` runs in any case."""
    if config.getoption("all") or any("::" in argument for argument in config.args):
        return
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    left = set()
    for same in cases.values():
        rest = [
            i for i in same if not (i.get_closest_marker("slow") or i.get_closest_marker("story"))
        ]
        few = same[0].get_closest_marker("few")
        if few and len(rest) > few.args[0]:  # from the first to the last
            last, number = len(rest) - 1, few.args[0]
            rest = [rest[place * last // max(number - 1, 1)] for place in range(number)]
        left.update(set(same) - set(rest))
    if left:
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = [item for item in items if item not in left]


def pytest_collection_finish() -> None:
    """Leave what all tests have loaded out of later collections of garbage, and make these rare.

    They look at each object again and again, and took a quarter of the time of a test of a screen.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_xdist_auto_num_workers() -> int:
    """More than there are cores: most of what the tests do is wait for programs."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_configure(config: pytest.Config) -> None:
    """Choose the number of random examples, keep compiled modules, and let signals be heard.

    What starts the tests, such as nohup, may ignore some, and all they start inherits it.
    """
    settings.load_profile("whole" if config.getoption("all") else "short")
    # The tests start hundreds of processes, and each would compile all that it imports.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if not hasattr(config, "workerinput"):  # the workers have it from here
        for number, usual in (
            (signal.SIGHUP, signal.SIG_DFL),
            (signal.SIGINT, signal.default_int_handler),
        ):
            if signal.getsignal(number) == signal.SIG_IGN:
                signal.signal(number, usual)


@pytest.fixture(scope="session")
def empty_home(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """A folder in which nothing has been written yet."""
    made: list[Path] = []

    def empty() -> Path:
        if not made or any(made[-1].iterdir()):
            made.append(tmp_path_factory.mktemp("home"))
        return made[-1]

    return empty


@pytest.fixture(autouse=True)
def own_world(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    empty_home: Callable[[], Path],
) -> Iterator[None]:
    """A home folder of the test's own, no settings from the environment, English for the next one.

    It is the test's temporary folder.  To make and remove one takes longer than most tests run:
    those that ask for none share one for as long as nobody has written into it.  An unforeseen
    error ends neither the application nor the test, but leaves a report there.
    """
    wanted = "tmp_path" in request.fixturenames
    home: Path = request.getfixturevalue("tmp_path") if wanted else empty_home()
    monkeypatch.setenv("HOME", str(home))
    for name in [name for name in os.environ if name.startswith(("DURAK_", "XDG_", "LC_"))]:
        monkeypatch.delenv(name)
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    yield
    choose("en")
    reports = taken_reports()
    assert not reports, "\n".join(reports)


@pytest.fixture
def bell(tmp_path: Path) -> Iterator[Bell]:
    """It rings for a patient engine."""
    with closing(Bell(tmp_path / "bell")) as made:
        yield made


@pytest.fixture(autouse=True)
def no_process_left_behind() -> Iterator[None]:
    """Every process that a test starts has ended when the test has."""
    before = set(descendants_of(os.getpid()))
    yield
    # These live as long as the process that runs engines and workers.
    lasting = ("durak-guard", "multiprocessing.resource_tracker")
    left = [
        pid
        for pid in set(descendants_of(os.getpid())) - before
        if not any(n in _command(pid) for n in lasting)
    ]
    assert all_end(left), f"left running: {[_command(pid) for pid in left]}"


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return "?"


def rogue(mode: str, *arguments: str) -> str:
    """The command line of an engine that misbehaves."""
    return " ".join([sys.executable, str(ROGUE), mode, *arguments])

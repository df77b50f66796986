"""The one private member of asyncssh that is replaced is there, and as it was."""

import inspect
import re
import tomllib
from importlib.metadata import version

from asyncssh.channel import SSHServerChannel
from asyncssh.packet import SSHPacket, String

from durak_tui.net.wire.env_requests import keep_variables
from tests.pages import ROOT

MEMBER = "_process_env_request"


def test_asyncssh_still_reads_variables_by_this_method() -> None:
    signature = inspect.signature(getattr(SSHServerChannel, MEMBER))
    assert str(signature) == "(self, packet: asyncssh.packet.SSHPacket) -> bool"


def test_only_versions_that_are_known_are_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (asked,) = (one for one in project["optional-dependencies"]["net"] if "asyncssh" in one)
    lowest, above = re.fullmatch(r"asyncssh>=([\d.]+),<([\d.]+)", asked).groups()  # type: ignore[union-attr]
    installed = [int(part) for part in version("asyncssh").split(".")]
    assert [*map(int, lowest.split("."))] <= installed < [*map(int, above.split("."))]


def test_no_other_module_reaches_for_it() -> None:
    found = [path.name for path in (ROOT / "durak_tui").rglob("*.py") if MEMBER in path.read_text()]
    assert found == ["env_requests.py"]


def test_only_wanted_variables_are_kept() -> None:
    class Channel:
        """One whose requests the test makes."""

    channel = Channel()
    kept = keep_variables(channel, lambda name, value: name == "LANG" and value.isalpha())
    said = [("LANG", "C"), ("LD_PRELOAD", "evil"), ("LANG", "a/b"), ("\udcff", "x")]
    granted = [
        getattr(channel, MEMBER)(
            SSHPacket(b"".join(String(one.encode(errors="surrogateescape")) for one in pair))
        )
        for pair in said
    ]
    assert granted == [True, False, False, False]
    assert kept == {"LANG": "C"}

"""Whether commands that stand in somebody else's file are run."""

from collections.abc import Iterable
from os import PathLike
from typing import Final

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.text import one_line, short_path, shortened
from durak_tui.engine.config import EngineConfig
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.engines import foreign_commands

_COLUMNS: Final = 52  # Of a question in the smallest window.
_LINES: Final = 6  # So many fit there, below a long path.


async def may_run(
    screen: DurakScreen, engines: Iterable[EngineConfig], path: PathLike[str]
) -> bool:
    """Ask before engines that the user has not chosen are run."""
    commands = foreign_commands(screen.durak.settings.value, engines)
    if not commands:
        return True
    lines = shortened(map(one_line, commands), _COLUMNS)
    if len(lines) > _LINES:
        n = len(lines) - _LINES + 1
        lines[_LINES - 1 :] = [ngettext("and {n} more", "and {n} more", n).format(n=n)]
    text = _("To resume {path}, these commands are run on this computer:")
    text = "\n".join((text.format(path=short_path(path)), *lines))
    entries = [Entry("change", _("Choose another file")), Entry("run", _("Run them"))]
    return bool(await screen.ask(Question(_("Run these commands?"), text, entries)) == "run")

"""Feeds of runs of Gold Rush and of 2048."""

from typing import TYPE_CHECKING, ClassVar

from durak_tui.common.i18n import N_, _, grouped
from durak_tui.tui.runs.feed import ProgressFeed

if TYPE_CHECKING:
    from durak_tui.games.group_run import BackgroundGroups, GroupSnapshot


class GroupFeed(ProgressFeed["BackgroundGroups", "GroupSnapshot"]):
    """The run of one game."""

    job: "BackgroundGroups | None"
    GAME: ClassVar[str]
    """The game in English, marked for translation."""

    def end_words(self, now: "GroupSnapshot") -> str:
        game = _(self.GAME)
        if now.state == "failed":
            return _("{game}: the run failed: {why}").format(game=game, why=now.failure)
        text = _("{game}: the run is over: {done} of {total} games.")
        if now.state == "stopped":
            text = _("{game}: the run was stopped: {done} of {total} games.")
        return text.format(game=game, done=grouped(now.done), total=grouped(now.total))


class MineFeed(GroupFeed):
    """The run of Gold Rush of an application."""

    NAME = "mine_feed"
    GAME = N_("Gold Rush")
    RUNNING = N_("Gold Rush is running")


class DuelFeed(GroupFeed):
    """The run of 2048 of an application."""

    NAME = "duel_feed"
    GAME = N_("2048 for two")
    RUNNING = N_("2048 for two is running")

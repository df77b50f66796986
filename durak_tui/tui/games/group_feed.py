"""Feeds of runs of Gold Rush and of 2048."""

from typing import TYPE_CHECKING

from durak_tui.common.i18n import N_, _, grouped
from durak_tui.tui.runs.feed import ProgressFeed

if TYPE_CHECKING:
    from durak_tui.games.group_run import BackgroundGroups, GroupSnapshot


class GroupFeed(ProgressFeed["BackgroundGroups", "GroupSnapshot"]):
    """The run of one game."""

    job: "BackgroundGroups | None"
    RUNNING = N_("Games are being played")

    def file_of(self, now: "GroupSnapshot") -> str | None:
        return self.job.log if self.job else None

    def end_words(self, now: "GroupSnapshot") -> str:
        if now.state == "failed":
            return _("The games failed: {why}").format(why=now.failure)
        text = _("The games are over: {done} of {total}.")
        return text.format(done=grouped(now.done), total=grouped(now.total))


class MineFeed(GroupFeed):
    """The run of Gold Rush of an application."""

    NAME = "mine_feed"


class DuelFeed(GroupFeed):
    """The run of 2048 of an application."""

    NAME = "duel_feed"

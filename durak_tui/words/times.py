"""Times of the past in words."""

from datetime import datetime, timedelta

from durak_tui.common.i18n import _, ngettext


def ago(when: datetime, now: datetime | None = None) -> str:
    """The time since then; from a day on, its date.

    Both are naive local times; ``now`` is the present by default.
    """
    since = (now or datetime.now()) - when
    minutes, hours = since // timedelta(minutes=1), since // timedelta(hours=1)
    if not timedelta() <= since < timedelta(days=1):
        return f"{when:%Y-%m-%d}"
    if not minutes:
        return _("just now")
    if not hours:
        return ngettext("{n} minute ago", "{n} minutes ago", minutes).format(n=minutes)
    return ngettext("{n} hour ago", "{n} hours ago", hours).format(n=hours)

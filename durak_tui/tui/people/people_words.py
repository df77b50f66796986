"""Sentences about people elsewhere and house rules."""

from typing import Final, Literal

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.game.caps import ATTACK_LIMITS, caps_name
from durak_tui.net.line_events import Contact, Seen
from durak_tui.net.talk_messages import HouseRules
from durak_tui.user.schema import ROWS, Settings
from durak_tui.words.narrator import limit_of_attacks

_NO_LIMIT: Final = N_("no attack limit")


def settings_terms(settings: Settings) -> HouseRules:
    """The house rules that the settings offer."""
    limit = ATTACK_LIMITS[settings.attack_limit]
    return HouseRules(settings.deck, limit, 60 * settings.turn_minutes)


def other_terms(offered: HouseRules, own: HouseRules) -> list[HouseRules]:
    """House rules to propose in place of those offered; ``own`` are first."""
    rules = [
        HouseRules(deck, ATTACK_LIMITS[limit], offered.move_time)
        for deck, _deck in ROWS["deck"].choices
        for limit, _limit in ROWS["attack_limit"].choices
    ]
    return [one for one in dict.fromkeys((own, *rules)) if one != offered]


def rules(terms: HouseRules) -> str:
    """House rules in a few words."""
    labels = dict(ROWS["attack_limit"].choices)
    name = caps_name(terms.caps)
    limit = _(labels[name]) if name in labels else limit_of_attacks(terms.caps).rstrip(".")
    if name == "none":
        limit = _(_NO_LIMIT)
    cards = ngettext("{n} card", "{n} cards", terms.deck).format(n=terms.deck)
    minutes, seconds = divmod(terms.move_time, 60)
    time = (
        _("{n} s for a turn").format(n=terms.move_time)
        if seconds
        else ngettext("{n} minute for a turn", "{n} minutes for a turn", minutes).format(n=minutes)
    )
    return f"{cards}, {limit}, {time}"


def both_words(who: Contact, own: str) -> str:
    """The words that two people may compare to know each other."""
    text = _("Their words: {theirs}\nYour words: {own}")
    return text.format(theirs=who.words, own=own)


def stranger(who: Contact, own: str) -> str:
    """Said of somebody unknown, with the words to be compared."""
    text = _(
        "You have not played {name} before. To be sure who it is, read these words to each other,"
        " by telephone for example. If you go on, {name} is known here by them."
    )
    return f"{text.format(name=who.shown)}\n{both_words(who, own)}"


def known(who: Contact) -> str:
    """Said of somebody whose key is known."""
    if who.name and who.name != who.known_as:
        text = _("You know {name}, who is now called {new}.")
        return text.format(name=who.known_as, new=who.name)
    return _("You know {name}.").format(name=who.shown)


def reach(seen: Seen) -> str:
    """A limit of the search for people; empty for the whole network."""
    why = f": {seen.why}" if seen.why else ""
    if seen.reach == "this computer":
        return _("Only programs on this computer are found{why}.").format(why=why)
    if seen.reach == "nowhere":
        return _("Nobody can be found{why}. An address still works.").format(why=why)
    return ""


def nobody(kind: Literal["network", "lobby"]) -> str:
    """Said while nobody else waits."""
    if kind == "lobby":
        return _("No other guest is here yet. Whoever opens this screen appears automatically.")
    return _(
        "Nobody else is here yet. Whoever opens this screen in the same network appears"
        " automatically. You can be invited now."
    )


def not_listening(why: object) -> str:
    """Said when one cannot be called."""
    return _("Nobody can invite you: {why}.").format(why=why)


def not_remembered(why: object) -> str:
    """Said when somebody's key could not be saved."""
    return _("You have to compare the words again next time: {why}.").format(why=why)


def waits_for_answer(who: Contact) -> str:
    """Said while somebody is being asked."""
    return _("{name} is being asked.").format(name=who.shown)


def asks_no_more(name: str) -> str:
    """Said when somebody has withdrawn an invitation."""
    return _("{name} has withdrawn the invitation.").format(name=name)


def unfit() -> str:
    """Said of a program that cannot be played."""
    return _("another version of durak-tui")

"""What is said of people elsewhere, and of games with them."""

from collections.abc import Mapping
from typing import Final, Literal

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.text import clock
from durak_tui.game.caps import ATTACK_LIMITS, caps_name
from durak_tui.net.line import Contact, Seen
from durak_tui.net.messages import HouseRules
from durak_tui.net.talk import Conclusion
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
    """What two people who do not know each other may compare."""
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
    """How far one can see, unless that is the whole network."""
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


# At the table.


def terms_wanted(name: str) -> str:
    """Said before the other's program has greeted, or has answered."""
    return _("Agreeing on the house rules with {name}...").format(name=name)


def shuffling(name: str, done: int, of: int) -> str:
    """Said while both programs shuffle."""
    return _("Shuffling with {name}: {n} %").format(name=name, n=100 * done // max(1, of))


def checking(done: int, of: int) -> str:
    """Said while the deal is checked after the game."""
    return _("Checking the deal: {n} %").format(n=100 * done // max(1, of))


def unopened(name: str) -> str:
    """Said until the other's program has checked the deal."""
    return _("Waiting for {name}'s program to check the deal, too.").format(name=name)


def no_answer(name: str, seconds: int) -> str:
    """Said while the line is lost."""
    text = _("{name} has not answered for {n} s. The game goes on when they are back.")
    return text.format(name=name, n=seconds)


def time_left(name: str, seconds: float) -> str:
    """Said while the other's turn takes a while."""
    return _("{name} has {time} left for this turn.").format(name=name, time=clock(seconds))


def your_time_left(seconds: float) -> str:
    """Said while the turn of the person here takes a while."""
    return _("You have {time} left for this turn.").format(time=clock(seconds))


def time_is_up(name: str) -> str:
    """Said once the other has not acted in time."""
    return _("The time for {name}'s turn is up.").format(name=name)


def your_time_is_up(name: str) -> str:
    """Said once the person here has not acted in time."""
    return _("The time for your turn is up: {name} may claim the game.").format(name=name)


def claimed(name: str) -> str:
    """Said until the program of the other has answered a claim."""
    return _("You claim the game. {name}'s program has not answered yet.").format(name=name)


def is_claimed(name: str, seconds: float) -> str:
    """Said when the other claims the game a little early."""
    text = _("{name} claims the game. You have {time} left for this turn.")
    return text.format(name=name, time=clock(seconds))


def has_left(name: str) -> str:
    """Said when the other has left."""
    return _("{name} has left.").format(name=name)


def goes_on() -> str:
    """Said when the other has left a game that is on."""
    return _("The game is kept: it goes on when they are back.")


_CONCLUSIONS: Final[Mapping[Conclusion, str]] = {
    Conclusion.CAUGHT: N_("{key}: win the game, which the other has forfeited."),
    Conclusion.UNCHECKED: N_("{key}: put the game into your log, unchecked."),
    Conclusion.TIMEOUT: N_("{key}: claim the game."),
    Conclusion.AWAY: N_("{key}: claim the game."),
}


def may_conclude(why: Conclusion, key: str) -> str:
    """Said when a game can be ended without the other."""
    return _(_CONCLUSIONS[why]).format(key=key)


def concluded(why: Conclusion) -> str:
    """Said when a game was ended without the other."""
    if why is Conclusion.CAUGHT:
        return _("You have won. The game is in your log.")
    return _("The game is in your log. Its deal is not checked.")


def verified() -> str:
    """Said when both checks have found nothing."""
    return _("Verified: the deal was honest.")


def wants_again(name: str) -> str:
    """Said when the other is ready for another game."""
    return _("{name} wants to play again.").format(name=name)


def waits_for_again(name: str) -> str:
    """Said when the person here is ready, and the other is not."""
    return _("Waiting until {name} wants to play again.").format(name=name)


def offered_draw(name: str) -> str:
    """Said while the other has not answered an offer."""
    return _("You have offered {name} a draw.").format(name=name)


def declined(name: str) -> str:
    """Said when the other has declined."""
    return _("{name} declines the draw.").format(name=name)


def ending(name: str) -> str:
    """Said until the other's program has heard of the end."""
    return _("The game ends as soon as {name}'s program has heard of it.").format(name=name)


def not_said() -> str:
    """Said after hundreds of lines in one game."""
    return _("That was not said: there was too much of it in this game.")


def said_by(name: str, text: str) -> str:
    """A line of a chat."""
    return _("{name}: {text}").format(name=name, text=text)

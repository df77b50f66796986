"""Questions and sentences about people elsewhere, and games with them."""

from collections.abc import Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Final, Literal

from textual.await_complete import AwaitComplete

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.text import one_line, sentence
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.game.cards import USUAL_DECK
from durak_tui.net.address import Address, WrongAddress, parse_address
from durak_tui.net.line_events import Contact, Invited, Seen
from durak_tui.net.talk import Conclusion
from durak_tui.net.talk_journal import Kept, resume
from durak_tui.net.talk_messages import USUAL_RULES, HouseRules
from durak_tui.tui.play.unfinished import StoredGames
from durak_tui.tui.toolkit.dialog import WITHDRAWN, LastQuestion, LineDialog, Question
from durak_tui.tui.toolkit.form import value_problem
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.user.person_names import one_name
from durak_tui.user.schema import ROWS, Settings
from durak_tui.words.narrator import deck_and_limit

CHAT_SHOWN: Final = 6  # The last lines of a chat that are shown; more are kept.
HEED_AFTER: Final = 0.4
"""Seconds before a question that another raises heeds a key: the last was for what lay below."""
GUEST_HELP: Final = N_(
    "You are playing another guest; the server deals. Nothing can be taken back. If one of you"
    " loses the connection, the game goes on when they are back, but a player who stays away too"
    " long may lose it. Other guests may watch, but see neither hand.\n\nThe sign under a card is"
    " its key."
)


def settings_rules(settings: Settings) -> HouseRules:
    """The house rules that the settings offer."""
    limit = ATTACK_LIMITS[settings.attack_limit]
    return HouseRules(settings.deck, limit, 60 * settings.turn_minutes)


def other_rules(offered: HouseRules, own: HouseRules, decks: Sequence[int]) -> list[HouseRules]:
    """House rules to propose in place of those offered; ``own`` are first.

    ``decks`` are those that both programs know.
    """
    rules = [
        HouseRules(deck, ATTACK_LIMITS[limit], offered.move_time)
        for deck in decks
        for limit, _limit in ROWS["attack_limit"].choices
    ]
    return [one for one in dict.fromkeys((own, *rules)) if one != offered]


def rules_in_words(rules: HouseRules) -> str:
    """House rules in a few words."""
    return ", ".join(_each_rule(rules))


def unusual_rules(rules: HouseRules) -> str:
    """House rules unlike the usual ones in a sentence; empty without any."""
    both = zip(_each_rule(rules), _each_rule(USUAL_RULES), strict=True)
    unusual = ", ".join(one for one, usual in both if one != usual)
    return _("House rules: {rules}.").format(rules=unusual) if unusual else ""


def _each_rule(rules: HouseRules) -> list[str]:
    """The deck, the attack limit and the time for a turn."""
    minutes, seconds = divmod(rules.move_time, 60)
    time = (
        _("{n} s per turn").format(n=rules.move_time)
        if seconds
        else ngettext("{n} minute per turn", "{n} minutes per turn", minutes).format(n=minutes)
    )
    return [*deck_and_limit(rules.deck, rules.caps), time]


def deck_not_known(name: str, deck: int) -> str:
    """Said where the other's program is older than the deck."""
    text = _(
        "{name} has an older version of durak-tui, which cannot play with {n} cards. You can play"
        " with {usual}."
    )
    return text.format(name=name, n=deck, usual=USUAL_DECK)


def stranger(who: Contact, own: str) -> str:
    """Said of somebody unknown, with the words to be compared."""
    text = _(
        "You have not played {name} before. To be sure who it is, read these words to each other,"
        " for example by phone. From your first game on, these words identify {name} here."
    )
    return f"{text.format(name=who.shown)}\n{both_words(who, own)}"


def both_words(who: Contact, own: str) -> str:
    """The words to be compared, in two lines; empty where none are."""
    text = _("Their words: {theirs}\nYour words: {own}")
    return text.format(theirs=who.words, own=own) if who.words else ""


def own_words(own: str) -> str:
    """The words of the person here, which others compare; perhaps none."""
    return _("Your words: {own}").format(own=own) if own else ""


def known(who: Contact) -> str:
    """Said of somebody whose key is known."""
    if who.name and who.name != who.known_as:
        text = _("You know {name}; they are called {new} now.")
        return text.format(name=who.known_as, new=who.name)
    return _("You have played {name} before.").format(name=who.shown)


def reach(seen: Seen) -> str:
    """A limit of the search for people; empty for the whole network."""
    why = f": {seen.why}" if seen.why else ""
    if seen.reach == "this computer":
        return _("Only players on this computer can be found{why}.").format(why=why)
    if seen.reach == "nowhere":
        return _("Nobody can be found{why}. An address still works.").format(why=why)
    return ""


def nobody(kind: Literal["network", "lobby"]) -> str:
    """Said while nobody else waits."""
    if kind == "lobby":
        return _(
            "Nobody else is here yet. Guests appear as soon as they open this screen, and can"
            " invite you."
        )
    return _(
        "Nobody else is here yet. Others appear as soon as they open this screen on the same"
        " network, and can invite you."
    )


def can_be_invited(own: Address | None) -> str:
    """Said while others can call, perhaps also at an address."""
    if own:
        return _("Others join with: durak-tui join {address}").format(address=own)
    return _("Others can invite you while this screen is open.")


def not_listening(why: object) -> str:
    """Said when one cannot be called."""
    return _("Nobody can invite you: {why}.").format(why=why)


def not_remembered(why: object) -> str:
    """Said when somebody's key could not be saved."""
    return _("You will have to compare the words again next time: {why}.").format(why=why)


def about(who: Contact, own: str) -> str:
    """A sentence on somebody known, or the words of a stranger."""
    if own and who.words == own:
        return _("This is you: another durak-tui with your key.")
    if who.is_known:
        return known(who)
    return stranger(who, own) if who.words else ""


class SuddenQuestion(Question):
    """A question that another person raises, at any moment."""

    def __init__(self, title: str, text: str, entries: Sequence[Entry]) -> None:
        super().__init__(title, text, entries)
        self._since = monotonic()

    def dismiss(self, result: str | None = None) -> AwaitComplete:
        is_answer = result not in (None, WITHDRAWN)
        if is_answer and monotonic() - self._since < HEED_AFTER:
            return AwaitComplete()
        return super().dismiss(result)


def about_invitation(invited: Invited, own: str) -> Question:
    """Ask whether to play somebody who invites."""
    who = invited.who
    return SuddenQuestion(
        _("{name} invites you to a game").format(name=who.shown),
        f"{unusual_rules(invited.rules)}\n{about(who, own)}".strip(),
        [Entry("play", _("Play"), key="y"), Entry("decline", _("Not now"), key="n")],
    )


def waiting_for_answer(who: Contact, own: str) -> str:
    """Said while somebody has the invitation before their eyes."""
    return f"{waiting_to_accept(who)}\n{about(who, own)}".strip()


def waiting_to_accept(who: Contact) -> str:
    """A sentence on an invitation that is not answered yet."""
    return _("Waiting for {name} to accept...").format(name=who.shown)


def about_inviting(name: str) -> Question:
    """Show that somebody is called; any answer withdraws the invitation."""
    return Question(
        _("Inviting {name}").format(name=name),
        _("Connecting..."),
        [Entry("withdraw", _("Withdraw"))],
    )


def about_stranger(who: Contact, own: str) -> Question:
    """Ask whether to play somebody whose words have not been seen before."""
    return SuddenQuestion(
        _("Is this {name}?").format(name=who.shown),
        stranger(who, own),
        [Entry("play", _("Play"), key="y"), Entry("leave", _("Disconnect"), key="n")],
    )


def about_return(name: str) -> Question:
    """Ask whether to go on with somebody's game."""
    return SuddenQuestion(
        _("{name} is back").format(name=name),
        _("{name} wants to go on with your unfinished game.").format(name=name),
        [Entry("resume", _("Resume it"), key="y"), Entry("leave", _("Not now"), key="n")],
    )


def about_rules(name: str, offered: HouseRules, others: Sequence[HouseRules]) -> Question:
    """Ask about house rules that the other offers.

    The result is ``agree``, or a place among the others.
    """
    time = offered.move_time
    return SuddenQuestion(
        _("House rules"),
        _("{name} proposes: {rules}.").format(name=name, rules=rules_in_words(offered)),
        [
            Entry("agree", _("Agree")),
            Entry("", _("Or propose:"), is_title=True),
            *(
                # The time only where it is another: else there is no room in 80 columns.
                Entry(str(place), ", ".join(_each_rule(one)[: 2 + (one.move_time != time)]))
                for place, one in enumerate(others)
            ),
        ],
    )


def about_draw(name: str) -> Question:
    """Ask whether to accept an offer."""
    return SuddenQuestion(
        _("Accept the draw?"),
        _("{name} offers a draw.").format(name=name),
        [Entry("decline", _("Keep playing"), key="n"), Entry("accept", _("Accept"), key="y")],
    )


def about_offering(name: str) -> Question:
    """Ask whether to offer a draw."""
    return Question(
        _("Offer a draw?"),
        _("The game goes on until {name} accepts.").format(name=name),
        [Entry("stay", _("Keep playing"), key="n"), Entry("offer", _("Offer a draw"), key="y")],
    )


def about_leaving(name: str) -> Question:
    """Ask whether to leave a game that is on."""
    return Question(
        _("Leave the table?"),
        _("The game is saved, and you can resume it when {name} is there too.").format(name=name),
        [Entry("stay", _("Stay"), key="n"), Entry("leave", _("Leave"), key="y")],
    )


def about_leaving_server(*, can_return: bool) -> Question:
    """Ask whether to leave a game with another guest of a server."""
    text = _("You can come back to the game, but if you stay away too long you may lose it.")
    if not can_return:
        text = _("Without a key you cannot come back, and may lose the game.")
    return LastQuestion(
        _("Leave the table?"),
        text,
        [Entry("stay", _("Stay"), key="n"), Entry("leave", _("Leave"), key="y")],
    )


_CONCLUDING: Final[Mapping[Conclusion, tuple[str, str, str]]] = {
    Conclusion.CAUGHT: (
        N_("Claim the win?"),
        N_(
            "{name} has forfeited the game, and your log will say why. You cannot play on with"
            " {name} at this table after that."
        ),
        N_("Claim the win"),
    ),
    Conclusion.UNCHECKED: (
        N_("End without a check?"),
        N_(
            "The result stands and goes into your log, marked as unchecked. You cannot play on with"
            " {name} at this table after that."
        ),
        N_("End it"),
    ),
    Conclusion.TIMEOUT: (
        N_("Claim the win?"),
        N_("{name}'s time is up. You can claim the win, or wait."),
        N_("Claim the win"),
    ),
    Conclusion.AWAY: (
        N_("Claim the win?"),
        N_("{name} has been away too long. You can claim the win, or wait."),
        N_("Claim the win"),
    ),
}


def about_concluding(why: Conclusion, name: str) -> Question:
    """Ask whether to end a game without the other."""
    title, text, end = _CONCLUDING[why]
    return Question(
        _(title),
        _(text).format(name=name),
        [
            Entry("wait", _("Wait for {name}").format(name=name), key="n"),
            Entry("end", _(end), key="y"),
        ],
    )


def address_problem(text: str) -> str:
    """A sentence about a wrong address; empty for a right one."""
    try:
        parse_address(text)
    except WrongAddress as error:
        return sentence(str(error))
    return ""


def name_line(name: str, *, is_saved: bool) -> LineDialog:
    """Ask for the name of the person here."""
    text = _("Shown to other players.")
    if is_saved:
        text = _("Shown to other players (saved in Settings).")
    return LineDialog(
        _("Your name"), text, name, lambda line: value_problem(partial(one_name, line))
    )


def chat_line(name: str, lines: Sequence[str]) -> LineDialog:
    """Ask for a line to the other, below the latest chat."""
    return LineDialog(_("Message to {name}").format(name=name), "\n".join(lines[-CHAT_SHOWN:]))


def about_kept(kept: Sequence[Kept], *, can_delete: bool) -> StoredGames:
    """Ask which game with somebody elsewhere goes on, the latest first."""
    entries = [Entry(one.id, one_line(one.name), f"{one.saved_at:%Y-%m-%d %H:%M}") for one in kept]
    return StoredGames(entries, _delete if can_delete else None)


def _delete(id_: str) -> None:
    _stored, journal = resume(id_)
    journal.discard()

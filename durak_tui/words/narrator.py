"""A game in sentences, for every face.

A narrator puts the events of :mod:`durak_tui.records.walk` into words.  It speaks of both players
by their names, or to one of them as "you"; how cards are written is the face's business.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Final

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.text import brief, in_sentence, one_line
from durak_tui.game.caps import NO_CAPS, Caps, caps_name
from durak_tui.game.position import DRAW, GIVE_MORE, RESPOND
from durak_tui.records.record import AGREED, DISHONEST, NORMAL, RESIGNED, TIMEOUT, VOID, Ending
from durak_tui.records.walk import Beaten, Bout, Drawn, Event, Played, Taken
from durak_tui.user.opponents import PERSON, shown_name
from durak_tui.user.schema import ROWS

Cards = Callable[[Iterable[int]], str]

LEFT: Final = "left"
"""In place of the reason of an end: the loser was away for too long."""
_WON_BY: Final[Mapping[str, str]] = {
    LEFT: N_("You win: {name} did not come back."),
    RESIGNED: N_("You win: {name} resigned."),
    TIMEOUT: N_("You win: {name} ran out of time."),
    DISHONEST: N_("You win: {name} did not play honestly."),
}
Said = tuple[str, str]  # A sentence to "you", and the same about a player with a name.
ATTACKS: Final[Said] = N_("You attack"), N_("{name} attacks")


def distinct_names(names: tuple[str, str]) -> tuple[str, str]:
    """Both names, fit to be shown, numbered where they are the same."""
    first, second = (brief(one_line(name)) for name in names)
    if first == second:
        return f"{first} (1)", f"{second} (2)"
    return first, second


def shown_names(names: tuple[str, str]) -> tuple[str, str]:
    """Both names as :func:`shown_name` has them, made different."""
    first, second = distinct_names(names)
    return shown_name(first), shown_name(second)


def told_reason(ending: Ending) -> str:
    """The reason of an end as the log has it, or LEFT."""
    return LEFT if ending.has_left else ending.reason


def ending_words(ending: Ending, names: tuple[str, str], shown: Sequence[str]) -> str:
    """The reason for the end of a game, in one line.

    ``names`` are those of the record, ``shown`` what players are called here.
    """
    if ending.reason == AGREED:
        ending = Ending.agreed("")
    elif ending.reason == RESIGNED and ending.winner in (0, 1):
        loser = 1 - ending.winner
        left = ending.has_left
        if ending.detail == Ending.resigned(loser, names[loser], "", left=left).detail:
            ending = Ending.resigned(loser, shown[loser], "", left=left)
    return one_line(ending.why)


def you_among(names: tuple[str, str]) -> int | None:
    """The seat of the person, if the names show it as "You"."""
    return names.index(PERSON) if names.count(PERSON) == 1 else None


def bout_end(bout: Bout) -> str:
    """The outcome of a bout in a word; empty if open."""
    return {"beaten": _("beaten"), "taken": _("taken"), "open": ""}[bout.outcome]


def bout_attacker(bout: Bout, names: Sequence[str], you: int | None) -> str:
    """The attacker of a bout, as in "Ann attacks".

    ``you`` is the seat that is spoken to, if any.
    """
    return _said(ATTACKS, bout.attacker, names, you)


def _said(said: Said, seat: int, names: Sequence[str], you: int | None, **values: object) -> str:
    text = said[seat != you]
    return _(text).format(name=names[seat], **values) if text else ""


def limit_of_attacks(caps: Caps) -> str:
    """The attack limit in a sentence; empty if there is none."""
    if caps == NO_CAPS:
        return ""
    if caps.each == caps.first:
        text = ngettext(
            "At most {n} attack in a bout.", "At most {n} attacks in a bout.", caps.each
        )
    else:
        text = ngettext(
            "At most {n} attack in a bout, {first} in the first.",
            "At most {n} attacks in a bout, {first} in the first.",
            caps.each,
        )
    return text.format(n=caps.each, first=caps.first)


def deck_and_limit(deck: int, caps: Caps) -> list[str]:
    """The number of cards, and the attack limit, in few words."""
    labels = dict(ROWS["attack_limit"].choices)
    if caps == NO_CAPS:
        limit = _("no attack limit")
    elif label := labels.get(caps_name(caps)):
        limit = _(label)
    else:
        limit = in_sentence(limit_of_attacks(caps))
    return [ngettext("{n} card", "{n} cards", deck).format(n=deck), limit]


class Narrator:
    """Short sentences, for a screen that shows the cards too."""

    LEADS: ClassVar[Said] = N_("You attack with {card}."), N_("{name} attacks with {card}.")
    THROWS_IN: ClassVar[Said] = N_("You throw in {card}."), N_("{name} throws in {card}.")
    ENDS_BOUT: ClassVar[Said] = "", ""
    BEATS: ClassVar[Said] = N_("You beat {card} with {by}."), N_("{name} beats {card} with {by}.")
    TAKES: ClassVar[Said] = N_("You take."), N_("{name} takes.")
    GIVES: ClassVar[Said] = N_("You add {cards}."), N_("{name} adds {cards}.")
    GIVES_NO_MORE: ClassVar[Said] = "", ""
    ATTACKS_FIRST: ClassVar[Said] = N_("You attack first."), N_("{name} attacks first.")
    IS_DRAW: ClassVar[str] = N_("A draw: both hands are empty.")
    YOU_RESIGNED: ClassVar[str] = N_("You resigned. {name} wins.")
    YOU_LOST: ClassVar[str] = N_("You are the fool: {name} wins.")

    def __init__(self, names: tuple[str, str], cards: Cards, *, you: int | None = None) -> None:
        """``you`` is the seat that is spoken to, if any."""
        self.names: Final = names
        self.cards: Final = cards
        self.you: Final = you

    def say(self, said: Said, seat: int, **values: object) -> str:
        """A sentence to this player, or about them."""
        return _said(said, seat, self.names, self.you, **values)

    def tell(self, event: Event) -> list[str]:
        """An event, in as many sentences as it takes."""
        match event:
            case Played():
                sentences = [self.played(event)]
            case Taken(seat=seat, table=table, given=given):
                sentences = [self.taken(seat, len(table) + len(given))]
            case Beaten():
                sentences = [self.beaten(event)]
            case Drawn():
                sentences = self.drawn(event)
            case _:
                sentences = []
        return [sentence for sentence in sentences if sentence]

    def played(self, event: Played) -> str:
        """A player's action."""
        shown = self.cards(event.cards)
        if event.phase == RESPOND:
            said = self.BEATS if event.cards else self.TAKES
            beaten = self.cards(() if event.last is None else [event.last])
            return self.say(said, event.seat, card=beaten, by=shown)
        if event.phase == GIVE_MORE:
            said = self.GIVES if event.cards else self.GIVES_NO_MORE
        elif not event.cards:
            said = self.ENDS_BOUT
        else:
            said = self.LEADS if event.last is None else self.THROWS_IN
        return self.say(said, event.seat, card=shown, cards=shown)

    def taken(self, seat: int, count: int) -> str:
        """The end of a bout whose cards a player has taken."""
        if seat == self.you:
            text = ngettext("You take {n} card.", "You take {n} cards.", count)
        else:
            text = ngettext("{name} takes {n} card.", "{name} takes {n} cards.", count)
        return text.format(name=self.names[seat], n=count)

    def beaten(self, event: Beaten) -> str:
        """The end of a bout whose cards are out of the game."""
        if self.you is not None:
            if not event.left[self.you]:
                return _("Beaten: your hand is empty.")
            if not event.left[1 - self.you]:
                name = self.names[1 - self.you]
                return _("Beaten: {name} has no cards left.").format(name=name)
        return _("Beaten.")

    def drawn(self, event: Drawn) -> list[str]:
        """The cards that "you" have drawn, and the end of the talon."""
        sentences = []
        if self.you is not None and event.by(self.you):
            cards = self.cards(sorted(event.by(self.you)))
            sentences.append(_("You draw {cards}.").format(cards=cards))
        if not event.talon_count and (event.by(0) or event.by(1)):
            sentences.append(_("The talon is empty."))
        return sentences

    def first_attack(self, seat: int, *, by_trump: bool) -> str:
        """The first attacker; ``by_trump``: who holds the lowest one."""
        if not by_trump:
            return self.say(self.ATTACKS_FIRST, seat)
        if self.you is None:
            text = _("{name} holds the lowest trump and attacks first.")
            return text.format(name=self.names[seat])
        you = N_("You hold the lowest trump and attack first.")
        return self.say((you, N_("{name} holds the lowest trump and attacks first.")), seat)

    def end(self, ending: Ending, left: Sequence[int]) -> str:
        """The end of the game; each had ``left`` cards."""
        winner, reason = ending.winner, told_reason(ending)
        why = one_line(ending.why or _(reason))
        if winner is VOID:
            return _("Void: both engines failed before the first card.")
        if winner == DRAW:
            if reason == AGREED:
                return _("A draw: both players agreed on it.")
            broken_off = _("Aborted: {reason}.").format(reason=why)
            return _(self.IS_DRAW) if reason == NORMAL else broken_off
        name, other, count = self.names[winner], self.names[1 - winner], left[1 - winner]
        if self.you == winner:
            if reason == NORMAL:
                return self.won(other, count)
            text = _WON_BY.get(reason, N_("You win: {name} failed."))
            return _(text).format(name=other)
        if self.you is not None:
            if reason == LEFT:
                return _("You did not come back. {name} wins.").format(name=name)
            if reason == TIMEOUT:
                return _("Your time ran out. {name} wins.").format(name=name)
            return _(self.YOU_RESIGNED if reason == RESIGNED else self.YOU_LOST).format(name=name)
        if reason in (LEFT, RESIGNED):
            text = _("{name} resigned. {other} wins.")
            if reason == LEFT:
                text = _("{name} did not come back. {other} wins.")
            return text.format(name=other, other=name)
        if reason != NORMAL:
            return _("{name} wins by forfeit. {why}").format(name=name, why=why)
        text = ngettext(
            "{name} wins; {other} is the fool with {n} card.",
            "{name} wins; {other} is the fool with {n} cards.",
            count,
        )
        return text.format(name=name, other=other, n=count)

    def won(self, other: str, count: int) -> str:
        """A win of "you"; the other has ``count`` cards left."""
        text = ngettext(
            "You have won! {name} is the fool with {n} card.",
            "You have won! {name} is the fool with {n} cards.",
            count,
        )
        return text.format(name=other, n=count)

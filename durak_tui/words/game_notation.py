"""A game as text that a person reads."""

from collections.abc import Callable, Iterator, Sequence

from durak_tui.common.i18n import _, pgettext
from durak_tui.common.text import one_line
from durak_tui.game.cards import card_name, card_names, in_playing_order
from durak_tui.game.position import DRAW
from durak_tui.records.log_format import SEATS
from durak_tui.records.record import NORMAL, PEACEFUL, RESULTS, VOID, GameRecord, bouts
from durak_tui.records.walk import Bout
from durak_tui.words.narrator import ending_words, limit_of_attacks


def rank_on_card(card: int, *, ascii_only: bool = False) -> str:
    """The rank as it stands on a card, in the user's language."""
    rank = card_name(card)[0]
    if rank == "T":
        return "10"
    court = {
        "J": pgettext("on a card", "J"),
        "Q": pgettext("on a card", "Q"),
        "K": pgettext("on a card", "K"),
        "A": pgettext("on a card", "A"),
    }
    return rank if ascii_only else court.get(rank, rank)


def outcome_word(result: str | None) -> str:
    """The word for a result of the log; None is unknown."""
    words = {
        RESULTS[DRAW]: pgettext("result", "draw"),
        RESULTS[VOID]: pgettext("result", "void"),
        None: "?",
    }
    return words.get(result, result or "")


def header_words(title: str) -> str:
    """The header of a game, with a word for its result."""
    head, bracket, result = title.rpartition(" (")
    result = result.removesuffix(")")
    return f"{head} ({outcome_word(result)})" if bracket and result in RESULTS.values() else title


def game_text(record: GameRecord, number: int) -> str:
    return "".join(f"{line}\n" for line in describe(record, number))


def describe(
    record: GameRecord, number: int, shown: Callable[[str], str] = one_line
) -> Iterator[str]:
    """A game as lines: every bout, both hands, who took.

    ``shown`` makes of a name in the log what is shown of it.
    """
    deck = record.deal.deck
    names = first, second = shown(record.names[0]), shown(record.names[1])
    head = _("Game {n}, {when:%Y-%m-%d %H:%M:%S}")
    yield head.format(n=number, when=record.started_at)
    yield f"player1: {first}"
    yield f"player2: {second}"
    yield _("{n} cards, trump {card}").format(n=len(deck), card=card_name(deck[-1]))
    if limit := limit_of_attacks(record.deal.caps):
        yield limit
    all_bouts = list(bouts(record))
    for index, bout in enumerate(all_bouts):
        yield ""
        head = _("Bout {n}: {player} attacks, talon {count}")
        yield head.format(n=index + 1, player=SEATS[bout.attacker], count=bout.talon_count)
        for player, hand in zip(SEATS, bout.hands, strict=True):
            cards = " ".join(card_names(in_playing_order(hand, deck[-1] & 3)))
            yield f"  {player}  {cards}"
        yield f"  {_text(bout, is_last=bout is all_bouts[-1])}"
    yield ""
    yield from _result(record, names)


def bout_text(bout: Bout, names: tuple[str, ...]) -> str:
    """A bout in short: attacks, what beat them, and its end."""
    text = "  ".join("/".join(card_names(pair)) for pair in bout.pairs)
    if bout.outcome == "taken":
        text += " - " + _("{player} takes").format(player=names[1 - bout.attacker])
        if not bout.given:
            return text
        given = _("added: {cards}").format(cards=" ".join(card_names(bout.given)))
        return f"{text}, {given}"
    return text + " - " + _("beaten") if bout.outcome == "beaten" else text


def _text(bout: Bout, *, is_last: bool) -> str:
    """A bout, without what the result says of the last one."""
    if not bout.cards:
        return _("no card was played")
    is_said = is_last and not bout.given
    return bout_text(bout._replace(outcome="open") if is_said else bout, SEATS)


def _result(record: GameRecord, names: Sequence[str]) -> Iterator[str]:
    ending = record.ending
    winner = ending.winner
    if winner is VOID:
        result = _("Void: both engines failed before the first card")
    elif winner == DRAW:
        result = _("Draw")
    else:
        result = _("{player} ({name}) wins")
        result = result.format(player=SEATS[winner], name=names[winner])
    if winner is not VOID and ending.reason not in PEACEFUL:
        result += ", " + _("by forfeit")
    yield result
    if ending.reason != NORMAL:
        yield ending_words(ending, record.names, names)

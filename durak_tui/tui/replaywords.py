"""A recorded game in sentences: what happened at a step, and what is to be done."""

from collections.abc import Iterable
from typing import Final

from durak_tui.game.cards import suit_of
from durak_tui.game.position import DRAW, lowest_trump_holder
from durak_tui.i18n import _, ngettext
from durak_tui.records.record import NORMAL, RESIGNED, VOID, GameRecord
from durak_tui.records.replay import BoutSummary, Event, ReplayCursor
from durak_tui.text import one_line
from durak_tui.tui.glyphs import Glyphs


def seat_names(record: GameRecord) -> tuple[str, str]:
    """Both names, told apart where they are the same."""
    first, second = map(one_line, record.names)
    if first == second:
        return f"{first} (1)", f"{second} (2)"
    return first, second


class ReplayWords:
    """Puts the steps of one game into sentences."""

    def __init__(self, record: GameRecord, cursor: ReplayCursor, glyphs: Glyphs) -> None:
        self.names: Final = seat_names(record)
        self._record = record
        self._cursor = cursor
        self._glyphs = glyphs

    # What happened

    def news(self) -> str:
        """What happened at the last step."""
        event = self._cursor.last
        if event is None:
            return _("Not one card was played.")
        if event.card is None:
            return self._opening(event)
        return self._played(event, event.card)

    def _opening(self, event: Event) -> str:
        cursor, name = self._cursor, self.names[event.player]
        bout = cursor.state.bout
        if bout > 1:
            before = self.ended(cursor.bouts[bout - 2])
            return f"{before} " + _("{name} attacks.").format(name=name)
        holder = lowest_trump_holder(cursor.state.hands, suit_of(cursor.trump))
        if holder == event.player:
            return _("{name} has the lowest trump and attacks first.").format(name=name)
        return _("{name} attacks first.").format(name=name)

    def _played(self, event: Event, card: int) -> str:
        state, name, shown = self._cursor.state, self.names[event.player], self._cards([card])
        if event.kind == "respond":
            beaten = self._cards([state.table[-2]])
            text = _("{name} beats {card} with {by}.")
            return text.format(name=name, card=beaten, by=shown)
        if event.kind == "give_more":
            adds = _("{name} adds {cards}.").format(name=name, cards=shown)
            if len(state.given) > 1:
                return adds
            return _("{name} takes.").format(name=self.names[1 - event.player]) + " " + adds
        if len(state.table) > 1:
            return _("{name} throws in {card}.").format(name=name, card=shown)
        return _("{name} attacks with {card}.").format(name=name, card=shown)

    def ended(self, bout: BoutSummary) -> str:
        """How a bout ended."""
        if bout.outcome == "beaten":
            return _("Beaten.")
        if bout.outcome == "taken":
            text = ngettext("{name} takes {n} card.", "{name} takes {n} cards.", bout.cards)
            return text.format(name=self.names[1 - bout.attacker], n=bout.cards)
        return ""

    def _cards(self, cards: Iterable[int]) -> str:
        return " ".join(map(self._glyphs.card, cards))

    # What is to be done

    def task(self) -> str:
        """Whose turn it is, what became of the bout, or how the game ended."""
        cursor = self._cursor
        if not cursor.has_next:
            return self.result()
        if cursor.outcome is not None:
            return self.ended(cursor.bouts[cursor.state.bout - 1])
        phase, player = cursor.turn
        if player is None:
            return ""
        name, table = self.names[player], cursor.state.table
        if phase == "respond":
            text = _("{name} is to beat {card} or to take.")
            return text.format(name=name, card=self._cards([table[-1]]))
        if phase == "give_more":
            return _("{name} may add more.").format(name=name)
        if table:
            return _("{name} may throw in.").format(name=name)
        return _("{name} is to attack.").format(name=name)

    def result(self) -> str:
        """How the game ended."""
        ending = self._record.ending
        if ending.winner is VOID:
            return _("Void: both engines failed before the first card.")
        if ending.reason == RESIGNED and ending.winner != DRAW:
            text = _("{name} has given up: {other} has won.")
            other = self.names[ending.winner]
            return text.format(name=self.names[1 - ending.winner], other=other)
        if ending.reason != NORMAL:
            return self._forfeit()
        if ending.winner == DRAW:
            return _("A draw: both hands are empty.")
        left = self._left(1 - ending.winner)
        text = ngettext(
            "{name} has won; {other} is the fool with {n} card.",
            "{name} has won; {other} is the fool with {n} cards.",
            left,
        )
        loser, winner = self.names[1 - ending.winner], self.names[ending.winner]
        return text.format(name=winner, other=loser, n=left)

    def _forfeit(self) -> str:
        ending = self._record.ending
        why = one_line(ending.detail or ending.reason)
        if ending.winner in (0, 1):
            text = _("{name} has won by forfeit. {why}")
            return text.format(name=self.names[ending.winner], why=why)
        return _("Broken off: {reason}.").format(reason=why)

    def _left(self, seat: int) -> int:
        return self._cursor.state.hands[seat].bit_count()

    # Bouts in a list

    def bout_line(self, bout: BoutSummary) -> tuple[str, str]:
        """A bout in short: who attacked, and what became of it."""
        cards = ngettext("{n} card", "{n} cards", bout.cards).format(n=bout.cards)
        outcomes = {"beaten": _("beaten"), "taken": _("taken"), "open": ""}
        end = outcomes[bout.outcome]
        return self.names[bout.attacker], f"{cards}, {end}" if end else cards

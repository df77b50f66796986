"""A recorded game in sentences: what happened at a step, and what is to be done."""

from typing import Final

from durak_tui.common.i18n import _, ngettext
from durak_tui.game.cards import suit_of
from durak_tui.game.position import lowest_trump_holder
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import BoutSummary, ReplayCursor, ReplayEvent
from durak_tui.tui.toolkit.game_words import GameWords, told_apart
from durak_tui.tui.toolkit.glyphs import Glyphs


def seat_names(record: GameRecord) -> tuple[str, str]:
    """Both names, told apart where they are the same."""
    return told_apart(record.names)


class ReplayWords:
    """Puts the steps of one game into sentences."""

    def __init__(self, record: GameRecord, cursor: ReplayCursor, glyphs: Glyphs) -> None:
        self.names: Final = seat_names(record)
        self._record = record
        self._cursor = cursor
        self._say: Final = GameWords(self.names, glyphs)

    # What happened

    def news(self) -> str:
        """What happened at the last step."""
        event = self._cursor.last
        if event is None:
            return _("Not one card was played.")
        if event.card is None:
            return self._opening(event)
        return self._played(event, event.card)

    def _opening(self, event: ReplayEvent) -> str:
        cursor, name = self._cursor, self.names[event.player]
        bout = cursor.state.bout
        if bout > 1:
            before = self.ended(cursor.bouts[bout - 2])
            return f"{before} " + _("{name} attacks.").format(name=name)
        holder = lowest_trump_holder(cursor.state.hands, suit_of(cursor.trump))
        if holder == event.player:
            return _("{name} has the lowest trump and attacks first.").format(name=name)
        return self._say.attacks_first(event.player)

    def _played(self, event: ReplayEvent, card: int) -> str:
        state, say = self._cursor.state, self._say
        if event.kind == "respond":
            return say.beats(event.player, state.table[-2], card)
        if event.kind == "give_more":
            adds = say.adds(event.player, [card])
            return adds if len(state.given) > 1 else f"{say.takes(1 - event.player)} {adds}"
        return say.attacks(event.player, card, first=len(state.table) == 1)

    def ended(self, bout: BoutSummary) -> str:
        """How a bout ended."""
        if bout.outcome == "beaten":
            return self._say.beaten()
        if bout.outcome == "taken":
            return self._say.taken(1 - bout.attacker, bout.cards)
        return ""

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
            return text.format(name=name, card=self._say.cards([table[-1]]))
        if phase == "give_more":
            return _("{name} may add more.").format(name=name)
        if table:
            return _("{name} may throw in.").format(name=name)
        return _("{name} is to attack.").format(name=name)

    def result(self) -> str:
        """How the game ended."""
        first, second = self._cursor.state.hands
        return self._say.result(self._record.ending, (first.bit_count(), second.bit_count()))

    # Bouts in a list

    def bout_line(self, bout: BoutSummary) -> tuple[str, str]:
        """A bout in short: who attacked, and what became of it."""
        cards = ngettext("{n} card", "{n} cards", bout.cards).format(n=bout.cards)
        outcomes = {"beaten": _("beaten"), "taken": _("taken"), "open": ""}
        end = outcomes[bout.outcome]
        return self.names[bout.attacker], f"{cards}, {end}" if end else cards

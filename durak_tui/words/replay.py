"""A recorded game in sentences, step by step."""

from typing import Final

from durak_tui.common.i18n import _, ngettext
from durak_tui.game.cards import suit_of
from durak_tui.game.position import PHASE_NAMES, lowest_trump_holder
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import BoutSummary, ReplayCursor, ReplayEvent
from durak_tui.records.walk import Played
from durak_tui.words.narrator import Cards, Narrator, distinct_names


class ReplayWords:
    def __init__(self, record: GameRecord, cursor: ReplayCursor, cards: Cards) -> None:
        self.names: Final = distinct_names(record.names)
        self._record = record
        self._cursor = cursor
        self._narrator: Final = Narrator(self.names, cards)

    # What happened

    def news(self) -> str:
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
        return self._narrator.first_attack(event.player, by_trump=holder == event.player)

    def _played(self, event: ReplayEvent, card: int) -> str:
        narrator, state = self._narrator, self._cursor.state
        last = state.table[-2] if len(state.table) > 1 else None
        phase = PHASE_NAMES.index(event.kind)
        said = narrator.played(Played(0, state.bout, event.player, phase, (card,), last))
        if event.kind == "give_more" and len(state.given) == 1:
            return f"{narrator.say(narrator.TAKES, 1 - event.player)} {said}"
        return said

    def ended(self, bout: BoutSummary) -> str:
        if bout.outcome == "beaten":
            return _("Beaten.")
        if bout.outcome == "taken":
            return self._narrator.taken(1 - bout.attacker, bout.cards)
        return ""

    # What is to be done

    def task(self) -> str:
        """Whose turn it is, or how the bout or the game ended."""
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
            return text.format(name=name, card=self._narrator.cards([table[-1]]))
        if phase == "give_more":
            return _("{name} may add more.").format(name=name)
        if table:
            return _("{name} may throw in.").format(name=name)
        return _("{name} is to attack.").format(name=name)

    def result(self) -> str:
        first, second = self._cursor.state.hands
        return self._narrator.end(self._record.ending, (first.bit_count(), second.bit_count()))

    # Bouts in a list

    def bout_line(self, bout: BoutSummary) -> tuple[str, str]:
        """Who attacked in a bout, and what became of it."""
        cards = ngettext("{n} card", "{n} cards", bout.cards).format(n=bout.cards)
        outcomes = {"beaten": _("beaten"), "taken": _("taken"), "open": ""}
        end = outcomes[bout.outcome]
        return self.names[bout.attacker], f"{cards}, {end}" if end else cards

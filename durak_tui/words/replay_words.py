"""A recorded game in sentences, step by step."""

from typing import Final

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.game.cards import suit_of
from durak_tui.game.position import GIVE_MORE, lowest_trump_holder
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor
from durak_tui.records.walk import Bout, Played
from durak_tui.words.narrator import (
    ATTACKS,
    Cards,
    Narrator,
    Said,
    bout_end,
    distinct_names,
    shown_names,
    you_among,
)

_MUST_BEAT: Final[Said] = (
    N_("You must beat {card} or take."), N_("{name} must beat {card} or take."),
)  # fmt: skip
_MAY_ADD: Final[Said] = N_("You may add more."), N_("{name} may add more.")
_MAY_THROW_IN: Final[Said] = N_("You may throw in."), N_("{name} may throw in.")
_MUST_ATTACK: Final[Said] = N_("You must attack."), N_("{name} must attack.")


class ReplayWords(Narrator):
    def __init__(
        self, record: GameRecord, cursor: ReplayCursor, cards: Cards, *, exported: bool = False
    ) -> None:
        """``exported``: for other people than the one who plays here."""
        names, you = distinct_names(record.names), None
        if not exported:
            names, you = shown_names(record.names), you_among(record.names)
        super().__init__(names, cards, you=you)
        self._record = record
        self._cursor = cursor

    def news(self) -> str:
        """The last event."""
        cursor, event = self._cursor, self._cursor.last
        if event is None:
            return _("No card was played.")
        player, bout = event.player, cursor.state.bout
        if cursor.played:
            return self._card_played(cursor.played)
        if bout > 1:
            before = self._ended(cursor.bouts[bout - 2])
            return f"{before} {self.say(ATTACKS, player)}."
        holder = lowest_trump_holder(cursor.state.hands, suit_of(cursor.trump))
        return self.first_attack(player, by_trump=holder == player)

    def _card_played(self, played: Played) -> str:
        said = self.played(played)
        if played.phase == GIVE_MORE and len(self._cursor.state.given) == 1:
            return f"{self.say(self.TAKES, 1 - played.seat)} {said}"
        return said

    def _ended(self, bout: Bout) -> str:
        if bout.outcome == "beaten":
            return _("Beaten.")
        return self.taken(1 - bout.attacker, bout.size) if bout.outcome == "taken" else ""

    def task(self) -> str:
        """The turn, or the end of the bout or the game."""
        cursor = self._cursor
        if not cursor.has_next:
            first, second = cursor.state.hands
            return self.end(self._record.ending, (first.bit_count(), second.bit_count()))
        if cursor.outcome is not None:
            bout = cursor.bouts[cursor.state.bout - 1]
            # More might be added here; how many they were is said once the bout is over.
            takes = bout.outcome == "taken" and not bout.given
            return self.say(self.TAKES, 1 - bout.attacker) if takes else self._ended(bout)
        (phase, player), table = cursor.turn, cursor.state.table
        if player is None:
            return ""
        if phase == "respond":
            said = _MUST_BEAT
        elif phase == "give_more":
            said = _MAY_ADD
        else:
            said = _MAY_THROW_IN if table else _MUST_ATTACK
        return self.say(said, player, card=self.cards(table[-1:]))

    def bout_line(self, bout: Bout) -> tuple[str, str]:
        """The attacker of a bout, and its outcome."""
        cards = ngettext("{n} card", "{n} cards", bout.size).format(n=bout.size)
        end = bout_end(bout)
        return self.names[bout.attacker], f"{cards}, {end}" if end else cards

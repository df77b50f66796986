"""Playing on from where a recorded game is shown, or solving it."""

from durak_tui.common.i18n import _
from durak_tui.game.position import OVER
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor
from durak_tui.records.walk import walk
from durak_tui.table.game import GameStart
from durak_tui.tui.logs.sharing import SharingScreen
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.user.engines import opponent_now, opponents
from durak_tui.user.opponents import shown_name
from durak_tui.words.endgame_words import not_yet
from durak_tui.words.narrator import shown_names, you_among


def solve(screen: SharingScreen, record: GameRecord, cursor: ReplayCursor) -> None:
    """Solve the position that is shown."""
    position = walk(record.deal, record.actions[: cursor.actions_played]).to_end()
    if position.phase == OVER:
        _say_over(screen)
    elif position.talon_count:
        screen.say(not_yet(), True)
    else:
        names, you = shown_names(record.names), you_among(record.names)
        screen.durak.go("solution", position=position, names=names, seat=0, you=you)


async def play_on(screen: SharingScreen, record: GameRecord, cursor: ReplayCursor) -> None:
    """Ask who plays whose cards, and leave for that game."""
    try:
        start = GameStart.within(record, cursor.actions_played)
    except ValueError:
        _say_over(screen)
        return
    title, turn = _("Play on from here"), cursor.turn.player or 0
    entries = [
        Entry(str(seat), name, _("player {n}").format(n=seat + 1))
        for seat, name in enumerate(shown_names(record.names))
    ]
    seat = await screen.ask(Question(title, _("Which hand do you play?"), entries, turn))
    if not seat:
        return
    settings = screen.durak.settings.value
    now = opponent_now(settings, screen.durak.state.value.opponent)
    names = [entry.name for entry in opponents(settings)]
    entries = [Entry(name, shown_name(name)) for name in names]
    at = names.index(now) if now in names else 0
    text = _("Which engine plays the other hand?")
    engine = await screen.ask(Question(title, text, entries, at))
    if engine:
        screen.durak.go("play", engine=engine, start=start._replace(seat=int(seat)))


def _say_over(screen: SharingScreen) -> None:
    screen.say(_("The game is over here: step back first."), True)

"""Games of Gold Rush and of 2048 in a line each."""

from durak_tui.common.i18n import _, pgettext
from durak_tui.engine.engine_errors import REASONS
from durak_tui.games.goldrush.dig import GOLD_RUSH, SEATS
from durak_tui.games.playthrough import Finish, Playthrough
from durak_tui.user.opponents import shown_name


def playthrough_line(game: Playthrough) -> str:
    """The result of a game, and its players."""
    names = " - ".join(map(shown_name, game.names))
    result = result_words(game) if game.finish else pgettext("game", "stopped")
    return f"{result}  {names}"


def result_words(game: Playthrough) -> str:
    """The result of a game that is over."""
    assert game.finish
    return _of_mine(game.finish) if game.game == GOLD_RUSH.name else _of_duel(game.finish)


def _of_mine(finish: Finish) -> str:
    scores = " : ".join(map(str, finish.details.get("scores", ())))
    outs = [
        f"{SEATS[seat]} {_(REASONS[fault.reason])}"
        for seat, fault in enumerate(finish.faults)
        if fault
    ]
    return ", ".join([scores, *outs])


def _of_duel(finish: Finish) -> str:
    if finish.winner is None:
        return "1/2-1/2"
    fault = next((one for one in finish.faults if one), None)
    return ("1-0", "0-1")[finish.winner] + (f"  {_(REASONS[fault.reason])}" if fault else "")

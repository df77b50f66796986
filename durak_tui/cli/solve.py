"""``durak-tui solve``: an endgame, played as well as possible."""

import argparse
import json
import signal
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from durak_tui.analysis.setup import ROLES, TURNS, endgame, endgame_line
from durak_tui.cli.common import CommandError, StandardOutput, at_least_one, handling
from durak_tui.common.i18n import N_, _
from durak_tui.common.values import Most
from durak_tui.game.cards import card_names
from durak_tui.game.position import (
    DRAW,
    GIVE_MORE,
    MOVE,
    OVER,
    PHASE_NAMES,
    RESPOND,
    Position,
)
from durak_tui.records.walk import Played, Walk
from durak_tui.words.game_notation import bout_text

if TYPE_CHECKING:
    from durak_tui.analysis.endgame import Solution
    from durak_tui.game.position import Action

VALUES: Final = {1: N_("win"), 0: N_("draw"), -1: N_("loss")}
PASSES: Final = {MOVE: N_("beaten"), RESPOND: N_("take"), GIVE_MORE: N_("nothing more")}
"""The words for playing no card."""
MOST_NODES: Final = 10**15  # More would take decades; and the search counts in 64 bits.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Solve an endgame: with an empty talon, both hands are known. Print what it is worth"
        " for the attacker (a win, a draw or a loss), the best action, and best play to the end."
        " The exit code is 1 if the node limit was reached before the answer."
    )
    parser.epilog = (
        "--json prints one object: value (for the attacker: win, draw, loss, or null if it is"
        " unknown), low and high (the bounds of the value), to_act (attacker or defender),"
        " phase (move, respond or give_more), best (the cards of the best action, [] for playing"
        " none, null if no action is known to be best), line (best play of both; each step has"
        " player and cards), nodes (positions looked at) and compiled."
    )
    parser.add_argument(
        "--position",
        metavar="LINE",
        help="the whole position as one line, such as '6C7D/8C9S - - 7S 1 move', in place of the"
        " options up to --to-act: both hands, the table, the talon (-), the trump, the attacker"
        " (1 or 2) and the phase (move, respond or give_more)",
    )
    for role in ROLES:
        parser.add_argument(
            f"--{role}",
            metavar="CARDS",
            help="their hand, such as 6C,7D; without the cards on the table",
        )
    parser.add_argument("--trump", metavar="CARD", help="any card of the trump suit")
    parser.add_argument(
        "--table",
        metavar="CARDS",
        help="this bout's cards in the order of play: attack, answer, attack ...",
    )
    parser.add_argument(
        "--to-act",
        choices=TURNS,
        help="whose turn it is; give-more: the defender takes, and the attacker may add cards"
        " (default: as the table shows)",
    )
    parser.add_argument(
        "--nodes",
        type=partial(at_least_one, most=Most(MOST_NODES)),
        metavar="N",
        help="the most positions to search (default 2000000)",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument(
        "--screen",
        action="store_true",
        help="show it on a screen, card by card; without a position a form asks for it",
    )


def run(arguments: argparse.Namespace) -> int:
    """Solve and print.  Raises CommandError, SetupError."""
    if arguments.screen:
        return _on_screen(arguments)
    position = _position(arguments)
    # The other commands of the program start without this.
    from durak_tui.analysis.endgame import NODES, Solver

    # Compiled code does not look for signals: a handler of Python's would wait for its end.
    with handling(signal.SIG_DFL, signal.SIGINT):
        solution = Solver().solve(position, arguments.nodes or NODES)
    output = StandardOutput()
    if arguments.json:
        output.line(json.dumps(_as_json(position, solution)))
    else:
        output.lines(_describe(position, solution))
    return 0 if solution.value is not None else 1


def _on_screen(arguments: argparse.Namespace) -> int:
    """Show it on a screen, or a form without a position."""
    from durak_tui.cli import screens

    if arguments.json or arguments.nodes:
        raise CommandError(N_("--screen cannot be used with --json or --nodes"))
    given = any(getattr(arguments, name) for name in ("position", *ROLES, "trump", "table"))
    return screens.solve(arguments, _position(arguments) if given else None)


def _position(arguments: argparse.Namespace) -> Position:
    """The position that the options say.  Raises SetupError, CommandError."""
    if arguments.position is not None:
        for option in (*ROLES, "trump", "table", "to_act"):
            if getattr(arguments, option) is not None:
                name = _called(option)
                raise CommandError(N_("--position is enough; leave out {name}"), name=name)
        return endgame_line(arguments.position, "--position")
    missing = [_called(name) for name in (*ROLES, "trump") if getattr(arguments, name) is None]
    if missing:
        names = ", ".join(missing)
        text = N_("the following arguments are required: {names} (or --position)")
        raise CommandError(text, names=names)
    return endgame(
        attacker=arguments.attacker,
        defender=arguments.defender,
        trump=arguments.trump,
        table=arguments.table or "",
        to_act=arguments.to_act,
        called=_called,
    )


def _called(option: str) -> str:
    return f"--{option.replace('_', '-')}"


def _roles(position: Position) -> tuple[str, ...]:
    """The role of player 0 and of player 1."""
    return ROLES[:: -1 if position.attacker else 1]


def _value(position: Position, solution: "Solution") -> tuple[str, str]:
    """The least and the best result of the attacker."""
    sign = 1 if position.to_act == position.attacker else -1
    low, high = sorted((sign * solution.low, sign * solution.high))
    return VALUES[low], VALUES[high]


def _as_json(position: Position, solution: "Solution") -> dict[str, object]:
    from durak_tui.analysis.alphabeta import COMPILED

    low, high = _value(position, solution)
    roles = _roles(position)
    return {
        "value": low if low == high else None,
        "low": low,
        "high": high,
        "to_act": roles[position.to_act],
        "phase": PHASE_NAMES[position.phase],
        "best": card_names(solution.action) if solution.sure else None,
        "line": [
            {"player": roles[event.seat], "cards": card_names(event.cards)}
            for event in Walk(position, solution.line)
            if isinstance(event, Played)
        ],
        "nodes": solution.nodes,
        "compiled": COMPILED,
    }


def _describe(position: Position, solution: "Solution") -> Iterator[str]:
    low, high = map(_, _value(position, solution))
    labels = _("value:"), _("best:"), _("line:")
    width = max(map(len, labels))
    value, best, line = (f"{label:{width}} " for label in labels)
    if low == high:
        yield value + low
    else:
        text = _("unknown, from {low} to {high}; try --nodes above {n}")
        yield value + text.format(low=low, high=high, n=solution.nodes)
    roles = tuple(map(_, _roles(position)))
    if solution.sure:
        played = " ".join(card_names(solution.action)) or _(PASSES[position.phase])
        yield f"{best}{played} ({roles[position.to_act]})"
    for number, bout in enumerate(_bouts(position, solution.line, roles)):
        yield (" " * len(line) if number else line) + bout


def _bouts(position: Position, line: "tuple[Action, ...]", roles: tuple[str, ...]) -> Iterator[str]:
    """The bouts of a line, as ``show`` prints them, with who attacks."""
    text = ""
    for bout in Walk(position, line).bouts():
        if text:
            yield text
        text = f"{roles[bout.attacker]}: {bout_text(bout, roles)}"
    if position.phase == OVER:
        if position.winner == DRAW:
            end = _("draw")
        else:
            end = _("{name} wins").format(name=roles[position.winner])
        yield f"{text}, {end}"

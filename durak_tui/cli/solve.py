"""``durak-tui solve``: an endgame, played to its end by both as well as can be."""

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from durak_tui.cli.common import CommandError, Output, at_least_one
from durak_tui.cli.signals import interrupted_at_once
from durak_tui.game.cards import card_name, card_names, mask_of, parse_card
from durak_tui.game.position import GIVE_MORE, MOVE, OVER, PASS, PHASE_NAMES, RESPOND, Position
from durak_tui.game.violation import IllegalAction

if TYPE_CHECKING:
    from durak_tui.analysis.endgame import Solution
    from durak_tui.game.position import Action

ROLES: Final = ("attacker", "defender")
TURNS: Final = {"attacker": MOVE, "defender": RESPOND, "give-more": GIVE_MORE}
"""The phase that each choice of ``--to-act`` means."""
VALUES: Final = {1: "win", 0: "draw", -1: "loss"}
PASSES: Final = {MOVE: "beaten", RESPOND: "take", GIVE_MORE: "nothing more"}
"""What playing no card means in each phase."""
MOST_NODES: Final = 10**15
"""More would take decades; and the search counts in 64 bits."""
WRITTEN: Final = "cards are written like 6C,TD,AS, with commas between them"
TRUMP: Final = "give any one card of the trump suit, such as 7S"
IN_ORDER: Final = (
    "name the cards of this bout in the order of play: an attack, the card that beats it, the"
    " next attack ..."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.description = (
        "Says what an endgame is worth for the attacker, whose hand and whose opponent's are"
        " known because the talon is empty: a win, a draw or a loss, the best action, and best"
        " play to the end. The exit code is 1 if the node limit came before the answer."
    )
    parser.epilog = (
        "--json prints one object: value (for the attacker: win, draw, loss, or null if it is"
        " unknown), low and high (at least and at most this), to_act (attacker or defender),"
        " phase (move, respond or give_more), best (the cards of the best action, [] for playing"
        " none, null if no action is known to be best), line (best play of both; each step has"
        " player and cards), nodes (positions looked at) and compiled."
    )
    for role in ROLES:
        parser.add_argument(
            f"--{role}",
            required=True,
            metavar="CARDS",
            help=f"the {role}'s hand, such as 6C,7D; without what lies on the table",
        )
    parser.add_argument("--trump", required=True, metavar="CARD", help="any card of the trump suit")
    parser.add_argument(
        "--table",
        default="",
        metavar="CARDS",
        help="this bout's cards in the order of play: attack, answer, attack ...",
    )
    parser.add_argument(
        "--to-act",
        choices=TURNS,
        help="whose turn it is; give-more: the defender takes, and the attacker may add cards"
        " (default: whoever the table waits for)",
    )
    parser.add_argument(
        "--nodes", type=_nodes, metavar="N", help="positions to look at (default 2000000)"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def _nodes(text: str) -> int:
    nodes = at_least_one(text)
    if nodes > MOST_NODES:
        raise argparse.ArgumentTypeError(f"{text} is above {MOST_NODES}; no search takes as many")
    return nodes


def run(arguments: argparse.Namespace) -> int:
    """Solve and print.  Raises CommandError for a position that cannot be."""
    position = _position(arguments)
    # The other commands of the program start without this.
    from durak_tui.analysis.endgame import NODES, Solver

    # Compiled code does not look for signals: a handler of Python's would wait for its end.
    with interrupted_at_once():
        solution = Solver().solve(position, arguments.nodes or NODES)
    output = Output()
    if arguments.json:
        output.line(json.dumps(_as_json(position, solution)))
    else:
        for line in _describe(position, solution):
            output.line(line)
    return 0 if solution.value is not None else 1


def _cards(option: str, text: str, advice: str = WRITTEN) -> list[int]:
    cards = []
    for name in text.split(",") if text.strip() else []:
        try:
            cards.append(parse_card(name.strip()))
        except ValueError as error:
            raise CommandError(f"--{option}: {error}; {advice}") from None
    return cards


def _position(arguments: argparse.Namespace) -> Position:
    """The position, with the attacker as player 0, reached by playing what is on the table."""
    hands = [_cards(role, getattr(arguments, role)) for role in ROLES]
    table = _cards("table", arguments.table)
    trump = _cards("trump", arguments.trump, TRUMP)
    if len(trump) != 1:
        raise CommandError(f"--trump: {TRUMP}")
    named: dict[int, str] = {}
    for option, cards in zip((*ROLES, "table"), (*hands, table), strict=True):
        for card in cards:
            if card in named:
                raise CommandError(_twice(card, named[card], option))
            named[card] = option
    position = Position(
        (mask_of(hands[0] + table[::2]), mask_of(hands[1] + table[1::2])), (), 0, trump=trump[0]
    )
    for played, card in enumerate(table):
        if position.phase > GIVE_MORE:
            raise CommandError(
                f"--table: the game is over before {card_name(card)} is played;"
                " give the players more cards"
            )
        try:
            position.check([card])
        except IllegalAction as error:
            raise CommandError(f"--table: {ROLES[played % 2]}: {error}; {IN_ORDER}") from None
        position.play([card])
    phase = TURNS[arguments.to_act] if arguments.to_act else position.phase
    if phase == GIVE_MORE and position.phase == RESPOND:
        position.respond(PASS)
    if position.phase == OVER or (not hands[0] and position.phase != RESPOND):
        raise CommandError("the game is over here; give both players cards")
    if position.phase != phase:
        needed = "each attack beaten" if phase == MOVE else "a last card that is not beaten"
        raise CommandError(f"--to-act {arguments.to_act}: needs a --table with {needed}")
    return position


def _twice(card: int, first: str, second: str) -> str:
    name = card_name(card)
    if first == second:
        return f"--{second} names {name} twice; a deck has it only once"
    text = f"{name} is named in --{first} and in --{second}"
    if second == "table":
        return f"{text}; leave out of the hands what lies on the table"
    return f"{text}; a deck has it only once"


def _for_attacker(position: Position, value: int) -> str:
    return VALUES[value if position.to_act == 0 else -value]


def _value(position: Position, solution: "Solution") -> tuple[str, str]:
    """What the attacker gets at least and at most."""
    worst, best = (
        (solution.low, solution.high) if position.to_act == 0 else (solution.high, solution.low)
    )
    return _for_attacker(position, worst), _for_attacker(position, best)


def _as_json(position: Position, solution: "Solution") -> dict[str, object]:
    from durak_tui.analysis.search import COMPILED

    low, high = _value(position, solution)
    return {
        "value": low if low == high else None,
        "low": low,
        "high": high,
        "to_act": ROLES[position.to_act],
        "phase": PHASE_NAMES[position.phase],
        "best": card_names(solution.action) if solution.sure else None,
        "line": [
            {"player": ROLES[before.to_act], "cards": card_names(action)}
            for before, action, _ in _steps(position, solution.line)
        ],
        "nodes": solution.nodes,
        "compiled": COMPILED,
    }


def _steps(
    position: Position, line: "tuple[Action, ...]"
) -> "Iterator[tuple[Position, Action, Position]]":
    """Each action of a line, with the position before it and the one after."""
    from durak_tui.analysis.endgame import after

    for action in line:
        following = after(position, action)
        yield position, action, following
        position = following


def _describe(position: Position, solution: "Solution") -> Iterator[str]:
    low, high = _value(position, solution)
    if low == high:
        yield f"value: {low}"
    else:
        yield f"value: unknown, from {low} to {high}; try more --nodes than {solution.nodes}"
    if solution.sure:
        played = " ".join(card_names(solution.action)) or PASSES[position.phase]
        yield f"best:  {played} ({ROLES[position.to_act]})"
    for number, bout in enumerate(_bouts(position, solution.line)):
        yield f"{'' if number else 'line:':5}  {bout}"


def _bouts(position: Position, line: "tuple[Action, ...]") -> Iterator[str]:
    """The bouts of a line, as ``show`` prints them, with who attacks."""
    names = card_names(position.table)
    taken = position.phase == GIVE_MORE
    given: Action = ()
    for before, action, following in _steps(position, line):
        if before.phase == GIVE_MORE:
            given = action
        elif action:
            names += card_names(action)
        taken = taken or (before.phase == RESPOND and not action)
        if following.phase != OVER and (following.table or following.phase != MOVE):
            continue
        pairs = ["/".join(names[at : at + 2]) for at in range(0, len(names), 2)]
        text = f"{ROLES[before.attacker]}: {'  '.join(pairs)}"
        if taken:
            text += f" - {ROLES[1 - before.attacker]} takes"
            text += f", given too: {' '.join(card_names(given))}" if given else ""
        elif len(names) % 2 == 0:
            text += " - beaten"
        if following.phase == OVER:
            text += f", {_end(following)}"
        yield text
        names, taken, given = [], False, ()


def _end(position: Position) -> str:
    return f"{ROLES[position.winner]} wins" if position.winner in (0, 1) else "draw"

"""``durak-tui solve``: an endgame, played as well as possible."""

import argparse
import json
import signal
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from durak_tui.cli.common import CommandError, Output, at_least_one, handling
from durak_tui.game.cards import card_name, card_names, parse_card
from durak_tui.game.notation import ImpossiblePosition, parse_position, position_at
from durak_tui.game.position import (
    DEAL,
    DRAW,
    GIVE_MORE,
    MOVE,
    OVER,
    PHASE_NAMES,
    RESPOND,
    Position,
)
from durak_tui.game.violation import Rule
from durak_tui.records.walk import Played, Walk
from durak_tui.words.notation import bout_text

if TYPE_CHECKING:
    from durak_tui.analysis.endgame import Solution
    from durak_tui.game.position import Action

ROLES: Final = ("attacker", "defender")  # Of the first bout, to the end of the line.
TURNS: Final = {"attacker": MOVE, "defender": RESPOND, "give-more": GIVE_MORE}  # For --to-act.
VALUES: Final = {1: "win", 0: "draw", -1: "loss"}
PASSES: Final = {MOVE: "beaten", RESPOND: "take", GIVE_MORE: "nothing more"}  # Playing no card.
MOST_NODES: Final = 10**15  # More would take decades; and the search counts in 64 bits.
WRITTEN: Final = "cards are written like 6C,TD,AS, with commas between them"
TRUMP: Final = "give any one card of the trump suit, such as 7S"
OVER_HERE: Final = "the game is over here; give both players cards"


def add_arguments(parser: argparse.ArgumentParser) -> None:
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
            help="their hand, such as 6C,7D; without what lies on the table",
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
        " (default: whoever the table waits for)",
    )
    parser.add_argument(
        "--nodes",
        type=partial(at_least_one, most=MOST_NODES, advice="; no search takes as many"),
        metavar="N",
        help="positions to look at (default 2000000)",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Solve and print.  Raises CommandError for an impossible position."""
    position = _position(arguments) if arguments.position is None else _parsed(arguments)
    # The other commands of the program start without this.
    from durak_tui.analysis.endgame import NODES, Solver

    # Compiled code does not look for signals: a handler of Python's would wait for its end.
    with handling(signal.SIG_DFL, signal.SIGINT):
        solution = Solver().solve(position, arguments.nodes or NODES)
    output = Output()
    if arguments.json:
        output.line(json.dumps(_as_json(position, solution)))
    else:
        output.lines(_describe(position, solution))
    return 0 if solution.value is not None else 1


def _parsed(arguments: argparse.Namespace) -> Position:
    """The position of ``--position``."""
    for option in (*ROLES, "trump", "table", "to_act"):
        if getattr(arguments, option) is not None:
            raise CommandError(f"--position says it all; leave out --{option.replace('_', '-')}")
    try:
        position = parse_position(arguments.position)
    except ValueError as error:
        raise CommandError(f"--position: {error}") from None
    if position.talon_count:
        raise CommandError("--position: the talon has to be empty, so that both hands are known")
    if position.phase == DEAL:
        position.deal()
    if position.phase == OVER:
        raise CommandError(OVER_HERE)
    return position


def _position(arguments: argparse.Namespace) -> Position:
    """The position of the other options, with the attacker as player 0."""
    missing = [f"--{name}" for name in (*ROLES, "trump") if getattr(arguments, name) is None]
    if missing:
        names = ", ".join(missing)
        raise CommandError(f"the following arguments are required: {names} (or --position)")
    hands = [_cards(role, getattr(arguments, role)) for role in ROLES]
    table = _cards("table", arguments.table or "")
    trump = _cards("trump", arguments.trump, TRUMP)
    if len(trump) != 1:
        raise CommandError(f"--trump: {TRUMP}")
    named: dict[int, str] = {}
    for option, cards in zip((*ROLES, "table"), (*hands, table), strict=True):
        for card in cards:
            if card in named:
                raise CommandError(_twice(card, named[card], option))
            named[card] = option
    waits = RESPOND if len(table) % 2 else MOVE
    phase = TURNS[arguments.to_act] if arguments.to_act else waits
    try:
        return position_at(hands, table=table, trump=trump[0], attacker=0, phase=PHASE_NAMES[phase])
    except ImpossiblePosition as error:
        if error.at is not None and error.illegal:
            if error.illegal.rule in (Rule.GAME_OVER, Rule.BOUT_OVER):
                name = card_name(table[error.at])
                why = f"the game is over before {name} is played; give the players more cards"
            else:
                why = (
                    f"{ROLES[error.at % 2]}: {error.illegal}; name the cards of this bout in the"
                    " order of play: an attack, the card that beats it, the next attack ..."
                )
            raise CommandError(f"--table: {why}") from None
    if phase == waits or not hands[0]:
        raise CommandError(OVER_HERE)
    needed = "each attack beaten" if phase == MOVE else "a last card that is not beaten"
    raise CommandError(f"--to-act {arguments.to_act}: needs a --table with {needed}")


def _cards(option: str, text: str, advice: str = WRITTEN) -> list[int]:
    try:
        return [parse_card(name.strip()) for name in text.split(",")] if text.strip() else []
    except ValueError as error:
        raise CommandError(f"--{option}: {error}; {advice}") from None


def _twice(card: int, first: str, second: str) -> str:
    name = card_name(card)
    if first == second:
        return f"--{second} names {name} twice; a deck has it only once"
    on_table = "leave out of the hands what lies on the table"
    advice = on_table if second == "table" else "a deck has it only once"
    return f"{name} is named in --{first} and in --{second}; {advice}"


def _roles(position: Position) -> tuple[str, ...]:
    """The role of player 0 and of player 1."""
    return ROLES[:: -1 if position.attacker else 1]


def _value(position: Position, solution: "Solution") -> tuple[str, str]:
    """What the attacker gets at least and at most."""
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
    low, high = _value(position, solution)
    if low == high:
        yield f"value: {low}"
    else:
        yield f"value: unknown, from {low} to {high}; try more --nodes than {solution.nodes}"
    if solution.sure:
        played = " ".join(card_names(solution.action)) or PASSES[position.phase]
        yield f"best:  {played} ({_roles(position)[position.to_act]})"
    for number, bout in enumerate(_bouts(position, solution.line)):
        yield f"{'' if number else 'line:':5}  {bout}"


def _bouts(position: Position, line: "tuple[Action, ...]") -> Iterator[str]:
    """The bouts of a line, as ``show`` prints them, with who attacks."""
    roles, text = _roles(position), ""
    for bout in Walk(position, line).bouts():
        if text:
            yield text
        text = f"{roles[bout.attacker]}: {bout_text(bout, roles)}"
    if position.phase == OVER:
        yield f"{text}, {'draw' if position.winner == DRAW else f'{roles[position.winner]} wins'}"

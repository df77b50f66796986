"""The ratings of the engines that ship, from a tournament of them.

    python -m tools.ratings [--games N] [--think SEC] [--folder FOLDER] [--concurrency N]

Plays ``durak-tui tournament`` in a folder of its own and puts the results between the comments
``<!-- ratings -->`` and ``<!-- /ratings -->`` of ``docs/engines.md``, and into
``durak_tui/engine/ratings.json``, by which people are rated who play against these engines.  With
the same ``--folder`` a run that was stopped goes on, and one that is complete is only read again.
With ``--games 400``, two at a time, this takes half an hour.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any, Final

from durak_tui.engine import rated
from durak_tui.statistics.rating import Pairing, Strength, strengths

THINKER: Final = "durak-montecarlo"
MOVE_TIME: Final = 0.3
"""Seconds for an answer; more than any of them is given to use."""
ENGINES: Final[Mapping[str, str]] = {
    THINKER: THINKER,
    "durak-player, level 4": "durak-player --level 4",
    "durak-endgame": "durak-endgame",
    "durak-dummy": "durak-dummy",
    "durak-player, level 2": "durak-player --level 2 --seed 1",
    "durak-player, level 1": "durak-player --level 1 --seed 1",
    "durak-coursework": "durak-coursework",
    "durak-random": "durak-random --seed 1",
}
"""The engines by the name in the table.

Level 3 of durak-player is durak-dummy; level 5 is the first, with a second for an answer.
"""

PAGE: Final = Path(__file__).parents[1] / "docs" / "engines.md"
"""The page with the table."""
DATA: Final = Path(rated.__file__).with_name(rated.FILE)
"""The same ratings for the program."""
BLOCK: Final = re.compile(r"(<!-- ratings -->\n)(.*?)(<!-- /ratings -->)", re.DOTALL)


def configuration(games: int, think: float) -> str:
    """The tournament's file."""
    lines = [
        'format = "round-robin"',
        f"games = {games}",
        "seed = 2026",
        f"move_time = {MOVE_TIME}",
        'output = "results"',
    ]
    for name, command in ENGINES.items():
        options = f" --time {think}" if name == THINKER else ""
        lines += [
            "",
            "[[engine]]",
            f"name = {json.dumps(name)}",
            f"command = {json.dumps(command + options)}",
        ]
    return "\n".join(lines) + "\n"


def elo_text(one: Mapping[str, Any], turned: bool = False) -> str:
    """An Elo difference with its error, of the second if ``turned``."""
    if one["elo"] is None:
        return ""
    elo = -one["elo"] if turned else one["elo"]
    bound = one.get("bound")
    if bound:
        return f"{'<' if (bound == '>') == turned else '>'} {elo:+.0f}"
    return f"{elo:+.0f} ± {one['elo_error']:.0f}"


def rating_list(results: Mapping[str, Any]) -> dict[str, Strength]:
    """The ratings of the engines, whose mean is `rated.MEAN`, by their names."""
    numbers = {engine["name"]: number for number, engine in enumerate(results["engines"])}
    pairings = []
    for one in results["pairings"]:
        if one["score"] is not None:
            first, second = map(numbers.__getitem__, one["engines"])
            pairings.append(Pairing(first, second, one["score"] * one["games"], one["games"]))
    found = strengths(len(numbers), pairings)
    shifted = (one._replace(rating=rated.MEAN + one.rating) for one in found)
    return dict(zip(numbers, shifted, strict=True))


def data(results: Mapping[str, Any], think: float) -> str:
    """The ratings as JSON, the strongest engine first."""
    found = sorted(rating_list(results).items(), key=lambda one: -one[1].rating)
    lines = [
        f"  {json.dumps(name)}: [{rating:.3f}, {error:.3f}]" for name, (rating, error) in found
    ]
    return f'{{"think": {think:g}, "engines": {{\n' + ",\n".join(lines) + "\n}}\n"


def table(results: Mapping[str, Any]) -> str:
    """The results as Markdown: each row's engine against each column's."""
    rated_as = rating_list(results)
    names = [engine["name"] for engine in results["engines"]]
    met = {tuple(one["engines"]): one for one in results["pairings"]}
    field = {place["engine"]: place for place in results["standing"]}
    rows = [["", *names, "all", "rating"], ["---"] * (len(names) + 3)]
    for name in names:
        cells = [name]
        for other in names:
            if (name, other) in met:
                cells.append(_cell(met[name, other], turned=False))
            elif (other, name) in met:
                cells.append(_cell(met[other, name], turned=True))
            else:
                cells.append("")
        rating, error = rated_as[name]
        rows.append([*cells, elo_text(field[name]), f"{rating:.0f} ± {error:.0f}"])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def _cell(one: Mapping[str, Any], *, turned: bool) -> str:
    if one["score"] is None:
        return ""
    score = 1 - one["score"] if turned else one["score"]
    return f"{score:.1%}, {elo_text(one, turned)}"


def section(results: Mapping[str, Any], think: float) -> str:
    """The text between the comments."""
    games = sorted({one["games"] for one in results["pairings"]})
    many = str(games[0]) if len(games) == 1 else f"{games[0]} to {games[-1]}"
    words = (
        f"Score of the row against the column, and the Elo difference with its error (95 %), from"
        f" {many} games in each pairing, every deal played from both seats. `{THINKER}` thought"
        f" {think:g} s about each answer. Last, Elo against all others together, and the"
        f" rating: the strengths, with a mean of {rated.MEAN}, that make all these results"
        f" likeliest (Bradley-Terry). `durak-tui me` rates you on this scale, on which a lead"
        f" of 400 means about ten wins in eleven games."
    )
    return f"{fill(words, 100)}\n\n{table(results)}\n"


def with_section(text: str, inner: str) -> str:
    """The page's text with this between its comments.

    Raises ValueError if there are no such comments.
    """
    if not BLOCK.search(text):
        raise ValueError("the page has no <!-- ratings --> ... <!-- /ratings -->")
    return BLOCK.sub(lambda block: block[1] + inner + block[3], text)


def play(folder: Path, *, games: int, think: float, concurrency: int) -> dict[str, Any]:
    """Play the tournament, or its rest, and return its results.

    Raises CalledProcessError if it does not come to its end.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "ratings.toml"
    file.write_text(configuration(games, think), encoding="utf-8")
    begun = (folder / "results" / "games.log").exists()
    subprocess.run(
        [
            sys.executable, "-m", "durak_tui.cli.main", "tournament", str(file),
            f"--concurrency={concurrency}", *["--resume"] * begun,
        ],
        check=True,
    )  # fmt: skip
    results = (folder / "results" / "results.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(results)
    return found


def main(argv: Sequence[str] | None = None) -> None:
    """Play, and write the page and the data of the program."""
    parser = argparse.ArgumentParser(description="The ratings of the engines that ship.")
    parser.add_argument("--games", type=int, default=1000, help="games in each pairing (1000)")
    parser.add_argument(
        "--think", type=float, default=0.05, help=f"seconds for an answer of {THINKER} (0.05)"
    )
    parser.add_argument("--folder", type=Path, help="where the tournament is played, to go on")
    parser.add_argument("--concurrency", type=int, default=1, help="games at the same time (1)")
    parser.add_argument("--page", type=Path, default=PAGE, help="the file with the table")
    parser.add_argument("--data", type=Path, default=DATA, help="the same for the program")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as temporary:
        try:
            results = play(
                options.folder or Path(temporary),
                games=options.games, think=options.think, concurrency=options.concurrency,
            )  # fmt: skip
        except subprocess.CalledProcessError as failed:
            sys.exit(f"No table: the tournament has ended with status {failed.returncode}.")
    text = options.page.read_text(encoding="utf-8")
    inner = section(results, options.think)
    options.page.write_text(with_section(text, inner), encoding="utf-8")
    options.data.write_text(data(results, options.think), encoding="utf-8")


if __name__ == "__main__":
    main()

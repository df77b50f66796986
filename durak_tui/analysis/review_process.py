"""A review in a process of its own, beside a live screen.

    python -m durak_tui.analysis.review_process WORLDS

Reads a game as it stands in a log from standard input, to its end, and writes the decisions
of :func:`~.review.to_json`, each as a line of JSON as soon as it is found.
"""

import json
import os
import sys

from durak_tui.analysis.review import Review, decisions, to_json
from durak_tui.library.index import parse_game


def main() -> None:
    # What a caller that is gone would have got is not worth a traceback.
    worlds = int(sys.argv[1])
    record = parse_game(sys.stdin.buffer.read())
    try:
        for decision in decisions(record, worlds):
            (row,) = to_json(Review((decision,), worlds, 1))
            sys.stdout.write(json.dumps(row) + "\n")
            sys.stdout.flush()
    except BrokenPipeError:
        os._exit(1)


if __name__ == "__main__":
    main()

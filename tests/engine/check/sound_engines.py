"""Sound engines as texts, of which tests change one thing."""

import sys
from pathlib import Path

from durak_tui.engine.registry import Program

PLAIN = """\
import json, sys

def beats(card, other):
    if card[1] == other[1]:
        return "6789TJQKA".index(card[0]) > "6789TJQKA".index(other[0])
    return card[1] == trump

hand = []
for line in sys.stdin:
    words, _, data = line.partition("##")
    command, *cards = words.split()
    ranks = {card[0] for card in cards}
    answer, limit = "ok", 1
    if command == "init":
        trump = cards[0][1]
    elif command == "deal":
        hand += cards
    elif command == "game_end":
        break
    else:
        fit = [card for card in hand if not cards or card[0] in ranks]
        if command == "respond":
            fit = [card for card in hand if beats(card, cards[-1])]
        if command == "give_more":
            limit = json.loads(data)["enemy_count"] - 1
        played = fit[:limit]
        hand = [card for card in hand if card not in played]
        answer = " ".join(played)
    print(answer, flush=True)
"""
"""An engine as one would write it in an afternoon, for protocol 1, without the SDK."""

CLAIMING = """\
import json, os, sys
RANKS = "23456789TJQKA"
VERSION_2 = os.environ.get("DURAK_PROTOCOL", "1") != "1"

def choose(command, table, hand, trump, enemy_count):
    if command == "respond":
        rank, suit = table[-1]
        higher = [c for c in hand if c[1] == suit and RANKS.index(c[0]) > RANKS.index(rank)]
        return (higher + [c for c in hand if c[1] == trump != suit])[:1]
    ranks = {card[0] for card in table}
    fit = [card for card in hand if not table or card[0] in ranks]
    return fit[: enemy_count - 1] if command == "give_more" else fit[:1]

for line in sys.stdin:
    words, _, data = line.partition("##")
    command, *cards = words.split()
    data = json.loads(data or "{}")
    if command == "init":
        hand = []
        trump = cards[0][1]
        answer = 'ok ## {"persistent": true, "hints": true}' if VERSION_2 else "ok"
    elif command == "deal":
        hand += cards
        answer = "ok"
    elif command == "game_end":
        if VERSION_2:
            continue
        break
    elif command == "hint":
        command, *cards = cards
        print('info {"moves": {"": 0.5}}')
        asked = data["trump"][1]
        answer = " ".join(choose(command, cards, data["hand"], asked, data["enemy_count"]))
    else:
        played = choose(command, cards, hand, trump, data["enemy_count"])
        hand = [card for card in hand if card not in played]
        answer = " ".join(played)
    print(answer, flush=True)
"""
"""The same for protocol 2, which claims all that can be claimed."""

SHELL = """\
while read -r command rest; do
    case $command in
    init | deal) echo ok ;;
    game_end) exit ;;
    esac
done
"""
"""Not an engine yet: it says ok, and starts at once."""

ANSWER = "    print(answer, flush=True)"
"""The line of the first two that sends an answer."""


def program(tmp_path: Path, text: str) -> Program:
    """A program of this text, as an engine."""
    path = tmp_path / "engine"
    path.write_text(text)
    interpreter = (sys.executable, "-IS") if "import" in text else ("/bin/sh",)
    return Program("engine", (*interpreter, str(path)))

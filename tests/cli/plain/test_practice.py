"""Practice in lines of text, with the real program."""

import json
import subprocess
import sys

from durak_tui.game.cards import in_playing_order
from durak_tui.game.position import RESPOND
from durak_tui.practice.exercises import exercise
from durak_tui.practice.positions import shipped
from durak_tui.user.folders import data_folder
from durak_tui.user.settings import SettingsStore
from durak_tui.words.plain import PlainWords

FIRST = exercise(shipped()[0])


def practised(*typed: str) -> str:
    """The output of practice for these lines of input."""
    command = [sys.executable, "-m", "durak_tui.cli.main", "practice", "--plain"]
    text = "".join(f"{line}\n" for line in typed)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout


def typed(action: tuple[int, ...]) -> str:
    """The letter or number of an action in the first exercise."""
    position = FIRST.question.position
    if not action:
        return "t" if position.phase == RESPOND else "d"
    cards = list(in_playing_order(position.legal(), position.trump & 3))
    return " ".join(str(cards.index(card) + 1) for card in action)


def test_a_right_answer_is_praised_and_counted() -> None:
    text = practised("?", "hand", typed(FIRST.question.best[0]), "2")
    assert "Find the best choice" in text
    assert "\nCorrect: " in text
    assert f"1 of {len(shipped())} solved." in text
    stored = json.loads((data_folder() / "practice.json").read_text())
    assert stored == {"answers": 1, "positions": {FIRST.key: None}}


def test_a_wrong_one_says_what_was_better_and_comes_back() -> None:
    wrong = min(FIRST.question.values, key=lambda value: value[1])[0]
    text = practised("99", "x", "6С", typed(wrong), "1")
    assert "99 is not one of the choices." in text
    assert "Not understood: x." in text
    assert "'С' is a Cyrillic letter; write the Latin C." in text
    assert "\nBetter: " in text
    assert text.endswith(f"0 of {len(shipped())} solved, 1 to repeat.\n")
    # Every choice has its worth, the best first.
    after = text.partition("\nBetter: ")[2].splitlines()[1 : 1 + len(FIRST.question.values)]
    assert all("\N{NO-BREAK SPACE}%." in line or line.endswith(("s.",)) for line in after)


def test_the_hand_is_sorted_as_the_setting_says() -> None:
    game = FIRST.game("Human")
    by_rank, by_suit = (
        PlainWords(game, game.here, by_suit=by_suit).hand() for by_suit in (False, True)
    )
    SettingsStore().update(hand_order="suit")
    text = practised("q")
    assert by_suit in text and by_rank not in text

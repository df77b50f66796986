"""The last game of a log, beside the logs that can be opened."""

from pathlib import Path

from durak_tui.tui.logs.last_table import last_game
from tests.tui.logs.log_files import DAMAGED, GAMES, game, write_mixed


def test_the_last_game_of_a_log_is_found(log: Path) -> None:
    assert last_game(log) == game(GAMES)


def test_a_damaged_game_a_folder_and_what_is_no_log_have_no_last_game(tmp_path: Path) -> None:
    damaged, other = write_mixed(tmp_path / "damaged.log", DAMAGED), tmp_path / "notes.txt"
    other.write_text("notes")
    assert [last_game(path) for path in (damaged, tmp_path, other, tmp_path / "gone", "")] == (
        [None] * 5
    )

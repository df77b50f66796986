"""Lines on standard error about a game that everything waits for."""

from durak_tui.cli.live import SlowGames
from durak_tui.pool.dispatch import DueGame
from tests.cli.commands import CapFd


def test_a_slow_game_is_reported_more_and_more_rarely_and_the_next_one_anew(capsys: CapFd) -> None:
    slow = SlowGames("durak-autoplay: ")
    for seconds in range(90):
        slow(DueGame(17, 17, float(seconds), 5))
    for seconds in range(12):
        slow(DueGame(30, 30, float(seconds), 1))
    assert capsys.readouterr().err.splitlines() == [
        "durak-autoplay: Waiting for game 17 (0:10); 5 later games are finished.",
        "durak-autoplay: Waiting for game 17 (0:20); 5 later games are finished.",
        "durak-autoplay: Waiting for game 17 (0:40); 5 later games are finished.",
        "durak-autoplay: Waiting for game 17 (1:20); 5 later games are finished.",
        "durak-autoplay: Waiting for game 30 (0:10); 1 later game is finished.",
    ]


def test_one_that_holds_nothing_back_until_late_is_reported_once(capsys: CapFd) -> None:
    slow = SlowGames("durak-autoplay: ")
    for seconds in (169.0, 169.2, 169.4, 337.0, 338.0):
        slow(DueGame(1, 1, seconds, 1))
    assert capsys.readouterr().err.splitlines() == [
        "durak-autoplay: Waiting for game 1 (2:49); 1 later game is finished.",
        "durak-autoplay: Waiting for game 1 (5:38); 1 later game is finished.",
    ]

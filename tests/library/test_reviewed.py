"""The mistakes in the games of a log that have been reviewed."""

from dataclasses import replace
from functools import cache

from durak_tui.analysis.game_review import MistakeTally, Review
from durak_tui.library.reviewed import WORST, Reviewed
from durak_tui.records.record import GameRecord
from tests.analysis import reviews
from tests.tui.logs.log_files import genuine_games

GAMES = [replace(genuine_games()[number], names=("a", "b")) for number in (0, 26)]


@cache
def review(game: int) -> Review:
    """The review of one of the games."""
    return reviews.review(GAMES[game], 20)


def reviewed(*games: GameRecord) -> Reviewed:
    found = Reviewed()
    for number, game in enumerate(games):
        found.add(number, game, review(number))
    return found


def test_each_player_has_what_they_have_done_in_all_games() -> None:
    found = reviewed(*GAMES)
    assert found.games == 2
    for seat, name in enumerate(("a", "b")):
        first, second = (one.tally(seat, n) for n, one in enumerate(map(review, (0, 1)), 1))
        assert found.tallies[name] == MistakeTally().plus(first).plus(second)


def test_the_worst_mistakes_come_first_with_their_games() -> None:
    found = reviewed(*GAMES)
    for seat, name in enumerate(("a", "b")):
        costs = [one.decision.cost for one in found.worst[name]]
        assert costs == sorted(costs, reverse=True)
        assert len(costs) == min(WORST, found.tallies[name].mistakes)
        assert costs
        for number, decision in found.worst[name]:
            assert decision in review(number).mistakes
            assert decision.player == seat


def test_players_of_one_name_are_distinguished_by_their_seats() -> None:
    found = reviewed(replace(GAMES[0], names=("same", "same")))
    assert list(found.tallies) == ["same (player1)", "same (player2)"]

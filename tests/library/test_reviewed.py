"""The mistakes in the games of a log that have been reviewed."""

from dataclasses import replace

from durak_tui.analysis.review import MistakeTally
from durak_tui.library.reviewed import WORST, Reviewed
from durak_tui.records.record import GameRecord
from tests.analysis.reviews import review
from tests.records.games import random_game

GAMES = [replace(random_game(seed), names=("a", "b")) for seed in (1, 3)]


def reviewed(*games: GameRecord) -> Reviewed:
    found = Reviewed()
    for number, game in enumerate(games):
        found.add(number, game, review(game, 20))
    return found


def test_each_player_has_what_they_have_done_in_all_games() -> None:
    found = reviewed(*GAMES)
    reviews = [review(game, 20) for game in GAMES]
    assert found.games == 2
    for seat, name in enumerate(("a", "b")):
        first, second = (one.tally(seat, n) for n, one in enumerate(reviews, 1))
        assert found.tallies[name] == MistakeTally().plus(first).plus(second)


def test_the_worst_mistakes_come_first_with_their_games() -> None:
    found = reviewed(*GAMES)
    for seat, name in enumerate(("a", "b")):
        costs = [one.decision.cost for one in found.worst[name]]
        assert costs == sorted(costs, reverse=True)
        assert len(costs) == min(WORST, found.tallies[name].mistakes)
        assert costs
        for number, decision in found.worst[name]:
            assert decision in review(GAMES[number], 20).mistakes
            assert decision.player == seat


def test_players_of_one_name_are_told_apart_by_their_seats() -> None:
    found = reviewed(replace(GAMES[0], names=("same", "same")))
    assert list(found.tallies) == ["same (player1)", "same (player2)"]

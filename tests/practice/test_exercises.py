"""A position as an exercise."""

from durak_tui.practice.exercises import best_play, exercise
from durak_tui.practice.positions import shipped
from durak_tui.records.walk import Walk


def test_best_play_leads_to_the_end_of_the_game() -> None:
    few = map(exercise, shipped()[:12])
    for one in (one for one in few if one.question.exact):
        for action, worth in one.question.values:
            line = best_play(one.question.position, action)
            assert line[0] == action
            position = one.question.position.copy()
            seat = position.to_act
            for _event in Walk(position, line):
                pass
            assert {seat: 1.0, 1 - seat: 0.0, 2: 0.5}[position.winner] == worth

"""The score of games with people elsewhere, as long as the program runs."""

from durak_tui.tui.people.people_service import PeopleService
from durak_tui.user.state import Series
from tests.tui.apps import make_app


def test_games_with_somebody_are_added_up_by_their_key() -> None:
    service = make_app().people
    assert isinstance(service, PeopleService)
    assert service.score("key of Bob") is None
    service.count("key of Bob", 2, 0, 1)
    service.count("key of Bob", 0, 1, 0)
    assert service.score("key of Bob") == Series(2, 1, 1)


def test_a_guest_without_a_key_is_not_taken_for_a_former_one() -> None:
    service = make_app().people
    service.count("", 1, 0, 0)
    assert service.score("") is None

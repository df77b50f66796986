"""Names of people elsewhere, as they are shown."""

from durak_tui.common.values import LONGEST_PERSON
from durak_tui.net.line_events import Contact, clean_name


def test_names_are_short_and_on_one_line() -> None:
    assert clean_name("  Anna ") == "Anna"
    assert clean_name("A\x1b[31m\n") == "A\\x1b[31m"
    assert clean_name("x" * 500) == "x" * LONGEST_PERSON
    assert clean_name(5) == clean_name(None) == ""


def test_somebody_is_called_as_they_are_known_then_as_they_say_then_by_their_words() -> None:
    known = Contact("Anna-Maria", "key", "four words of theirs", "Anna")
    stranger = known._replace(known_as="")
    assert (known.is_known, known.shown) == (True, "Anna")
    assert (stranger.is_known, stranger.shown) == (False, "Anna-Maria")
    assert stranger._replace(name="").shown == "four words of theirs"

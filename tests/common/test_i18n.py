"""The product speaks English and Russian, and says everything in both."""

import errno
import gettext
import os
import subprocess
import sys
from pathlib import Path

import pytest

from durak_tui.common import i18n
from durak_tui.common.i18n import (
    N_,
    WHY_NOT,
    Message,
    _,
    choose,
    chosen,
    lent_to_gettext,
    ngettext,
    pgettext,
    why,
)


@pytest.fixture(autouse=True)
def nothing_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """No language from the environment."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


# Which language


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ("", "en"),
        ("LANG=ru_RU.UTF-8", "ru"),
        ("LANG=ru_UA", "ru"),
        ("LANG=ru.KOI8-R", "ru"),
        ("LANG=ru@euro", "ru"),
        ("LANG=RU", "ru"),
        ("LANG=en_GB.UTF-8", "en"),
        ("LANG=de_DE.UTF-8", "en"),
        ("LANG=rue_UA.UTF-8", "en"),  # Rusyn
        ("LANG=C.UTF-8", "en"),
        ("LANG=ru_RU.UTF-8 LC_MESSAGES=en_US.UTF-8", "en"),
        ("LANG=en_US.UTF-8 LC_MESSAGES=ru_RU.UTF-8", "ru"),
        ("LANG=ru_RU LC_MESSAGES=ru_RU LC_ALL=POSIX", "en"),
        ("LANG=C LC_ALL=ru_RU.UTF-8", "ru"),
        ("LANG=ru_RU.UTF-8 LC_ALL=", "ru"),
        ("LANG=en_US.UTF-8 LANGUAGE=ru", "ru"),
        ("LANG=en_US.UTF-8 LANGUAGE=uk_UA:ru:en", "ru"),
        ("LANG=ru_RU.UTF-8 LANGUAGE=de:en:ru", "en"),
        ("LANG=ru_RU.UTF-8 LANGUAGE=de", "en"),
        ("LANGUAGE=ru", "ru"),
        ("LANG=ru_RU.UTF-8 LANGUAGE=", "ru"),
        ("LANGUAGE=ru:en LC_ALL=C", "en"),
        ("LANGUAGE=ru:en LANG=POSIX", "en"),
    ],
)
def test_the_environment_chooses_as_it_does_for_gettext(
    monkeypatch: pytest.MonkeyPatch, environment: str, code: str
) -> None:
    for setting in environment.split():
        name, _equals, value = setting.partition("=")
        monkeypatch.setenv(name, value)
    assert choose() == code
    assert chosen() == code


def test_the_setting_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    assert choose("en") == "en"
    monkeypatch.setenv("LANG", "C")
    assert choose("ru") == "ru"
    assert choose("xx") == "en"


# What it is good for


def test_texts_are_english_until_another_language_is_chosen() -> None:
    text = "must not be empty"
    assert _(text) == text
    choose("ru")
    assert not _(text).isascii()
    choose("en")
    assert _(text) == text


def test_a_text_that_nobody_has_translated_is_shown_in_english() -> None:
    choose("ru")
    unknown = "never in any catalogue"
    assert _(unknown) == unknown
    assert ngettext(unknown, unknown + "s", 1) == unknown
    assert ngettext(unknown, unknown + "s", 2) == unknown + "s"
    assert pgettext("context", unknown) == unknown


def test_the_empty_text_is_empty_in_every_language() -> None:
    assert [(choose(code), _("")) for code in ("ru", "en")] == [("ru", ""), ("en", "")]


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", ["0.5", "+12.0", "1,234,567", "12.3 %", ""]),
        ("ru", ["0,5", "+12,0", "1\xa0234\xa0567", "12,3 %", ""]),
    ],
)
def test_numbers_have_the_signs_of_the_language(language: str, shown: list[str]) -> None:
    i18n.choose(language)
    numbers = [i18n.decimal(0.5), i18n.decimal(12, "+.1f"), i18n.grouped(1234567)]
    assert [*numbers, i18n.share_words(0.12345), i18n.share_words(None)] == shown


@pytest.mark.parametrize(
    ("chance", "digits", "said"),
    [
        (1.0, 0, ">99 %"), (0.995, 0, ">99 %"), (0.994, 0, "99 %"), (0.0, 0, "<1 %"),
        (1.0, 1, ">99.9 %"), (0.9994, 1, "99.9 %"), (0.0006, 1, "0.1 %"), (0.0004, 1, "<0.1 %"),
        (0.99997, 2, ">99.99 %"), (1e-9, 2, "<0.01 %"), (0.5, 2, "50.00 %"), (None, 1, ""),
    ],
)  # fmt: skip
def test_a_chance_that_is_not_certain_is_never_0_or_100(
    chance: float | None, digits: int, said: str
) -> None:
    assert i18n.chance_words(chance, digits) == said


def test_a_marked_text_is_translated_when_it_is_shown_and_keeps_its_english_form() -> None:
    inner = Message(N_("must not be empty"))
    outer = Message(
        N_("{key}: {what}; {default} is used"), {"key": "x\n", "what": inner, "default": 3}
    )
    both = Message("{path}: {why}", {"path": "a\n", "why": (inner, 1)})
    assert str(outer) == "x\\n: must not be empty; 3 is used"
    choose("ru")
    russian = _("must not be empty")
    assert russian != "must not be empty"
    assert str(outer) == f"x\\n: {russian}; взято 3"
    assert outer.english == "x\n: must not be empty; 3 is used"
    assert (str(both), both.english) == (f"a\\n: {russian}, 1", "a\n: must not be empty, 1")


def test_texts_may_hold_braces_that_come_from_outside() -> None:
    assert str(Message("{name}!", {"name": "{name} {0} {"})) == "{name} {0} {!"
    assert str(Message("{path}!", {"path": Path("a\n\x1b[2J")})) == "a\\n\\x1b[2J!"
    assert str(Message("{path}!", {"path": "x" * 5000})) == "x" * 1000 + "...!"
    assert str(Message("{nothing} {0} {")) == "{nothing} {0} {"


def test_reasons_of_the_system_are_in_the_language_chosen_by_then() -> None:
    reason = why(OSError(errno.EACCES, os.strerror(errno.EACCES), "/x"))
    assert str(reason) == "Permission denied"
    choose("ru")
    assert str(reason) == "нет прав"
    assert str(why(OSError("a {} of its own"))) == "a {} of its own"
    assert not any(_(text).isascii() for text in WHY_NOT)


def test_what_the_system_is_expected_to_say_it_does_say() -> None:
    assert set(WHY_NOT) <= {os.strerror(number) for number in errno.errorcode}


def test_gettext_speaks_the_chosen_language_for_a_block_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "must not be empty"
    monkeypatch.setenv("LC_ALL", "C")
    choose("ru")
    with lent_to_gettext():
        assert gettext.gettext(text) == _(text) != text
    assert gettext.gettext(text) == text
    assert "LANGUAGE" not in os.environ


@pytest.mark.parametrize("content", [None, b"", b"rubbish", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_an_installation_without_its_texts_speaks_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    monkeypatch.setattr(i18n, "LOCALE", tmp_path)
    if content is not None:
        folder = tmp_path / "ru" / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "durak-tui.mo").write_bytes(content)
    assert choose("ru") == "en"
    assert _("must not be empty") == "must not be empty"


def test_it_loads_nothing_heavy() -> None:
    script = "import sys, durak_tui.common.i18n as i; i.choose('ru'); print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, timeout=300, text=True
    )
    loaded = set(run.stdout.split())
    assert {name for name in loaded if name.startswith("durak_tui")} == {
        "durak_tui",
        "durak_tui.common",
        "durak_tui.common.i18n",
    }
    assert not {"babel", "locale", "asyncio", "textual", "rich", "subprocess"} & loaded

"""The languages of the screens: English in the source, others from catalogues.

A text for the user is written ``_("Your turn")``, one with a number
``ngettext("{n} card", "{n} cards", n).format(n=n)``, and one in a table that is built before
the language is known ``N_("Your turn")``, to be passed through ``_`` when it is shown.
``python -m tools.translations`` collects them.
"""

import gettext
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "ru": "Русский"}  # As they call themselves.
DOMAIN: Final = "durak-tui"
LOCALE: Final = Path(__file__).parent / "locale"

LONGEST: Final = 1000  # Characters of a name or a reason in a message.
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_source = gettext.NullTranslations()
_catalogue = _source
_chosen = "en"


def choose(language: str = "") -> str:
    """Choose the language of all texts, and return its code.

    ``language`` is a code, or empty for :func:`environment_language`.  English replaces languages
    without texts.
    """
    global _catalogue, _chosen
    code = _known(language) if language else environment_language()
    try:
        _catalogue, _chosen = _read(code), code
    except Exception:  # gettext raises all sorts of them
        _catalogue, _chosen = _source, "en"  # in a damaged installation, too, one can play
    return _chosen


def _read(code: str) -> gettext.NullTranslations:
    if code == "en":
        return _source
    with open(LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.mo", "rb") as file:
        return gettext.GNUTranslations(file)


def in_all_languages(text: str) -> set[str]:
    """A text in every language whose texts can be read."""
    found = {text}
    for code in LANGUAGES:
        with suppress(Exception):  # as above
            found.add(_read(code).gettext(text))
    return found


@contextmanager
def speaking(locale: str) -> Iterator[None]:
    """Speak the language of a locale, such as ``C``, for a block."""
    global _catalogue, _chosen
    before = _catalogue, _chosen
    has_letters = locale.lower().replace("-", "").endswith("utf8")
    choose(_known(locale) if has_letters else "en")
    try:
        yield
    finally:
        _catalogue, _chosen = before


@contextmanager
def lent_to_gettext() -> Iterator[None]:
    """Have gettext itself, as argparse uses it, speak the chosen language."""
    before = os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(LOCALE))
    domain = gettext.textdomain()
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = _chosen
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


def chosen() -> str:
    """The code of the language in use."""
    return _chosen


def environment_language() -> str:
    """The code of the language that the environment asks for.

    As for gettext, LANGUAGE, a list separated by colons, goes before the locale, the first of
    LC_ALL, LC_MESSAGES and LANG that is not empty; but not where that is C or POSIX.
    """
    locale = next((value for name in _VARIABLES if (value := os.environ.get(name))), "")
    wanted = os.environ.get("LANGUAGE", "")
    if locale in ("C", "POSIX") or not wanted:
        wanted = locale
    return _known(wanted)


def _known(wanted: str) -> str:
    """The first known language of a list such as ``uk_UA.UTF-8:ru``."""
    for name in wanted.split(":"):
        code = re.split(r"[_.@-]", name)[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


def _(text: str) -> str:
    """A text in the chosen language."""
    # The catalogue keeps its own header under the empty text.
    return _catalogue.gettext(text) if text else ""


def ngettext(one: str, many: str, n: int) -> str:
    """The text that goes with the number ``n``, in the chosen language."""
    return _catalogue.ngettext(one, many, n)


def grouped(number: int) -> str:
    """A number with a sign between thousands."""
    return f"{number:,}".replace(",", pgettext("between thousands", ","))


def decimal(number: float, form: str = "g") -> str:
    """A number in a Python format, with the language's decimal sign."""
    return f"{number:{form}}".replace(".", pgettext("before decimals", "."))


def time_words(seconds: int) -> str:
    """A time such as ``12 s``, from a minute on ``4:26``."""
    from durak_tui.common.text import clock

    return _("{n} s").format(n=seconds) if seconds < 60 else clock(seconds)


def share_words(share: float | None, digits: int = 1) -> str:
    """A share in per cent, such as ``58.8 %``; empty if unknown."""
    return "" if share is None else f"{decimal(100 * share, f'.{digits}f')} %"


def chance_words(chance: float | None, digits: int = 1) -> str:
    """A chance in per cent, never 0 or 100; empty if unknown.

    Near them it is ``<0.1 %`` and ``>99.9 %``: nothing is certain, though a float may be 1.0.
    """
    said, step = share_words(chance, digits), 10 ** -(digits + 2)
    if said == share_words(0, digits):
        return "<" + share_words(step, digits)
    if said == share_words(1, digits):
        return ">" + share_words(1 - step, digits)
    return said


def pgettext(context: str, text: str) -> str:
    """A text of which English has one word for several meanings."""
    return _catalogue.pgettext(context, text)


def N_(text: str) -> str:  # noqa: N802 - gettext's name for it
    """Mark a text that is translated later."""
    return text


class Message(NamedTuple):
    """A line for the user, made perhaps before the language is chosen."""

    text: str  # English, marked with N_, with placeholders for str.format.
    values: Mapping[str, object] = {}
    """For the placeholders.  Messages among them are translated, too; a tuple is a list."""

    def __str__(self) -> str:
        return self._filled(_(self.text), _on_a_line)

    @property
    def english(self) -> str:
        """The line for logs and programs, with its values as they are."""
        return self._filled(self.text, _in_english)

    def _filled(self, text: str, shown: Callable[[object], object]) -> str:
        # What has no placeholders may have braces that mean nothing.
        if not self.values:
            return text
        return text.format(**{key: shown(each) for key, each in self.values.items()})


def _in_english(value: object) -> object:
    if isinstance(value, Message):
        return value.english
    return ", ".join(map(str, map(_in_english, value))) if type(value) is tuple else value


def _on_a_line(value: object) -> object:
    """A name or a reason as shown; files may be called anything."""
    if type(value) is tuple:
        return ", ".join(map(str, map(_on_a_line, value)))
    if not isinstance(value, str | os.PathLike | Exception):
        return value
    text = str(value)
    # An error's text has been cut where it was put together.
    most = len(text) if isinstance(value, Exception) else LONGEST
    if text.isprintable() and len(text) <= most:
        return text
    from durak_tui.common.text import excerpt  # only for long or strange ones

    return excerpt(text, most)


# What the system says most often of files.
WHY_NOT: Final = (
    N_("Disk quota exceeded"),
    N_("Input/output error"),
    N_("Is a directory"),
    N_("File name too long"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Too many levels of symbolic links"),
    N_("Too many open files"),
)


def why(error: OSError) -> Message:
    """The system's reason, translated if it is marked with ``N_`` somewhere."""
    return Message(error.strerror or str(error))

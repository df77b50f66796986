"""The catalogues of translated texts, brought up to date with the source.

    python -m tools.translations [MORE.po ...]

Texts that are new in the source are added to every .po file, those that are gone are removed
(and printed, if they had a translation), and the .mo files are compiled.  A new text much
like one that is gone gets its translation, marked fuzzy: look at it and remove the mark.
Translations are also taken from other .po files that are named: from another branch, or
from somebody who was sent the texts without one.  What is left to do is printed, and
the exit code is 1 until there is nothing.
"""

import ast
import fcntl
import io
import string
import sys
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from gettext import GNUTranslations
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

import durak_tui
from durak_tui.common.i18n import DOMAIN, LANGUAGES, LOCALE
from durak_tui.game.notation import PositionFault
from durak_tui.game.violation import Rule
from durak_tui.protocol.faults import FaultCode

SOURCE = Path(durak_tui.__file__).parent
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
WITHOUT_A_LANGUAGE = (
    *(rule.text for rule in Rule),
    *(fault.value for fault in PositionFault),
    *(code.text for code in FaultCode if code is not FaultCode.NOT_STARTED),
)
"""The texts of the rules and of the protocol, whose modules know no languages."""
HELP = ("help", "description", "epilog")
"""The texts of a parser of arguments, which translates them itself."""
LIKE = 0.8
"""The likeness of two texts, of 1, from which one is taken for the other rewritten."""

_WAS = "it was: "

Key = tuple[str | None, tuple[str, ...]]
"""Context, and English: singular and, for a text with a number, plural."""


class _Catalog(Catalog):
    """A catalogue with a constant header, so that merges are quiet."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Project-Id-Version", "durak-tui"),
            ("Language", str(self.locale_identifier)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=UTF-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]

    @mime_headers.setter
    def mime_headers(self, value: Iterable[tuple[str, str]]) -> None:
        """Keep them: what a file says of itself is not heeded."""


class Updated(NamedTuple):
    """A catalogue that is up to date."""

    catalog: Catalog
    added: list[str]
    dropped: list[Message]
    """Texts that are not in the source any more."""


def po_file(language: str) -> Path:
    """The file with the texts of a language."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def key_of(message: Message) -> Key:
    """The identity of a text: its context and its forms."""
    return message.context, (message.id,) if isinstance(message.id, str) else tuple(message.id)


def forms_of(message: Message) -> tuple[str, ...]:
    """The translation: one text, or one for each plural form."""
    text = message.string
    return (text or "",) if isinstance(text, str | None) else tuple(form or "" for form in text)


def texts_in(catalog: Catalog) -> dict[Key, Message]:
    """All texts of a catalogue, without its header."""
    return {key_of(message): message for message in catalog if message.id}


def extracted(source: Path = SOURCE) -> Catalog:
    """The texts that are marked in Python files."""
    catalog = Catalog()
    found = extract_from_dir(
        source, [("**.py", "python")], keywords=KEYWORDS, comment_tags=["Translators:"]
    )
    for _file, _line, text, comments, context in found:
        catalog.add(text, auto_comments=comments, context=context)
    for file in python_files(source / "cli"):
        for found_text in help_texts(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(found_text, ast.Constant) and isinstance(found_text.value, str):
                catalog.add(found_text.value)
    if source == SOURCE:
        for text in WITHOUT_A_LANGUAGE:
            catalog.add(text)
    return catalog


def help_texts(tree: ast.AST) -> Iterator[ast.expr]:
    """The texts that a command's help shows."""
    for node in ast.walk(tree):
        match node:
            case ast.Call():
                yield from (each.value for each in node.keywords if each.arg in HELP)
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=text) if name in HELP:
                yield text


def read(path: Path, language: str) -> Catalog:
    """A .po file.  Raises OSError, or PoFileError if it is none."""
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def updated(old: Catalog, source: Catalog, language: str) -> Updated:
    """The texts of the source with the translations that there are."""
    new = _Catalog(
        locale=language,
        fuzzy=False,
        header_comment=f"# {LANGUAGES[language]}: order and header are made by"
        " python -m tools.translations.",
    )
    had, has = texts_in(old), texts_in(source)
    gone = {key: message for key, message in had.items() if key not in has}
    added = []
    for key, message in has.items():
        known = had.get(key)
        rewritten = None if known else _rewritten(key, gone)
        if known is None:
            added.append(key[1][0])
        if rewritten:
            del gone[key_of(rewritten)]
        here = known or rewritten
        empty = "" if len(key[1]) == 1 else ("",) * new.num_plurals
        text = new.add(
            message.id,
            here.string if here else empty,
            auto_comments=message.auto_comments,
            user_comments=_comments(known, rewritten),
            flags={"fuzzy"} if rewritten or (known and known.fuzzy) else (),
            context=message.context,
        )
        # What else is in them is found out by babel, and by each version otherwise.
        text.flags &= {"fuzzy"}
    return Updated(new, added, list(gone.values()))


def _comments(known: Message | None, rewritten: Message | None) -> list[str]:
    """Translators' comments, with the old English while it is fuzzy."""
    if rewritten:
        return [*rewritten.user_comments, f"{_WAS}{' / '.join(key_of(rewritten)[1])}"]
    comments = known.user_comments if known else []
    return [c for c in comments if (known and known.fuzzy) or not c.startswith(_WAS)]


def _rewritten(key: Key, gone: dict[Key, Message]) -> Message | None:
    """The translated text among those gone that may have become this one."""
    candidates = {
        " ".join(other[1]): message
        for other, message in gone.items()
        if len(other[1]) == len(key[1]) and any(forms_of(message))
    }
    close = get_close_matches(" ".join(key[1]), candidates, 1, LIKE)
    return candidates[close[0]] if close else None


def as_po(catalog: Catalog) -> bytes:
    """A .po file, in an order of its own."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=0, no_location=True, sort_output=True)
    return buffer.getvalue().rstrip() + b"\n"


def as_mo(catalog: Catalog) -> bytes:
    """A .mo file, with all that is translated and not fuzzy."""
    done = _Catalog(locale=catalog.locale, fuzzy=False)
    for message in texts_in(catalog).values():
        if all(forms_of(message)) and not message.fuzzy:
            done[message.id] = message
    buffer = io.BytesIO()
    write_mo(buffer, done)
    return buffer.getvalue()


def compiled(mo: bytes) -> tuple[object, ...]:
    """The content of a .mo file, however Babel arranges and spells it."""
    translations = vars(GNUTranslations(io.BytesIO(mo)))
    plural = translations["plural"]
    texts = {id_: text for id_, text in translations["_catalog"].items() if id_}
    info = {name: text for name, text in translations["_info"].items() if name != "plural-forms"}
    return texts, info, [plural(n) for n in range(200)]


def faults(catalog: Catalog, source: Catalog) -> list[str]:
    """The faults of a catalogue, a line for each."""
    return sorted(_faults(catalog, source))


def _faults(catalog: Catalog, source: Catalog) -> Iterator[str]:
    has, wanted = texts_in(catalog), texts_in(source)
    for key in wanted.keys() - has.keys():
        yield f"not in the catalogue: {_quoted(key)}"
    for key in has.keys() - wanted.keys():
        yield f"no longer in the source: {_quoted(key)}"
    for key, message in has.items():
        if message.fuzzy:
            yield f"fuzzy: {_quoted(key)}"
        forms = forms_of(message)
        needed = catalog.num_plurals if len(key[1]) > 1 else 1
        if len(forms) != needed:
            yield f"has {len(forms)} forms instead of {needed}: {_quoted(key)}"
        if not all(forms):
            yield f"without a translation: {_quoted(key)}"
            continue
        yield from (f"{fault}: {_quoted(key)}" for fault in _differences(key[1], forms))


def _quoted(key: Key) -> str:
    context, ids = key
    return " / ".join(map(repr, ids)) + (f" ({context})" if context else "")


def _differences(ids: tuple[str, ...], forms: tuple[str, ...]) -> Iterator[str]:
    # Every Russian form needs the number: the first goes with 21, too.
    wanted = ids[-1]
    for form in forms:
        try:
            if fields(form) != fields(wanted):
                yield f"other placeholders in {form!r}"
        except ValueError as error:
            yield f"placeholders of {form!r} cannot be read, {error}"
        # What is no word, such as a separator, may be a blank elsewhere.
        if any(map(str.isalpha, wanted)) and _margins(form) != _margins(wanted):
            yield f"begins or ends with other blanks, {form!r}"


def fields(text: str) -> set[tuple[str, str, str | None]]:
    """The placeholders of a text: name, format, conversion.  Raises ValueError."""
    found = set()
    for _literal, name, form, conversion in string.Formatter().parse(text):
        if name is not None:
            if not name.isidentifier():
                raise ValueError(f"{{{name}}} is no name")
            found.add((name, form or "", conversion))
    return found


def _margins(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def misuses(files: Iterable[Path]) -> Iterator[str]:
    """Calls whose texts cannot be collected, and names that hide the translation."""
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        translates = any(
            isinstance(node, ast.ImportFrom)
            and node.module == "durak_tui.common.i18n"
            and any(alias.name == "_" for alias in node.names)
            for node in ast.walk(tree)
        )
        given = [*help_texts(tree)] if "cli" in file.parts else []
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _called(node) in KEYWORDS:
                given += _texts(node)
            if isinstance(node, ast.JoinedStr):
                yield from (
                    f"{file.name}:{line}: a text inside an f-string is not collected by every"
                    " Python; give it a name before"
                    for line in _texts_inside(node)
                )
            if translates and isinstance(node, _SCOPES) and _hides_translation(node):
                line = getattr(node, "lineno", 1)
                yield f"{file.name}:{line}: _ is the translation here and cannot be a spare name"
        for text in given:
            if not _can_be_collected(text):
                yield (
                    f"{file.name}:{text.lineno}: one text in quotes or a variable has to stand"
                    " here, and values are put in afterwards"
                )


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = (
    *(ast.Module, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *_FUNCTIONS,
)


def _called(node: ast.AST) -> str:
    """The name of the function, if this is the call of one."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    return ""


def _texts(call: ast.Call) -> list[ast.expr]:
    return call.args[: 2 if _called(call) in ("ngettext", "pgettext") else 1]


def _texts_inside(f_string: ast.JoinedStr) -> Iterator[int]:
    """The lines of texts to be collected that stand in an f-string."""
    for node in ast.walk(f_string):
        if isinstance(node, ast.Call) and _called(node) in KEYWORDS:
            yield from (text.lineno for text in _texts(node) if isinstance(text, ast.Constant))


def _can_be_collected(text: ast.expr) -> bool:
    """True if this is one text, or variables only."""
    if isinstance(text, ast.Constant):
        return True
    if _called(text) == "N_":
        return True
    return not any(
        isinstance(node, ast.JoinedStr)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        for node in ast.walk(text)
    )


def _hides_translation(scope: ast.AST) -> bool:
    """True if _ is something else where it is called."""
    binds = isinstance(scope, _FUNCTIONS) and any(
        isinstance(node, ast.arg) and node.arg == "_" for node in ast.walk(scope.args)
    )
    inside = list(ast.iter_child_nodes(scope))
    while inside and not binds:
        node = inside.pop()
        binds = isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, ast.Store)
        if not isinstance(node, _SCOPES):
            inside += ast.iter_child_nodes(node)
    calls = isinstance(scope, ast.Module) or any(_called(node) == "_" for node in ast.walk(scope))
    return binds and calls


def python_files(source: Path = SOURCE) -> list[Path]:
    """All Python files of the product."""
    return sorted(source.rglob("*.py"))


def with_more(old: Catalog, more: Path, language: str) -> Catalog:
    """A catalogue with the translations of another file, where that has any."""
    new = _Catalog(locale=language)
    texts = texts_in(old)
    for key, message in texts_in(read(more, language)).items():
        if any(forms_of(message)):
            texts[key] = message
    for message in texts.values():
        new[message.id] = message
    return new


def bring_up_to_date(
    language: str, po: Path, source: Catalog, more: Sequence[Path] = ()
) -> list[str]:
    """Write a language's .po and .mo, and return what is left."""
    po.parent.mkdir(parents=True, exist_ok=True)
    with po.open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        old = read(po, language)
        for path in more:
            old = with_more(old, path, language)
        result = updated(old, source, language)
        po.write_bytes(as_po(result.catalog))
        po.with_suffix(".mo").write_bytes(as_mo(result.catalog))
    count = len(texts_in(result.catalog))
    print(f"{language}: {count} texts, {len(result.added)} of them new")
    for message in result.dropped:
        if any(forms_of(message)):
            forms = " / ".join(map(repr, forms_of(message)))
            print(f"{language}: dropped {_quoted(key_of(message))}, which was {forms}")
    return [f"{language}: {fault}" for fault in faults(result.catalog, source)]


def main(more: Sequence[str]) -> int:
    """Bring all languages up to date."""
    source = extracted()
    to_do = list(misuses(python_files()))
    for language in TRANSLATED:
        try:
            to_do += bring_up_to_date(language, po_file(language), source, list(map(Path, more)))
        except (OSError, PoFileError) as error:
            to_do.append(f"{language}: {error}")
    for line in to_do:
        print(line)
    if to_do:
        print("Fix these in the source or in the .po file, and run this again.")
    return 1 if to_do else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The catalogues hold every text of the product, and the tool that brings them up to date."""

import ast
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError

from tools.translations import (
    TRANSLATED,
    as_mo,
    as_po,
    bring_up_to_date,
    compiled,
    extracted,
    faults,
    misuses,
    po_file,
    python_files,
    read,
)

HEADER = '# {}\nmsgid ""\nmsgstr "Language: ru\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n'


def texts_of(id_: str | tuple[str, ...] | list[str]) -> list[str]:
    """A text, or both with a number."""
    return [id_] if isinstance(id_, str) else list(id_)


# What the catalogues hold; python -m tools.translations brings them up to date


@pytest.mark.parametrize("language", TRANSLATED)
def test_everything_is_translated_and_nothing_else(language: str) -> None:
    found = faults(read(po_file(language), language), extracted())
    assert not found, "run python -m tools.translations:\n" + "\n".join(found)


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    po = po_file(language)
    assert compiled(po.with_suffix(".mo").read_bytes()) == compiled(as_mo(read(po, language)))


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogues_hold_nothing_that_makes_merges_noisy(language: str) -> None:
    lines = po_file(language).read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if line.startswith(("#:", "#~")) or "-Date:" in line]


# Of the sentences that the first native reader stumbled over.
STILTED = (
    "as usual", "they come", "as the terminal can", "as the system has it (", "nothing is wrong",
    "of all texts but", "as logs have it", "for a move,", "the next start on", "milliseconds that",
    "by chance", "seconds a move", "games a match", "games at a time", "no game is like",
    "called so", "last first", "by names backwards", "latest start", "are copied", "is copied",
    "mend:", "wrong:", "by itself it has", "its own keys", "gone on with",
    "shall become", "come to nothing",
    "hold the show", "add a card to those taken", "who attacks plays",
    "from the middle", "has to lead", "answers something", "let slip to", "places of the deck",
    "see to its", "by its name; paint", "the whole screen again", "you have given up",
)  # fmt: skip


def test_no_sentence_sounds_translated() -> None:
    catalogue = read(po_file("ru"), "ru")
    texts = [text.lower() for message in catalogue for text in texts_of(message.id)]
    assert len(texts) > 1000
    assert not [text for text in texts if any(one in text for one in STILTED)]


@pytest.mark.slow
def test_all_texts_can_be_collected() -> None:
    found = list(misuses(python_files()))
    assert not found, "\n".join(found)


# The tool that does it


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    return folder


@pytest.fixture
def po(tmp_path: Path) -> Path:
    (tmp_path / "ru").mkdir()
    return tmp_path / "ru" / "texts.po"


def texts(source: Path, *lines: str) -> Catalog:
    """The texts of a program of these lines."""
    (source / "program.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return extracted(source)


def test_all_kinds_of_texts_are_collected(source: Path) -> None:
    catalog = texts(
        source,
        "# Translators: a verb",
        "x = _('Beat')",
        "y = N_('Take '\n 'all')",
        "z = ngettext('{n} card', '{n} cards', n).format(n=n)",
        "w = pgettext('the game', 'Draw')",
        "other('not this'), _(variable)",
    )
    found = {message.id: message for message in catalog if message.id}
    assert set(found) == {"Beat", "Take all", ("{n} card", "{n} cards"), "Draw"}
    assert found["Beat"].auto_comments == ["Translators: a verb"]
    assert found["Draw"].context == "the game"


def entry(text: str, translation: str) -> str:
    """A text and its translation in a catalogue."""
    return f'msgid "{text}"\nmsgstr "{translation}"'


def plural(one: str, many: str, *translations: str) -> str:
    """Both forms of a text and the translations of its numbers."""
    lines = [f'msgstr[{number}] "{text}"' for number, text in enumerate(translations)]
    return "\n".join([f'msgid "{one}"\nmsgid_plural "{many}"', *lines])


CARDS = "ngettext('{n} c', '{n} cs', n)"
ONE_CARD = "ngettext('one c', '{n} cs', n)"


@pytest.mark.parametrize(
    ("line", "written", "fault"),
    [
        ("_('Yes')", entry("Yes", "Да"), None),
        ("_('Yes')", entry("No", "Нет"), "not in the catalogue: 'Yes'"),
        ("_('Yes')", entry("No", "Нет"), "no longer in the source: 'No'"),
        ("_('Yes')", entry("Yes", ""), "without a translation: 'Yes'"),
        ("_('Yes')", "#, fuzzy\n" + entry("Yes", "Да"), "fuzzy: 'Yes'"),
        (
            "pgettext('a', 'Yes')", 'msgctxt "b"\n' + entry("Yes", "Да"),
            "not in the catalogue: 'Yes' (a)",
        ),
        ("_('{a} {b}')", entry("{a} {b}", "{b} {a}"), None),
        ("_('{a} {b}')", entry("{a} {b}", "{a} {c}"), "other placeholders in '{a} {c}': '{a} {b}'"),
        ("_('{a:.1f}')", entry("{a:.1f}", "{a}"), "other placeholders in '{a}': '{a:.1f}'"),
        (
            "_('{a}')", entry("{a}", "{a"),
            "placeholders of '{a' cannot be read, expected '}' before end of string: '{a}'",
        ),
        (
            "_('{} of')", entry("{} of", "{} из"),
            "placeholders of '{} из' cannot be read, {} is no name: '{} of'",
        ),
        ("_('Yes ')", entry("Yes ", "Да"), "begins or ends with other blanks, 'Да': 'Yes '"),
        (
            CARDS, plural("{n} c", "{n} cs", "{n} к", "{n} ки"),
            "without a translation: '{n} c' / '{n} cs'",
        ),
        (CARDS, entry("{n} c", "{n} к"), "not in the catalogue: '{n} c' / '{n} cs'"),
        (
            ONE_CARD, plural("one c", "{n} cs", "одна к", "{n} ки", "{n} к"),
            "other placeholders in 'одна к': 'one c' / '{n} cs'",
        ),
        (ONE_CARD, plural("one c", "{n} cs", "{n} к", "{n} ки", "{n} к"), None),
    ],
)  # fmt: skip
def test_each_fault_is_found(
    source: Path, po: Path, line: str, written: str, fault: str | None
) -> None:
    po.write_text(HEADER.format("x") + written + "\n", encoding="utf-8")
    found = faults(read(po, "ru"), texts(source, line))
    assert (fault in found) if fault else (found == [])


def test_new_texts_come_in_and_translations_stay(source: Path, po: Path) -> None:
    [to_do] = bring_up_to_date("ru", po, texts(source, "_('Yes')"))
    assert to_do == "ru: without a translation: 'Yes'"
    po.write_text(po.read_text().replace('msgstr ""\n', 'msgstr "Да"\n').replace(
        'msgid ""\nmsgstr "Да"', 'msgid ""\nmsgstr ""'
    ))  # fmt: skip
    assert bring_up_to_date("ru", po, texts(source, "_('Yes')")) == []
    assert "Да" in str(compiled(po.with_suffix(".mo").read_bytes()))
    both = texts(source, "_('Alas')", "_('Yes')", "ngettext('{n} a', '{n} b', n)")
    assert bring_up_to_date("ru", po, both) == [
        "ru: without a translation: 'Alas'",
        "ru: without a translation: '{n} a' / '{n} b'",
    ]
    assert po.read_text(encoding="utf-8").endswith(
        'msgid "Alas"\nmsgstr ""\n\nmsgid "Yes"\nmsgstr "Да"\n\n'
        'msgid "{n} a"\nmsgid_plural "{n} b"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n'
    )


def test_a_text_that_is_gone_is_dropped_and_printed(
    source: Path, po: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    po.write_text(HEADER.format("x") + 'msgid "Farewell"\nmsgstr "Прощай"\n', encoding="utf-8")
    bring_up_to_date("ru", po, texts(source, "_('Yes')"))
    assert "Прощай" not in po.read_text(encoding="utf-8")
    assert "ru: dropped 'Farewell', which was 'Прощай'" in capsys.readouterr().out


def test_a_text_that_was_rewritten_keeps_its_translation_to_be_looked_at(
    source: Path, po: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = 'msgid "You may throw in {n} cards"\nmsgstr "Можно подкинуть {n}"\n'
    po.write_text(HEADER.format("x") + old, encoding="utf-8")
    rewritten = texts(source, "_('You may throw in {n} cards.')")
    assert bring_up_to_date("ru", po, rewritten) == ["ru: fuzzy: 'You may throw in {n} cards.'"]
    text = po.read_text(encoding="utf-8")
    assert "# it was: You may throw in {n} cards\n#, fuzzy\n" in text
    assert "Можно" not in str(compiled(po.with_suffix(".mo").read_bytes()))
    po.write_text(text.replace("#, fuzzy\n", ""), encoding="utf-8")
    assert bring_up_to_date("ru", po, rewritten) == []
    assert "#" not in po.read_text(encoding="utf-8").partition("\n")[2]
    assert "dropped" not in capsys.readouterr().out


def test_translations_are_taken_from_other_files(source: Path, po: Path, tmp_path: Path) -> None:
    catalog = texts(source, "_('Yes')", "_('No')")
    bring_up_to_date("ru", po, catalog)
    more = tmp_path / "more.po"
    more.write_text('msgid "Yes"\nmsgstr "Да"\n\nmsgid "Old"\nmsgstr "Y"\n', encoding="utf-8")
    assert bring_up_to_date("ru", po, catalog, [more]) == ["ru: without a translation: 'No'"]
    assert 'msgid "Yes"\nmsgstr "Да"\n' in po.read_text(encoding="utf-8")


def test_a_catalogue_depends_on_nothing_but_its_texts(source: Path, po: Path) -> None:
    one = texts(source, "_('b')", "_('a {x}')", "\n" * 50, "_('c %d')")
    bring_up_to_date("ru", po, one)
    first = po.read_bytes()
    other = texts(source, "_('c %d')", "_('b')", "_('a {x}')")
    bring_up_to_date("ru", po, other)
    assert po.read_bytes() == first
    assert as_po(read(po, "ru")) != b""
    ids = [line for line in first.decode().splitlines() if line.startswith("msgid")]
    assert ids == ['msgid ""', 'msgid "a {x}"', 'msgid "b"', 'msgid "c %d"']


def test_a_catalogue_with_marks_of_a_conflict_is_left_alone(source: Path, po: Path) -> None:
    text = '<<<<<<< ours\nmsgid "Yes"\nmsgstr "Да"\n=======\n'
    po.write_text(text, encoding="utf-8")
    with pytest.raises(PoFileError):
        bring_up_to_date("ru", po, texts(source, "_('Yes')"))
    assert po.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("_('a')", False),
        ("_('a' 'b')", False),
        ("_(NAMES[reason])", False),
        ("_(yours if mine else its)", False),
        ("_(N_('a'))", False),
        ("ngettext('{n} a', '{n} b', len(x))", False),
        ("_(f'a {x}')", True),
        ("_('a {x}'.format(x=x))", True),
        ("_('a' + 'b')", True),
        ("_('a' if x else 'b')", True),
        ("_(NAMES['a'])", True),
        ("ngettext('a', f'{n} b', n)", True),
        ("N_(f'a {x}')", True),
        ("f\"{x}, {_('a')}\"", True),
        ('f"{x}: {_(NAMES[x])}"', False),
        ("for _ in x: pass", True),
        ("def f(x):\n    a, _ = x\n    return _('a')", True),
        ("def f(_):\n    return _('a')", True),
        ("[_('a') for _ in x]", True),
        ("def f(x):\n    a, _ = x\n    return a", False),
        ("lambda _: x", False),
        ("def f(x):\n    g(lambda _: x)\n    return _('a')", False),
    ],
)
def test_texts_that_cannot_be_collected_are_found(source: Path, code: str, wrong: bool) -> None:
    program = source / "program.py"
    program.write_text(f"from durak_tui.common.i18n import N_, _, ngettext\n{code}\n")
    ast.parse(program.read_text())
    assert len(list(misuses([program]))) == wrong

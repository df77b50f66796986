"""SVG and HTML as text, with everything escaped that stands between quotes."""

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Final

_FIELD: Final = re.compile(r"\{\{([a-z ]+)\}\}")


def element(name: str, *inside: str, **attributes: object) -> str:
    """An element around markup; an empty one has no end tag.

    Numbers have as many digits as they need, at most six.  An attribute that is a word of Python
    ends in ``_``, and a hyphen is ``_``: ``class_``, ``text_anchor``.
    """
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{said}>{''.join(inside)}</{name}>" if inside else f"<{name}{said}/>"


def _value(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else escape(str(value))


def filled(template: Path, fields: Mapping[str, str]) -> str:
    """A page whose fields, such as ``{{title}}``, are filled with markup."""
    # In one go: what a log has in such braces stays what it is.
    return _FIELD.sub(lambda found: fields[found[1]], template.read_text(encoding="utf-8"))

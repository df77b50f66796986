"""SVG and HTML as text, with everything escaped that stands between quotes."""

from html import escape


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

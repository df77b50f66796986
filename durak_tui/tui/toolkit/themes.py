"""The product's own themes."""

from typing import Final

from textual.theme import Theme

DARK: Final = Theme(
    name="durak", dark=True,
    primary="#4f8f6b", secondary="#7aa2c8", accent="#e3b54a",
    warning="#e3b54a", error="#e8665a", success="#8fce7f",
    foreground="#dcd9d0", background="#14241c", surface="#1a2e24", panel="#22392d",
)  # fmt: skip
LIGHT: Final = Theme(
    name="durak-light", dark=False,
    primary="#2d6a4a", secondary="#2d567f", accent="#8a5a00",
    warning="#8a5a00", error="#a8201a", success="#256b1e",
    foreground="#1d2420", background="#d9e4da", surface="#cddbcf", panel="#bfd0c2",
)  # fmt: skip
ANSI: Final = "ansi-dark"
"""Textual's own: the terminal's sixteen colours on its own background."""
OWN: Final = (DARK, LIGHT)

"""The decorator of mypyc without its package at run time.

This module itself is never compiled: mypyc reads the name of the decorator from the types.
"""

from typing import TYPE_CHECKING

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(*_names, **_values):
        """Leave the class as it is."""
        return lambda class_: class_

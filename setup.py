"""The part of the build that pyproject.toml cannot say: the kernel as machine code.

mypyc turns its modules into C extensions.  They are optional: where there is no C compiler,
or none that works, the same modules are installed as the Python they are, and are slower.
"""

import os
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

MODULES = ("durak_tui/analysis/kernel.py", "durak_tui/analysis/search.py")


def extensions() -> list[Extension]:
    """The compiled modules; none if mypyc cannot do its part."""
    try:
        from mypyc.build import mypycify

        found = [
            extension
            for module in MODULES
            for extension in mypycify([module], opt_level="3", debug_level="0")
        ]
    # mypy says by SystemExit what it does not like.  That a newer one is stricter about
    # types is no reason to refuse to install.
    except (Exception, SystemExit) as error:
        sys.stderr.write(f"the kernel stays plain Python: {error!r}\n")
        return []
    for extension in found:
        extension.optional = True
        # A compiler that warns of what others do not still makes a good kernel.
        extension.extra_compile_args = [
            argument for argument in extension.extra_compile_args if argument != "-Werror"
        ]
    return found


class AllOrNone(build_ext):
    """A module's extension loads a second one, its code: neither may be there alone."""

    def build_extensions(self) -> None:
        super().build_extensions()
        files = [self.get_ext_fullpath(extension.name) for extension in self.extensions]
        if not all(map(os.path.exists, files)):
            sys.stderr.write("the kernel stays plain Python: it could not be compiled\n")
            for file in filter(os.path.exists, files):
                os.remove(file)


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNone})

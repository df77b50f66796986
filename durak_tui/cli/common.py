"""The ways in which all commands fail, write and are ended.

A command fails by an error whose text is for its user, a :class:`CommandError` or one of what it
has called; :func:`run_command` prints them all.
"""

import argparse
import errno
import math
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from durak_tui.common import i18n
from durak_tui.common.errors import UserError
from durak_tui.common.i18n import LONGEST, N_, _, ngettext, why
from durak_tui.common.text import excerpt, one_line
from durak_tui.common.values import LONGEST_SECONDS, Most, WrongValue, similar
from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.engine_errors import RunnerError

if TYPE_CHECKING:
    from durak_tui.match.options import RunOption
    from durak_tui.words.chart import Curve

_CHART_HEIGHT: Final = 13
BROKEN_OUTPUT: Final = 141  # As if by SIGPIPE: nobody reads standard output any more.


class CommandError(UserError):
    """A command's end with a text on standard error, and exit code."""

    def __init__(self, text: str, /, exit_code: int = 2, **shown: object) -> None:
        super().__init__(text, **shown)
        self.exit_code = exit_code


@contextmanager
def explained(text: str, exit_code: int = 2, **shown: object) -> Iterator[None]:
    """Turn an OSError here into a CommandError with its ``{why}``."""
    try:
        yield
    except OSError as error:
        raise CommandError(text, exit_code, **shown, why=why(error)) from None


def choose_language() -> None:
    """Speak the user's language, if standard output has its letters."""
    from durak_tui.user.settings import SettingsStore

    code = i18n.choose(SettingsStore().value.language)
    if not can_be_written(i18n.LANGUAGES[code]):
        i18n.choose("en")


class _HelpFormatter(argparse.HelpFormatter):
    """Help in the user's language.

    ``python -m tools.translations`` finds the texts of ``help``, ``description`` and ``epilog``
    where commands give them.
    """

    def add_text(self, text: str | None) -> None:
        super().add_text(text and _(text))

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        super().start_section(heading and _(heading))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and _(action.help)


class Parser(argparse.ArgumentParser):
    """A parser of arguments that speaks the user's language."""

    ITS_OWN: Final = (
        N_("usage: "),
        N_("options"),
        N_("positional arguments"),
        N_("show this help message and exit"),
        N_("show program's version number and exit"),
        N_("%(prog)s: error: %(message)s\n"),
        N_("argument %(argument_name)s: %(message)s"),
        N_("the following arguments are required: %s"),
        N_("one of the arguments %s is required"),
        N_("unrecognized arguments: %s"),
        N_("not allowed with argument %s"),
        N_("ambiguous option: %(option)s could match %(matches)s"),
        N_("ignored explicit argument %r"),
        N_("expected one argument"),
        N_("expected at least one argument"),
        ngettext("expected %s argument", "expected %s arguments", 1),
        N_("invalid %(type)s value: %(value)r"),
        N_("invalid choice: %(value)r (choose from %(choices)s)"),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_HelpFormatter, **options)

    def parse_args(  # type: ignore[override]  # no overload here: nobody gives a namespace
        self, args: Sequence[str] | None = None, namespace: None = None
    ) -> argparse.Namespace:
        with i18n.lent_to_gettext():
            return super().parse_args(args, namespace)

    def parse_known_args(  # type: ignore[override]  # as above
        self, args: Sequence[str] | None = None, namespace: None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        # The parser of a command would pass on what it does not know, and that of the program
        # would refuse it with a usage in which the command's options are missing.
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            words = " ".join(unknown)
            if close := self._meant_by(unknown):
                text = _("unrecognized arguments: {words} (did you mean {close}?)")
                self.error(text.format(words=words, close=close))
            self.error(_("unrecognized arguments: %s") % words)
        return found, unknown

    def _meant_by(self, unknown: Iterable[str]) -> str:
        """The options that unknown ones resemble, if any."""
        # Without the dashes, which make short names alike.
        known = {
            name.lstrip("-"): name
            for action in self._actions
            if action.help != argparse.SUPPRESS
            for name in action.option_strings
        }
        names = (word.partition("=")[0].lstrip("-") for word in unknown if word.startswith("-"))
        return ", ".join(known[close] for name in names if (close := similar(name, known)))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError:
            close = similar(value, action.choices or ()) if isinstance(value, str) else ""
            if not close:
                raise
            text = _("invalid choice: {value!r} (did you mean {close}?)")
            raise argparse.ArgumentError(action, text.format(value=value, close=close)) from None

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        # argparse has no words for a ValueError of ours, which are for the user.
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError as error:
            if isinstance(why_not := error.__context__, UserError):
                raise argparse.ArgumentError(action, str(why_not)) from None
            raise

    def error(self, message: str) -> NoReturn:
        """Refuse arguments, in one line."""
        said = {"prog": self.prog, "message": excerpt(message, LONGEST)}
        self._refuse(_("%(prog)s: error: %(message)s\n") % said, 2)

    def _refuse(self, line: str, exit_code: int) -> NoReturn:
        """Print how it is used and what is wrong, and exit."""
        complain(f"{self.format_usage()}{line.rstrip()}", "")
        sys.exit(exit_code)

    def _print_message(self, message: str, _file: object = None) -> None:
        # Help and version.  argparse itself says nothing of a full disk, and writes to standard
        # error where standard output is closed.
        StandardOutput().write(message)


def run_command(prog: str, command: Callable[[], int]) -> int:
    """Run a command and return its exit code, also after an error."""
    try:
        return command()
    except UserError as error:
        complain(str(error), f"{prog}: ")
        if isinstance(error, CommandError):
            return error.exit_code
        return 1 if isinstance(error, RunnerError) else 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return BROKEN_OUTPUT


def complain(message: str, prefix: str = "durak-tui: ") -> None:
    """Write a line to standard error, if it can be written."""
    if sys.stderr is not None:
        with suppress(OSError):
            # It may name a file, which may be called anything.
            lines = "\n".join(map(one_line, message.split("\n")))
            print(f"{prefix}{lines}", file=sys.stderr, flush=True)


def can_be_written(text: str) -> bool:
    """True if standard output has all characters of a text."""
    try:
        text.encode((sys.stdout and sys.stdout.encoding) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def terminal_size() -> os.terminal_size:
    """Columns and lines of standard output; 80 x 24 if unknown."""
    try:
        size = os.get_terminal_size(sys.stdout.fileno() if sys.stdout else 1)
    except (OSError, ValueError):
        size = os.terminal_size((0, 0))
    return os.terminal_size((size.columns or 80, size.lines or 24))


def width_of_output() -> int:
    """The columns of standard output; 0 if it is no terminal."""
    return terminal_size().columns if sys.stdout and sys.stdout.isatty() else 0


def chart_lines(curve: "Curve") -> list[str]:
    """A chart as wide as standard output allows; none without values."""
    from durak_tui.words.chart import CHARACTERS, PAGE_WIDTH, lines

    width, ascii_only = width_of_output() or PAGE_WIDTH, not can_be_written(CHARACTERS)
    return lines(curve, width, _CHART_HEIGHT, ascii_only=ascii_only)


class StandardOutput:
    """Standard output, where names of engines keep their bytes.

    Once it cannot be written any more, ``on_broken`` is called and the rest is dropped.
    """

    def __init__(self, on_broken: Callable[[], None] | None = None) -> None:
        self._on_broken = on_broken
        self._problem: OSError | None = None
        if sys.stdout is None:  # It was closed before we started.
            self._problem = OSError(errno.EBADF, os.strerror(errno.EBADF))

    def write(self, text: str) -> None:
        """Write and flush; without ``on_broken`` raises as :meth:`check`."""
        if self._problem is None:
            try:
                sys.stdout.flush()
                sys.stdout.buffer.write(_encoded(text, sys.stdout.encoding or "utf-8"))
                sys.stdout.buffer.flush()
            except OSError as error:
                self._problem = error
                # Or the interpreter would complain once more when it exits.
                sys.stdout = None
                if self._on_broken:
                    self._on_broken()
        if self._on_broken is None:
            self.check()

    def line(self, text: str = "") -> None:
        self.write(text + "\n")

    def lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.line(line)

    @property
    def is_broken(self) -> bool:
        """True once writing has failed: nothing arrives any more."""
        return self._problem is not None

    def check(self) -> None:
        """Raise CommandError if writing failed, BrokenPipeError without a reader."""
        if self._problem is None:
            return
        if self._problem.errno in (errno.EPIPE, errno.EIO):  # EIO: the terminal is gone
            raise BrokenPipeError
        text = N_("standard output cannot be written: {why}")
        raise CommandError(text, 1, why=why(self._problem))


def _encoded(text: str, encoding: str) -> bytes:
    try:
        return text.encode(encoding, "surrogateescape")
    except UnicodeEncodeError:
        plain = text.replace("±", "+/-").replace("\N{NO-BREAK SPACE}", " ")
        return plain.encode(encoding, "backslashreplace")


def positive_seconds(text: str) -> float:
    """A time above zero, in seconds.  Raises WrongValue."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise WrongValue(N_("'{text}' is not a number of seconds above 0"), text=text)
    return min(seconds, LONGEST_SECONDS)


def at_least_one(text: str, most: Most | None = None) -> int:
    """A whole number from 1 to ``most``.  Raises WrongValue."""
    if not text.isdecimal() or len(text) > 1000 or int(text) < 1:
        raise WrongValue(N_("'{text}' is not a number above 0"), text=text)
    return most.check(int(text)) if most else int(text)


def add_options(parser: argparse.ArgumentParser, options: "Iterable[RunOption]") -> None:
    """Let a command understand these options."""
    for option in options:
        keywords: dict[str, Any] = {"help": option.help}
        if option.kind == "flag":
            keywords["action"] = "store_true"
        elif option.kind == "switch":
            keywords["action"] = argparse.BooleanOptionalAction
        else:
            keywords |= {"metavar": option.metavar, "default": option.default}
            keywords |= {"choices": option.choices or None, "type": _reader_of(option)}
        parser.add_argument(option.flag or option.name, **keywords)
        if option.kind == "switch":
            # As ``default`` Python 3.11 would add it to the help, in English.
            parser.set_defaults(**{option.name: option.default})


def _reader_of(option: "RunOption") -> Callable[[str], Any]:
    match option.kind:
        case "integer" | "above zero":
            return int
        case "count":
            return partial(at_least_one, most=option.most)
        case "seconds":
            return positive_seconds
        case "sprt":
            from durak_tui.statistics.sprt import numbers_in

            return numbers_in
    return str


class Stop:
    """The first signal, and the token that it sets."""

    def __init__(self) -> None:
        self.token = CancelToken()
        self.signal = 0  # None has come yet.

    def __call__(self, number: int, _: FrameType | None) -> None:
        self.signal = self.signal or number
        self.token.set()

    @property
    def exit_code(self) -> int:
        """128 and the signal's number, as in shells; 0 without one."""
        return 128 + self.signal if self.signal else 0

    def outcome(self, failure: str, output: StandardOutput) -> int:
        """The exit code of a run; raises CommandError if it failed."""
        if failure:
            raise CommandError(failure, exit_code=1)
        if not self.signal:
            output.check()
        return self.exit_code


@contextmanager
def stopping() -> Iterator[Stop]:
    """Let SIGINT, SIGTERM and SIGHUP set a token, not end the process."""
    stop = Stop()
    with handling(stop, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        yield stop


@contextmanager
def handling(handler: Any, *signals: int) -> Iterator[None]:
    """Handle these signals like this for a block."""
    # A signal that the caller ignores (nohup) stays ignored.
    before = {n: signal.getsignal(n) for n in signals if signal.getsignal(n) != signal.SIG_IGN}
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, handler_before in before.items():
            signal.signal(number, handler_before)

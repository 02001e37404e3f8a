"""How a command ends: exit statuses, one sentence for each refusal, Ctrl-C, pipes.

Nearly everything is loaded where it is first used, because a command is quick to start that way.
"""

from __future__ import annotations

import os
import sys

from ..start import to_standard_error

TYPE_CHECKING = False  # type checkers know better, and typing need not be loaded
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import click

DONE = 0
FAILED = 1
REFUSED = 2

STATUSES = (
    "Exit status: 0 done or certified; 1 refuted, undecided or failed; "
    "2 bad usage or input; 130 interrupted."
)

_LONGEST = 1000

_NARROWEST = 40
"""A table squeezed into less would be a letter a line; a terminal wraps it better."""

_USUAL = 80


def run(name: str, command: Callable[[], click.Command], words: Sequence[str] | None = None) -> int:
    """Run a command line, and return its status.

    Parameters
    ----------
    name : str
        What the command is called.
    command : callable
        Loads and returns the command, whose own status is what it returns; None is 0.
    words : sequence of str, optional
        The words after the name, if not those of this process.
    """
    import io
    import warnings

    import click

    from ..games.errors import PigcoreError

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name that the terminal cannot spell
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is written for those who program
            warnings.simplefilter("always", UserWarning)
            warnings.showwarning = lambda message, *_: complain(name, f"warning: {message}")
            status = _invoke(name, command(), sys.argv[1:] if words is None else [*words])
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except click.UsageError as error:
        return _refuse(name, _sentence(error))
    except (click.ClickException, PigcoreError) as error:
        return _refuse(name, str(error))
    except click.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:  # whoever reads has seen enough
        drop_output()
        return DONE
    except OSError as error:
        if error.filename is not None:
            return _refuse(name, f"{error.filename} cannot be used: {error.strerror}")
        drop_output()
        complain(name, f"error: the output cannot be written: {error.strerror or error}")
    except MemoryError:
        complain(name, "error: the memory is full: choose a smaller game")
    except ImportError as error:  # the kernels are not compiled, or a dependency is missing
        complain(name, f"error: {error}")
    return FAILED


def _invoke(name: str, command: click.Command, words: list[str]) -> int:
    import click

    # Not command.main(), which has a status of its own for interrupts and closed pipes.
    columns = min(width(), 80)
    if not words:  # in neither command is that a question
        with command.make_context(
            name, [], resilient_parsing=True, terminal_width=columns
        ) as asked:
            click.echo(asked.get_help(), err=True)
        return REFUSED
    try:
        with command.make_context(name, words, terminal_width=columns) as context:
            if isinstance(command, click.Group):  # whose verb it is that says what follows
                return command.invoke(context) or DONE
            with OnlyOurs():
                return command.invoke(context) or DONE
    except click.exceptions.Exit as done:  # after --help or --version
        return done.exit_code


_OURS: list[Any] = []
"""Standard output while it is ours alone."""


def standard_output() -> Any:
    """The stream on which a command answers; None if it is closed."""
    return _OURS[-1] if _OURS else sys.stdout


class OnlyOurs:
    """Keeps standard output for answers: what users' files print goes to standard error."""

    def __enter__(self) -> None:
        _OURS.append(standard_output())
        self._before, sys.stdout = sys.stdout, sys.stderr

    def __exit__(self, *error: object) -> None:
        sys.stdout = self._before
        _OURS.pop()


def width(stream: Any = None) -> int:
    """The columns to print in: COLUMNS, else those of the terminal, else 80; at least 40.

    ``stream`` is standard output if it is no other.

    Examples
    --------
    >>> width() >= 40
    True
    """
    asked = os.environ.get("COLUMNS", "")
    columns = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0
    if not columns:
        try:
            columns = os.get_terminal_size((stream or standard_output()).fileno()).columns
        except (OSError, ValueError, AttributeError):  # it is a pipe, closed, or not there
            columns = 0
    return max(columns or _USUAL, _NARROWEST)


def _refuse(name: str, sentence: str) -> int:
    complain(name, f"error: {sentence}")
    return REFUSED


def _sentence(error: click.UsageError) -> str:
    """What click says, as part of a sentence, and where to read on."""
    from difflib import get_close_matches

    import click

    from ..games.spelling import shown

    said = error.format_message().removesuffix(".")
    if isinstance(error, click.NoSuchOption):  # every version of click says it otherwise
        name = error.option_name.partition("=")[0]
        said = f"there is no option {shown(name)}"
        # Of dashes alone, which all of them have, none is like another.
        known = {one.lstrip("-"): one for one in error.possibilities or ()}
        for close in get_close_matches(name.lstrip("-"), known, n=1):
            return f"{said}: did you mean {known[close]!r}?"
    page = f" (see '{error.ctx.command_path} --help')" if error.ctx else ""
    return f"{said[:1].lower()}{said[1:]}{page}"


def complain(name: str, text: str) -> None:
    """Say one line on standard error, if there is one that takes it."""
    from ..games.spelling import short

    to_standard_error(f"{name}: {short(text, _LONGEST)}")


def drop_output() -> None:
    """Let what could not be written go nowhere when the interpreter flushes it at its end."""
    from contextlib import suppress

    with suppress(OSError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, standard_output().fileno())
        os.close(nowhere)

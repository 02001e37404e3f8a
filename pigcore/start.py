"""Where the commands `pigcore` and `pigverify` begin, so that an interrupt is quiet from here on.

Nothing is imported before the handler stands but the package's own few lines: an interrupt that
comes earlier still falls to the interpreter, which prints a traceback.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers know better, and typing need not be loaded
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

INTERRUPTED = 130


def pigcore() -> NoReturn:
    """Run the command ``pigcore``."""
    _run("pigcore", "pigcore.show.cli")


def pigverify() -> NoReturn:
    """Run the command ``pigverify``."""
    _run("pigverify", "pigverify.cli")


def _run(name: str, home: str) -> NoReturn:
    """Leave with the status of the command in a module, or quietly if it is interrupted."""
    interrupts: list[int] = []

    def leave() -> NoReturn:
        _end_of_interrupts()
        to_standard_error(f"{name}: interrupted")  # whatever was half loaded stays so
        _leave(INTERRUPTED)

    try:
        _note_interrupts(interrupts, leave)
        from importlib import import_module

        status: int = import_module(home).main()
        _end_of_interrupts()
    except BaseException as error:
        if interrupts or isinstance(error, KeyboardInterrupt):
            leave()
        raise
    sys.exit(status)


def _note_interrupts(interrupts: list[int], leave: Callable[[], NoReturn]) -> None:
    # An interrupt inside an import may come out of it as an error of another kind, and not at all
    # out of a callback of the interpreter's own.
    import signal

    usual = sys.unraisablehook

    def lost(what: sys.UnraisableHookArgs) -> None:
        if interrupts and issubclass(what.exc_type, KeyboardInterrupt):
            leave()
        usual(what)

    def note(number: int, frame: object) -> None:
        interrupts.append(number)
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is not to be ours
        sys.unraisablehook = lost
        signal.signal(signal.SIGINT, note)


def _end_of_interrupts() -> None:
    # What the interpreter does after its last line cannot be left without a traceback.
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _leave(status: int) -> NoReturn:
    # Not sys.exit, which waits for threads to end what nobody wants any more.
    import os
    from contextlib import suppress

    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # full, closed, none
            stream.flush()
    os._exit(status)


def to_standard_error(line: str) -> None:
    """Print a line on standard error, if there is one that takes it."""
    from contextlib import suppress

    if sys.stderr is not None:
        with suppress(OSError):
            print(line, file=sys.stderr, flush=True)

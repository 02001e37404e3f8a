"""The command ``pigverify``."""

from __future__ import annotations

import sys

from pigcore.console.process import run

TYPE_CHECKING = False  # type checkers know better, and typing need not be loaded
if TYPE_CHECKING:
    from collections.abc import Sequence

    import click

__all__ = ["main"]


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and return its status; ``words`` if not those of the process."""
    given = sys.argv[1:] if words is None else words
    known = [_VERBS.get(word.casefold()) for word in given]
    verb = next(filter(None, known), _command)
    return run("pigverify", verb, words)


def _command() -> click.Command:
    from .command import pigverify

    return pigverify


def _literature() -> click.Command:
    from .published.command import published

    return published


def _match() -> click.Command:
    from .command import match

    return match


_VERBS = {"published": _literature, "match": _match}

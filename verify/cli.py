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
    given = {word.casefold() for word in (sys.argv[1:] if words is None else words)}

    def command() -> click.Command:
        from . import command

        if "published" in given:
            return command.published
        return command.match if "match" in given else command.pigverify

    return run("pigverify", command, words)

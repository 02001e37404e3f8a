"""The command ``pigverify``."""

from __future__ import annotations

from pigcore.console.process import run

TYPE_CHECKING = False  # type checkers know better, and typing need not be loaded
if TYPE_CHECKING:
    from collections.abc import Sequence

    import click

__all__ = ["main"]


def main(words: Sequence[str] | None = None) -> None:
    """Run the command line; ``words`` if not those of the process."""
    run("pigverify", _command, words)


def _command() -> click.Command:
    from .command import pigverify

    return pigverify

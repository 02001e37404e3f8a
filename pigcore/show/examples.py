"""Examples at the end of a command's help, each on a line of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

__all__ = ["WithExamples"]


class WithExamples(click.Command):
    """A command whose help ends with examples.

    Parameters
    ----------
    *args, **options
        As for :class:`click.Command`.
    examples : sequence of str
        Whole lines to type, of at most 78 characters.
    """

    def __init__(self, *args: Any, examples: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.examples: tuple[str, ...] = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write_text(example)
        super().format_epilog(ctx, formatter)

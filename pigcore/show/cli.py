"""The command ``pigcore``: a verb for each thing that can be asked."""

from __future__ import annotations

from ..console.process import run

TYPE_CHECKING = False  # type checkers know better, and typing need not be loaded
if TYPE_CHECKING:
    from collections.abc import Sequence

    import click


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and return its status; ``words`` if not those of the process."""
    return run("pigcore", _command, words)


def _command() -> click.Command:
    import click

    from ..console.process import STATUSES
    from ..version import VERSION
    from .commands import Commands

    group = Commands(
        "pigcore",
        no_args_is_help=False,  # run() does it for both commands
        help="Solve dice games of rolling again or stopping: Pig, its relatives, and your own.\n\n"
        "GAME is a name that `pigcore games` lists, a TOML file of rules, FILE.py:GAME (a game or "
        "a function that returns one), or a CSV file of dice. "
        "The verbs advise, games, page, play, plot, review, solve and table also take a saved "
        "solution. `pigcore VERB --help` has examples.",
        epilog=STATUSES,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    return click.version_option(VERSION, prog_name="pigcore")(group)

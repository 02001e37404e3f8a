"""The command ``pigverify``."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

import click

from pigcore.games import RuleError, find_game
from pigcore.games.rules import names_a_solution

from . import certify, check
from .files import read_rules
from .report import plain

__all__ = ["main"]

_INTERRUPTED = 130
_UNWRITTEN = "the output cannot be written"
_PROVED_WHOLE = ("duel", "bag")  # families in which one asks for the value before any state


@click.command(
    "pigverify",
    # A negative score is a wrong score, not an option.
    context_settings={"ignore_unknown_options": True, "help_option_names": ["-h", "--help"]},
)
@click.argument("what", metavar="GAME|FILE")
@click.argument("state", metavar="[STATE]...", nargs=-1, type=click.UNPROCESSED)
@click.option("--all", "everything", is_flag=True, help="Prove every decision of the game.")
@click.option("--goal", type=int, help="Play to this goal.")
@click.option("--digits", type=int, default=30, show_default=True, help="Digits of the payoffs.")
@click.option("--tolerance", type=float, help="The largest error that is not refuted.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.version_option(package_name="pigcore", prog_name="pigverify")
def cli(
    *,
    what: str,
    state: tuple[str, ...],
    everything: bool,
    goal: int | None,
    digits: int,
    tolerance: float | None,
    as_json: bool,
) -> None:
    """Prove what is best in a state of a GAME, in all of them, or whether a FILE is right.

    \b
    pigverify pig 41 49 27        own score, opponent's score, turn total
    pigverify pig --all           every decision of the game
    pigverify pig.npz             a saved solution, entry by entry
    pigverify pig.npz 41 49 27    a state of its game
    pigverify rules.toml 3 4      a game of your own
    pigverify duel [20]           the equilibrium [the replies to hold at 20]
    pigverify bag dice.csv        the score of a bag of dice

    Exit status: 0 proved, 1 refuted or undecided, 2 bad usage.
    """  # noqa: D301
    try:
        with _progress() as progress:
            result = _run(
                what,
                state,
                everything=everything,
                goal=goal,
                digits=digits,
                tolerance=tolerance,
                progress=progress,
            )
    except KeyboardInterrupt:  # for which click would print an empty line
        raise click.Abort from None
    try:
        click.echo(json.dumps(result.as_dict(), indent=2) if as_json else str(result))
    except BrokenPipeError:  # whoever reads this has seen enough, and the proof is what it is
        _close_output()
    sys.exit(0 if result.ok else 1)


def main(words: Sequence[str] | None = None) -> None:
    """Run the command line; ``words`` if not those of the process."""
    with suppress(AttributeError):  # there may be no output, or none with an encoding
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        cli.main(args=words, prog_name="pigverify", standalone_mode=False)
        sys.exit(0)
    except click.ClickException as error:
        _fail(f"error: {error.format_message()}", 2)
    except ValueError as error:
        _fail(f"error: {error}", 2)
    except OSError as error:
        _close_output()
        what = f"{error.filename} cannot be read" if error.filename else _UNWRITTEN
        _fail(f"error: {what}: {error.strerror or error}", 2)
    except click.Abort:
        _fail("interrupted", _INTERRUPTED)


def _fail(message: str, status: int) -> NoReturn:
    with suppress(OSError):
        click.echo(f"pigverify: {plain(message)}", err=True)
    sys.exit(status)


def _close_output() -> None:
    # What is left in the buffer goes nowhere when Python ends.
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(
    what: str,
    words: tuple[str, ...],
    *,
    everything: bool,
    goal: int | None,
    digits: int,
    tolerance: float | None,
    progress: Callable[[int, int], None],
) -> Any:
    for word in (what, *words):
        if word.startswith("-") and not word[1:2].isdigit():
            raise RuleError(f"there is no option {word!r}: see --help")
    if names_a_solution(what):
        if goal is not None:
            raise RuleError(f"{what} is a saved solution and has its goal: leave --goal out")
        if words:
            return check(read_rules(what), *map(_number, words), digits=digits)
        return certify(what, tolerance=tolerance, progress=progress)
    options: dict[str, Any] = {} if goal is None else {"goal": goal}
    if what == "bag" and words and isinstance(_number(words[0]), str):
        options["file"], *rest = words
        words = tuple(rest)
    game = find_game(what, **options)
    if everything or (not words and game.family in _PROVED_WHOLE):
        if words:
            raise RuleError(
                f"--all proves every state, but {words[0]!r} is given too: leave it out"
            )
        return certify(game, tolerance=tolerance, progress=progress)
    if not words:
        names = " ".join(name.upper() for name in game.state_names)
        raise RuleError(f"no state is given: add {names}, or --all for every state")
    return check(game, *map(_number, words), digits=digits)


def _number(word: str) -> int | str:
    # What is no whole number stays as it is, for the family to refuse it by name.
    return int(word) if re.fullmatch(r"[+-]?[0-9]{1,40}", word) else word


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, nothing in a pipe."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("proving", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)

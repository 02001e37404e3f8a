"""The command ``pigcore``."""

from __future__ import annotations

import inspect
import io
import json
import os
import sys
import warnings
from typing import Any

import click

from .. import __version__
from ..games import find_game, named_games
from ..games.checks import written
from ..games.rules import names_a_solution
from ..games.spelling import nearest, short, shown
from .terminal import progress_bar, show, show_rows

__all__ = ["main"]

HELP = {"help_option_names": ["-h", "--help"]}
STATES = {"ignore_unknown_options": True}  # so that a score of -1 is a number, not an option


class Commands(click.Group):
    """A group that suggests the nearest command."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and self.get_command(ctx, args[0]) is None:
            hint = nearest(args[0], self.list_commands(ctx))
            raise click.UsageError(f"there is no command {shown(args[0])}: {hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings=HELP)
@click.version_option(__version__, prog_name="pigcore")
def cli() -> None:
    """Solve jeopardy dice games: Pig, its relatives, and your own.

    GAME is a name that `pigcore games` lists, or a TOML file of rules. The proofs are made by
    `pigverify`.
    """


class Whole(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A whole number in plain digits, where click would take 1_0 as well."""

    name = "integer"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        try:
            return written(value, "it") if isinstance(value, str) else int(value)
        except ValueError:
            self.fail(f"{shown(value)} is not a valid integer.", param, ctx)


goal_option = click.option("--goal", type=Whole(), help="Points to win, if not the game's own.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@cli.command(short_help="Solve GAME and say what came out.")
@click.argument("game")
@goal_option
@click.option("--method", help="newton (default), sweep, pairs or rounds; for a race.")
@click.option("--tolerance", type=float, help="Residual to reach; 1e-14 by default.")
@click.option("--max-iterations", type=Whole(), help="Iterations after which to stop in any case.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Save the solution here.")
@json_option
def solve(game: str, goal: int | None, output: str | None, as_json: bool, **options: Any) -> int:
    """Solve GAME and say what came out; status 1 if the tolerance was not reached."""
    solution = solved(game, goal, **options)
    if output is not None:
        solution.save(output)
    show(solution.summary() | ({"saved": output} if output else {}), as_json)
    return int(not getattr(solution, "converged", True))


def solved(name: str, goal: int | None = None, **options: Any) -> Any:
    """The solution of the game that ``name`` means, or the one saved in the file ``name``."""
    from ..solvers import load

    chosen = {option: value for option, value in options.items() if value is not None}
    if names_a_solution(name):
        if goal is not None or chosen:
            raise click.UsageError(f"{name} is solved already: leave the options out")
        return load(name)
    return under_a_bar(find_game(name) if goal is None else find_game(name, goal=goal), **chosen)


def under_a_bar(game: Any, **options: Any) -> Any:
    """The solution of ``game``, with a progress bar on a terminal."""
    from ..solvers import solve as solve_game

    with progress_bar(f"solving {game.name}") as progress:
        return solve_game(game, progress=progress, **options)


@cli.command(context_settings=STATES, short_help="What to do in a state of GAME.")
@click.argument("game")
@click.argument("state", nargs=-1, metavar="STATE...")
@goal_option
@json_option
def advise(game: str, state: tuple[str, ...], goal: int | None, as_json: bool) -> None:
    """What to do in a state of GAME (or of a saved solution), and what it is worth.

    \b
    A state is, in
      a race     OWN OPP TOTAL   banked scores and turn total (0 if left out)
      Hog        OWN OPP         with exchange also PARITY, 0 or 1
      a duel     HOLD            the best reply to it
      a bag      ROCKS SCISSORS PAPERS seen so far
    """  # noqa: D301
    solution = solved(game, goal)
    show(solution.advise(*integers(state, solution.game)), as_json)


@cli.command(context_settings=STATES, short_help="The best play with a bag of dice.")
@click.argument("file", type=click.Path())
@click.argument("state", nargs=-1, metavar="[ROCKS SCISSORS PAPERS]")
@json_option
def bag(file: str, state: tuple[str, ...], as_json: bool) -> None:
    """The best expected score of the dice in FILE, or the best gesture after some throws.

    FILE is a CSV of three columns (rock, paper, scissors; a die a line) or the contest's three
    arrays; chances sum to 1, or are whole numbers that sum to 300.
    """
    rules = find_game("bag", file=file)
    numbers = integers(state, rules) if state else None
    solution = under_a_bar(rules)
    show(solution.advise(*numbers) if numbers else solution.summary(), as_json)


def integers(words: tuple[str, ...], game: Any) -> list[int]:
    """The words after GAME as the numbers of a state of it."""
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit():
            raise click.UsageError(f"there is no option {shown(word)}: see --help")
    try:
        inspect.signature(game.check_state).bind(*words)
    except TypeError:
        names = " ".join(game.state_names).upper()
        given = {0: "none was given", 1: "1 was given"}.get(len(words), f"{len(words)} were given")
        raise click.UsageError(f"a state of {game.name} is {names}; {given}") from None
    return [written(word, name) for word, name in zip(words, game.state_names)]


@cli.command(short_help="List the ready-made games.")
@click.argument("name", required=False)
@json_option
def games(name: str | None, as_json: bool) -> None:
    """List the ready-made games, or say the rules of the one called NAME in full."""
    if name is not None:
        show({"name": name, "rules": str(find_game(name))}, as_json)
        return
    rows = [{"name": key, "rules": str(make())} for key, make in named_games().items()]
    if not as_json:
        for row in rows:
            row["rules"] = row["rules"].split(";")[0]
    show_rows(rows, as_json)


@cli.command(short_help="Answer the queries of the contest.")
@json_option
def judge(as_json: bool) -> None:
    """Answer the contest's queries (Hold or Continue, ICPC Latin America 2019).

    Standard input holds Q, then Q lines C H X: the scores of the player to move and of the
    opponent, and the points of the turn so far. Standard output gets H or C, a line each.
    """
    from .judge import answers

    if sys.stdin is None:
        raise click.UsageError("standard input is closed: give it the queries")
    found = answers(sys.stdin.buffer.read().decode(errors="replace"))
    click.echo(json.dumps(found) if as_json else "\n".join(found))


def main() -> None:
    """Run the command line: status 0 done, 1 failed, 2 bad usage or bad input."""
    warnings.simplefilter("always")
    warnings.showwarning = lambda message, *_: click.echo(f"pigcore: warning: {message}", err=True)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name that the terminal cannot spell
    try:
        # Not cli.main, which answers a pipe that closes with a status of its own.
        with cli.make_context("pigcore", sys.argv[1:]) as context:
            status = cli.invoke(context)
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.exit(status)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.ClickException as error:
        leave(error.format_message(), 2)
    except ValueError as error:
        leave(str(error), 2)
    except (KeyboardInterrupt, click.Abort):
        click.echo("pigcore: interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:
        drop_output()  # whoever read it has gone; there is nobody to tell
    except OSError as error:
        drop_output()
        leave(f"the output cannot be written: {error.strerror}", 1)


def leave(message: str, status: int) -> None:
    """End with one sentence on standard error."""
    click.echo(f"pigcore: error: {short(message, 1000)}", err=True)
    sys.exit(status)


def drop_output() -> None:
    """Let what could not be written go nowhere when the interpreter flushes it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""What verbs are made of: a game, its solution, policies, workers; and how a result is told."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from inspect import getdoc
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..console.arguments import (
    Command,
    Decorator,
    Whole,
    game_and_rest,
    given,
    only_without,
)
from ..console.output import print_facts, print_rows, progress_bar, say, say_json, say_wrapped
from ..console.process import OnlyOurs
from ..games.checks import between
from ..games.errors import RuleError
from ..games.rules import names_a_solution
from ..games.spelling import digits, shown
from ..result import Fact, Result, plain, told
from ..writing import Kind, check_place

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ..solvers import Solution

T = TypeVar("T")

_MOST_WORKERS = 1024

_SHOWN, _MOST_DIGITS = 6, 17


# --- verbs ----------------------------------------------------------------------------------------


class Verb(Command):
    """A command whose help ends with examples, each on a line of its own."""

    examples: Sequence[str] = ()
    more: Callable[[click.HelpFormatter], None] | None = None
    """Writes what else the help ends with to a formatter."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write_text(example)
        if self.more is not None:
            self.more(formatter)

    def invoke(self, ctx: click.Context) -> Any:
        """Do it, in so many digits as are asked for."""
        asked, json = ctx.params.get("digits"), ctx.params.get("as_json")
        if json and ctx.params.get("as_csv"):
            raise RuleError("--csv and --json exclude each other: leave one out")
        if json:
            only_without("JSON has all digits", digits=asked)
            shown: Any = nullcontext()
        else:
            shown = digits(_SHOWN if asked is None else between(asked, "--digits", 1, _MOST_DIGITS))
        with OnlyOurs(), shown:
            return super().invoke(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give ``--start 30 0 5`` its numbers one by one, as click wants them."""
        words: list[str] = []
        takes = False
        for word in args:
            if takes and re.fullmatch(r"[+-]?[0-9][0-9_.,]*", word):
                given = words.pop() if words[-1] == "--start" else "--start"
                words.append(f"{given}={word}")
            else:
                words.append(word)
                takes = word == "--start" or word.startswith("--start=")
        return super().parse_args(ctx, words)


_GAME = {
    "goal": "Points to win, if not the game's own.",
    "players": "Make the race one for 2 to 6 players.",
}
"""The options of whatever takes a game."""


def verb(
    summary: str,
    *examples: str,
    game: str = "GAME",
    words: str | None = None,
    digits: bool = True,
    json: bool = True,
    more: Callable[[click.HelpFormatter], None] | None = None,
) -> Callable[[Callable[[Asked], Any]], Verb]:
    """What makes a function a verb, which the list of verbs says so much about.

    It takes a game, and the words after it, with the options of a game; the function is given all
    of this as one :class:`Asked`. ``game`` is "" if there is none, and in brackets if it may be
    left out. What the verb prints are so many digits, or JSON.
    """

    def made(does: Callable[[Asked], Any]) -> Verb:
        params: list[click.Parameter] = []
        if game:
            params.append(click.Argument(["game"], required=game[0] != "["))
        if words is not None:
            params.append(click.Argument(["words"], metavar=words, nargs=-1))
        params += getattr(does, "__click_params__", [])[::-1]
        if game:
            params += [
                click.Option([f"--{name}"], type=Whole(), help=what) for name, what in _GAME.items()
            ]
        if digits:
            what = f"Digits of numbers; {_SHOWN} by default."
            params.append(click.Option(["--digits"], type=Whole(), help=what))
        if json:
            params.append(click.Option(["--json", "as_json"], is_flag=True, help="Print JSON."))
        found = Verb(
            does.__name__, params=params, callback=lambda **given: does(Asked(**given)),
            help=getdoc(does), short_help=summary,
        )  # fmt: skip
        found.examples, found.more = examples, more
        return found

    return made


# --- a game and its solution ----------------------------------------------------------------------


class Asked:
    """What a verb was asked: words and options of the command line, each by its name."""

    game: str
    words: tuple[str, ...] = ()
    goal: int | None = None
    players: int | None = None
    as_json: bool = False
    as_csv: bool = False

    def __init__(self, **given: Any) -> None:
        vars(self).update(given)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    # --- the game -----------------------------------------------------------------------------

    @property
    def options(self) -> dict[str, int | None]:
        """The options of the game."""
        return {name: getattr(self, name) for name in _GAME}

    def rules_and_rest(self) -> tuple[Any, tuple[str, ...]]:
        """The game with its file, and the words that are left."""
        return game_and_rest(self.game, self.words, **self.options)

    def __str__(self) -> str:
        options = (f" --{name} {value}" for name, value in given(**self.options).items())
        return shlex.join([self.game, *self.words]) + "".join(options)

    @cached_property
    def rules(self) -> Any:
        """The game of which nothing else is asked."""
        return self.rules_and_rest()[0]

    def solved(
        self, read: Callable[[Any, tuple[str, ...]], T], **options: Any
    ) -> tuple[Solution[Any, Any], T]:
        """The solution of the game, or the one saved in the file, and what ``read`` returns.

        ``read`` is given the game and the words that are left, and may refuse either, before
        anything is solved.
        """
        if names_a_solution(self.game):
            only_without(f"{self.game} is solved already", **self.options, **options)
            from ..solvers import load

            solution = load(self.game)
            return solution, read(solution.game, self.words)
        game, rest = self.rules_and_rest()
        found = read(game, rest)
        from ..solvers import solve

        with progress_bar(f"solving {game.name}") as progress:
            return solve(game, progress=progress, **given(**options)), found

    def between(self) -> tuple[Fact, Fact]:
        """Whose game it is, as they were typed, and what they begin with."""
        texts = [self.first, self.second, *self.others]
        start = self.start or (0,) * self.rules.players
        said = Fact("policies", texts, "policies", " against ".join(texts))
        return said, Fact("start", start, None)

    def tell(
        self,
        rules: Any,
        found: Result | None,
        *facts: Fact,
        rows: int = 0,
        more: Sequence[Fact] = (),
    ) -> bool:
        """Print some facts, those that were found, and so many rows; or as JSON, or CSV.

        ``more`` only JSON has. Returned is whether people read it, who may be told more.
        """
        if self.as_csv and found:
            say(found.to_csv().rstrip("\n"))
            return False
        # What was asked is said as it was typed, whatever the result calls it.
        every = [*facts, *(found.facts() if found else ()), *facts]
        if self.as_json:
            from ..version import VERSION

            plainly = {fact.name: plain(fact.value) for fact in [*every, *more]}
            say_json({"game": rules.as_dict(), **plainly, "version": VERSION})
            return False
        print_facts({"game": rules.name, **told(every)})
        for title, listed in found.listings(rows) if found else ():
            if title or listed:
                say_wrapped(f"\n{title}".rstrip())
            if listed:
                print_rows(listed)
        return True


# --- results --------------------------------------------------------------------------------------


def as_csv(what: str) -> Decorator:
    """Whether CSV is printed."""
    return click.option("--csv", "as_csv", is_flag=True, help=what)


def output(what: str, kind: Kind | None = None, required: bool = False) -> Decorator:
    """The file that ``-o`` names; nothing is computed first if a file of another kind is there."""

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        return value if kind is None or value is None else check_place(value, kind)

    path = click.Path(dir_okay=False)
    return click.option("-o", "--output", type=path, required=required, help=what, callback=check)


# --- numbers and policies -------------------------------------------------------------------------


def flag(name: str, what: str) -> Decorator:
    """What is done or not."""
    return click.option(f"--{name}", is_flag=True, help=what)


def whole(name: str, what: str, usual: int | None = None) -> Decorator:
    """A whole number; ``what`` may name the usual one in braces."""
    return click.option(f"--{name}", type=Whole(), default=usual, help=what.format(usual or 0))


def choice(name: str, known: Sequence[str], what: str, usual: str | None = None) -> Decorator:
    """One of some words."""
    kind = click.Choice([*known], case_sensitive=False)
    return click.option(f"--{name}", type=kind, default=usual, help=what)


def players(verb: Any) -> Any:
    """The policies of all players, and what they begin with."""
    verb = start(click.argument("others", nargs=-1)(verb))
    return click.argument("first")(click.argument("second")(verb))


_POINTS = "What the players begin with, one after another."
start: Decorator = click.option(
    "--start", metavar="POINTS...", type=Whole(), multiple=True, help=_POINTS
)
throw: Decorator = click.option(
    "--throw", metavar="FACES", help="The dice on the table, such as 1,1,5 or 115."
)
seat: Decorator = whole("seat", "Where a state has one, the mover's seat: 2 if the opponent began.")
workers: Decorator = whole("workers", "Number of threads; one per processor by default.")


def opponents(rules: Any, texts: Sequence[str]) -> Any:
    """The policies that texts mean: of one player, or a tuple of several players'."""
    from ..play.policies import parse

    if len(texts) > 1 and rules.players == 2:
        raise RuleError(
            f"{rules.name} is played by two, but {shown(texts[1])} would be the policy of a third "
            "player: leave it out, or give --players"
        )
    found = tuple(parse(rules, text) for text in texts)
    return found if len(found) > 1 else found[0]


def sharing(workers: int | None) -> AbstractContextManager[Executor | None]:
    """An executor of so many threads; left out, none: one thread for each processor."""
    from ..play.workers import threads

    if workers is None:
        return nullcontext()
    return threads(between(workers, "--workers", 1, _MOST_WORKERS))

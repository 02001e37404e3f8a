"""What several verbs take."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import click
from click.shell_completion import CompletionItem

from ..console.arguments import GameName, ParamType, StateWord, Whole, refuse_options
from ..games.errors import PigcoreError, RuleError
from ..games.rules import game as game_of
from ..games.spelling import shown
from .examples import WithExamples


class PolicyText(ParamType):
    """A policy by its name and constants, or a file that holds one."""

    name = "policy"

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem[str]]:
        """The names of the game's policies that begin so, a colon where constants follow; files."""
        from ..play.policies import usages

        try:
            written = usages(game_of(ctx.params["game"]))
        except (PigcoreError, KeyError):
            written = []
        # A usage is a name, `name:CONSTANT` or `name[:CONSTANT]`.
        names = dict.fromkeys(re.match(r"[a-z-]+:?", usage)[0] for usage in written)  # type: ignore[index]
        found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return [*found, CompletionItem(incomplete, type="file")]


class Scores(ParamType):
    """Whole numbers with blanks between them, one for each player."""

    name = "scores"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, ...]:
        """The numbers that ``value`` spells."""
        words = value.split() if isinstance(value, str) else value
        return tuple(Whole().convert(word, param, ctx) for word in words)


class WithScores(WithExamples):
    """A command whose ``--start`` takes the numbers that follow it, one for each player."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write ``--start 30 0 5`` as one word, as click wants it: it counts what options take."""
        words: list[str] = []
        takes = False
        for word in args:
            if takes and re.fullmatch(r"[+-]?[0-9][0-9_.,]*", word):
                words[-1] += f"={word}" if words[-1] == "--start" else f" {word}"
            else:
                words.append(word)
                takes = word == "--start" or word.startswith("--start=")
        return super().parse_args(ctx, words)


class Several(ParamType):
    """Whole numbers with commas between them, or FIRST:LAST for all from the first to the last."""

    name = "numbers"

    def convert(self, value: Any, param: Any, ctx: Any) -> list[int]:
        """The numbers that ``value`` spells."""
        numbers: list[int] = []
        for part in value.split(",") if isinstance(value, str) else ():
            found = re.fullmatch(r"([0-9]{1,6})(?::([0-9]{1,6}))?", part)
            first, last = (found[1], found[2] or found[1]) if found else ("1", "0")
            between = range(int(first), int(last) + 1)
            if not between:
                raise RuleError(
                    f"{param.opts[-1]} is {shown(value)}, but must be numbers such as 4,6,8 or "
                    "FIRST:LAST such as 2:200"
                )
            numbers += between
        return numbers


_C = TypeVar("_C", bound=Callable[..., Any])


class Decorator(Protocol):
    """What gives a verb an argument or an option."""

    def __call__(self, verb: _C, /) -> _C:
        """The same verb."""


game: Decorator = click.argument("game", type=GameName())
file: Decorator = click.argument("words", metavar="[FILE]", type=StateWord(), nargs=-1)
state: Decorator = click.argument("words", metavar="[FILE] STATE...", type=StateWord(), nargs=-1)
state_or_none: Decorator = click.argument(
    "words", metavar="[FILE] [STATE...]", type=StateWord(), nargs=-1
)
goal: Decorator = click.option("--goal", type=Whole(), help="Points to win, if not the game's own.")
players: Decorator = click.option(
    "--players", type=Whole(), help="Make the race one for 2 to 6 players."
)
start: Decorator = click.option(
    "--start",
    metavar="POINTS...",
    type=Scores(),
    help="What the players begin with, one after another.",
)
throw: Decorator = click.option(
    "--throw", metavar="FACES", help="The dice on the table, such as 1,1,5 or 115."
)


def workers(verb: _C) -> _C:
    """Who does the work: ``--workers`` and ``--dask``, for :func:`pigcore.show.workers.sharing`."""
    threads = "Number of threads; one per processor by default."
    scheduler = "Give the work to this cluster, such as tcp://127.0.0.1:8786."
    verb = click.option("--dask", metavar="ADDRESS", help=scheduler)(verb)
    return click.option("--workers", type=Whole(), help=threads)(verb)


as_json: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
policy: Decorator = click.argument("policy", type=PolicyText())
others: Decorator = click.argument("others", type=PolicyText(), nargs=-1)
state_or_no_state: Decorator = click.argument(
    "words", metavar="[STATE...]", type=StateWord(), nargs=-1
)


def opponents(rules: Any, texts: Sequence[str]) -> Any:
    """The policies that texts mean: of one player, or a tuple of several players'.

    Raises
    ------
    RuleError
        If there is no such policy, or there are several in a game for two.
    """
    from ..play.policies import parse

    refuse_options(tuple(texts))
    if len(texts) > 1 and rules.players == 2:
        raise RuleError(
            f"{rules.name} is played by two, but {shown(texts[1])} would be the policy of a third "
            "player: leave it out, or give --players"
        )
    found = tuple(parse(rules, text) for text in texts)
    return found if len(found) > 1 else found[0]

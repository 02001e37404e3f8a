"""``pigcore advise``: one state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...console.arguments import NUMBERS, numbers
from ...console.output import print_facts, print_rows, say, say_json, say_wrapped
from ...games.rules import games_made_at_once
from .. import options
from ..examples import WithExamples
from ..solved import solved
from ..words import advice_in_words, choices_in_words

if TYPE_CHECKING:
    from ...games.game import Game

__all__ = ["advise", "print_advice"]

_NAMES = 3
_CHOICES = 4


class _WithStates(WithExamples):
    """A command whose help says what a state is, as the games themselves say it."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, and a line for each kind of state."""
        super().format_epilog(ctx, formatter)
        kinds: dict[str, list[str]] = {}
        for name, make in games_made_at_once().items():
            kinds.setdefault(make().usage, []).append(name)
        with formatter.section("A state is"):
            formatter.write_dl(
                [
                    (usage, f"in {', '.join([*names[:_NAMES], *['…'] * (len(names) > _NAMES)])}")
                    for usage, names in kinds.items()
                ]
            )


@click.command(
    cls=_WithStates,
    examples=[
        "pigcore advise pig 41 49 27",
        "pigcore advise pig --goal 30 --players 3 10 20 12 14",
        "pigcore advise bag dice.csv 2 0 0",
        "pigcore advise farkle:kcd 1200 3000 350 --throw 1,1,5,3,2,4",
    ],
    context_settings=NUMBERS,
    short_help="Say what to do in a state of GAME.",
)
@options.game
@options.state
@options.throw
@options.goal
@options.players
@options.as_json
def advise(
    game: str,
    words: tuple[str, ...],
    throw: str | None,
    goal: int | None,
    players: int | None,
    as_json: bool,
) -> None:
    """Say what to do in a state of GAME, and what the choices are worth.

    Numbers in brackets are optional. After the game `bag` you may name the file of its dice.
    """

    def read(rules: Game, rest: tuple[str, ...]) -> tuple[Any, ...]:
        return numbers(rest, rules, throw)

    solution, state = solved(game, words, goal=goal, players=players, read=read)
    print_advice(solution, state, as_json)


def print_advice(solution: Any, state: tuple[Any, ...], as_json: bool) -> None:
    """Print what ``solution`` says of a state: a sentence, a small table, and the facts."""
    advice = solution.advise(*state)
    if as_json:
        say_json(advice)
        return
    from ...games.margins import advice_sentence

    game, payoffs = solution.game, solution.payoffs(*state)
    say_wrapped(advice_sentence(game, advice["best"], payoffs))
    if never := game.never_comes(tuple(advice["state"].values())):
        say_wrapped(never)
    say("")
    if len(payoffs) > 1:
        print_rows(choices_in_words(game, payoffs, _CHOICES, solution.outlook(*state)))
        say("")
    print_facts(advice_in_words(game, advice))

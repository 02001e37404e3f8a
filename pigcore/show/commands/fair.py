"""``pigcore fair``: who is favoured, and what makes up for it."""

from __future__ import annotations

import re
from typing import Any

import click

from ...console.arguments import NUMBERS, ParamType, Whole, nothing_left
from ...console.output import print_facts, print_rows, progress_bar, say, say_json
from ...games.errors import RuleError
from ...games.rules import names_a_solution
from ...games.spelling import counted, listed, number, shown
from .. import options
from ..examples import WithExamples
from ..solved import nothing_but, solved
from ..workers import sharing

__all__ = ["fair"]


class _Range(ParamType):
    """FIRST:LAST or FIRST:LAST:STEP, the last one included, or a single number."""

    name = "first:last[:step]"

    def convert(self, value: Any, param: Any, ctx: Any) -> range:
        """The numbers that ``value`` spells."""
        found = re.fullmatch(r"([0-9]{1,9})(?::([0-9]{1,9})(?::([0-9]{1,9}))?)?", value)
        if found:
            first, last, step = (int(part) if part else None for part in found.groups())
            if first is not None and step != 0:
                numbers = range(first, (first if last is None else last) + 1, step or 1)
                if numbers:
                    return numbers
        raise RuleError(
            f"{param.opts[-1]} is {shown(value)}, but must be FIRST:LAST or FIRST:LAST:STEP, "
            "such as 20:200:20, with FIRST no larger than LAST"
        )


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore fair pig",
        "pigcore fair pig --goals 20:200:20 --sides 4:8",
        "pigcore fair pig --players 3 --goal 50",
    ],
    context_settings=NUMBERS,
    short_help="Say who is favoured in GAME, and by how much.",
)
@options.game
@options.file
@options.goal
@options.players
@click.option("--step", type=Whole(), default=1, help="Head starts are multiples of this.")
@click.option("--goals", type=_Range(), help="Compare games to these goals.")
@click.option("--sides", type=_Range(), help="Compare games with dice of these numbers of sides.")
@options.workers
@click.option("--csv", "as_csv", is_flag=True, help="Print the comparison as CSV.")
@options.as_json
def fair(
    game: str,
    words: tuple[str, ...],
    goal: int | None,
    players: int | None,
    step: int,
    goals: range | None,
    sides: range | None,
    workers: int | None,
    dask: str | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Say who is favoured in GAME if both play best, and what makes up for it.

    The output has the first player's chance to win, and the head start for the second player (or,
    if negative, for the first) that brings it closest to 1/2. With three or more players it has
    everybody's chance, and the head starts that bring them closest to each other. With --goals,
    --sides or both it is a table of games, and names the fairest.
    """
    from ...study.fair import fairest, fairness

    if as_csv and as_json:
        raise RuleError("--csv and --json exclude each other: leave one out")
    if goals is None and sides is None:
        if as_csv or workers is not None or dask is not None:
            raise RuleError(
                "--csv, --workers and --dask are for a comparison of games: give --goals or "
                "--sides, too"
            )
        read = nothing_but("fair looks at the start of the game")
        solution, _ = solved(game, words, goal=goal, players=players, read=read)
        found = fairness(solution, step=step)
        if as_json:
            say_json(found.as_dict())
        else:
            print_facts(_facts(found))
        return
    if names_a_solution(game):
        raise RuleError(f"{game} is solved already: leave --goals and --sides out")
    from ...console.arguments import game_and_rest

    rules, rest = game_and_rest(game, words, goal=goal, players=players)
    nothing_left(rest, "fair looks at the start of the game")
    with progress_bar(f"solving {rules.name}") as progress, sharing(workers, dask) as executor:
        table = fairest(
            rules, goals=goals, sides=sides, step=step, executor=executor, progress=progress
        )
    if as_json:
        say_json(table.as_dict())
    elif as_csv:
        say(table.to_csv().rstrip("\n"))
    else:
        print_rows(_short(table.rows) if rules.shared else table.rows)
        best = table.fairest
        say(f"\nfairest: {best.game.name} to {best.game.as_dict()['goal']}")
        if table.left_out:
            say(f"left out, as the rules do not fit them: goals {listed(table.left_out)}")


def _short(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of more chances than a line has room for with all their digits."""
    return [
        {name: f"{it:.6f}" if isinstance(it, float) else it for name, it in row.items()}
        for row in rows
    ]


def _facts(found: Any) -> dict[str, Any]:
    if found.game.shared:
        return {
            "game": str(found.game),
            "players win": ", ".join(map(number, found.win)),
            "fairest head start": found.start,
            "players then win": ", ".join(map(number, found.with_points)),
        }
    whom = "second" if found.points >= 0 else "first"
    return {
        "game": str(found.game),
        "first player wins": found.first,
        "second player wins": found.second,
        "advantage": found.advantage,
        "fairest head start": f"{counted(abs(found.points), 'point')} for the {whom} player",
        "first then wins": found.with_points,
    }

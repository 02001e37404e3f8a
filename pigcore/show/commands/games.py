"""``pigcore games``: what can be played."""

from __future__ import annotations

from typing import Any

import click

from ...console.arguments import NUMBERS, GameName, game_and_rest, nothing_left
from ...console.output import print_facts, print_rows, say_json
from ...games.game import Game
from ...games.rules import named_games, names_a_solution
from .. import options
from ..examples import WithExamples

__all__ = ["games"]


@click.command(
    cls=WithExamples,
    examples=["pigcore games", "pigcore games hold-or-continue"],
    context_settings=NUMBERS,
    short_help="List the ready-made games.",
)
@click.argument("game", type=GameName(), required=False)
@options.file
@options.as_json
def games(game: str | None, words: tuple[str, ...], as_json: bool) -> None:
    """List the ready-made games, or print the rules of GAME in full."""
    if game is None:
        rows = _rows()
        if as_json:
            say_json(rows)
        else:
            print_rows([{"name": row["name"], "what it is": row["gist"]} for row in rows])
        return
    if names_a_solution(game):
        from ...solvers import load

        rules, rest = load(game).game, words
    else:
        rules, rest = game_and_rest(game, words)
    nothing_left(rest, "advise answers for a state")
    row = _row(game, rules)
    if as_json:
        say_json(row)
    else:
        print_facts({"name": game, "rules": row["rules"], "a state is": rules.usage})


def _row(name: str, rules: Game) -> dict[str, Any]:
    return {"name": name, "gist": rules.gist, "rules": str(rules), "state": rules.usage}


def _rows() -> list[dict[str, Any]]:
    """A row for each name; of two names for the same rules the second one points to the first."""
    first: dict[Game, str] = {}
    rows = []
    for name, make in named_games().items():
        if hasattr(make, "takes_long"):
            told = {"name": name, "gist": make.gist, "rules": make.gist, "state": make.usage}
            rows.append(told)
            continue
        rules = make()
        row = _row(name, rules)
        if first.setdefault(rules, name) != name:
            row["gist"] = f"the same as {first[rules]}"
        rows.append(row)
    return rows

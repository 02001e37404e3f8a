"""What several verbs take."""

from __future__ import annotations

import re
from typing import Any

import click
from click.shell_completion import CompletionItem

from ..console.arguments import GameName, StateWord, Whole
from ..games.errors import PigcoreError
from ..games.rules import game as game_of


class PolicyText(click.ParamType):  # type: ignore[type-arg,unused-ignore]
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


game = click.argument("game", type=GameName())
file = click.argument("words", metavar="[FILE]", type=StateWord(), nargs=-1)
state = click.argument("words", metavar="[FILE] STATE...", type=StateWord(), nargs=-1)
state_or_none = click.argument("words", metavar="[FILE] [STATE...]", type=StateWord(), nargs=-1)
goal = click.option("--goal", type=Whole(), help="Points to win, if not the game's own.")
throw = click.option(
    "--throw", metavar="FACES", help="The dice on the table, as 1,1,5: what to do with them."
)
workers = click.option("--workers", type=Whole(), help="Threads that work at once; 1 by default.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
policy = click.argument("policy", type=PolicyText())
state_or_no_state = click.argument("words", metavar="[STATE...]", type=StateWord(), nargs=-1)

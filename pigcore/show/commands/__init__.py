"""The verbs, each a function of its own name, in modules that load when one of theirs is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from ...games.errors import RuleError
from ...games.spelling import meant, nearest, shown

GROUPS: dict[str, tuple[str, ...]] = {
    "Play and learn": ("solve", "advise", "play", "review", "page", "table", "plot", "games"),
    "Compare strategies": (
        "match", "tournament", "reply", "coach", "thumb", "simulate", "policy",
    ),
    "Prove": (),  # by the verifier, a command of its own
    "Contests": ("contest", "judge"),
}  # fmt: skip
"""The verbs, in the groups of the help."""

VERBS: dict[str, str] = {
    name: "learn" if title == "Play and learn" else "compare"
    for title, names in GROUPS.items()
    for name in names
}
"""Each verb and the module that it is in."""

_VERIFIER = ("pigverify", "A command of its own: proves decisions, games and files.")


class Commands(click.Group):
    """The group of all verbs; of one that there is not it suggests the nearest."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in the order of the help."""
        return [*VERBS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of that name, if there is one, whatever its capitals."""
        name = meant(cmd_name, VERBS)
        if name is None:
            return None
        verb: click.Command = getattr(import_module(f"{__name__}.{VERBS[name]}"), name)
        return verb

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The verb that the first word names."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise RuleError(f"there is no command {shown(args[0])}: {nearest(args[0], VERBS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs in their groups."""
        for title, names in GROUPS.items():
            found = [(name, self.get_command(ctx, name)) for name in names]
            rows = [(name, verb.get_short_help_str(80)) for name, verb in found if verb]
            if title == "Prove":
                rows.append(_VERIFIER)
            with formatter.section(title):
                formatter.write_dl(rows, col_max=11)

"""The verbs, each a function of its own name, in modules that load when one of theirs is used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from ...games.errors import RuleError
from ...games.left import gone
from ...games.spelling import meant, nearest, shown

__all__ = ["VERBS", "Commands"]

GROUPS = {
    "Play and learn": {
        "solve": "solutions", "advise": "solutions", "play": "played", "review": "played",
        "page": "papers", "table": "papers", "games": "solutions",
    },
    "Compare strategies": {
        "match": "policies", "tournament": "rounds", "coach": "policies", "reply": "policies",
        "simulate": "rounds", "policy": "policies",
    },
    "Study": {"thumb": "studies", "fair": "studies", "dice": "studies", "plot": "papers"},
    "Prove": {"exact": "solutions"},
    "Contests": {"contest": "rounds", "judge": "solutions", "bag": "solutions"},
}  # fmt: skip
"""The verbs that the help lists, in groups: each with the module that it is in."""

RARE = {
    "atlas": "studies", "evaluate": "policies", "loss": "policies", "sensitivity": "studies",
    "solitaire": "policies",
}  # fmt: skip
"""Those that `pigcore more` lists."""

MORE = "more"

VERBS = {name: home for group in (*GROUPS.values(), RARE) for name, home in group.items()}
"""Each verb and the module that it is in."""

_VERIFIER = ("pigverify", "A command of its own: proves decisions, games and files.")
_SUMMARY = f"{', '.join(RARE)}."


class Commands(click.Group):
    """The group of all verbs, or of the rare ones; of one that there is not it suggests the
    nearest.
    """

    def __init__(self, *args: Any, rare: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        self._groups: Mapping[str, Mapping[str, str]] = {"Rare verbs": RARE} if rare else GROUPS
        self._rare = rare

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in the order of the help."""
        listed = [name for group in self._groups.values() for name in group]
        return listed if self._rare else [*listed, MORE]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of that name, if there is one, whatever its capitals."""
        if not self._rare and meant(cmd_name, [MORE]):
            return _more()
        name = meant(cmd_name, VERBS)
        if name is None:
            return None
        verb: click.Command = getattr(import_module(f"{__name__}.{VERBS[name]}"), name)
        return verb

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The verb that the first word names."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            known = [*VERBS, *([] if self._rare else [MORE])]
            why = gone(args[0].casefold()) or nearest(args[0], known)
            raise RuleError(f"there is no command {shown(args[0])}: {why}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs in their groups."""
        for title, names in self._groups.items():
            found = [(name, self.get_command(ctx, name)) for name in names]
            rows = [(name, verb.get_short_help_str(80)) for name, verb in found if verb]
            if title == "Prove":
                rows.append(_VERIFIER)
            with formatter.section(title):
                formatter.write_dl(rows, col_max=11)
        if not self._rare:
            with formatter.section("Rare verbs"):
                formatter.write_dl([(MORE, _SUMMARY)])


def _more() -> click.Group:
    """The group of the rare verbs, which prints its help where no verb is named."""

    @click.pass_context
    def listing(ctx: click.Context) -> None:
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())

    return Commands(
        MORE,
        rare=True,
        invoke_without_command=True,
        callback=listing,
        help="Verbs that few people need; they can be typed with or without `more`.",
        short_help=_SUMMARY,
    )

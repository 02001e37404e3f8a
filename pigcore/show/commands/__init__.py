"""The verbs, each a function of its own name, in modules that load when one of theirs is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from ...games.errors import RuleError
from ...games.spelling import nearest, shown

__all__ = ["VERBS", "Commands"]

VERBS = {
    **dict.fromkeys(("advise", "bag", "exact", "games", "judge", "solve"), "solutions"),
    **dict.fromkeys(("play", "review"), "played"),
    **dict.fromkeys(("evaluate", "loss", "match", "policy", "reply", "solitaire"), "policies"),
    **dict.fromkeys(("contest", "simulate", "tournament"), "rounds"),
    **dict.fromkeys(("page", "plot", "table", "worksheet"), "papers"),
    **dict.fromkeys(("atlas", "fair", "sensitivity", "thumb"), "studies"),
}
"""Each verb and the module that it is in."""


class Commands(click.Group):
    """The group of all verbs; of one that there is not it suggests the nearest."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in the order of the alphabet."""
        return sorted(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of that name, if there is one."""
        if cmd_name not in VERBS:
            return None
        module = import_module(f"{__name__}.{VERBS[cmd_name]}")
        verb: click.Command = getattr(module, cmd_name)
        return verb

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The verb that the first word names."""
        if args[0] not in VERBS and not args[0].startswith("-"):
            raise RuleError(f"there is no command {shown(args[0])}: {nearest(args[0], VERBS)}")
        return super().resolve_command(ctx, args)

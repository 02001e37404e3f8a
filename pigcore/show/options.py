"""What several verbs take."""

from __future__ import annotations

import click

from ..console.arguments import GameName, StateWord, Whole

game = click.argument("game", type=GameName())
file = click.argument("words", metavar="[FILE]", type=StateWord(), nargs=-1)
state = click.argument("words", metavar="[FILE] STATE...", type=StateWord(), nargs=-1)
state_or_none = click.argument("words", metavar="[FILE] [STATE...]", type=StateWord(), nargs=-1)
goal = click.option("--goal", type=Whole(), help="Points to win, if not the game's own.")
workers = click.option("--workers", type=Whole(), help="Threads that work at once; 1 by default.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
policy = click.argument("policy")
state_or_no_state = click.argument("words", metavar="[STATE...]", type=StateWord(), nargs=-1)

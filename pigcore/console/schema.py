"""JSON Schemas of what ``--json`` prints, made of the types that describe it.

The types (``schemas`` of either command) are the only description: a TypedDict is an object with
these entries and no others, and every other type what ``json.dumps`` makes of it.
"""

# No `from __future__ import annotations`: TypedDict looks for NotRequired in types, not in text.
import json
import types
from collections.abc import Callable
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import click

from ..games.rules import FAMILIES

__all__ = [
    "Action", "Answer", "Chance", "Exact", "Game", "State", "as_json", "json_schema",
]  # fmt: skip

C = TypeVar("C", bound=Callable[..., Any])

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Action = str | int
"""What a player does: a word, or a number of dice or points."""

Chance = Annotated[float, (("minimum", -1e-12), ("maximum", 1 + 1e-12))]
"""A probability; as sums of doubles are, it may be beyond 0 or 1 by a rounding."""

Exact = Annotated[str, (("pattern", "^-?[0-9]+(/[0-9]+)?$"),)]
"""A number without a rounding: a whole number, or a fraction."""


class Game(TypedDict):
    """The rules of a game: its family, its name, and a sentence."""

    family: Annotated[str, (("enum", FAMILIES),)]
    name: str
    rules: str
    goal: NotRequired[int]


class State(TypedDict, total=False):
    """A state of a game by the names of its parts; dice are in hand, or faces on the table."""

    own: int
    opp: int
    next: int
    third: int
    fourth: int
    fifth: int
    sixth: int
    total: int
    points: int
    mode: Action
    dice: int | list[int]
    parity: int
    hold: int
    rocks: int
    papers: int
    scissors: int


class Answer(TypedDict):
    """What every answer about one game has."""

    game: Game
    version: str


def json_schema(kind: Any, title: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a type.

    Examples
    --------
    >>> json_schema(list[int | None], "numbers")["items"]
    {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}
    """
    named: dict[str, Any] = {}
    found = _schema(kind, named)
    return {"$schema": DIALECT, "title": title, **found, **({"$defs": named} if named else {})}


_PLAIN = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}


def _schema(kind: Any, named: dict[str, Any]) -> dict[str, Any]:
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if is_typeddict(kind):
        if kind.__name__ not in named:
            named[kind.__name__] = {}  # it may contain itself
            named[kind.__name__] = _object(kind, named)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if origin is Annotated:
        return _schema(parts[0], named) | dict(parts[1])
    if origin is Literal:
        return {"enum": [*parts]}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema(part, named) for part in parts]}
    if origin is list:
        return {"type": "array", "items": _schema(parts[0], named)}
    if origin is tuple:
        return {
            "type": "array",
            "prefixItems": [_schema(part, named) for part in parts],
            "minItems": len(parts),
            "maxItems": len(parts),
        }
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(parts[1], named)}
    raise TypeError(f"{kind} is no type that JSON has")


def _object(kind: Any, named: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    entries = {
        name: _schema(get_args(hint)[0] if get_origin(hint) is NotRequired else hint, named)
        for name, hint in hints.items()
    }
    required = [name for name in entries if name in kind.__required_keys__]
    return {
        "type": "object",
        "description": " ".join(kind.__doc__.split()),
        "properties": entries,
        "required": required,
        "additionalProperties": False,
    }


def as_json(outputs: str) -> Callable[[C], C]:
    """The options ``--json``, and ``--schema``, which prints what that prints.

    ``outputs`` is the module whose ``OUTPUTS`` has the type of what each verb prints.
    """

    def print_schema(ctx: click.Context, _: Any, asked: bool) -> None:
        if asked and not ctx.resilient_parsing:
            from importlib import import_module

            kinds = import_module(outputs).OUTPUTS
            verb = ctx.command.callback.__name__  # type: ignore[union-attr]
            path = ctx.command_path
            title = path if path.endswith(verb) else f"{path} {verb}"
            click.echo(json.dumps(json_schema(kinds[verb], title), indent=2))
            ctx.exit()

    def made(verb: C) -> C:
        shown = click.option(
            "--schema", is_flag=True, is_eager=True, expose_value=False, callback=print_schema,
            help="Print the JSON Schema of what --json prints.",
        )  # fmt: skip
        return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(shown(verb))

    return made

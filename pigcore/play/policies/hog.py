"""Policies of Hog as tables of whole numbers of dice, or of their chances; and as a program.

A program is a Python file that needs nothing else: one documented function. What it looks up stands
in the file as lines of text.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, product
from math import prod
from numbers import Real
from textwrap import fill
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError, SizeError
from ...games.functions import parts_asked_for
from ...games.hog import Hog
from ...games.spelling import listed, shown
from ...solvers.hog import HogPolicy
from ...solvers.hog.arrays import by_memory
from ...version import VERSION
from ...writing import PROGRAM
from .answers import Policy, as_array, as_played, asking, check_size, mixture, read
from .named import Everywhere, Unless


def answers(game: Hog, policy: Policy) -> NDArray[Any]:
    """The answers of ``policy`` in every state of ``game``, numbers or objects, with an axis for
    each part of a state.

    An array may lack the last axis, if that part may be left out.
    """
    given, shape = as_played(game, policy), (game.goal, game.goal, *game.memory.values())
    if isinstance(given, Unless):
        usual, other = (answers(game, part) for part in given.parts)
        holds = np.asarray(given.condition(*np.ogrid[: game.goal, : game.goal]))
        return np.where(holds.reshape(*holds.shape, *[1] * (len(shape) - 2)), other, usual)
    given = getattr(given, "answers", given)
    if isinstance(given, Everywhere):
        table: NDArray[Any] = np.full(shape, given(), dtype=object)
    elif callable(given):
        asked = parts_asked_for(game, given)
        count = prod(shape[:asked])
        check_size(game, count)
        table = np.empty(shape[:asked], dtype=object)
        ask = asking(game, given, states=count)
        for own in range(len(table)):
            states = list(product((own,), *map(range, table.shape[1:])))
            for state, answer in zip(states, ask(states)):
                table[state] = answer
    else:
        table = as_array(given)
        if table.ndim == 0:
            remedy = f": write always_roll({shown(given)})" if isinstance(given, int) else ""
            raise RuleError(
                f"the policy is {shown(given)}, but must be a function of {game.usage.lower()}, "
                f"an array of answers or a solution{remedy}"
            )
        if table.shape not in (shape, shape[: len(shape) - game.optional]):
            raise RuleError(
                f"the policy has the shape {table.shape}, but must be a function of "
                f"{game.usage.lower()} or an array {shape}"
            )
    while table.ndim < len(shape):
        table = np.repeat(table[..., None], shape[table.ndim], axis=table.ndim)
    return table


def plan_of(game: Hog, policy: Policy) -> HogPolicy:
    """What ``policy`` does in every state of ``game``, asked once and checked."""
    policy = as_played(game, policy)
    if isinstance(policy, HogPolicy) and policy.game == game:
        return policy
    given = by_memory(answers(game, policy))
    numbers = given if given.dtype.kind in "iuf" else np.frompyfunc(_number, 1, 1)(given)
    sure = np.isin(numbers, game.choices)
    if sure.all():
        return HogPolicy(game, numbers.astype(np.int16))
    chances = np.stack([np.asarray(numbers == choice, dtype=float) for choice in game.choices])
    places: Any = np.argwhere(~sure).tolist()
    for place in places:
        mixed = _dice_in(game, given.item(*place), game.state_at(place))
        chances[:, *place] = [mixed.get(choice, 0.0) for choice in game.choices]
    return HogPolicy.mixed(game, chances)


def check(game: Hog, policy: Policy) -> int:
    """In how many states a policy is asked, if all its answers are valid."""
    plan_of(game, policy)
    return game.goal * game.goal * game.memories


def answer(game: Hog, policy: Policy, *state: int) -> Any:
    """The number of dice, or {dice: chance}, in one state."""
    place = game.check_state(*state)
    given = as_played(game, policy)
    if isinstance(given, Unless):
        return answer(game, given.part(*place[:2]), *place)
    if callable(given):
        said = given(*place[: parts_asked_for(game, given)])
    else:
        said = answers(game, given)[place]
    return mixture(_dice_in(game, said, place))


def _dice_in(game: Hog, answer: object, state: tuple[int, ...]) -> dict[int, float]:
    """The numbers of dice that an answer means, with their chances."""
    found = read(answer, lambda n: int(n) if _number(n) in game.choices else None)
    if found is not None:
        return found
    low, high = game.choices[0], game.choices[-1]
    raise RuleError(
        f"the policy answers {shown(answer)} at {game.spell(state)}, but "
        f"must choose a whole number from {low} to {high}"
        + ("" if 0 in game.choices else " other than 0" if low < 0 else "")
    )


def _number(answer: object) -> object:
    """``answer``, which may be anything, or None if it is no number."""
    return answer if isinstance(answer, Real) and not isinstance(answer, bool) else None


# --- as a program ---------------------------------------------------------------------------------

_MOST_BYTES = 100_000


def program(game: Hog, policy: Policy) -> str:
    """The text of a file whose function ``final_strategy`` answers as the policy does.

    Raises
    ------
    RuleError
        If the policy leaves something to chance.
    SizeError
        If the text would be larger than 100 kB.
    """
    table = plan_of(game, policy).table
    if table is None:
        raise RuleError(
            f"the policy {str(policy)!r} leaves some decisions of {game.name} to chance, but a "
            "program answers each with one action"
        )
    if game.memory.keys() - {"parity"}:
        raise RuleError(
            f"{game.name} remembers {listed(game.memory)}, of which a program is not told: "
            "save the policy as an array"
        )
    text = _written(game, policy, "\n".join(_runs(row.tolist()) for part in table for row in part))
    if (size := len(text.encode())) > _MOST_BYTES:
        raise SizeError(
            f"a program of the policy {str(policy)!r} of {game.name} would have {size:,} bytes, "
            f"but may have {_MOST_BYTES:,}: choose a smaller goal, or a rule of thumb in its place"
        )
    return text


def _runs(entries: Iterable[int]) -> str:
    """Entries with blanks between them, those that are repeated as ``entry*times``."""
    found = []
    for entry, same in groupby(entries):
        times = sum(1 for _ in same)
        found.append(f"{entry}*{times}" if times > 1 else f"{entry}")
    return " ".join(found)


def _written(game: Hog, policy: Any, lines: str) -> str:
    words, last, two = str(policy), game.goal - 1, game.exchange
    about = [words[:1].upper() + words[1:] + ".", *str(game).splitlines()]
    said = "\n\n".join(fill(text, 96) for text in about if text.strip())
    quoted = said.replace("\\", "\\\\").replace('"""', "'''")
    parity = "\n    parity: 1 if dice have been exchanged an odd number of times, else 0" * two
    return f'''{PROGRAM.begin.decode()} {VERSION}: it needs Python 3 alone, and no other file.
"""{quoted}
"""

from functools import lru_cache

DICE = r"""
{lines}
"""[1:-1].split("\\n")


@lru_cache(maxsize=None)
def _row(score):
    """The numbers of dice by the opponent's score, which DICE has as ``dice*times``."""
    dice = []
    for run in DICE[score].split():
        each, _, times = run.partition("*")
        dice += [int(each)] * int(times or 1)
    return dice


def final_strategy(score, opponent_score{", parity=0" * two}):
    """Say how many dice to roll, a number{"; -1 exchanges them" * two}.

    score, opponent_score: of the player to move and of the other, 0 to {last}{parity}
    """
    for each in (score, opponent_score):
        if not 0 <= each <= {last}:
            raise ValueError(f"a score is {{each}}, but must be from 0 to {last}")
    return _row(score{f" + {game.goal} * parity" * two})[opponent_score]
'''

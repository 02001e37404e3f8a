"""Policies as text: ``hold:20``, ``keep-pace``, ``optimal``, ``mine.py:strategy``, ``table.csv``.

A name may be followed by constants, each after a colon. ``A unless CONDITION then B`` composes two
policies; of several such parts a later one goes before the earlier ones.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from ...games.errors import FileError, PigcoreError, RuleError
from ...games.functions import policy_meant
from ...games.game import Game
from ...games.rules import family_of, serving
from ...games.spelling import nearest, short, shown
from ...games.texts import named_file, read_text, spelled
from ...solvers import load
from ...writing import PROGRAM, write_atomically
from .holds import hold, hold_at, hold_or_race, keep_pace, linear, roll_times
from .named import (
    ACTIONS,
    Optimal,
    OwnFunction,
    Unless,
    always_pick,
    always_roll,
    free_roll,
    mix,
    random_play,
)

Names = dict[str, tuple[str, Callable[..., Any]]]
"""Names of policies: how each is written, and what makes it of its constants."""

_HOLD = "hold:TOTAL[,TOTAL…][/CHOOSE] or hold:goal", hold
NAMES: dict[str, Names] = {
    "race": {
        "hold": _HOLD,
        "bank": _HOLD,  # as one says where dice are set aside
        "race": ("race:TOTAL:SCORE", hold_or_race),
        "keep-pace": ("keep-pace[:BASE:SLOPE:END[:ROUNDING]]", keep_pace),
        "linear": ("linear:A:B:C", linear),
        "roll-times": ("roll-times:THROWS", roll_times),
    },
    "hog": {"always": ("always:DICE", always_roll), "free": ("free:DICE:POINTS", free_roll)},
    "duel": {"hold": ("hold:TOTAL", hold_at)},
    "bag": {"always": ("always:GESTURE", always_pick)},
}
"""The policies of each family by name, besides those that every family has."""

_FUNCTION = re.compile(r"(.+\.py)(?::([^:/\\]*))?")
_COMPOSED = re.compile(r"(.+) +unless +(.+?) +then +(.+)", re.IGNORECASE)
_WHOLE = re.compile(r"[+-]?[0-9]{1,4000}")


def parse(game: Game, text: str, *, files: bool = True) -> Any:
    """Read a policy of ``game`` from ``text``, the inverse of ``policy.spec``.

    Parameters
    ----------
    game : Game
    text : str
        A name with its constants, whatever its capitals (``"Hold:20"``; also that of the function
        in Python, ``"hold_at:20"``); two policies and a condition; ``FILE.py:function`` (without a
        function: ``final_strategy``); a saved solution, ``FILE.npz``; or lists of the answers at
        all scores, ``FILE.json`` or ``FILE.csv``.
    files : bool
        Whether ``text`` may name a file.

    Returns
    -------
    policy

    Raises
    ------
    RuleError
        If there is no such policy in the game's family, or a constant is out of range.
    FileError
        If a file cannot be read or is not a policy.

    Examples
    --------
    >>> import pigcore
    >>> parse(pigcore.Pig(), "hold:20"), parse(pigcore.Pig(), "keep-pace").spec
    (hold_at(20), 'keep-pace:21:8:71')
    >>> print(parse(pigcore.Pig(), "hold:25 unless either>=75 then hold:goal"))
    hold at 25; but where the larger score is at least 75: roll until the goal is reached
    """
    if not isinstance(text, str):
        raise RuleError(f"a policy is {shown(text)}, but must be a text such as 'optimal'")
    composed = _COMPOSED.fullmatch(text)
    if composed:
        usual, other = (parse(game, composed[part], files=files) for part in (1, 3))
        return Unless(usual, composed[2].casefold(), other)
    function = _FUNCTION.fullmatch(text)
    if function or text.endswith((".json", ".npz", ".csv")):
        if not files:
            raise FileError(
                f"the policy {shown(text)} names a file, but is to be made of constants alone"
            )
        if function:
            return OwnFunction(*filter(None, function.groups())).for_game(game)
        return load_policy(text, game)
    make, constants = policy_meant(
        text, _makers(game), game.name, "FILE.py:function, or a saved solution"
    )
    return make(
        *(int(constant) if _WHOLE.fullmatch(constant) else constant for constant in constants)
    ).for_game(game)


def usages(game: Game) -> list[str]:
    """How the policies of ``game`` that have a name are written.

    Examples
    --------
    >>> import pigcore
    >>> usages(pigcore.Duel())
    ['hold:TOTAL', 'mix:TOTAL=CHANCE,…', 'optimal', 'random']
    """
    return sorted({usage for usage, _ in _makers(game).values()})


def module_of(game: Game) -> Any:
    """The module of this package for the family of ``game``."""
    return serving(__package__, game)


def _makers(game: Game) -> Names:
    """The names that there are in a game."""
    family = family_of(game)
    return {
        "optimal": ("optimal", lambda: Optimal(game)),
        "random": ("random", random_play),
        "mix": (f"mix:{ACTIONS[family][0]}=CHANCE,…", partial(_mixture, game)),
        **NAMES[family],
    }


def _mixture(game: Game, weights: str) -> Any:
    """The policy that a mixture of the actions of a game means."""
    word, actions = ACTIONS[game.family]
    known, chances = {str(action): action for action in actions(game)}, dict[Any, str]()
    for entry in str(weights).split(","):
        action, equals, weight = entry.partition("=")
        if not equals or action not in known:
            raise RuleError(
                f"the mixture has the entry {shown(entry)}, but must be written "
                f"mix:{word}=CHANCE,…: {nearest(action, known)}"
            )
        if known[action] in chances:
            raise RuleError(f"the mixture names {action} twice: add the chances")
        chances[known[action]] = weight
    return mix(chances)


# --- files ----------------------------------------------------------------------------------------


def for_game(game: Game, policy: Any) -> Any:
    """``policy``, if it has a name or is the text of one, as it is played in ``game``."""
    if isinstance(policy, str):
        return parse(game, policy)
    if isinstance(policy, Unless):
        usual, other = (for_game(game, part) for part in policy.parts)
        return Unless(usual, policy.condition, other)
    return policy.for_game(game) if hasattr(policy, "for_game") else policy


def save_policy(path: str | os.PathLike[str], game: Game, policy: Any) -> None:
    """Write a policy of Hog as a program to exactly ``path``; an existing program is replaced
    completely or not at all.

    The program has at most 100 kB, and its function ``final_strategy`` needs no other file. Any
    other policy of constants is its text: ``policy.spec``.

    Raises
    ------
    FileError
        If the file cannot be written, does not end in ``.py``, or exists and is of another kind.
    RuleError
        If it is a policy of another game, plays at random, or gives an invalid answer.
    SizeError
        If the program would be larger than 100 kB.

    Examples
    --------
    >>> import pigcore, os, tempfile
    >>> hog = pigcore.Hog(20)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_policy(os.path.join(folder, "mine.py"), hog, pigcore.always_roll(4))
    ...     print(load_policy(os.path.join(folder, "mine.py"), hog)(0, 0))
    4
    """
    target, policy = named_file(path), for_game(game, policy)
    if not hasattr(module_of(game), "program"):
        raise RuleError(
            f"a policy of Hog is saved as a program, but the game is {game.name}: keep its text, "
            "or write a function of your own"
        )
    if not target.endswith(".py"):
        raise FileError(f"{spelled(target)} is to hold a program, but must end in .py")
    written = module_of(game).program(game, policy)
    write_atomically(target, lambda file: file.write(written.encode()), PROGRAM)


def load_policy(path: str | os.PathLike[str], game: Game) -> Any:
    """Read a policy of ``game``: a saved solution, a program's ``final_strategy``, or answers.

    These are a list for each own score, in JSON or CSV, of the answers at each other score.

    Raises
    ------
    FileError
        If the file is missing, damaged, altered or of another format.
    RuleError
        If it is a policy of another game.
    """
    name = named_file(path)
    if name.endswith(".py"):
        return OwnFunction(name).for_game(game)
    if name.endswith((".json", ".csv")):
        return _from_lists(name, game)
    solution = load(name)
    if family_of(solution.game) != family_of(game):
        raise RuleError(
            f"{spelled(name)} is a solution of {solution.game.name}, which says nothing about "
            f"{game.name}: give one of the same family"
        )
    return solution


def _from_lists(path: str, game: Game) -> Any:
    where, text = read_text(path, "give lists of answers")
    data: Any = None
    if path.endswith(".csv"):
        cells = ([cell.strip() for cell in line.split(",")] for line in text.splitlines() if line)
        data = [[int(cell) if _WHOLE.fullmatch(cell) else cell for cell in row] for row in cells]
    else:
        with suppress(ValueError, RecursionError):
            data = json.loads(text)
    if not isinstance(data, list) or not data:
        raise FileError(
            f"{where} is no policy: give a list for each own score of the answers at each other "
            "score"
        )
    try:
        module_of(game).check(game, data)
    except PigcoreError as error:
        raise FileError(f"{where}: {short(str(error), 300)}") from None
    return data

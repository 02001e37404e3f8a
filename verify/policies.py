"""Strategies of a match: functions, tables, and names such as ``optimal`` and ``hold:20``.

Best play is that of a proof of its own, and rules of thumb are written out here once more, in whole
numbers: a match is a statement about these, and nothing of it is taken from pigcore's policies,
which need compiled modules. ``policies`` of a family has its names.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pigcore.games.asking import Asking, anew, differs
from pigcore.games.errors import RuleError
from pigcore.games.functions import InFile, called, parts_asked_for, policy_meant, takes
from pigcore.games.game import Game
from pigcore.games.spelling import shown

from .families import required
from .options import Progress

__all__ = ["policy_of", "strategy_of"]

_FUNCTION = re.compile(r"(.+\.py)(?::([^:/\\]*))?")


def _refuse(state: tuple[int, ...], first: Any, again: Any) -> RuleError:
    said = differs(shown(first), shown(again), f" ({shown(state)[1:-1]})")
    return RuleError(f"the strategy {said}: use no chance, and remember nothing")


def strategy_of(
    game: Game, given: Any, progress: Progress | None = None, *, seen: Game | None = None
) -> Any:
    """A strategy as a callable; arrays of numpy become lists, whose numbers are Python's.

    A function is asked in the words of the game as its player has it ``seen``.
    """
    seen = seen or game
    if hasattr(given, "for_game"):  # a policy of pigcore is what its text means, if that is known
        given = given.for_game(game)
        with suppress(RuleError):
            return strategy_of(game, given.spec, progress, seen=seen)
        if getattr(game, "answered", False):
            raise RuleError(
                f"last turns are played in the best way by {called(given)}, which is proved of "
                "some policies alone: give the text of one, such as 'hold:20'"
            )
    if isinstance(given, str):
        given = policy_of(game, given, progress, seen=seen)
        if not callable(given):
            return given
    elif callable(given):
        given = _asked(seen, called(given), given)
    if callable(given):
        return Asking(given, _refuse).one
    table = given.tolist() if hasattr(given, "tolist") else given
    goal: int = getattr(game, "goal", 0)
    axes = [table, table[0]] if isinstance(table, (list, tuple)) and table else []
    wrong = [len(axis) for axis in axes if isinstance(axis, (list, tuple)) and len(axis) != goal]
    if wrong and not getattr(game, "answered", False):  # in last turns others have the goal or more
        raise RuleError(
            f"the strategy is a table of {wrong[0]:,} scores, but in {game.name} players have 0 to "
            f"{goal - 1:,}: give a table of this game"
        )

    def answer(*state: int) -> Any:
        found = table
        try:
            for number in state:
                found = found[number]
        except (IndexError, TypeError, KeyError):
            raise RuleError(
                f"the strategy is {shown(given)}, which has no answer at {shown(state)}: give a "
                "callable, or a table with an axis for each part of a state"
            ) from None
        return found

    return answer


def policy_of(
    game: Game, text: str, progress: Progress | None = None, *, seen: Game | None = None
) -> Any:
    """The policy of ``game`` that ``text`` names, as :func:`pigverify.match` takes it.

    Raises
    ------
    FileError
        If a file cannot be read.
    RuleError
        If there is no such policy, or best play cannot be proved.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> policy_of(Pig(), "keep-pace")(30, 50, 23)  # the chance that it throws
    1
    """
    home = required(game, "named")
    function = _FUNCTION.fullmatch(text)
    if function:
        found = InFile(*filter(None, function.groups()))
        seen = seen or game
        found = found.saying(lambda state: seen.spell(state[: len(seen.state_names)]))
        return _asked(seen, text, found)
    make, constants = policy_meant(
        text, home.named(game, progress), "a match that is proved", "FILE.py:function"
    )
    return make(*constants)


def _asked(game: Game, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a user, asked with as many parts of a state as it has parameters for."""
    if _counts(function):
        raise RuleError(
            f"{name} counts the throws of its turn, but in a match that is proved a strategy "
            "answers by the state alone: ask pigcore match"
        )
    if getattr(game, "end", "goal") != "goal":
        raise RuleError(
            f"{name} may play last turns in a way of its own, but in a match that is proved they "
            "are played best: ask pigcore match, or name a policy such as 'hold:20'"
        )
    parts, names = parts_asked_for(game, function), len(game.state_names)
    if getattr(game, "chooses", False) and not takes(inspect.signature(function), names + 1):
        raise RuleError(
            f"a throw in {game.name} leaves options, but {name} takes no more than the state: let "
            f"it take {' '.join(game.state_names)} and the options"
        )

    def cut(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *state: function(*(state if len(state) > names else state[:parts]))

    return anew(function, cut)


def _counts(function: Callable[..., Any]) -> bool:
    """Whether a policy counts throws that nobody would count here."""
    throws = inspect.signature(function).parameters.get("throws")
    return throws is not None and throws.kind is inspect.Parameter.KEYWORD_ONLY

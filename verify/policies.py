"""Strategies of a match: functions, tables, and names such as ``optimal`` and ``hold:20``.

Best play is that of a proof of its own, and rules of thumb are written out here once more, in whole
numbers: a match is a statement about these, and nothing of it is taken from pigcore's policies,
which need compiled modules.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from pigcore.games.checks import between, written
from pigcore.games.errors import RuleError
from pigcore.games.functions import (
    Asking,
    InFile,
    anew,
    called,
    differs,
    parts_asked_for,
    policy_meant,
    takes,
)
from pigcore.games.game import Game
from pigcore.games.race import TOLD, Race
from pigcore.games.spelling import shown

from .families import required
from .options import Progress

__all__ = ["policy_of", "strategy_of"]

MOST = 1_000_000
"""The largest constant of a rule."""
_FUNCTION = re.compile(r"(.+\.py)(?::([^:/\\]*))?")


def strategy_of(game: Game, given: Any, progress: Progress | None = None) -> Any:
    """A strategy as a callable; arrays of numpy become lists, whose numbers are Python's."""
    if hasattr(given, "for_game"):  # a policy of pigcore is what its text means, if that is known
        given = given.for_game(game)
        with suppress(RuleError):
            return strategy_of(game, given.spec, progress)
        if getattr(game, "end", "goal") != "goal":
            raise RuleError(
                f"last turns are played in the best way by {called(given)}, which is proved of "
                "some policies alone: give the text of one, such as 'hold:20'"
            )
    if isinstance(given, str):
        given = policy_of(game, given, progress)
    elif callable(given):
        given = _asked(game, called(given), given)
    else:
        given = _table(game, given.tolist() if hasattr(given, "tolist") else given)
    return Asking(given, _refuse).one if callable(given) else given


def _refuse(state: tuple[int, ...], first: Any, again: Any) -> RuleError:
    said = differs(shown(first), shown(again), f" ({shown(state)[1:-1]})")
    return RuleError(f"the strategy {said}: use no chance, and remember nothing")


def _table(game: Game, table: Any) -> Callable[..., Any]:
    """The answers that a table of the scores holds."""
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
                f"the strategy is {shown(table)}, which has no answer at {shown(state)}: give a "
                "callable, or a table with an axis for each part of a state"
            ) from None
        return found

    return answer


def _asked(game: Game, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a user, asked with as many parts of a state as it has parameters for."""
    throws = inspect.signature(function).parameters.get("throws")
    if throws is not None and throws.kind is inspect.Parameter.KEYWORD_ONLY:
        raise RuleError(
            f"{name} counts the throws of its turn, but in a match that is proved a strategy "
            "answers by the state alone: ask pigcore match"
        )
    if getattr(game, "end", "goal") != "goal":
        raise RuleError(
            f"{name} may play last turns in a way of its own, but in a match that is proved they "
            "are played best: ask pigcore match, or name a policy such as 'hold:20'"
        )
    ends = len([name for name in game.state_names if name in TOLD])
    parts, names = parts_asked_for(game, function, TOLD), len(game.state_names)
    options = any(turn.chooses for turn in getattr(game, "_turns", ()))
    if options and not takes(inspect.signature(function), names - ends + 1):
        raise RuleError(
            f"a throw in {game.name} leaves options, but {name} takes no more than the state: let "
            f"it take {' '.join(game.state_names)} and the options"
        )

    def cut(function: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*state: Any) -> Any:
            if len(state) > names:
                return function(*state[: names - ends], state[-1])
            return function(*state[:parts])

        return asked

    return anew(function, cut)


# --- by name --------------------------------------------------------------------------------------


def policy_of(game: Game, text: str, progress: Progress | None = None) -> Any:
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
    family = required(game, "match")
    if function := _FUNCTION.fullmatch(text):
        found = InFile(*filter(None, function.groups()))
        found = found.saying(lambda state: game.spell(state[: len(game.state_names)]))
        return _asked(game, text, found)
    names: dict[str, Any] = {"always": ("always:DICE", _always)}
    if isinstance(game, Race):
        names = {**_thumbs(game)}
    names["optimal"] = "optimal", lambda: family.best_play(game, progress)
    make, constants = policy_meant(text, names, "a match that is proved", "FILE.py:function")
    return make(*constants)


def _always(dice: str) -> Callable[..., int]:
    number = written(dice, "the number of dice")
    return lambda *_: number


def _thumbs(game: Race) -> dict[str, tuple[str, Callable[..., Any]]]:
    """Rules of thumb of a race: how each is written, and what makes it of its constants.

    keep-pace is to hold at base + (opp - own) / slope, a real quotient, and from ``end`` on to
    throw for the goal: T. Neller, C. Presser, "Practical Play of the Dice Game Pig", UMAP Journal
    31(1), 2010.
    """

    def whole(text: str, what: str, least: int) -> int:
        return between(written(text, what), what, least, MOST)

    def hold(total: str) -> Callable[..., int]:
        return _rule(game, None if total == "goal" else whole(total, "the total to hold at", 1))

    def race(total: str, end: str) -> Callable[..., int]:
        base = whole(total, "the total to hold at", 1)
        return _rule(game, base, end=whole(end, "the score to race from", 0))

    def keep_pace(base: str = "21", slope: str = "8", end: str = "71") -> Callable[..., int]:
        try:
            least, rise = Fraction(base), 1 / Fraction(slope)
        except (ValueError, ZeroDivisionError):
            least = rise = Fraction(-1)
        if not (0 <= least <= MOST and rise >= Fraction(1, MOST)):
            raise RuleError(
                f"base and slope are {shown(base)} and {shown(slope)}, but must be numbers above 0 "
                f"and at most {MOST}, such as 21 and 17/2"
            )
        return _rule(game, least, rise, whole(end, "the score to race from", 0))

    return {
        "hold": ("hold:TOTAL or hold:goal", hold),
        "race": ("race:TOTAL:SCORE", race),
        "keep-pace": ("keep-pace[:BASE:SLOPE:END]", keep_pace),
    }


def _rule(
    game: Race, base: int | Fraction | None, rise: Fraction = Fraction(0), end: int | None = None
) -> Callable[..., int]:
    """Bank once there are base + (opp - own) * rise points, and only at the goal if anybody has
    ``end``.

    Of several options it takes that of most points, and of these the last mode; one that reaches
    the goal goes before all others, and one past an exact goal behind them.
    """
    goal, exact, race = game.goal, game.target == "exact", game.goal if end is None else end

    def answer(own: int, opp: int, points: int, mode: Any = None, options: Any = None) -> int:
        def rank(n: int) -> tuple[int, int]:
            past = own + points + options[n][0] - goal
            return -1 if exact and past > 0 else int(past >= 0), n

        if options is not None:
            return max(range(len(options)), key=rank)
        if own + points >= goal:  # with a last turn
            return 0
        return int(base is None or max(own, opp) >= race or points < base + (opp - own) * rise)

    return answer

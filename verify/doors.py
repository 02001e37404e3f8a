"""What is asked of the verifier in every family: one state, all of them, the closest calls."""

from __future__ import annotations

import os
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, overload

from pigcore.games.checks import between
from pigcore.games.errors import FileError
from pigcore.games.game import Game
from pigcore.games.texts import spelled

from .calls import MOST_DISPUTED, Disputed
from .families import Solved, home_of, taken_apart
from .files import read_solution
from .options import Progress, executor_of, telling
from .verdict import Report, Verdict

if TYPE_CHECKING:
    from pigcore.games.bag import Bag
    from pigcore.games.duel import Duel
    from pigcore.games.hog import Hog
    from pigcore.games.race import Race

    from .bag.verdict import BagReport, BagVerdict
    from .duel.verdict import DuelReport, DuelVerdict
    from .hog.verdict import HogReport, HogVerdict
    from .race.verdict import RaceReport, RaceVerdict

__all__ = ["certify", "check", "disputed"]


class _OfState(TypedDict, total=False):
    digits: int
    progress: Progress | None
    executor: Executor | None


class _OfAll(TypedDict, total=False):
    tolerance: float | None
    progress: Progress | None
    executor: Executor | None


@overload
def check(game: Race | Solved[Race], *state: object, **asked: Unpack[_OfState]) -> RaceVerdict: ...
@overload
def check(game: Hog | Solved[Hog], *state: object, **asked: Unpack[_OfState]) -> HogVerdict: ...
@overload
def check(game: Duel | Solved[Duel], *state: object, **asked: Unpack[_OfState]) -> DuelVerdict: ...
@overload
def check(game: Bag | Solved[Bag], *state: object, **asked: Unpack[_OfState]) -> BagVerdict: ...
@overload
def check(
    game: Game | Solved[Game], *state: object, **asked: Unpack[_OfState]
) -> Verdict[Game, str] | Verdict[Game, int]: ...
def check(
    game: Any,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Any:
    """Prove what is best in one state.

    Parameters
    ----------
    game : a pigcore game, or a solution of one
        The rules.
    *state : int
        The parts of a state; in a race own, opp and, if not 0, total. In Farkle the last part may
        be a tuple of the faces of a throw.
    digits : int
        Significant digits wanted of the payoffs, 1 … 10,000.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then; its exceptions are passed on.
    executor : concurrent.futures.Executor, optional
        Where blocks of a race or of Farkle are proved; by default in this process. The
        result does not depend on it. Threads share one processor, processes do not.

    Returns
    -------
    Verdict
        With ``decision``, ``best`` and the payoffs, each between two fractions.

    Raises
    ------
    StateError
        If there is no such state.
    RuleError
        If ``game`` is not a game, ``executor`` is not an executor, or ``digits`` is out of range.
    SizeError
        If a proof would not fit in memory.

    Examples
    --------
    >>> from pigcore.games import HoldOrContinue
    >>> check(HoldOrContinue(), 70, 74, 2)
    Hold or Continue, own 70, opp 74, total 2: tie of roll and hold (enclosed with 200 bits, ties by
      equality)
      roll      1
      hold      1
      margin    0
      in words  Roll or hold: they are equally good.
    """
    rules, *_ = taken_apart(game)
    family, where = home_of(rules), executor_of(executor)
    return telling(
        lambda told: family.check(rules, *state, digits=digits, progress=told, executor=where),
        progress,
    )


@overload
def certify(what: Race | Solved[Race], **asked: Unpack[_OfAll]) -> RaceReport: ...
@overload
def certify(what: Hog | Solved[Hog], **asked: Unpack[_OfAll]) -> HogReport: ...
@overload
def certify(what: Duel | Solved[Duel], **asked: Unpack[_OfAll]) -> DuelReport: ...
@overload
def certify(what: Bag | Solved[Bag], **asked: Unpack[_OfAll]) -> BagReport: ...
@overload
def certify(
    what: Game | Solved[Game] | str | os.PathLike[str], **asked: Unpack[_OfAll]
) -> Report[Game]: ...
def certify(
    what: Any,
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Any:
    """Prove every decision of a game, and bound how far a solution is from the truth.

    Parameters
    ----------
    what : game, solution, or path of a saved solution
        A solution has ``game`` and ``arrays()``.
    tolerance : float, optional
        The largest error allowed in a solution; by default the family's ``TOLERANCE``, 5e-13 in a
        race.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then; its exceptions are passed on.
    executor : concurrent.futures.Executor, optional
        Where blocks of a race or of Farkle are proved; by default in this process. The
        result does not depend on it. Threads share one processor, processes do not.

    Returns
    -------
    Report
        ``ok`` if everything is proved and the solution within the tolerance.

    Raises
    ------
    FileError
        If the file or an array is damaged.
    RuleError
        If ``what`` is none of these, ``executor`` is not an executor, or the tolerance is not above
        0 and at most 1.
    SizeError
        If a proof would not fit in memory.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> certify(Piglet(5)).ok
    True
    """
    asked = {"tolerance": tolerance, "executor": executor_of(executor)}
    return telling(lambda told: _certified(what, {**asked, "progress": told}), progress)


def _certified(what: Any, asked: dict[str, Any]) -> Any:
    if not isinstance(what, (str, os.PathLike)):
        game, table, claimed = taken_apart(what)
        family = home_of(game)
        return family.certify(game, table, claimed=claimed, **asked)
    game, table, claimed = read_solution(what)
    family = home_of(game)
    try:
        return family.certify(game, table, claimed=claimed, **asked)
    except FileError as error:
        raise FileError(f"{spelled(what)}: {error}") from None


def disputed(
    game: Game | Solved[Game],
    count: int = 10,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Disputed:
    """Find the closest calls of a game, in an order that is proved.

    Parameters
    ----------
    game : a pigcore game, or a solution of one
        The rules.
    count : int
        How many calls, 1 … 10,000; fewer if there are no more.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then; its exceptions are passed on.
    executor : concurrent.futures.Executor, optional
        As for :func:`certify`.

    Returns
    -------
    Disputed
        With ``calls``, closest first, without exact ties. In a duel a call is a hold that loses
        little against the optimal mixture.

    Raises
    ------
    RuleError
        If ``count`` is out of range.
    SizeError
        If a proof would not fit in memory.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> disputed(Piglet(12), 2)
    Piglet: 2 closest calls of 792
      1      own 1, opp 10, total 3: hold before roll by 2.985e-5
      2      own 3, opp 9, total 2: roll before hold by 8.881e-5
      ties   none
      proof  enclosed with 62 bits
    """
    rules, *_ = taken_apart(game)
    count = between(count, "the number of closest calls", 1, MOST_DISPUTED)
    # One call more shows that the last one asked for is closer than all the rest.
    asked = {"closest": count + 1, "executor": executor_of(executor)}
    report = telling(lambda told: home_of(rules).certify(rules, progress=told, **asked), progress)
    return Disputed(report, report.closest[:count])

"""Entry points of the verifier: each finds the module of a family, which proves.

Every family proves one state, all of them and the closest calls; only some prove matches, give a
second opinion.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar, Unpack, overload

from pigcore.games.checks import between
from pigcore.games.errors import FileError
from pigcore.games.game import Game
from pigcore.games.texts import spelled

from .calls import MOST_DISPUTED, Disputed
from .families import NO_MATCHES, module_of, only_some
from .files import read_solution
from .matches import Match
from .options import Progress, digits_of, reporting
from .policies import strategy_of
from .verdict import Report, Verdict

if TYPE_CHECKING:
    from pigcore.games.bag import Bag
    from pigcore.games.duel import Duel
    from pigcore.games.hog import Hog
    from pigcore.games.race import Race

    from .bag.verdict import BagReport, BagVerdict
    from .duel.verdict import DuelReport, DuelVerdict
    from .hog.verdict import HogReport, HogVerdict
    from .opinion import SecondOpinion
    from .race.verdict import RaceReport, RaceVerdict

__all__ = [
    "Solved", "certify", "check", "disputed", "match", "second",
]  # fmt: skip


G_co = TypeVar("G_co", bound=Game, covariant=True)


class Solved(Protocol[G_co]):
    """What is asked of a solution: its game, and its arrays by name."""

    @property
    def game(self) -> G_co:
        """The game that was solved."""

    def arrays(self) -> Mapping[str, Any]:
        """What ``game.arrays`` declares: arrays of numpy, or nested lists."""


def taken_apart(what: Any) -> tuple[Game, Mapping[str, Any] | None]:
    """The game of a solution, and its arrays; a game has none."""
    solved = not isinstance(what, (type, Game)) and hasattr(what, "game")
    if solved and callable(getattr(what, "arrays", None)):
        return what.game, what.arrays()
    return what, None


class _OfState(TypedDict, total=False):
    digits: int
    progress: Progress | None


class _OfAll(TypedDict, total=False):
    tolerance: float | None
    progress: Progress | None


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
) -> Any:
    """Prove what is best in one state.

    Parameters
    ----------
    game : a pigcore game, or a solution of one
        The rules; of several equilibria of three players or more, that of the solution.
    *state : int
        The parts of a state; in a race own, opp and, if not 0, total. In Farkle the last part may
        be a tuple of the faces of a throw.
    digits : int
        Significant digits wanted of the payoffs, 1 … 10,000.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then; its exceptions are passed on.

    Returns
    -------
    Verdict
        With ``decision``, ``best`` and the payoffs, each between two fractions.

    Raises
    ------
    StateError
        If there is no such state.
    RuleError
        If ``game`` is not a game, or ``digits`` is out of range.
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
    rules, table = taken_apart(game)
    family, more = module_of(rules), {}
    if table is not None and getattr(rules, "players", 2) > 2:
        more["table"] = table
    return reporting(
        lambda report: family.check(rules, *state, digits=digits, progress=report, **more),
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

    Returns
    -------
    Report
        ``ok`` if everything is proved and the solution within the tolerance.

    Raises
    ------
    FileError
        If the file or an array is damaged.
    RuleError
        If ``what`` is none of these, or the tolerance is not above 0 and at most 1.
    SizeError
        If a proof would not fit in memory.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> certify(Piglet(5)).ok
    True
    """
    return reporting(lambda report: _certified(what, tolerance, report), progress)


def _certified(what: Any, tolerance: float | None, progress: Progress | None) -> Any:
    asked: Any = {"tolerance": tolerance, "progress": progress}
    if not isinstance(what, (str, os.PathLike)):
        game, table = taken_apart(what)
        return module_of(game).certify(game, table, **asked)
    game, table = read_solution(what)
    family = module_of(game)
    try:
        return family.certify(game, table, **asked)
    except FileError as error:
        raise FileError(f"{spelled(what)}: {error}") from None


def disputed(
    game: Game | Solved[Game],
    count: int = 10,
    *,
    progress: Progress | None = None,
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
    found = reporting(
        lambda report: module_of(rules).certify(rules, progress=report, closest=count + 1), progress
    )
    return Disputed(found, found.closest[:count])


# --- what only some families have ---------------------------------------------------------------


def match(
    game: Race | Hog,
    first: Any,
    second: Any,
    *,
    start: Sequence[int] = (0, 0),
    digits: int = 30,
    progress: Progress | None = None,
) -> Match:
    """Prove bounds for how often one strategy beats another.

    Parameters
    ----------
    game : Race or Hog
    first, second : callable, table or str
        A callable takes the parts of a state and returns an action; a table holds the answers at
        [own][opp]… In a race they are "roll" and "hold", or 1 and 0, as in
        ``solution.decisions()``. No answer is needed at turn total 0 or where the total wins.
        Where a throw leaves several options, a callable is given these as well, (points, mode)
        each, and answers with the index of one. A text names a policy as on the command line:
        "optimal", proved here, "hold:20", "keep-pace", "always:5", "FILE.py:function".
    start : (int, int)
        The scores to begin with, that of ``first`` before that of ``second``.
    digits : int
        Significant digits wanted, 1 … 10,000.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then; its exceptions are passed on.

    Returns
    -------
    Match
        The chances that ``first`` wins, moving first and moving second. Only wins count.

    Raises
    ------
    RuleError
        If there are no such matches in the game's family, a table is too small, or an answer is
        invalid; or if there is no policy of that name, or best play cannot be proved.
    FileError
        If a file cannot be read.
    SizeError
        If it would not fit in memory.
    StateError
        If no turn begins at the start.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> def hold_at_20(own, opp, total):
    ...     return "roll" if total < 20 else "hold"
    >>> match(Pig(30), hold_at_20, "hold:20")
    Pig, a strategy wins against hold:20:
      first   0.585460230115214489455055941587
      second  0.414539769884785510544944058413
      average 0.500000000000000000000000000000
    """
    home = only_some(game, "match", NO_MATCHES)
    place, digits = game.check_state(*start)[:2], digits_of(digits)

    def proved(report: Progress | None) -> Match:
        # Two equal names are one policy, whose best play is proved and whose turns are found once.
        mine = strategy_of(game, first, report)
        differ = getattr(game, "other", None) is not None
        same = second is first or (isinstance(first, str) and second == first)
        seen: Game = getattr(game, "swapped") if differ else game  # noqa: B009  (Hog has none)
        his = (
            mine if same and not (differ and callable(second))
            else strategy_of(game, second, report, seen=seen)
        )  # fmt: skip
        wins = home.match(game, mine, his, place, digits, report)
        moving_first, moving_second = (
            win if isinstance(win, tuple) else (win, win) for win in wins
        )
        names = tuple(one if isinstance(one, str) else "" for one in (first, second))
        return Match(game, moving_first, moving_second, names, place, digits)

    return reporting(proved, progress)


def second(
    game: Game | Solved[Game],
    *state: object,
    digits: int = 50,
    progress: Progress | None = None,
) -> SecondOpinion:
    """Recompute one state by another route, with mpmath, and compare it with :func:`check`.

    Parameters
    ----------
    game : a pigcore game, or a solution of one
        A race of one roll, or one of each player, in which no throw wipes; or a game of Hog in
        which every turn raises the total.
    *state : int
        The parts of a state.
    digits : int
        Significant digits wanted of the payoffs, 1 … 10,000.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then; its exceptions are passed on.

    Returns
    -------
    SecondOpinion
        An independent verdict, with ``first``, the verdict of :func:`check`, and ``agrees``.

    Raises
    ------
    RuleError
        If there is no second route for the game, or ``digits`` is out of range.
    SizeError
        If more than 200 points are missing from the goal.
    StateError
        If there is no such state.

    Notes
    -----
    It covers every state from this one on, and takes seconds to a minute in ready-made games.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> second(Pig(30), 10, 12, 8).agrees
    True
    """
    rules, *_ = taken_apart(game)
    home = only_some(
        rules, "second", "no second opinion is given on {}: give a race for two or a game of Hog"
    )
    opinion: SecondOpinion = reporting(
        lambda report: home.second(rules, *state, digits=digits, progress=report), progress
    )
    return opinion

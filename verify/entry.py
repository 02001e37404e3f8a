"""Entry points of the verifier: each finds the module of a family, which proves.

Every family proves one state, all of them and the closest calls; only some prove matches, give a
second opinion or compute long fractions.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from pigcore.games.checks import between
from pigcore.games.errors import RuleError, StateError
from pigcore.games.game import Game

from .families import home, required
from .options import Progress, digits_of
from .policies import strategy_of
from .results import MOST_DISPUTED, Disputed, ExactValue, Match, SecondOpinion
from .verdict import Report, Verdict

__all__ = ["Solved", "certify", "check", "disputed", "exact", "match", "second", "valued"]


class Solved(Protocol):
    """What is asked of a solution: its game, and its arrays by name."""

    @property
    def game(self) -> Any:
        """The game that was solved."""

    def arrays(self) -> Mapping[str, Any]:
        """What ``game.arrays`` declares: arrays of numpy, or nested lists."""


def _taken_apart(what: Any) -> tuple[Any, Mapping[str, Any] | None]:
    """The game of a solution, and its arrays as it declares them; a game has none."""
    solved = not isinstance(what, (type, Game)) and hasattr(what, "game")
    if not (solved and callable(getattr(what, "arrays", None))):
        return what, None
    from pigcore.solvers.files import as_declared  # with numpy

    return what.game, as_declared(what.game, what.arrays())


def check(
    game: Game | Solved, *state: object, digits: int = 30, progress: Progress | None = None
) -> Verdict[Any, Any]:
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
    Hold or Continue, own 70, opp 74, total 2: tie of roll and hold (exact fractions)
      roll      1
      hold      1
      margin    0
      in words  Roll or hold: they are equally good.
    """
    rules, table = _taken_apart(game)
    more = {} if table is None or getattr(rules, "players", 2) == 2 else {"table": table}
    family = home(rules)
    found: Verdict[Any, Any] = family.check(rules, *state, digits=digits, progress=progress, **more)
    return found


def certify(
    what: Game | Solved | str | os.PathLike[str],
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
) -> Report[Any]:
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
    table: Mapping[str, Any] | None
    if isinstance(what, (str, os.PathLike)):
        from pigcore.solvers.files import read

        game, table, _ = read(what)
    else:
        game, table = _taken_apart(what)
    found: Report[Any] = home(game).certify(game, table, tolerance=tolerance, progress=progress)
    return found


def disputed(game: Game | Solved, count: int = 10, *, progress: Progress | None = None) -> Disputed:
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
    rules, _ = _taken_apart(game)
    count = between(count, "the number of closest calls", 1, MOST_DISPUTED)
    # One call more shows that the last one asked for is closer than all the rest.
    found = home(rules).certify(rules, progress=progress, closest=count + 1)
    return Disputed(found, found.closest[:count])


# --- what only some families have -----------------------------------------------------------------


def match(
    game: Game,
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
    family = required(game, "match")
    place, digits = game.check_state(*start)[:2], digits_of(digits)
    # Two equal names are one policy, whose best play is proved and whose turns are found once.
    mine = strategy_of(game, first, progress)
    same = second is first or (isinstance(first, str) and second == first)
    his = mine if same else strategy_of(game, second, progress)
    wins = [
        win if isinstance(win, tuple) else (win, win)
        for win in family.match(game, mine, his, place, digits, progress)
    ]
    names = tuple(one if isinstance(one, str) else "" for one in (first, second))
    return Match(game, wins[0], wins[1], names, place, digits)


def second(
    game: Game | Solved, *state: object, digits: int = 50, progress: Progress | None = None
) -> SecondOpinion:
    """Recompute one state by another route, with mpmath, and compare it with :func:`check`.

    Parameters
    ----------
    game : a pigcore game, or a solution of one
        A race of one roll for two, in which no throw wipes.
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
    rules, _ = _taken_apart(game)
    family = required(rules, "second")
    opinion: SecondOpinion = family.second(rules, *state, digits=digits, progress=progress)
    return opinion


def exact(game: Game | Solved, *state: object, progress: Progress | None = None) -> Fraction:
    """Compute what a state is worth as a fraction, however long, every decision proved.

    Parameters
    ----------
    game : a pigcore game, or a solution of one
        The rules.
    *state : int
        The parts of a state; none of them in a duel or a bag for the value of the whole game.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then; its exceptions are passed on.

    Returns
    -------
    Fraction

    Raises
    ------
    RuleError
        If the fraction is long and of another kind, or a decision could not be proved.
    StateError
        If there is no such state.
    SizeError
        If a proof would not fit in memory, or the fraction would have a million digits.

    Notes
    -----
    Long fractions, those of Pig to 100 of 20,855 digits above the line and below it in some 1.5 s,
    are of Hog whose turns raise the total, and of the starts of turns in races for two without
    wipes and without last turns; of other states and games, those that :func:`check` comes to.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> exact(Pig(10), 0, 0)
    Fraction(7776, 10961)
    """
    return valued(game, *state, progress=progress).value


def valued(
    game: Game | Solved, *state: object, digits: int = 30, progress: Progress | None = None
) -> ExactValue:
    """The same with its proof, to be printed with so many digits."""
    rules, _ = _taken_apart(game)
    family, digits = home(rules, "value"), digits_of(digits)
    if not state and not rules.begins_anywhere:
        raise StateError(f"no state is given: add {rules.usage}")
    place = rules.check_state(*state) if state else ()
    only = family.only(rules, place) if family else "of races for two in which no score falls"
    if not only:
        value, proof = family.value(rules, place, progress)
        return ExactValue(rules, place, value, proof, digits)
    found: Any = check(rules, *state, progress=progress) if state else certify(rules)
    low, high = found.value
    if low != high or not found.ok:
        where = f"{rules.name}, {rules.spell(place)}" if place else rules.name
        raise RuleError(
            f"no fraction is computed for {where}, as long ones are computed only {only}: "
            "--digits 1000 encloses it"
        )
    return ExactValue(rules, place, low, found.proof, digits)

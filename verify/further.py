"""What is asked of some families only: matches, a second opinion, whether play comes to a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pigcore.games.errors import RuleError
from pigcore.games.game import Game

from .families import Solved, room_of, taken_apart
from .matches import Match, strategy_of
from .options import Progress, telling

if TYPE_CHECKING:
    from pigcore.games.hog import Hog
    from pigcore.games.race import Race

    from .opinion import SecondOpinion

__all__ = ["match", "reachable", "second"]


def match(game: Race | Hog, first: Any, second: Any) -> Match:
    """Prove bounds for how often one strategy beats another.

    Parameters
    ----------
    game : Race or Hog
    first, second : callable or table
        A callable takes the parts of a state and returns an action; a table holds the answers at
        [own][opp]… In a race they are "roll" and "hold", or 1 and 0, as in
        ``solution.decisions()``. No answer is needed at turn total 0 or where the total wins.
        Where a throw leaves several options, a callable is given these as well, (points, mode)
        each, and answers with the index of one.

    Returns
    -------
    Match
        The chances that ``first`` wins, moving first and moving second. Only wins count.

    Raises
    ------
    RuleError
        If there are no such matches in the game's family, a table is too small, or an answer is
        invalid.
    SizeError
        If it would not fit in memory.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> def hold_at_20(own, opp, total):
    ...     return "roll" if total < 20 else "hold"
    >>> match(Pig(30), hold_at_20, hold_at_20)
    Pig, the first of two strategies wins:
      first   0.585460230115214489455055941587
      second  0.414539769884785510544944058413
      average 0.500000000000000000000000000000
    """
    home = _room(game, "match", "no matches are proved in {}: give a race or a game of Hog")
    chances = home.match(game, strategy_of(first), strategy_of(second))
    return Match(game, *(it if isinstance(it, tuple) else (it, it) for it in chances))


def second(
    game: Game | Solved[Game],
    *state: object,
    digits: int = 50,
    progress: Progress | None = None,
) -> SecondOpinion:
    """Recompute one state by another route, with mpmath, and compare it with :func:`.doors.check`.

    Parameters
    ----------
    game : a pigcore game, or a solution of one
        A race of one roll in which no throw wipes, or a game of Hog in which every turn raises the
        total.
    *state : int
        The parts of a state.
    digits : int
        Significant digits wanted of the payoffs, 1 … 10,000.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then; its exceptions are passed on.

    Returns
    -------
    SecondOpinion
        An independent verdict, with ``first``, the verdict of :func:`.doors.check`, and ``agrees``.

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
    home = _room(rules, "second", "no second opinion is given on {}: give a race or a game of Hog")
    opinion: SecondOpinion = telling(
        lambda told: home.second(rules, *state, digits=digits, progress=told), progress
    )
    return opinion


def reachable(game: Race | Solved[Race], *state: object, progress: Progress | None = None) -> bool:
    """Say whether an optimal mover can come to a state against some opponent.

    Parameters
    ----------
    game : a race, or a solution of one
        The rules; every decision is proved first.
    *state : int
        own, opp and, if not 0, total; the mode as well where there is more than one.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then; its exceptions are passed on.

    Returns
    -------
    bool
        In a tie either decision may be taken.

    Raises
    ------
    RuleError
        If the game is not a race, or not every decision that matters could be proved.
    SizeError
        If the goal is above 200 units.
    StateError
        If there is no such state.

    Notes
    -----
    It takes as long as a proof of the whole game: some 2 s for Pig to 100.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> reachable(Pig(30), 0, 12, 8), reachable(Pig(30), 1, 12, 8)
    (True, False)
    """
    rules, *_ = taken_apart(game)
    home = _room(rules, "reach", "nothing is proved about how play comes to {}: give a race")
    return bool(telling(lambda told: home.reachable(rules, *state, progress=told), progress))


def _room(game: Game, room: str, refusal: str) -> Any:
    """A module that not every family has, refused in a sentence where there is none."""
    home = room_of(game, room)
    if home is None:
        raise RuleError(refusal.format(game.name))
    return home

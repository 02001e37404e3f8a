"""Pictures of games: a function for each kind takes a solution and returns matplotlib's Axes.

``canvas``  axes, titles, colours, files: what all pictures have in common; ``save``
``charts``  pictures that more than one family has
``race`` and ``race_solids``, ``hog``, ``duel``, ``bag``  what is drawn of such games: their
``KINDS``

Matplotlib (the extra ``plot``) is loaded when something is drawn. ``ax`` is where to draw, by
default in a new figure; :func:`draw` says what else all kinds have in common.

>>> import pigcore
>>> ax = pigcore.plots.thresholds(pigcore.solve(pigcore.Pig(30)))
>>> ax.get_title()
'Pig to 30: when to hold'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...games.errors import RuleError
from ...games.game import Game
from ...games.rules import serving
from ...games.spelling import listed, meant, shown
from ...solvers.solution import Solution
from .canvas import Kind, needs_matplotlib, new_axes, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "boundary", "closeness", "dice", "draw", "kinds", "replies", "save", "section", "thresholds",
    "win",
]  # fmt: skip

Solved = Solution[Any, Any]


def kinds(game: Game) -> dict[str, Kind]:
    """The kinds of pictures of ``game``, the default first.

    Examples
    --------
    >>> import pigcore
    >>> list(kinds(pigcore.Hog.fa13()))
    ['dice', 'win', 'closeness']
    """
    home: Any = serving(__name__, game)
    return {name: kind for name, kind in home.KINDS.items() if kind.serves(game)}


def kind_of(game: Game, kind: str | None) -> str:
    """``kind``, or the default one, if there are such pictures of ``game``."""
    there = kinds(game)
    name = next(iter(there)) if kind is None else meant(kind, there)
    if name is None:
        raise RuleError(
            f"there is no plot {shown(kind)} of {game.name} ({game.family}): "
            f"choose {listed(there, 'or')}"
        )
    return name


def draw(
    solution: Solved,
    kind: str | None = None,
    ax: Axes | None = None,
    *,
    on_screen: bool = True,
    **options: Any,
) -> Axes:
    """Draw a picture of any kind.

    Parameters
    ----------
    solution : Solution
    kind : str, optional
        One of ``kinds(solution.game)``; left out, the first of them.
    ax : matplotlib Axes, optional
        Where to draw; in space (``projection="3d"``) for ``"boundary"``. Left out, in a new figure.
    on_screen : bool
        Whether a new figure is one that ``pyplot.show()`` shows.
    **options
        What the kind's own function takes.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    RuleError
        If the family has no such kind, or the kind no such option.
    ImportError
        If matplotlib is not installed.

    Examples
    --------
    >>> import pigcore
    >>> draw(pigcore.solve(pigcore.Duel()), on_screen=False).get_xlabel()
    "the opponent's hold (points)"
    """
    if not isinstance(solution, Solution):
        raise RuleError(f"{shown(solution)} is not a solution: make one with pigcore.solve(game)")
    name = kind_of(solution.game, kind)
    painter = kinds(solution.game)[name]
    for option in options:
        if option not in painter.options:
            raise RuleError(f"the plot {name} takes no {option}: leave it out")
    needs_matplotlib()
    return painter.draw(solution, ax or new_axes(painter, on_screen=on_screen), **options)


def thresholds(solution: Solved, ax: Axes | None = None, **options: Any) -> Axes:
    """When to hold, by both scores: ``solution.thresholds()``, hatched where one rolls to the goal.

    Small dots mark the scores at which it is best to roll again at some total above the smallest
    one held at; large dots those, with three players or more, at which the mover mixes. ``mode``
    where a turn has several is the word of what is in hand, in Farkle the number of dice left; by
    default half the dice, the mode at the start of a turn, or the first one in which something is
    decided. ``opp`` with three players or more is the score of all but the mover and the next
    player, by default 30% of the goal.

    Examples
    --------
    >>> import pigcore
    >>> thresholds(pigcore.solve(pigcore.Pig(20))).get_xlabel()
    "opponent's score (points)"
    """
    return draw(solution, "thresholds", ax, **options)


def boundary(solution: Solved, ax: Axes | None = None, *, mode: str | None = None) -> Axes:
    """The states in which to roll, as a solid in space: own score, opponent's score, turn total.

    After T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1),
    2004, figure 3. Beyond a goal of 100, every second state is drawn, or every third, …
    """
    return draw(solution, "boundary", ax, mode=mode)


def win(solution: Solved, ax: Axes | None = None, **options: Any) -> Axes:
    """The chance to win at the start of a turn, by both scores, with lines of equal chance.

    ``parity`` in a game of Hog with exchange: 0 (the default) or 1; ``opp`` as in
    :func:`thresholds`.
    """
    return draw(solution, "win", ax, **options)


def section(solution: Solved, ax: Axes | None = None, **options: Any) -> Axes:
    """Roll or hold by own score and turn total, at one score of the opponent.

    ``opp``: that score; by default 30% of the goal, as in figure 4 of the paper that
    :func:`boundary` names. ``mode`` as in :func:`thresholds`.
    """
    return draw(solution, "section", ax, **options)


def replies(solution: Solved, ax: Axes | None = None) -> Axes:
    """The payoff of each hold of a duel against each other one, with best replies, and the optimal
    mixture above.
    """
    return draw(solution, "replies", ax)


def dice(solution: Solved, ax: Axes | None = None, *, parity: int = 0) -> Axes:
    """The best number of dice in Hog by both scores; where several are best, the smallest, which is
    marked.

    ``parity``: with exchange, whether the number of exchanges so far is odd, 0 or 1.
    """
    return draw(solution, "dice", ax, parity=parity)


def closeness(solution: Solved, ax: Axes | None = None) -> Axes:
    """The share of decisions whose margin (best payoff minus second best) is below each margin.

    Of a duel's the holds against the optimal mixture. Refused if all actions are worth the same
    everywhere, or the margins do not fit in memory.
    """
    return draw(solution, "closeness", ax)

"""Pictures of races, but for solids.

How fast the methods of the solver converge, and how fast they must: with the decisions fixed, the
turns of two players at (i, j) and (j, i) lead to each other if they bust, with chances q and q',
and to larger totals otherwise. Swapping the two values into each other once shrinks their errors by
q q', so the slowest pair rules ``pairs``:

    error after n iterations ~ (max q q')^n,

while an iteration of ``sweep`` or ``rounds`` carries an error over one turn only: its factor is
the square root. Newton's method squares its errors instead.

The cut follows T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal
25(1), 2004, figure 4, where the opponent has 30 points of 100.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...games.errors import RuleError
from ...games.rules import serving
from ...games.spelling import listed
from ...memory import require
from ...palette import colour
from ...solvers.race import METHODS, RaceSolution, solve
from ...solvers.race.decided import Best
from ...solvers.race.turns import Turns
from ...solvers.solution import TIED
from ...study.thumb import Frontier, rules_of_thumb
from .. import race_modes as modes
from . import charts, race_solids
from .canvas import Kind, key_below, title, whole_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["KINDS"]

FOLLOWED = 400
"""To this goal, in units, the states that play comes to are kept apart."""


def thresholds(
    solution: Any,
    ax: Axes,
    *,
    mode: str | None = None,
    opp: int | None = None,
    reachable: bool = False,
) -> Axes:
    """The fewest points banked in a mode, and where one throws again with more, or mixes."""
    game, others = solution.game, _others(solution.game, opp, "thresholds")
    place, (throw, bank) = modes.mode_called(game, mode), game.words
    least, mixed = modes.least(solution), modes.weights(solution)
    again, met = np.zeros((2, game.units, game.units), dtype=bool)
    come = modes.reached(solution) if reachable and game.units <= FOLLOWED else None
    for own, above in modes.again(solution, least):
        cut: Any = (slice(None), place, slice(None), *others)
        rows = above[cut]
        again[own] = rows.any(axis=0)
        if come is not None:
            rows = rows[: game.units]
            met[own] = (rows & come[own, :, : len(rows), place].T).any(axis=0)
    for here, own, following, *rest in mixed:
        met[own, following] |= here == place and tuple(rest) == others
    often = f"{bank}, but {throw} again with more"
    black = f"{often}, and optimal play comes to that"
    marked = {often: again & ~met, "chance decides at one total" if mixed else black: met}
    several = len(game.modes) > 1
    label = "fewest points to bank" if several else "smallest turn total to hold at (points)"
    charts.thresholds(game, least[cut[1:2] + cut[:1] + cut[2:]], marked, label, ax)
    where = f" {game.phrases[place]}" if several else ""
    return _among(game, others, f"when to {bank}{where}", ax)


def win(solution: Any, ax: Axes, *, opp: int | None = None) -> Axes:
    """The mover's chance at the start of a turn."""
    game, others = solution.game, _others(solution.game, opp, "win")
    starts = solution.starts
    if others:
        starts = solution.seen_starts[(slice(None), slice(None), *others, 0)]
    charts.win(game, starts, ax)
    return _among(game, others, "the chance to win at the start of a turn", ax)


def _others(game: Any, opp: int | None, kind: str) -> tuple[int, ...]:
    """The scores of all but the mover and the next player: 30% of the goal if nothing is said."""
    if game.players == 2:
        if opp is not None:
            raise RuleError(f"the plot {kind} takes no opp: leave it out")
        return ()
    players: int = game.players
    return (modes.units_of(game, opp),) * (players - 2)


def _among(game: Any, others: tuple[int, ...], what: str, ax: Axes) -> Axes:
    """Say what is drawn, and of more than two players the scores of those on no axis."""
    if others:
        ax.set_xlabel("the next player's score (points)")
        names = game.state_names[2 : game.players]
        has = "has" if len(names) == 1 else "have"
        what = f"{what}\nif the {listed(names)} {has} {game.unit * others[0]}"
    title(ax, game, what)
    return ax


def closeness(solution: Any, ax: Axes) -> Axes:
    """The share of decisions whose margin is below each margin."""
    game = solution.game
    require(
        16 * game.units**3 * len(modes.decided(game)),
        f"the margins of {game.name} to {game.goal:,}",
        "choose a smaller goal",
    )
    sizes = [np.abs(margin[~np.isnan(margin)]) for _, margin in solution.margins()]
    margins = np.concatenate(sizes)
    apart = margins[margins > TIED]
    return charts.closeness(solution, apart, "chance of winning", ax, margins.size - apart.size)


def difference(solution: Any, ax: Axes, *, first: Any, second: Any = None) -> Axes:
    """Where two policies decide otherwise, and how often a game between them comes there."""
    policies = (solution, first) if second is None else (first, second)
    home: Any = serving("pigcore.play.differences", solution.game)
    often = home.differences(solution.game, *policies)
    return charts.differences(solution.game, often, charts.named(*policies), ax)


# --- cuts ---------------------------------------------------------------------------------------

NONE, HOLD, ROLL = 0, 1, 2
PALE = 2
"""Added to a decision in a state that play does not come to."""

_PAPER = 0.0, 0.5, 0.0, 0.85, 0.68
"""How much of the paper each of these sums has; no two are equally bright."""


def _colours() -> list[tuple[float, float, float]]:
    """A colour for each of these sums, as pages have them."""
    from matplotlib.colors import to_rgb

    found = []
    for name, paper in zip(("zero", "hold", "roll", "hold", "roll"), _PAPER):
        red, green, blue = (paper + (1 - paper) * part for part in to_rgb(colour(name)))
        found.append((red, green, blue))
    return found


def section(
    solution: Any,
    ax: Axes,
    *,
    opp: int | None = None,
    mode: str | None = None,
    reachable: bool = False,
) -> Axes:
    """Throw or bank by own score and points of the turn, at one score of the opponent."""
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    game = solution.game
    unit, (throw, bank) = game.unit, game.words
    place = modes.mode_called(game, mode)
    score = modes.units_of(game, opp)
    decided = modes.decisions(solution, place)[:, score].T  # at [points, own]
    kinds = np.select([decided == 1, decided == 0], [ROLL, HOLD], NONE)
    come = modes.reached(solution) if reachable else None
    if come is not None:
        kinds[(kinds != NONE) & ~come[:, score, :, place].T] += PALE
    painted = _colours()
    ax.imshow(
        kinds, origin="lower", cmap=ListedColormap(painted), vmin=0, vmax=4,
        interpolation="nearest", aspect="auto",
    )  # fmt: skip
    names = {
        ROLL: throw, HOLD: bank, ROLL + PALE: f"{throw}, but optimal play never comes here",
        HOLD + PALE: f"{bank}, but optimal play never comes here",
    }  # fmt: skip
    ax.legend(
        handles=[
            Patch(facecolor=painted[kind], edgecolor="0.4", label=name)
            for kind, name in names.items()
            if (kinds == kind).any()
        ],
        loc="upper right", fontsize="small", frameon=False,
    )  # fmt: skip
    several = len(game.modes) > 1
    ax.set_xlabel("own score (points)")
    ax.set_ylabel("points of the turn" if several else "turn total (points)")
    whole_numbers(ax, "xy", unit)
    where = f" {game.phrases[place]}\n" if several else " "
    title(ax, game, f"{throw} or {bank}{where}when the opponent has {unit * score:,}")
    return ax


# --- methods ------------------------------------------------------------------------------------

_STYLES = {
    "newton": ("ink", "D"), "pairs": ("scale-3", "o"), "sweep": ("scale-2", "s"),
    "rounds": ("scale-1", "^"),
}  # fmt: skip
_SMALLEST = 1e-17


def residuals(solution: RaceSolution, ax: Axes) -> Axes:
    """The largest change of an iteration, for each method, and the factors that rule them."""
    game = solution.game
    longest = 1
    for method in METHODS:
        changes = np.array(solve(game, method).history)
        ink, marker = _STYLES[method]
        done = np.arange(1, len(changes) + 1)
        seen = changes > _SMALLEST
        longest = max(longest, len(changes))
        ax.semilogy(
            done[seen], changes[seen], color=colour(ink), marker=marker, markersize=4,
            markevery=max(1, len(changes) // 12), linewidth=1.2, label=method,
        )  # fmt: skip
    factor = Turns.of(game, Best(game, solution.starts).turn).contraction
    if not game.roll.wipe and factor > 0.01:  # what wipes couple, no pair rules
        for rate, style, name in ((factor, ":", "q q′"), (factor**0.5, "--", "√(q q′)")):
            steps = np.arange(1, longest + 1)
            height = rate ** (steps - 1)
            seen = height > 1e-15
            ax.semilogy(
                steps[seen], height[seen], style, color="black", linewidth=0.9,
                label=f"falls by {name} = {rate:.4f} an iteration",
            )  # fmt: skip
    ax.set_ylim(_SMALLEST, 3.0)
    ax.set_xlim(0, None)
    ax.set_xlabel("iterations")
    ax.set_ylabel("largest change (chance of winning)")
    figure: Any = ax.figure
    key_below(ax, [*ax.lines], columns=2 if figure.get_figwidth() > 5 else 1)
    ax.spines[["top", "right"]].set_visible(False)
    whole_numbers(ax, "x")
    title(ax, game, "how fast the methods converge")
    return ax


# --- rules of thumb -----------------------------------------------------------------------------

_APART = 0.25


def frontier(
    solution: RaceSolution,
    ax: Axes,
    *,
    rules: Frontier | None = None,
    descents: int = 12,
    progress: Any = None,
) -> Axes:
    """The best rule of each family by the number of its constants and its loss."""
    found = rules or rules_of_thumb(solution.game, descents=descents, progress=progress)
    kept = found.frontier
    places = _side_by_side([rule.simplicity for rule in found.rules])
    most = max(rule.simplicity for rule in found.rules)
    losses = [100 * rule.loss for rule in found.rules]
    replied = [100 * rule.exploitability for rule in found.rules]
    ax.vlines(places, losses, replied, color="0.8", linewidth=1.0, zorder=0)
    ax.step(
        [*(x for x, rule in zip(places, found.rules) if rule in kept), most + 0.8],
        [*(100 * rule.loss for rule in kept), 100 * kept[-1].loss],
        where="post", color="0.6", linewidth=1.0, linestyle="--", zorder=1,
    )  # fmt: skip
    best = ax.scatter(places, losses, s=36, color="black", zorder=2, label="against best play")
    reply = ax.scatter(
        places, replied, s=36, facecolors="white", edgecolors="black", zorder=2,
        label="against the best reply to the rule",
    )  # fmt: skip
    for rule, x, height in zip(found.rules, places, losses):
        ax.annotate(
            rule.family, (x, height), (8, 0), textcoords="offset points",
            va="center", fontsize="small", weight="bold" if rule in kept else "normal",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
        )  # fmt: skip
    ax.set_xlim(0.6, most + 0.8)
    ax.set_xticks(range(1, most + 1))
    ax.set_ylim(-0.03 * max(replied), None)
    ax.set_xlabel("constants to remember")
    ax.set_ylabel("loss (games in 100)")
    key_below(ax, [best, reply], columns=2)
    ax.spines[["top", "right"]].set_visible(False)
    title(ax, found.game, "what rules of thumb lose")
    return ax


def _side_by_side(simplicities: list[int]) -> list[float]:
    """A place near its number for each rule, apart from the others of that number."""
    seen: dict[int, int] = {}
    places = []
    for number in simplicities:
        before = seen[number] = seen.get(number, -1) + 1
        places.append(number + _APART * (before - (simplicities.count(number) - 1) / 2))
    return places


# --- what there is -------------------------------------------------------------------------------


def _of_two(game: Any) -> bool:
    return bool(game.players == 2)


def _of_one_roll(game: Any) -> bool:
    return _of_two(game) and game.turn.roll is not None


def _swept(game: Any) -> bool:
    return _of_two(game) and game.single  # other races have but one method


def _compared(game: Any) -> bool:
    return _of_two(game) and serving("pigcore.play.differences", game) is not None


def _followed(game: Any) -> bool:
    return _of_two(game) and serving("pigcore.play.reach", game) is not None


KINDS = {
    "thresholds": Kind(thresholds, (6.4, 6.4)),
    "boundary": Kind(race_solids.boundary, (6.4, 5.6), solid=True, serves=_of_two),
    "reachable": Kind(race_solids.reachable, (6.4, 5.6), solid=True, serves=_followed),
    "win": Kind(win),
    "section": Kind(section, (6.4, 5.0), serves=_of_two),
    "residuals": Kind(residuals, (6.4, 4.4), serves=_swept),
    "frontier": Kind(frontier, (6.8, 4.8), serves=_of_one_roll),
    "closeness": Kind(closeness, (6.4, 4.4), serves=_of_two),
    "difference": Kind(difference, serves=_compared),
}
"""What can be drawn of a race; the first of them unless asked otherwise."""

"""Rules of thumb: what they ask one to remember, and what they lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....solvers.race import RaceSolution
from ....study.thumb import Frontier, rules_of_thumb
from ..canvas import key_below, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["frontier"]

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

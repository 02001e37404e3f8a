"""Pictures of games: a function for each kind takes a solution and returns matplotlib's Axes.

Matplotlib (the extra ``plot``) is loaded when something is drawn. ``ax`` is where to draw, by
default in a new figure; :func:`draw` says what else all kinds have in common. Colours are those of
the palette: more is darker, so that a picture keeps its order in grey print and for people who do
not see red and green; what has a sign is white at zero, and what is no number is distinguished by
hatching and by markers.

>>> import pigcore
>>> ax = pigcore.plots.thresholds(pigcore.solve(pigcore.Pig(30)))
>>> ax.get_title()
'Pig to 30: when to hold'
"""

from __future__ import annotations

import os
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..games.checks import between as between_whole
from ..games.checks import needs
from ..games.errors import RuleError
from ..games.game import Game
from ..games.margins import TIED
from ..games.spelling import listed, meant, shown
from ..memory import require
from ..palette import SCALE, SIGNED, between, colour
from ..solvers.solution import Solution
from ..version import VERSION
from ..writing import write_atomically
from . import race_modes as modes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "boundary", "closeness", "dice", "draw", "kinds", "replies", "save", "section", "thresholds",
    "win",
]  # fmt: skip

Solved = Solution[Any, Any]

FORMATS = (".png", ".svg", ".pdf")

_MAP = 47
"""About how many points of print a map is wide for each inch of its figure."""


# --- what there is --------------------------------------------------------------------------------


class Kind(NamedTuple):
    """A kind of picture."""

    draw: Callable[..., Axes]
    has: str
    """What the games have of which it is."""
    most: int = 6
    """Players that these may have."""
    size: tuple[float, float] = (6.4, 5.6)
    """Of its figure in inches, if it has one of its own."""
    solid: bool = False
    """Whether it is in space."""


def kinds(game: Game) -> dict[str, Kind]:
    """The kinds of pictures of ``game``, the default first.

    Examples
    --------
    >>> import pigcore
    >>> list(kinds(pigcore.Hog.fa13()))
    ['dice', 'win', 'closeness']
    """
    found = {name: kind for name, kind in KINDS.items() if hasattr(game, kind.has)}
    if getattr(game, "penalty", 0):  # more than two scores are no map
        return {}
    return {name: kind for name, kind in found.items() if game.players <= kind.most}


def kind_of(game: Game, kind: str | None) -> str:
    """``kind``, or the default one, if there are such pictures of ``game``."""
    there = kinds(game)
    name = next(iter(there), None) if kind is None else meant(kind, there)
    if name is None:
        what = "plot" if kind is None else f"plot {shown(kind)}"
        remedy = f"choose {listed(there, 'or')}" if there else "ask advise for a state"
        raise RuleError(f"there is no {what} of {game.name} ({game.family}): {remedy}")
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
    painter = KINDS[name].draw
    takes = list(signature(painter).parameters)[2:]
    for option in options:
        _takes_no(name, option, None if option in takes else option)
    return painter(solution, _begun(solution, name, ax, on_screen)[0], **options)


def _begun(
    solution: Solved, name: str, ax: Axes | None, on_screen: bool = True
) -> tuple[Axes, Any, Any]:
    """Where to draw a picture of some kind, the solution, and its game."""
    kind = KINDS[kind_of(solution.game, name)]
    needs_matplotlib()
    if ax is None:
        from matplotlib import pyplot
        from matplotlib.figure import Figure

        make: Any = pyplot.figure if on_screen else Figure
        projection = "3d" if kind.solid else None
        ax = make(figsize=kind.size, layout="constrained").add_subplot(projection=projection)
    return ax, solution, solution.game


def _takes_no(kind: str, option: str, value: object) -> None:
    """Refuse what a picture cannot use."""
    if value is not None:
        raise RuleError(f"the plot {kind} takes no {option}: leave it out")


# --- maps by both scores --------------------------------------------------------------------------

_HATCHED: dict[str, Any] = {
    "facecolor": colour("extreme"), "edgecolor": colour("soft"), "hatch": "////",
}  # fmt: skip
"""More than all numbers, as pages have it."""


def thresholds(
    solution: Solved,
    ax: Axes | None = None,
    *,
    mode: str | int | None = None,
    opp: int | None = None,
) -> Axes:
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
    from matplotlib.patches import Patch

    ax, solved, game = _begun(solution, "thresholds", ax)
    others = _others(game, opp, "thresholds")
    place, (throw, bank) = modes.mode_called(game, mode), game.words
    least = modes.least(solved)
    cut: Any = (slice(None), place, slice(None), *others)
    again, mixes = np.zeros((2, game.units, game.units), dtype=bool)
    for own, above in modes.again(solved, least):
        again[own] = above[cut].any(axis=0)
    for here, own, following, *rest in modes.weights(solved):
        mixes[own, following] |= here == place and tuple(rest) == others
    points = least[place][(..., *others)]
    to_the_end = points == game.goal - game.unit * np.arange(len(points))[:, None]
    image_of = np.ma.masked_where(to_the_end, points)
    ax.patch.set(**_HATCHED)
    image = _image(ax, image_of)
    several, key = len(game.modes) > 1, list[Any]()
    if image_of.count():
        # A few very high ones would leave one colour for all the others.
        low, high = float(image_of.min()), float(np.percentile(image_of.compressed(), 99))
        few = high < 0.6 * image_of.max()
        if few:
            image.set_clim(low, max(high, low + 1))
        label = "fewest points to bank" if several else "smallest turn total to hold at (points)"
        colour_bar(ax, image, label, **({"extend": "max"} if few else {}))
        key += mark(ax, again & ~mixes, 0.35, f"{bank}, but {throw} again with more")
        key += mark(ax, mixes, 0.7, "chance decides at one total")
    if to_the_end.any():
        key.append(Patch(**_HATCHED, label=f"{throw} until the goal is reached"))
    key_below(ax, key)
    where = f" {game.phrases[place]}" if several else ""
    return _by_scores(game, others, f"when to {bank}{where}", ax)


def win(solution: Solved, ax: Axes | None = None, *, opp: int | None = None) -> Axes:
    """The chance to win at the start of a turn, by both scores, with lines of equal chance.

    ``opp`` as in :func:`thresholds`. Where dice can be exchanged, it is that after an even number
    of exchanges.
    """
    ax, solved, game = _begun(solution, "win", ax)
    others = _others(game, opp, "win")
    starts = _even(solved.starts)
    if others:
        starts = solved.starts_of(1)[(slice(None), slice(None), *others, 0)]
    image = _image(ax, starts, vmin=0.0, vmax=1.0)
    levels = [n / 10 for n in range(1, 10) if starts.min() < n / 10 < starts.max()]
    if levels and len(starts) > 1:  # black where it is light
        middle = (starts.min() + starts.max()) / 2
        black = ["black" if level < middle else "white" for level in levels]
        lines = ax.contour(starts, levels=levels, colors=black, linewidths=0.8)
        ax.clabel(lines, fmt="%.2g", fontsize="x-small")
    colour_bar(ax, image, "chance that the mover wins")
    return _by_scores(game, others, "the chance to win at the start of a turn", ax)


def dice(solution: Solved, ax: Axes | None = None) -> Axes:
    """The best number of dice in Hog by both scores; where several are best, the smallest, which is
    marked. Where dice can be exchanged, it is that after an even number of exchanges.
    """
    from matplotlib.colors import BoundaryNorm

    ax, solved, game = _begun(solution, "dice", ax)
    best = _even(solved.least_best())
    present = np.unique(best)
    edges = np.append(present - 0.5, present[-1] + 0.5)
    image = _image(ax, best, norm=BoundaryNorm(edges, colours().N))
    bar = colour_bar(ax, image, "dice to roll", spacing="uniform")
    bar.minorticks_off()
    names = ["exchange" if choice < 0 else str(choice) for choice in present.tolist()]
    bar.set_ticks((edges[:-1] + edges[1:]) / 2, labels=names)
    tied = np.zeros(best.shape, dtype=bool)
    for own, opp, *rest in solved.ties():
        tied[own, opp] |= not any(rest)
    key_below(ax, mark(ax, tied, 0.4, "several numbers are best, the least is shown"))
    after = "\nafter an even number of exchanges" * bool(game.exchange)
    return _by_scores(game, (), f"how many dice to roll{after}", ax)


def _even(array: NDArray[Any]) -> NDArray[Any]:
    """What a game of Hog has at both scores where what it remembers is as at the start."""
    found: NDArray[Any] = array.reshape(*array.shape[:2], -1)[..., 0]
    return found


def _others(game: Any, opp: int | None, kind: str) -> tuple[int, ...]:
    """The scores of all but the mover and the next player: 30% of the goal if nothing is said."""
    if game.players == 2:
        _takes_no(kind, "opp", opp)
        return ()
    players: int = game.players
    return (modes.units_of(game, opp),) * (players - 2)


def _by_scores(game: Any, others: tuple[int, ...], what: str, ax: Axes) -> Axes:
    """Say what is drawn, and of more than two players the scores of those on no axis."""
    unit = getattr(game, "unit", 1)
    ax.set_xlabel(f"{'the next player' if others else 'opponent'}'s score (points)")
    ax.set_ylabel("own score (points)")
    whole_numbers(ax, "xy", unit)
    if others:
        names = game.state_names[2 : game.players]
        has = "has" if len(names) == 1 else "have"
        what = f"{what}\nif the {listed(names)} {has} {unit * others[0]}"
    title(ax, game, what)
    return ax


# --- cuts and solids of a race --------------------------------------------------------------------


def boundary(solution: Solved, ax: Axes | None = None, *, mode: str | int | None = None) -> Axes:
    """The states in which to roll, as a solid in space: own score, opponent's score, turn total.

    After T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1),
    2004, figure 3. Beyond a goal of 100, every second state is drawn, or every third, …
    """
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    ax, solved, game = _begun(solution, "boundary", ax)
    place, (throw, bank) = modes.mode_called(game, mode), game.words
    where = f" {game.phrases[place]}" if len(game.modes) > 1 else ""
    title(ax, game, f"{throw} inside, {bank} outside{where}")
    inside: Any = modes.decisions(solved, place) == 1
    goal = len(inside)
    step = -(-goal // FINEST)
    faces, bright = faces_of(inside[::step, ::step, ::step])
    height = step * faces[:, :, 2].max(axis=1) / goal
    painted = colours()(0.9 * height**0.6)  # most of it is low
    painted[:, :3] *= bright[:, None]
    corners, look = step * faces.astype(np.float64), {"facecolors": painted, "edgecolors": painted}
    axes: Any = ax
    axes.add_collection3d(Poly3DCollection(corners, linewidths=0.3, **look))
    axes.set(
        xlim=(0, goal), ylim=(0, goal), zlim=(0, goal), xlabel="own score (points)",
        ylabel="opponent's score (points)", zlabel="turn total (points)",
    )  # fmt: skip
    whole_numbers(ax, "xyz", game.unit)
    # The layout knows nothing of words in space: a small figure needs more space for them.
    axes.set_box_aspect((1, 1, 0.9), zoom=0.95 if axes.figure.get_figwidth() > 5 else 0.72)
    axes.view_init(elev=24, azim=-52)
    axes.title.set_y(0.94)
    return ax


FINEST = 100
"""Cubes along an edge at most; of a larger game every second state is drawn, or every third, …"""

_FACES = (
    (0, 1, 0.78, ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1))),
    (1, -1, 0.60, ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))),
    (2, 1, 1.00, ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))),
)
"""The faces seen from a high own score, a low opponent's score and above: axis, side, brightness,
corners."""


def faces_of(inside: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The visible faces of all cubes inside.

    Returns
    -------
    int64 array (faces, 4, 3)
        Their corners at [own, opp, total].
    float64 array (faces,)
        How bright each is: those that look the same way are alike.
    """
    faces, bright, padded = [], [], np.pad(inside, 1)
    for axis, side, brightness, corners in _FACES:
        beside = np.roll(padded, -side, axis=axis)[1:-1, 1:-1, 1:-1]
        place = np.argwhere(inside & ~beside)
        faces.append(place[:, None, :] + np.array(corners)[None])
        bright.append(np.full(len(place), brightness))
    return np.concatenate(faces), np.concatenate(bright)


NONE, HOLD, ROLL = 0, 1, 2

_PAPER = {"zero": 0.0, "hold": 0.5, "roll": 0.0}
"""How much of the paper each of these has; no two are equally bright."""


def painted() -> list[tuple[float, float, float]]:
    """A colour for each of these, as pages have them."""
    from matplotlib.colors import to_rgb

    found = []
    for name, paper in _PAPER.items():
        red, green, blue = (paper + (1 - paper) * part for part in to_rgb(colour(name)))
        found.append((red, green, blue))
    return found


def section(
    solution: Solved,
    ax: Axes | None = None,
    *,
    opp: int | None = None,
    mode: str | int | None = None,
) -> Axes:
    """Roll or hold by own score and turn total, at one score of the opponent.

    ``opp``: that score; by default 30% of the goal, as in figure 4 of the paper that
    :func:`boundary` names. ``mode`` as in :func:`thresholds`.
    """
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    ax, solved, game = _begun(solution, "section", ax)
    unit, (throw, bank) = game.unit, game.words
    place, score = modes.mode_called(game, mode), modes.units_of(game, opp)
    decided = modes.decisions(solved, place)[:, score].T  # at [points, own]
    kinds = np.select([decided == 1, decided == 0], [ROLL, HOLD], NONE)
    paint = painted()
    _image(ax, kinds, ListedColormap(paint), vmin=0, vmax=2, aspect="auto")
    key = [
        Patch(facecolor=paint[kind], edgecolor="0.4", label=name)
        for kind, name in ((ROLL, throw), (HOLD, bank))
        if (kinds == kind).any()
    ]
    ax.legend(handles=key, loc="upper right", fontsize="small", frameon=False)
    several = len(game.modes) > 1
    ax.set_xlabel("own score (points)")
    ax.set_ylabel("points of the turn" if several else "turn total (points)")
    whole_numbers(ax, "xy", unit)
    where = f" {game.phrases[place]}\n" if several else " "
    title(ax, game, f"{throw} or {bank}{where}when the opponent has {unit * score:,}")
    return ax


# --- duels ----------------------------------------------------------------------------------------


def replies(solution: Solved, ax: Axes | None = None) -> Axes:
    """The payoff of each hold of a duel against each other one, with best replies, and the optimal
    mixture above.
    """
    ax, solved, game = _begun(solution, "replies", ax)
    holds, matrix = np.array(game.holds), solved.matrix
    places = np.arange(len(holds))
    most = float(np.abs(matrix).max()) or 1.0
    image = _image(ax, matrix, colours(SIGNED), vmin=-most, vmax=most)
    (best,) = ax.plot(
        places, matrix.argmax(axis=0), linestyle="none", marker="o", markersize=5,
        markerfacecolor="white", markeredgecolor="black", label="best reply to each hold",
    )  # fmt: skip
    bar = colour_bar(ax, image, "payoff: P(win) − P(lose)")
    bar.ax.axhline(0.0, color="black", linewidth=0.8)
    step = max(1, len(holds) // 8)
    ticks = [place for place in places if holds[place] % step == 0] or list(places[::step])
    names = [str(holds[place]) for place in ticks]
    ax.set_xticks(ticks, labels=names)
    ax.set_yticks(ticks, labels=names)
    ax.set_xlabel("the opponent's hold (points)")
    ax.set_ylabel("own hold (points)")
    key_below(ax, [best])
    above = ax.inset_axes((0.0, 1.03, 1.0, 0.2))
    above.bar(places, [solved.mix.get(int(hold), 0.0) for hold in holds], color="black")
    above.set(xlim=ax.get_xlim(), xticks=ticks, xticklabels=[], ylabel="weight")
    above.spines[["top", "right"]].set_visible(False)
    ax.set_title(
        f"{name_of(game)}: the optimal mixture (above), and the payoff of holds",
        fontsize="medium", y=1.26,
    )  # fmt: skip
    return ax


# --- how close the calls are ----------------------------------------------------------------------

_MOST_POINTS = 5_000
"""Margins that are drawn at most, evenly spread on the logarithmic scale of their ranks."""

_UNITS = {
    "wins": "chance of winning", "nets": "P(win) − P(lose)", "earns": "points of the next die",
}  # fmt: skip
"""Of what margins are, by what a player does who has more."""

_ALL = 10**9
"""More decisions than a game of which all are listed has."""


def closeness(solution: Solved, ax: Axes | None = None) -> Axes:
    """The share of decisions whose margin (best payoff minus second best) is below each margin.

    Of a duel's the holds against the optimal mixture. Refused if all actions are worth the same
    everywhere, or the margins do not fit in memory.
    """
    ax, solved, game = _begun(solution, "closeness", ax)
    if hasattr(solved, "margins"):
        margins = _margins(solved)
    else:
        margins = np.array([call.margin for call in solved.closest(_ALL)])
    apart = np.sort(margins[margins > TIED])
    ties = margins.size - apart.size
    if not apart.size:
        raise RuleError(
            f"no two actions of {name_of(game)} differ in worth, so no call is close: choose a "
            "larger game"
        )
    count = apart.size
    ranks = np.arange(1, count + 1)
    if count > _MOST_POINTS:  # more are not seen, but make files large
        ranks = np.unique(np.geomspace(1, count, _MOST_POINTS).astype(np.int64))
    apart, shares = apart[ranks - 1], ranks / count
    ax.step(apart, shares, where="post", color="black", linewidth=1.4)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.plot([apart[0]], [shares[0]], "o", color="black", markersize=4)
    state = solved.closest(1)[0].state
    ax.annotate(
        f"the closest: {game.spell(state)}" if state else "the closest",
        (apart[0], shares[0]), (7, -1), textcoords="offset points", fontsize="small", va="top",
    )  # fmt: skip
    if ties:
        ax.text(
            0.99, 0.02, f"left out: {ties:,} ties, as far as doubles can tell", fontsize="small",
            transform=ax.transAxes, ha="right",
        )  # fmt: skip
    ax.set_xlabel(f"margin: best less second best ({_UNITS[game.gains[0]]})")
    ax.set_ylabel(f"share of {count:,} decisions as close as that")
    ax.spines[["top", "right"]].set_visible(False)
    title(ax, game, "how close the calls are")
    return ax


def _margins(solution: Any) -> NDArray[np.float64]:
    """Those of all decisions of a race, ties included."""
    game = solution.game
    require(
        16 * game.units**3 * len(modes.decided(game)),
        f"the margins of {game.name} to {game.goal:,}",
        "choose a smaller goal",
    )
    sizes = [np.abs(margin[~np.isnan(margin)]) for _, margin in solution.margins()]
    return np.concatenate(sizes)


# --- what all pictures have in common -------------------------------------------------------------


def needs_matplotlib() -> None:
    """Refuse to draw without it."""
    needs("matplotlib", "plots need matplotlib", "plot")


def colours(names: tuple[str, ...] = SCALE) -> Any:
    """The colours of a scale, as matplotlib has them."""
    from matplotlib.colors import LinearSegmentedColormap

    parts = [[part / 255 for part in between(n / 255, names)] for n in range(256)]
    return LinearSegmentedColormap.from_list("pigcore", parts)


def check_file(path: str | os.PathLike[str], dpi: int) -> None:
    """Refuse a file that no picture can be written to."""
    if Path(path).suffix.lower() not in FORMATS:
        raise RuleError(
            f"{shown(os.fspath(path))} is not a name for a picture: end it in "
            f"{listed(FORMATS, 'or')}"
        )
    between_whole(dpi, "dpi", 20, 1200)


def save(ax: Axes, path: str | os.PathLike[str], dpi: int = 150) -> None:
    """Write the figure of ``ax`` to ``path``, completely or not at all, with the same bytes every
    time.

    Raises
    ------
    RuleError
        If the suffix is not .png, .svg or .pdf, or ``dpi`` is out of range.
    FileError
        If the file cannot be written.
    """
    check_file(path, dpi)
    from matplotlib import rc_context

    form = Path(path).suffix.lower()[1:]
    figure: Any = ax.figure
    about = {"png": ("Comment", f"pigcore {VERSION}"), "svg": ("Date", None)}
    metadata = dict([about.get(form, ("CreationDate", None))])
    # Type 42 fonts stay text that can be searched and edited; journals refuse matplotlib's type 3.
    # Letters of an SVG are outlines: they look the same where the font is missing.
    fonts: dict[Any, Any] = {
        "pdf.fonttype": 42, "ps.fonttype": 42, "svg.fonttype": "path", "svg.hashsalt": "pigcore",
    }  # fmt: skip
    with rc_context(fonts):
        write_atomically(
            path, lambda file: figure.savefig(file, format=form, dpi=dpi, metadata=metadata)
        )


def name_of(game: Game) -> str:
    """The game and its goal."""
    goal = getattr(game, "goal", None)
    exactly = "exactly " if getattr(game, "target", None) == "exact" else ""
    return game.name if goal is None else f"{game.name} to {exactly}{goal}"


def title(ax: Axes, game: Game, what: str) -> None:
    """Say which game it is, and what of it, in lines that are no wider than the figure."""
    from matplotlib import rcParams

    figure: Any = ax.figure
    width = int(72 * figure.get_figwidth() / (0.65 * rcParams["font.size"]))
    lines = f"{name_of(game)}: {what}".split("\n")
    ax.set_title("\n".join(fill(line, width) for line in lines), fontsize="medium")


def whole_numbers(ax: Axes, axes: str, unit: int = 1) -> None:
    """Let the ticks of these axes, such as "xy", be whole numbers, of so many points each."""
    from matplotlib.ticker import MaxNLocator

    for name in axes:
        axis = getattr(ax, f"{name}axis")
        axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10], integer=True, min_n_ticks=1))
        if unit > 1:
            axis.set_major_formatter(lambda units, _: f"{units * unit:,.0f}")


def _image(ax: Axes, cells: NDArray[Any], cmap: Any = None, **how: Any) -> Any:
    """A colour for each cell."""
    cmap = cmap or colours()
    return ax.imshow(cells, origin="lower", cmap=cmap, interpolation="nearest", **how)


def colour_bar(ax: Axes, image: Any, label: str, **options: Any) -> Any:
    """The scale of ``image`` beside ``ax``, with whole numbers if it is of such."""
    bar = ax.figure.colorbar(image, ax=ax, shrink=0.9, **options)
    bar.set_label(label)
    if image.get_array().dtype.kind in "iu":
        whole_numbers(bar.ax, "y")
    return bar


def mark(ax: Axes, where: NDArray[np.bool_], share: float, label: str) -> list[Any]:
    """A black dot on each cell of a map at [y, x] in which ``where`` is true.

    ``share`` is about the diameter of the dot by the side of a cell. Returned is what a key shows
    of it, if there is any.
    """
    from matplotlib.lines import Line2D

    y, x = np.nonzero(where)
    if not len(y):
        return []
    figure: Any = ax.figure
    size = min(share * _MAP * figure.get_figwidth() / max(where.shape), 6.0)
    style: dict[str, Any] = {
        "linestyle": "none", "marker": "o", "color": "black", "markeredgewidth": 0.0,
    }  # fmt: skip
    ax.plot(x, y, markersize=size, label=label, **style)
    return [Line2D([], [], markersize=max(2.0, 7 * share), label=label, **style)]


def key_below(ax: Axes, handles: list[Any]) -> None:
    """Say below the axes what the signs mean."""
    from matplotlib.transforms import ScaledTranslation

    if handles:
        # A distance by the size of the axes would have the layout cut the title off.
        below = ScaledTranslation(0.0, -0.45, ax.figure.dpi_scale_trans)
        ax.legend(
            handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0.0),
            bbox_transform=ax.transAxes + below, fontsize="small", frameon=False,
        )  # fmt: skip


KINDS = {
    "thresholds": Kind(thresholds, "turn", size=(6.4, 6.4)),
    "dice": Kind(dice, "memories", size=(6.4, 6.0)),
    "replies": Kind(replies, "holds", size=(6.4, 7.2)),
    "boundary": Kind(boundary, "turn", 2, solid=True),
    "win": Kind(win, "goal"),
    "section": Kind(section, "turn", 2, (6.4, 5.0)),
    "closeness": Kind(closeness, "gains", 2, (6.4, 4.4)),
}
"""The kinds; the first one that a game has is what is drawn unless asked otherwise."""

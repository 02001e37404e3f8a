"""Boxes and best choices of a game of Hog, for the checker, who believes none of them.

Where every turn raises the total of the scores, as in all terms, one evaluation of each state,
those of the largest totals first, encloses what it is worth. Where own rules let a turn make no
progress, states wait for one another: sweeps over those that wait narrow their boxes, from all
chances on, until roundings stop them. A box is only ever replaced by what the equations make of
others, so that at any time they take all boxes into themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from pigcore.games.errors import RuleError
from pigcore.games.hog import Hog

from ..algebra.intervals import best_of, largest
from ..algebra.primes import modulo_primes
from ..certificates import check_hog
from ..certificates.check_hog import Bounds, State
from ..certificates.reading import Unreadable
from ..options import Progress
from .tables import header

__all__ = ["Checked", "State", "checked", "claims", "layer"]

MOST_BITS = 512
_MOST_WORK = 5_000_000
"""Products, and 20 more for each throw, for states that wait for one another: some ten seconds."""
_MOST_PRODUCTS = 2_000_000
"""Products that may be taken to solve the equations of a tie: some seconds."""
_NARROW_BITS = 64
"""A box of 2^-64 is as good as the truth to any table of doubles."""
_NARROW = 1 << 8
"""Boxes of so many units wait for nothing more."""


@dataclass(frozen=True)
class Checked:
    """What the checker returned of a game, or of its states from a total of the scores on."""

    hog: check_hog.Hog
    """With a box and the best choices of each of these states."""
    worths: Mapping[State, Bounds]
    """Bounds of what each choice is worth, in units of 1 / one."""
    opened: frozenset[State]
    """The states whose boxes leave open which choices are best."""
    tied: bool
    """Whether the choices named in these are proved to be worth the same all the same."""

    def proved(self, state: State) -> bool:
        """Whether the choices named in a state are all the best ones, and its box is narrow."""
        low, high = self.hog.boxes[state]
        narrow = high - low <= self.hog.one >> _NARROW_BITS
        return narrow and (self.tied or state not in self.opened)


def checked(
    game: Hog,
    lowest: int = 0,
    bits: int | None = None,
    progress: Progress | None = None,
) -> Checked:
    """All states of this total of the scores or more, with so many bits or with more, checked.

    Raises
    ------
    RuleError
        If play need never end.
    SizeError
        If a proof would take too long or not fit in memory.
    """
    rules = header(game)
    rules["bits"] = bits or rules["bits"]
    while True:
        hog = check_hog.Hog(rules)
        try:
            worths, opened = claims(game, hog, lowest, progress)
        except RuleError:
            if not lowest:
                raise
            lowest = 0  # turns that lose points lead to lower totals
            continue
        if len(worths) < len(hog.best):  # not all were checked on the way
            boxes, best = hog.boxes, hog.best
            hog = check_hog.Hog(rules)
            hog.boxes, hog.best, opened = boxes, best, []
            for state in best:
                worths[state], is_open = hog.check(state)
                opened += [state] * is_open
        try:
            tied = bool(opened and modulo_primes(partial(_all_tied, hog, opened)))
        except Unreadable:
            tied = False
        except KeyError:  # of a state of a lower total, to which a tied choice leads
            lowest = 0
            continue
        settled = (tied or not opened) and rules["bits"] > _NARROW_BITS
        if settled or rules["bits"] >= MOST_BITS:
            return Checked(hog, worths, frozenset(opened), tied)
        rules["bits"] *= 2


def _all_tied(hog: check_hog.Hog, opened: list[State], modulus: int) -> bool:
    residues = check_hog.Residues(hog, modulus, _MOST_PRODUCTS)
    return all(map(residues.tied, opened))


def claims(
    game: Hog, hog: check_hog.Hog, lowest: int = 0, progress: Progress | None = None
) -> tuple[dict[State, Bounds], list[State]]:
    """Name boxes and best choices of all states, in an order in which the checker takes them.

    Where nothing that a state leads to waits for another one, the checker looks at it at once:
    what it returned of these states comes back, and those of them that it leaves open.

    Raises
    ------
    RuleError
        If there is no such order, so that play need never end.
    """
    boxes: dict[State, tuple[int, int]] = {}
    judged: dict[State, Bounds] = {}
    waiting: list[State] = []
    opened: list[State] = []
    work, last = 0, 2 * hog.goal - 2
    most = _MOST_WORK // sum(20 + len(run) for one in hog.throws() for _, _, run in one.runs)

    def named(state: State, worths: Bounds) -> None:
        hog.before.add(state)
        boxes[state] = largest(worths)
        hog.best[state] = list(best_of(worths))

    for total in range(last, lowest - 1, -1):
        fresh = [*layer(hog, total)]
        swept, kept = (waiting + fresh, []) if work < most else (fresh, waiting)
        moved = True
        while moved and swept:
            moved, left = False, []
            for state in swept:
                worths, idle, whole = hog.bounds(state)
                box = largest(worths)
                moved = moved or box != hog.boxes.get(state)
                hog.boxes[state] = box
                if idle or box[1] - box[0] > _NARROW:
                    left.append(state)
                    continue
                named(state, worths)
                if whole:
                    judged[state] = worths
                    opened += [state] * hog.judge(state, worths)
            swept = left
            work += len(left)
            moved = moved and work < most
        waiting = kept + swept
        if progress is not None:
            progress(last + 1 - total, last + 1 - lowest)
    while waiting:
        left = []
        for state in waiting:
            worths, idle, _ = hog.bounds(state)
            if idle:
                left.append(state)
            else:
                named(state, worths)
        if len(left) == len(waiting):
            own, opp, *_ = min(left)
            raise RuleError(
                f"from {own} against {opp} the players can go on for ever without anybody "
                f"reaching {game.goal:,}: let every choice have a chance of progress"
            )
        waiting = left
    for state in hog.best.keys() - judged.keys():  # others have come closer since
        worths, *_ = hog.bounds(state)
        hog.best[state] = list(best_of(worths))
    hog.boxes = boxes
    return judged, opened


def layer(hog: check_hog.Hog, total: int) -> Iterator[State]:
    """Every state of one total of the scores."""
    for own in range(max(0, total - hog.goal + 1), min(total, hog.goal - 1) + 1):
        for parity in range(hog.parities):
            yield own, total - own, parity

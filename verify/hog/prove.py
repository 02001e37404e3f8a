"""Hog, proved from the rules: whole numbers, every state, every tie.

Every turn of every term raises the total of the two scores, so a game is a number of layers, one
for each total, and at most L turns are left in the lowest layer, L being the number of layers. A
turn with n dice of s sides divides by s**n. With S the least common multiple of all such
divisors, every value of the game is therefore a whole multiple of S**-L: the recursion is done in
integers, in units of S**-L, without a single rounding. The best choices are those whose integers
are equal to the largest, and ties are proved by equality.

Where own rules let a turn make no progress, nothing that simple is true, and
:mod:`pigverify.hog.cycles` encloses the values instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import lcm
from operator import mul
from typing import Any

from pigcore.games import FileError, StateError
from pigcore.games.hog import Hog

from ..asked import digits_asked, tolerance_asked
from .report import Certificate, Check, Judgement, State
from .rules import Landing, Rules, ways

__all__ = ["Certificate", "Check", "Rules", "certify", "check", "ways"]

ARRAYS = ("starts", "exchanged")
"""The arrays of a solution, by parity."""

TOLERANCE = 1e-12
"""The largest error of a solution that is not refuted."""

Ended = list[list[list[int]]]
"""What it is worth to end a turn at x points against y, in units: [parity][y][x]."""

Progress = Callable[[int, int], object] | None


class Exact:
    """Every value of an acyclic game as a whole number of units."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        game = rules.game
        step = lcm(*(sides**game.max_dice for sides in rules.rolls))
        self.unit = step ** len(rules.layers)
        """One, in units."""
        # The weights of a roll as runs over gains, for each gift: (gift, first gain, weights).
        self.runs = {
            sides: {dice: _runs(rolls) for dice, rolls in several.items()}
            for sides, several in rules.rolls.items()
        }
        width = 1 + max(x for x, _ in rules.landings)
        height = 1 + max(y for _, y in rules.landings)
        self.ended: Ended = [[[0] * width for _ in range(height)] for _ in range(game.parities)]
        self.arrivals: dict[int, list[tuple[int, int, Landing]]] = {t: [] for t in rules.layers}
        for (x, y), landing in rules.landings.items():
            if landing.winner is None:
                self.arrivals[landing.own + landing.opp].append((x, y, landing))
            elif landing.winner:
                for table in self.ended:
                    table[y][x] = self.unit

    def worths(self, own: int, opp: int, parity: int) -> dict[int, int]:
        """What each choice is worth in a state whose successors are all settled."""
        choices = self.rules.game.choices
        return {choice: self.worth(choice, (own, opp, parity), self.ended) for choice in choices}

    def worth(self, choice: int, state: State, ended: Ended) -> int:
        """What one choice is worth to a player to whom ended turns are worth ``ended``."""
        own, opp, parity = state
        if choice == -1:
            assert self.rules.exchange is not None
            gain, gift = self.rules.exchange
            return ended[1 - parity][opp + gift][own + gain]
        if choice == 0:
            gain, gift = self.rules.free[own, opp]
            return ended[parity][opp + gift][own + gain]
        sides = self.rules.game.sides(own, opp, parity)
        total = 0
        for gift, first, weights in self.runs[sides][choice]:
            row = ended[parity][opp + gift]
            total += sum(map(mul, weights, row[own + first : own + first + len(weights)]))
        rolls: int = sides**choice
        worth, rest = divmod(total, rolls)
        if rest:
            raise ArithmeticError("a value is no multiple of the unit: the proof fails")
        return worth

    def layers(self) -> Iterator[tuple[int, dict[State, dict[int, int]]]]:
        """Every state's worths, a layer at a time; a layer is settled when the next is asked."""
        for total in self.rules.layers:
            layer = {state: self.worths(*state) for state in self.rules.layer(total)}
            yield total, layer
            for x, y, landing in self.arrivals[total]:
                for parity, table in enumerate(self.ended):
                    value = max(layer[*landing.state, parity].values())
                    table[y][x] = value if landing.same else self.unit - value


def _runs(rolls: dict[tuple[int, int], int]) -> list[tuple[int, int, list[int]]]:
    runs = []
    for gift in sorted({gift for _, gift in rolls}):
        gains = sorted(gain for gain, other in rolls if other == gift)
        weights = [rolls.get((gain, gift), 0) for gain in range(gains[0], gains[-1] + 1)]
        runs.append((gift, gains[0], weights))
    return runs


def _judged(rules: Rules, progress: Progress = None) -> Iterator[tuple[State, Judgement]]:
    """Every state with the proved worths of its choices, the largest totals first."""
    if rules.falls:
        from .cycles import enclosed

        yield from enclosed(rules, progress)
        return
    exact = Exact(rules)
    for done, (_, layer) in enumerate(exact.layers(), 1):
        for state, worths in layer.items():
            yield state, Judgement.exact(worths, exact.unit)
        if progress is not None:
            progress(done, len(rules.layers))


def check(game: Hog, *state: int, digits: int = 30) -> Check:
    """Prove the best choices in one state.

    Parameters
    ----------
    game : Hog
    *state : int
        own, opp and, where dice are exchanged, the parity of the exchanges.
    digits : int
        How many decimals the report prints.

    Returns
    -------
    Check

    Raises
    ------
    StateError
        If there is no such state.
    RuleError
        If the rules let a game go on for ever or return what they must not.

    Examples
    --------
    >>> from pigcore.games import Hog
    >>> check(Hog.fa13(), 90, 91).best
    (0,)
    """
    if not 2 <= len(state) <= 3:
        raise StateError(
            f"a state of {game.name} is {', '.join(game.state_names)}, but {state} was given: give "
            "these numbers"
        )
    own, opp, parity = game.check_state(*state)
    digits = digits_asked(digits)
    rules = Rules(game, lowest=own + opp)
    if rules.falls:  # then lower totals matter too
        rules = Rules(game)
    for found, judgement in _judged(rules):
        if found == (own, opp, parity):
            return Check(game, found, judgement, digits)
    raise AssertionError("every state of the layers is judged")


def certify(
    game: Hog,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float = TOLERANCE,
    progress: Progress = None,
) -> Certificate:
    """Prove the best choices of every state, and how far a table of values is from the truth.

    Parameters
    ----------
    game : Hog
    table : mapping, optional
        The arrays of a solution, rows [own][opp]: ``"starts"`` and, where dice are exchanged,
        ``"exchanged"`` for the odd parity.
    tolerance : float
        The largest error of the table that is not refuted.
    progress : callable, optional
        Called with (done, of) as the work goes on.

    Returns
    -------
    Certificate

    Raises
    ------
    RuleError
        If the rules let a game go on for ever or return what they must not.
    FileError
        If the table is not one of this game's values.

    Notes
    -----
    A term to 100 takes one to three seconds: 2.7 million products of a number of 7,000 bits and
    one of 26. Time and memory grow with the third and fourth power of the goal.

    Examples
    --------
    >>> from pigcore.games import Hog
    >>> certify(Hog.fa13(goal=10)).ok
    True
    """
    tolerance = tolerance_asked(tolerance)
    starts = None if table is None else _starts(table, game)
    certificate = Certificate(game, None if table is None else tolerance)
    for state, judgement in _judged(Rules(game), progress):
        certificate.take(state, judgement)
        if starts is not None:
            certificate.compare(state, judgement, starts[state])
    return certificate


def _starts(table: Mapping[str, Any], game: Hog) -> dict[State, Fraction]:
    """The table's values as the exact fractions they stand for.

    Raises
    ------
    FileError
        If the shape is another or an entry no probability.
    """
    names = ARRAYS[: game.parities]
    for name in table:
        if name not in names:
            raise FileError(f"the array {name!r} is unknown: {game.name} has {', '.join(names)}")
    starts = {}
    for parity, name in enumerate(names):
        if name not in table:
            raise FileError(f"the array {name!r} is missing: save the solution again")
        rows = table[name]
        if not (
            isinstance(rows, list)
            and len(rows) == game.goal
            and all(isinstance(row, list) and len(row) == game.goal for row in rows)
        ):
            raise FileError(
                f"the array {name!r} is no table of {game.goal} rows of {game.goal} numbers: "
                "solve and save the game again"
            )
        for own, opp in product(range(game.goal), repeat=2):
            value = rows[own][opp]
            if not (isinstance(value, (float, int)) and 0 <= value <= 1):
                raise FileError(
                    f"{name}[{own}, {opp}] is {value!r}, but must be a probability between 0 and "
                    "1: solve the game again"
                )
            starts[own, opp, parity] = Fraction(value)
    return starts

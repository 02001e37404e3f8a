"""Policies of races: bank from some points of a turn on, or after so many throws.

The first kind says its *limits*, the fewest points that it banks in each mode, for single scores
and for arrays of them alike; one below 1 does what 1 does, as a turn begins with a throw.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from ...games.checks import between
from ...games.dice import hands_left
from ...games.errors import RuleError
from ...games.game import Game
from ...games.rules import serving
from ...games.spelling import counted, listed, nearest, shown
from .named import Named

Whole = Any
"""A whole number, or an array of them."""

FOR_GOAL = 1 << 40
"""The limit of who holds only at the goal: larger than every goal."""

MOST, MOST_POINTS, MOST_THROWS = 1_000_000, 10**9, 1000
"""The largest constant of a policy, the most points to bank, the most throws that are counted."""

CHOOSE = {
    "most_points": "set aside what scores most",
    "best_turn": "set aside what makes the turn's expected points greatest",
    "optimal": "set aside what wins most often if best play follows the turn",
}
"""The rules for choosing among the options of a throw, in words."""


class Holding(Named):
    """A policy that throws below its limit and banks from there on."""

    choose: str = "most_points"
    """How it chooses among the options of a throw: a key of :data:`CHOOSE`."""

    alike: bool = False
    """Whether its limits are the same against every score of the opponent."""

    def limits(self, own: Whole, opp: Whole) -> NDArray[np.int64]:
        """The fewest points banked, at [mode, …] for scores of the shape […]; where they are the
        same in all modes, of one.
        """
        raise NotImplementedError

    def for_game(self, game: Game) -> Self:
        """The same policy in ``game``; a duel has no turns, and takes it as it is."""
        return super().for_game(game) if game.family == "race" else self

    def __call__(self, own: int, opp: int, points: int = 0, mode: Any = None, *busts: int) -> str:
        """The word for throwing or banking; of a throw of dice, the choice.

        How many busts in a row there were makes no difference.
        """
        game = self.game
        if game is None or game.turn.roll is not None:
            return "hold" if points >= max(1, int(self.limits(own, opp)[0])) else "roll"
        state = own, opp, points, *([] if mode is None else [mode])
        return serving(__package__, game).answer(game, self, *state)  # type: ignore[union-attr,no-any-return]

    def _choosing(self, when: str) -> str:
        """When it banks, and how it chooses, in words."""
        dice = self.game is None or self.game.set_aside
        chooses = CHOOSE[self.choose] if dice else CHOOSE[self.choose].replace("set aside", "take")
        return f"{when}; {chooses}"


class HoldAt(Holding):
    """Bank from so many points on, which may depend on what is in hand."""

    points: tuple[int | str, ...]
    """The fewest points to bank in each mode, as with 1, 2, … dice in hand; one is for all."""
    alike = True

    def for_game(self, game: Game) -> Self:
        """The same policy in ``game``, if that has as many modes."""
        given, race = len(self.points), cast("Any", game)
        if given == 1:
            return super().for_game(game)
        if game.family != "race":
            raise RuleError(f"'{self}' is a policy of races, but {game.name} is none")
        modes, dice = len(race.modes), race.set_aside
        if given not in {modes, modes - (dice is not None)}:
            there = f"{modes} dice" if dice else counted(modes, "mode")
            raise RuleError(
                f"{given} numbers of points to bank were given, but there are {there}: give one, "
                f"or one for each{' number of dice left' if dice else ''}"
            )
        return super().for_game(game)

    def limits(self, own: Whole, opp: Whole) -> NDArray[np.int64]:
        """The fewest points to bank.

        Who has set all dice aside has all of them in hand, and if nothing is said of that, throws.
        """
        given = [FOR_GOAL if point == "goal" else int(point) for point in self.points]
        if len(given) > 1:
            given += [FOR_GOAL] * (len(self._known_game.modes) - len(given))
        shape = np.broadcast_shapes(np.shape(own), np.shape(opp))
        limits = np.reshape(given, (-1, *[1] * len(shape)))
        return np.broadcast_to(limits, (len(given), *shape))

    def __str__(self) -> str:
        throw, bank = ("roll", "hold") if self.game is None else self.game.words
        said = [point if isinstance(point, str) else f"{point:,}" for point in self.points]
        if self.points == ("goal",):
            when = f"{throw} until the goal is reached"
        elif len(said) == 1:
            when = f"{bank} at {said[0]}"
        else:
            phrases = hands_left(len(said)) if self.game is None else self.game.phrases
            when = f"{bank} at " + listed(map(" ".join, zip(said, phrases)))
        chooses = self.choose != "most_points" or (self.game is not None and self.game.chooses)
        return self._choosing(when) if chooses else when


class HoldTable(Holding):
    """Hold at totals that stand in a table of both scores, and perhaps of the mode."""

    totals: NDArray[np.int64]

    def for_game(self, game: Game) -> Self:
        """The policy itself, if its table is as large as the game."""
        race: Any = game
        wanted: tuple[Any, ...] = (getattr(game, "units", getattr(game, "goal", None)),) * 2
        if game.family == "race" and game.optional == 2 and self.totals.ndim == 3:
            modes = (len(race.modes),)
            wanted = modes + wanted if race.set_aside else wanted + modes
        if self.totals.shape != wanted:
            raise RuleError(
                f"the totals to hold at are {self.totals.shape}, but {game.name} needs one for "
                f"each pair of scores, {wanted}"
            )
        return super().for_game(game)

    def limits(self, own: Whole, opp: Whole) -> NDArray[np.int64]:
        """What the table says."""
        totals, unit = self.totals, 1 if self.game is None else self.game.unit
        if totals.ndim == 2:
            totals = totals[None]
        elif not self._known_game.set_aside:
            totals = np.moveaxis(totals, -1, 0)
        return np.asarray(totals[:, own // unit, opp // unit])

    @property
    def _key(self) -> object:
        return self.totals.shape, self.totals.tobytes(), self.choose

    def __str__(self) -> str:
        if self.totals.ndim == 2:
            return "hold at the total that a table gives for the two scores"
        when = "bank at the points that a table gives for what is in hand and the two scores"
        return self._choosing(when)

    def __repr__(self) -> str:
        return f"<hold at totals of a table {self.totals.shape}>"


def hold_at(
    total: int | str | Sequence[int | str] | NDArray[np.int64], choose: str = "most_points"
) -> Holding:
    """The policy that banks as soon as the turn has ``total`` points or more, or wins.

    Where the rules forbid banking, it throws.

    Parameters
    ----------
    total : int, "goal", sequence of these, or int array
        ``"goal"``: bank only at the goal. A sequence has the fewest points with 1, 2, … dice left
        (hot dice are thrown again, unless there is a last entry for all dice), or in other turns
        for each mode, in the order of ``game.turn.modes``. An array has such points for each pair
        of scores, as ``solution.thresholds()``.
    choose : {"most_points", "best_turn", "optimal"}
        What to set aside of a throw, or which option to take in other turns: what scores most and,
        among equals, leaves the most dice; what makes the expected points of this turn greatest, if
        it is banked by this rule; what wins most often, if best play follows the turn. One that
        reaches the goal is preferred to all others.

    Raises
    ------
    RuleError
        If it is none of these.

    Notes
    -----
    Hold at 20 is the literature's benchmark for Pig: at 20 points the next throw loses as much as
    it gains on average (T. Neller and C. Presser, The UMAP Journal 25(1), 2004).

    Examples
    --------
    >>> hold_at(20)(41, 49, 19), hold_at(20)(41, 49, 20), str(hold_at(20))
    ('roll', 'hold', 'hold at 20')
    >>> import pigcore
    >>> policy = hold_at((250, 250, 400, 1000, 2900), choose="best_turn")
    >>> policy = policy.for_game(pigcore.Farkle.minimal())
    >>> policy(0, 0, 250, 2), policy(0, 0, 250, 3), policy(0, 0, 0, (1, 1, 5, 3, 2, 4))
    ('bank', 'throw', '1, then throw')
    """
    if not isinstance(choose, str) or choose not in CHOOSE:
        raise RuleError(
            f"there is no rule {shown(choose)} for setting dice aside: "
            f"{nearest(str(choose), list(CHOOSE))}"
        )
    if np.ndim(total) > 1:
        return HoldTable(totals=_table(total), choose=choose)
    given = (total,) if isinstance(total, (str, bytes)) or not np.iterable(total) else (*total,)
    if not given:
        raise RuleError("no totals to hold at are given: give one, or one for each mode")
    points, usual = tuple(map(_point, given)), choose == "most_points"
    text = f"hold:{','.join(map(str, points))}{'' if usual else '/' + choose.replace('_', '-')}"
    code = repr(points if len(points) > 1 else points[0]) + ("" if usual else f", {choose=}")
    return HoldAt(text, "", f"hold_at({code})", points=points, choose=choose)


def _point(given: Any) -> int | str:
    if isinstance(given, (str, bytes)):
        if given == "goal":
            return "goal"
        raise RuleError(f"the total to hold at is {shown(given)}, but must be a number or 'goal'")
    return between(given, "the total to hold at", 1, MOST_POINTS)


def _table(totals: Any) -> NDArray[np.int64]:
    table = np.asarray(totals)
    square = table.ndim == 2 and table.shape[0] == table.shape[1]
    if not (square or table.ndim == 3) or table.dtype.kind not in "iu":
        raise RuleError(
            f"the totals to hold at are {table.dtype} {table.shape}, but must be a whole "
            "number or whole numbers (goal, goal) at [own, opp]"
        )
    table = table.astype(np.int64)
    table.setflags(write=False)
    return table


def hold(text: str | int) -> Holding:
    """The policy that ``hold:TOTAL[,TOTAL…][/CHOOSE]`` means."""
    points, slash, choose = str(text).partition("/")
    each = points.split(",")
    numbers = [int(one) if re.fullmatch("[0-9]{1,4000}", one) else one for one in each]
    return hold_at(numbers, choose.replace("-", "_") if slash else "most_points")


# --- linear functions of the scores ---------------------------------------------------------------

_ROUNDED: dict[str, tuple[str, Callable[[Whole, int], Whole]]] = {
    "up": ("up", lambda above, below: -(-above // below)),
    "down": ("down", lambda above, below: above // below),
    "half-up": (
        "to the nearest, a half up", lambda above, below: (2 * above + below) // (2 * below)
    ),
    "half-even": (
        "to the nearest, a half to the even number",
        lambda above, below: _half_even(2 * above + below, 2 * below),
    ),
}  # fmt: skip
"""How ``above / below`` is rounded, in words and as a function."""

_RACE = "once somebody has {}, roll for the goal"
_CONSTANT = re.compile(r"[+-]?[0-9]{1,9}(/[0-9]{1,9}|\.[0-9]{1,9})?")


def _half_even(above: Whole, below: int) -> Whole:
    half_up = above // below
    return half_up - (above % below == 0) * (half_up % 2)


class Linear(Holding):
    """Hold at a + b own + c opp, rounded; once somebody has ``end`` points, roll for the goal."""

    whole: tuple[int, int, int]
    """a, b and c times their common denominator."""
    below: int
    """The common denominator."""
    end: int | None = None
    rounding: str = "up"

    def limits(self, own: Whole, opp: Whole) -> NDArray[np.int64]:
        """``a + b own + c opp``, rounded, while both scores are below ``end``."""
        a, b, c = self.whole
        limits = _ROUNDED[self.rounding][1](a + b * own + c * opp, self.below)
        if self.end is not None:
            near = (own >= self.end) | (opp >= self.end)
            limits = limits + near * (FOR_GOAL - limits)
        return np.asarray(limits)[None]


def _linear(
    constants: tuple[Fraction | int, ...], said: tuple[str, str, str], **more: Any
) -> Linear:
    """Such a policy, refused if its whole numbers might overflow."""
    below = lcm(*(constant.denominator for constant in constants))
    if below > 10**9:
        raise RuleError(
            f"the constants {', '.join(map(str, constants))} have the common denominator "
            f"{shown(below)}, but it must be at most 1000000000: round them"
        )
    return Linear(*said, whole=tuple(int(one * below) for one in constants), below=below, **more)


def _constant(value: Any, what: str, least: int | Fraction = -MOST) -> Fraction:
    """``value`` exactly, ``least`` … −``least``, or … a million if ``least`` is not negative."""
    text = repr(float(value)) if isinstance(value, float) else str(value)
    most = -least if least < 0 else MOST
    if _CONSTANT.fullmatch(text) and (text.partition("/")[2] or "1").strip("0"):
        number = Fraction(text)
        if least <= number <= most:
            return number
    raise RuleError(
        f"{what} is {shown(value)}, but must be a number between {least} and {most} such as "
        "'1/8' or 0.125, with at most 9 digits above and below"
    )


def _short(constant: Fraction) -> str:
    return str(constant) if constant.denominator == 1 else repr(str(constant))


def keep_pace(base: Any = 21, slope: Any = 8, end: int = 71, rounding: str | None = None) -> Linear:
    """End race or keep pace: the best rule of thumb of the literature for Pig.

    Once somebody has ``end`` points, roll for the goal. Until then, hold once the total is at least
    base + (opp - own) / slope, to keep pace with the opponent.

    Parameters
    ----------
    base, slope : number
        Exact: 8, "17/2" or 8.5.
    end : int
    rounding : None, "up", "down", "half-up" or "half-even"
        How base + (opp - own) / slope is rounded; None compares with the exact number, which has
        the same effect as "up".

    Raises
    ------
    RuleError
        If a constant is out of range.

    Notes
    -----
    Source: T. Neller and C. Presser, "Practical Play of the Dice Game Pig", The UMAP Journal
    31(1), 2010.

    Examples
    --------
    >>> keep_pace()(30, 50, 23), keep_pace()(30, 50, 24)  # 21 + 20/8 = 23.5
    ('roll', 'hold')
    """
    if rounding is not None and rounding not in _ROUNDED:
        raise RuleError(f"rounding is {shown(rounding)}: {nearest(rounding, _ROUNDED)}")
    slope = _constant(slope, "slope", Fraction(1, 1000))
    base, end = _constant(base, "base", 0), between(end, "end", 0, MOST)
    named = f":{rounding}" if rounding else ""
    rounded = f", rounded {_ROUNDED[rounding][0]}" if rounding else ""
    said = (
        f"keep-pace:{base}:{slope}:{end}{named}",
        f"hold at {base} + (the opponent's score − yours) / {slope}{rounded}; {_RACE.format(end)}",
        f"keep_pace(base={_short(base)}, slope={_short(slope)}, end={end}, rounding={rounding!r})",
    )
    return _linear((base, -1 / slope, 1 / slope), said, end=end, rounding=rounding or "up")


def hold_or_race(total: int, end: int) -> Linear:
    """Hold at ``total``; once somebody has ``end`` points banked, roll for the goal.

    Raises
    ------
    RuleError
        If a number is invalid or out of range.

    Examples
    --------
    >>> hold_or_race(25, 75)(10, 75, 40), hold_or_race(25, 75)(10, 74, 40)
    ('roll', 'hold')
    """
    total = between(total, "the total to hold at", 1, MOST)
    end = between(end, "the score to race from", 0, MOST)
    words = f"hold at {total}; {_RACE.format(end)}"
    said = f"race:{total}:{end}", words, f"hold_or_race({total}, {end})"
    return _linear((total, 0, 0), said, end=end)


def linear(a: Any, b: Any, c: Any) -> Linear:
    """Hold at ⌈a + b own + c opp⌉, but at least at 1.

    Parameters
    ----------
    a, b, c : number
        Exact: 8, "-1/8" or 0.125; a between -10^6 and 10^6, b and c between -1000 and 1000.

    Raises
    ------
    RuleError
        If a constant is out of range.

    Examples
    --------
    >>> linear(21, "-1/8", "1/8")(30, 50, 23), linear(21, "-1/8", "1/8")(30, 50, 24)
    ('roll', 'hold')
    """
    a, b, c = _constant(a, "a"), _constant(b, "b", -1000), _constant(c, "c", -1000)
    signs = "+−"
    scores = f"{signs[b < 0]} {abs(b)} × your score {signs[c < 0]} {abs(c)} × the opponent's score"
    words = f"hold at {a} {scores}, rounded up, and at 1 at least"
    code = f"linear({_short(a)}, {_short(b)}, {_short(c)})"
    return _linear((a, b, c), (f"linear:{a}:{b}:{c}", words, code))


# --- so many throws -------------------------------------------------------------------------------


class RollTimes(Named):
    """Throw so many times in each turn, then bank: see :func:`roll_times`."""

    throws: int
    family = "race"

    def __call__(
        self, own: int, opp: int, points: int = 0, mode: Any = None, *, throws: int = 0
    ) -> str:
        """``"roll"`` until the turn has had so many throws, then ``"hold"``."""
        return "roll" if throws < self.throws else "hold"


def roll_times(throws: int) -> RollTimes:
    """The policy that throws so many times in each turn, then banks.

    It wins as soon as the goal is reached, throws on where the rules forbid banking, and banks
    earlier where there is nothing left to throw. Of the options of a throw it takes the one that
    scores most. The throws of its turn are counted exactly wherever a policy is played.

    Parameters
    ----------
    throws : int
        1 … 1000.

    Raises
    ------
    RuleError
        If it is none of these.

    Examples
    --------
    >>> import pigcore
    >>> policy = roll_times(3)
    >>> print(policy)
    roll 3 times, then hold
    >>> policy(0, 0, 12, throws=2), policy(0, 0, 12, throws=3)
    ('roll', 'hold')
    >>> pigcore.match(pigcore.Pig(), policy, pigcore.hold_at(20)).average
    0.316...
    """
    throws = between(throws, "the number of throws", 1, MOST_THROWS)
    often = {1: "once", 2: "twice"}.get(throws, f"{throws} times")
    said = f"roll-times:{throws}", f"roll {often}, then hold", f"roll_times({throws})"
    return RollTimes(*said, throws=throws)

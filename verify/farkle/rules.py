"""The rules of a race as its proof reads them: modes, throws and options in integers.

Scores are in units. A mode is a place: with dice that are set aside, their number less one, also
where no turn comes to it; otherwise that in the turn's modes.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from pigcore.games.dice import Dice
from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race
from pigcore.games.spelling import shown

__all__ = ["Options", "Rules"]

Options = tuple[tuple[int, int], ...]
"""What may be chosen after a throw: (units, mode afterwards), each pair once."""

MOST_UNITS = 400
_MOST_OPTIONS = 2 * 10**9
"""Options of all states of the turns of all pairs of scores."""


class Rules:
    """A race for two in integers, as far as it matters from the scores ``own`` and ``opp`` on.

    Parameters
    ----------
    game : Race
    own, opp : int
        Banked scores in units; a turn from there leads to no smaller ones, unless it wipes.

    Raises
    ------
    RuleError
        If three busts in a row cost points, or a last turn is one of other things than dice.
    SizeError
        If the goal is above 400 units, or a turn has too many modes and options.
    """

    def __init__(self, game: Race, own: int = 0, opp: int = 0) -> None:
        if game.penalty:
            raise RuleError(
                f"penalty is {game.penalty}: where scores can fall, nothing is proved; leave the "
                "penalty out"
            )
        dice = game.turn.source if isinstance(game.turn.source, Dice) else None
        if game.last_turn and dice is None:
            raise RuleError(
                f"last_turn of {game.name} is True, but last turns are proved only where dice are "
                "set aside: leave it out"
            )
        if game.units > MOST_UNITS:
            raise SizeError(
                f"a proof of {game.name} to {shown(game.goal)} would take days: choose a goal of "
                f"at most {MOST_UNITS * game.unit:,}"
            )
        self.goal: int = game.units
        self.last_turn: bool = game.last_turn
        self.exact: bool = game.target == "exact"
        self._game, self._unit = game, game.unit
        self._minimum, self._opening = game.minimum_bank // game.unit, game.opening // game.unit
        self.returns: list[int] = [
            game.after_bust(i * game.unit) // game.unit for i in range(self.goal)
        ]
        """The banked score after a bust."""
        self.may_bank: list[bool] = []
        """Whether one may bank in a mode, points permitting."""
        self.denominators: list[int] = []
        """The common denominator of all chances in a mode."""
        self.busts: list[int] = []
        """The chance of a bust, times the denominator."""
        self.wipes: list[int] = []
        self.choices: list[Mapping[Options, int] | None] = []
        """The sets of options with their chances times the denominator; None without a throw."""
        self._dice, self._roll = dice, game.turn.roll is not None
        self.all_modes: bool = dice is not None or self._roll
        """Whether states are looked at which no throws lead to."""
        if dice is None:
            self._read_turn(game)
        else:
            self._read_dice(dice)
        self.start: int = dice.count - 1 if dice else game.turn.start
        self.modes: int = len(self.choices)
        self.wipe: bool = any(self.wipes)
        """Whether some throw can wipe, so that all pairs of scores depend on each other."""
        self.own: int = 0 if self.wipe else own
        self.opp: int = 0 if self.wipe else opp
        self._refuse_what_takes_days()

    def _read_dice(self, dice: Dice) -> None:
        below = math.lcm(*(p.denominator for p in dice.chances))
        for n in range(1, dice.count + 1):
            sets: dict[Options, int] = {}
            for found, p in dice.options(n).items():
                options = [(points // self._unit, dice.hand(left) - 1) for points, left in found]
                key = tuple(sorted(set(options)))
                sets[key] = sets.get(key, 0) + int(p * below**n)
            self.may_bank.append(not (dice.must_roll and n == dice.count))
            self.denominators.append(int(below**n))
            self.busts.append(sets.pop((), 0))
            self.wipes.append(0)
            self.choices.append(sets)

    def _read_turn(self, game: Race) -> None:
        most = self.goal + self.exact  # gains that reach the goal from every score are one gain
        for mode in game.turn.modes:
            throw = mode.throw
            self.may_bank.append(mode.may_bank)
            chances = (
                [throw.bust, throw.wipe, *(it.chance for it in throw.outcomes)] if throw else []
            )
            below = math.lcm(*(p.denominator for p in chances))
            bust = wipe = Fraction(0)
            sets: dict[Options, int] | None = None
            if throw:
                bust, wipe, sets = throw.bust, throw.wipe, {}
                for p, options in throw.outcomes:
                    capped = {(min(it.gain // self._unit, most), it.mode) for it in options}
                    key = tuple(sorted(capped))
                    sets[key] = sets.get(key, 0) + int(p * below)
            self.denominators.append(below)
            self.busts.append(int(bust * below))
            self.wipes.append(int(wipe * below))
            self.choices.append(sets)

    def _refuse_what_takes_days(self) -> None:
        sizes = [sum(map(len, sets)) if sets else 0 for sets in self.serious]
        if self.all_modes:
            return  # the limit of the goal is enough
        each = sum(sizes[n] for modes in self.reached for n in modes)
        pairs = self.goal * (self.goal + 1) // 2
        if each * pairs > _MOST_OPTIONS:
            raise SizeError(
                f"a proof of {self._game.name} to {shown(self._game.goal)} would take days, as a "
                f"turn has {each:,} options in all its states: choose a smaller goal"
            )

    # --- throws -------------------------------------------------------------------------------

    @cached_property
    def serious(self) -> Sequence[Mapping[Options, int] | None]:
        """``choices`` without options that another one is never worse than.

        Where the first to have the goal or more wins, these are those with fewer units for the
        same mode: whoever has more can play as if he had fewer. He may bank whatever he could have
        banked then, and reaches the goal no later. This is false with a last turn and where the
        goal must be hit (it may be better not to have reached it), and where a turn that may not
        be banked ends with a consolation (which may be more than is banked); there all are kept.
        """
        stuck = any(sets is None for sets in self.choices) and (self._minimum or self._opening)
        if self.last_turn or self.exact or (stuck and self._game.consolation):
            return self.choices
        found: list[Mapping[Options, int] | None] = []
        for sets in self.choices:
            kept: dict[Options, int] = {}
            for options, ways in sets.items() if sets else ():
                most: dict[int, int] = {}
                for units, after in options:
                    most[after] = max(units, most.get(after, 0))
                best = tuple(sorted((units, after) for after, units in most.items()))
                kept[best] = kept.get(best, 0) + ways
            found.append(None if sets is None else kept)
        return found

    @cached_property
    def most(self) -> int:
        """The most units that a throw can score."""
        return max(
            units for sets in self.choices if sets for options in sets for units, _ in options
        )

    @cached_property
    def rank(self) -> Sequence[int]:
        """A number for each mode, above those of all modes that it leads to without gain."""
        ranks = [0] * self.modes
        for n in () if self._dice else self._game.turn.order:
            sets = self.choices[n] or ()
            free = [ranks[after] + 1 for options in sets for units, after in options if not units]
            ranks[n] = max(free, default=0)
        return ranks

    @cached_property
    def _had(self) -> Sequence[int]:
        """Bit n at [t]: whether a turn can have t units in mode n."""
        most = self.furthest + (0 if self.last_turn else 1)
        if self._dice:
            return [bits >> 1 for bits in self._game.hands(most * self._unit)]
        return self._game.can_have(most * self._unit)

    @cached_property
    def reached(self) -> Sequence[Sequence[int]]:
        """In which modes a turn can have t units, at [t], as far as ``furthest``.

        Where the mode is no part of a state, all numbers of units are looked at.
        """
        had = [1] * (self.furthest + 1) if self._roll else self._had[: self.furthest + 1]
        return [_places(bits) for bits in had]

    @property
    def furthest(self) -> int:
        """The most units of a turn in which there is still something to decide."""
        return self.goal + self.most if self.last_turn else self.goal - 1

    # --- banking ------------------------------------------------------------------------------

    def first(self, own: int) -> int:
        """The first score that may be banked in a turn that begins with ``own``.

        So may all larger ones; what reaches the goal always may.
        """
        least = max(self._minimum, 0 if own else self._opening)
        return min(own + least, self.goal)

    def may_choose(self, own: int, s: int, mode: int) -> bool:
        """Whether one may bank s in a mode, and throw as well."""
        begun = s > own or mode != self.start
        banks = begun and self.may_bank[mode] and s >= self.first(own)
        return banks and self.choices[mode] is not None and (s < self.goal or self.last_turn)

    # --- scores -------------------------------------------------------------------------------

    @cached_property
    def dead(self) -> Sequence[bool]:
        """For each score whether nothing leads from there to the goal."""
        alive = [True] * self.goal + [True]
        if not self.exact:
            return [False] * self.goal
        bank, wipe = (
            sum(1 << n for n, it in enumerate(modes) if it) for modes in (self.may_bank, self.wipes)
        )
        bust = sum(1 << n for n, it in enumerate(self.busts) if it)
        for i in reversed(range(self.goal)):
            ahead = self._had[: self.goal - i]
            back, least = self.returns[i], self.first(i) - i
            alive[i] = (
                bool(self._had[self.goal - i])
                or any(
                    bits & bank and alive[i + t]
                    for t, bits in enumerate(ahead)
                    if t >= max(least, 1)
                )
                or (back > i and alive[back] and self._can_bust(i, bust))
                or any(bits & wipe for bits in ahead)  # from 0 on somebody can win
            )
        return [not it for it in alive[: self.goal]]

    def _can_bust(self, i: int, bust: int) -> bool:
        """Whether a turn from i that does not bank can end in a bust."""
        for t, bits in enumerate(self._had[: self.goal - i]):
            for n in _places(bits):
                sets = self.choices[n]
                if bust >> n & 1 or (sets is None and i + t < self.first(i)):
                    return True
                for options in sets or ():
                    if any(i + t + units > self.goal for units, _ in options):
                        return True
        return False

    def settled(self, i: int, j: int) -> tuple[int, int] | None:
        """Twice V(i, j) and V(j, i) where neither can ever win, by convention."""
        return (1, 1) if self.dead[i] and self.dead[j] else None

    # --- turns --------------------------------------------------------------------------------

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Pairs of scores, i <= j, whose turn starts depend on each other and on earlier ones.

        A bank raises the sum of both scores and a bust leaves it alone: larger sums come first.
        """
        own, opp = min(self.own, self.opp), max(self.own, self.opp)
        for total in range(2 * self.goal - 2, own + opp - 1, -1):
            for i in range(max(own, total - self.goal + 1), total // 2 + 1):
                j = total - i
                if j >= opp:
                    yield i, j

    @cached_property
    def pair_count(self) -> int:
        """How many pairs there are."""
        return sum(1 for _ in self.pairs())

    def modes_at(self, t: int) -> Collection[int]:
        """The modes in which a turn with t units is evaluated."""
        return range(self.modes) if self.all_modes else self.reached[t]


def _places(bits: int) -> list[int]:
    """Where a whole number has bits."""
    return [n for n, bit in enumerate(bin(bits)[:1:-1]) if bit == "1"]

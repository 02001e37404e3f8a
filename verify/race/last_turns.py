"""The last turns of several players, once one of them has the goal: bounds, from the last one back.

Each player who has a turn left tries to pass the best score so far, and is to be passed in turn by
those who follow, so that there is no loop in it. Every exact tie banks, or takes the first option:
decisions that bounds do not tell apart are taken so. As for turn starts, bounds are of what each
player wins at least if all decide like this, and of what he wins at most who alone does not.

**Where turns end.** Whoever has passed all others banks from `top` on. There his throw would bust
with the chance p at least, and what he has then is at most x; if he banks, he is passed, or tied if
that counts, with a chance of at most C, the sum of the others' best chances to make so many units.
So nothing is better than banking where p (1 - x) >= C, at every larger score as well, as C falls.
`top` is a guess, from what the next player can win for sure, and this is what is proved of it
(:meth:`LastTurns.limit`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import floor
from typing import Any

from pigcore.games.errors import RuleError, SizeError

from ..kernels import WIDE_BITS
from .rules import Options, Rules

__all__ = ["LastTurns", "with_last_turns"]

Box = tuple[Sequence[int], Sequence[int]]
"""Lower and upper bounds by player, from the mover on."""

LEADERS, MOVER = 0, 1
"""The first numbers of a state in a last turn: a leader's, and the mover's."""

_LEAST_BITS = 192
_MORE = 64
_FURTHEST = 2_000
"""So many units are followed past the goal at most."""
_MOST_STATES = 10**8
_SURE = 0.999


class LastTurns:
    """Bounds of what last turns come to.

    Parameters
    ----------
    rules : Rules
        A race of three players or more with last turns.

    Raises
    ------
    RuleError
        If a turn need not end past the goal, as something must be thrown on.
    SizeError
        If there are too many states.
    """

    rules: Rules

    def __init__(self, rules: Rules) -> None:
        self.rules, self._shares = rules, rules.tie == "half"
        throws = [n for n, sets in enumerate(rules.choices) if sets is not None]
        if not all(rules.may_bank):
            raise RuleError(
                "in some mode one must throw on, so turns past the goal have no end: a proof for "
                "several players takes no last turns there"
            )
        self._bust = min(Fraction(rules.busts[n], rules.denominators[n]) for n in throws)
        self.past: int = self._guessed()
        """From so many units past the goal on one banks."""
        states = rules.modes * rules.span ** (rules.players - 2) * (rules.span + self.past) ** 2
        if states > _MOST_STATES:
            raise SizeError(
                f"last turns of {rules.players} players have {states:,} states, but at most "
                f"{_MOST_STATES:,} are proved: choose a smaller goal"
            )
        self._tables: dict[int, _Tables] = {}
        self._rows: dict[Any, Sequence[Box]] = {}

    @cached_property
    def _chase(self) -> Sequence[Fraction]:
        """The best chance to make 0, 1, … units in a turn, at most."""
        rules, one = self.rules, 1 << _LEAST_BITS
        order = sorted(range(rules.modes), key=lambda n: (rules.rank[n], n))
        found: list[list[int]] = []

        def worth(need: int, mode: int) -> int:
            return one if need <= 0 else found[need][mode]

        for need in range(rules.span + _FURTHEST):
            found.append([0] * rules.modes)
            for n in order if need else ():
                total = sum(
                    ways * max(worth(need - g, mode) for g, mode in options)
                    for options, ways in (rules.choices[n] or {}).items()
                )
                found[need][n] = -(-total // rules.denominators[n])
        return [Fraction(1)] + [Fraction(row[rules.start], one) for row in found[1:]]

    def _guessed(self) -> int:
        """From where on one banks, most likely."""
        rules, others = self.rules, self.rules.players - 1
        chase = [float(one) for one in self._chase]
        more = 1 + (not self._shares)
        aims = range(256)
        least = min(
            max(chase[need + a] * (1.0 - others * chase[a + more]) for a in aims)
            for need in range(1, rules.span + 1)
        )
        wanted = _SURE * float(self._bust) * least
        for past in range(_FURTHEST - more):
            if others * chase[past + more] <= wanted:
                return past
        raise SizeError(
            f"turns that hardly ever bust go on for more than {_FURTHEST:,} units past the goal: "
            "leave the last turns out"
        )

    def limit(self, scores: Sequence[int], one: int) -> int:
        """A bust has to be worth less, in parts of ``one``, for banking to be best from `top` on in
        the turn of a mover.
        """
        rules, more = self.rules, int(not self._shares)
        top = rules.span + self.past
        waiting = [score % rules.span for score in scores[1 : 1 + self.left(scores[0])]]
        passed = sum(self._chase[top - score + more] for score in waiting)
        return max(0, floor(one * (1 - passed / self._bust)) + 1)

    def left(self, own: int) -> int:
        """How many players have a last turn once who has a score has the goal."""
        rules = self.rules
        return rules.players - 1 - (own // rules.span if rules.seats > 1 else 0)

    def far(self, left: int) -> int:
        """How many scores from the goal on may be ahead when so many players have a turn left."""
        return self.past + self.rules.most * (self.rules.players - left)

    def rows(self, scores: Sequence[int], bits: int) -> Sequence[Box]:
        """Bounds of what banking the goal, a unit more, … is worth to all, from the mover on."""
        left = self.left(scores[0])
        key = bits, tuple([score % self.rules.span for score in scores[1 : 1 + left]])
        if key not in self._rows:
            self._rows[key] = self.found(*key)
        return self._rows[key]

    def found(self, bits: int, after: tuple[int, ...]) -> Sequence[Box]:
        """The same by the scores of those who have a turn left; it is not kept."""
        rules, left = self.rules, len(after)
        wide = WIDE_BITS if bits <= _LEAST_BITS else bits + _MORE
        if wide not in self._tables:
            self._tables[wide] = _Tables(self, wide)
        table, none = self._tables[wide], [0] * (rules.players - 1 - left)
        more, less = max(0, bits - wide), max(0, wide - bits)
        found = []
        for s in range(rules.span, rules.span + self.past + rules.most + 1):
            # A throw leads no further than the last but one.
            s = min(s, rules.span + self.past + rules.most - 1)
            low, high = table.box(left, (1, s, *after))
            found.append(
                (
                    [one << more >> less for one in low] + none,
                    [-(-one << more >> less) for one in high] + none,
                )
            )
        return found


class _Tables:
    """All states in which so many players have a turn left, in units of 2^-bits.

    What each player wins at least, and what he loses at least, stand in one whole number.
    """

    def __init__(self, last: LastTurns, bits: int) -> None:
        self.last, self.rules, self.one = last, last.rules, 1 << bits
        self.width: int = bits + max(self.rules.denominators).bit_length() + 2
        self.field: int = (1 << bits + 1) - 1
        self._known: dict[int, dict[tuple[int, ...], int]] = {}
        self._order = sorted(range(self.rules.modes), key=lambda n: (self.rules.rank[n], n))

    def _packed(self, low: Sequence[int], high: Sequence[int]) -> int:
        both = [*low, *(self.one - one for one in high)]
        return sum(one << k * self.width for k, one in enumerate(both))

    def _unpacked(self, fields: int, count: int) -> Box:
        both = [fields >> k * self.width & self.field for k in range(2 * count)]
        return both[:count], [self.one - one for one in both[count:]]

    def box(self, left: int, state: tuple[int, ...]) -> Box:
        """Bounds of a leader's chance, and of those of the players with a turn left.

        A state has how many lead, their score, and the scores of those who have a turn left.
        """
        if not left:
            share = Fraction(self.one, state[0])
            return [share.__floor__()], [share.__ceil__()]
        if left not in self._known:
            self._known[left] = {}
            span, most = self.rules.span, self.rules.players - left
            leaders = range(1, most + 1 if self.last._shares else 2)
            scores = range(span, span + self.last.far(left))
            for count, ahead, *rest in product(leaders, scores, *[range(span)] * (left - 1)):
                self._turn(left, count, ahead, tuple(rest))
        return self._unpacked(self._known[left][state], left + 1)

    def _turn(self, left: int, count: int, ahead: int, rest: tuple[int, ...]) -> None:
        """The last turn of a mover with any score, where so many lead."""
        rules, last, size = self.rules, self.last, left + 1
        shifts = [k * self.width for k in range(2 * size)]
        mine, loss, field = shifts[MOVER], shifts[size + MOVER], self.field
        wide, modes = (1 << self.width) - 1, rules.modes

        def then(count: int, best: int, leads: int, mover: int) -> int:
            """What it comes to: whether the leaders of before still lead, and the mover does."""
            (low, *lows), (high, *highs) = self.box(left - 1, (count, best, *rest))
            return self._packed(
                [low * leads, low * mover, *lows], [high * leads, high * mover, *highs]
            )

        def least(fields: int) -> int:
            return fields >> mine & field

        def most(fields: int) -> int:
            return self.one - (fields >> loss & field)

        def better(one: int, other: int) -> int:
            """The first of two, or the other if that is better for sure, and the best reply."""
            taken = other if least(other) > most(one) else one
            lost = min(one >> loss & field, other >> loss & field)
            return taken - ((taken >> loss & field) - lost << loss)

        lost = then(count, ahead, 1, 0)
        tied = then(count + 1, ahead, 1, 1) if last._shares else None
        end = rules.span + last.far(left - 1)
        worth: list[int] = [0] * (end * modes)
        for s in range(end - 1, -1, -1):
            bank = then(1, s, 0, 1) if s > ahead else tied if s == ahead else None
            stops = s > ahead and s >= rules.span + last.past
            for n in self._order:
                sets, place = rules.choices[n], s * modes
                if sets is None or stops:
                    worth[place + n] = lost if bank is None else bank
                    continue
                total = rules.busts[n] * lost
                for options, ways in sets.items():
                    total += ways * self._option(options, worth, place, better)
                thrown, below = 0, rules.denominators[n]
                for shift in shifts:
                    thrown |= (total >> shift & wide) // below << shift
                worth[place + n] = thrown if bank is None else better(bank, thrown)
                if n == rules.start and s < rules.span:
                    self._known[left][(count, ahead, s, *rest)] = thrown

    def _option(self, options: Options, worth: Sequence[int], place: int, better: Any) -> int:
        modes = self.rules.modes
        found = worth[place + options[0][0] * modes + options[0][1]]
        for g, mode in options[1:]:
            found = better(found, worth[place + g * modes + mode])
        return found


def with_last_turns(rules: Rules) -> Rules:
    """The rules, which follow turns past the goal if several players have last turns."""
    if rules.players > 2 and rules.last_turn:
        rules.last = LastTurns(rules)
        rules.past = rules.last.past
        rules.follow_to(rules.span + rules.past)
    return rules

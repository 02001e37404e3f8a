"""A block of totals that is left so slowly that iteration does not find its values.

With the values V of the larger totals known, the values v of the block's states solve

    v(s) = max_c [ const_c(s) + sum_s' p_c(s, s') v(s') ],

where v(s') stands for 1 - v(s') if the other player moves next, and const collects what leads out
of the block. Policy iteration solves the equations of fixed choices, improves the choices where
another one is worth more, and repeats; slow progress costs it nothing but digits. Both players
improve at once. As that may come back to choices it had, one player's choices are then kept until
the other's are the best reply, and so on in turn (Hoffman and Karp), which ends.

The arithmetic is that of integers in units of 2**-bits, so that no progress is too slow for it. A
bound on the error follows as in the verifier's enclosures: let w(s) be the longest expected stay in
the block, w >= 1 + sum p_c w for every choice, and r the largest |v - max_c ...|. Then the true
equations map the box |u - v| <= r w into itself, and have one solution only. If r w is not far
below the precision of doubles, everything is done again with more bits.

Where play may stay in the block for ever, which is worth one half, these equations have many
solutions. The one that counts is the limit, as e goes to 0, of a game that ends as a draw with the
chance e after each turn that stays in the block; e = 2**-100 is small enough unless stays are as
long, and large enough to tell choices apart by it. That this was enough is for pigverify to prove.

Sources: D. Andersson, P. Miltersen, "The complexity of solving stochastic games on graphs", ISAAC
2009 (why the limit has optimal policies that remember nothing); A. Hoffman, R. Karp, "On
nonterminating stochastic games", Management Science 12(5), 1966.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from math import ldexp

import numpy as np
from numpy.typing import NDArray

from .arrays import LOST, WON, HogArrays

__all__ = ["MOST_STATES", "solve_block"]

MOST_STATES = 1000
"""Of a block that is tried at all."""

BITS = (256, 512, 1024, 2048)
EVALUATIONS = 100
"""Sets of choices whose equations are solved before giving up; some ten are needed."""

PRODUCTS = 5_000_000
_ENOUGH = 60  # r w < 2**-60

_STOPS = 100
"""Where play need never end, it ends as a draw with the chance 2**-100 after each turn."""


class _PrecisionError(Exception):
    """More bits are needed."""


class _TimeError(Exception):
    """More time is needed than anybody would wait."""


@dataclass(frozen=True)
class _Choice:
    """What a choice leads to: (const + sum number * v) / rolls."""

    const: int
    inside: list[tuple[int, int, bool]]
    """(number of rolls, next state, whether the same player moves)."""
    rolls: int

    def stopping(self, half: int) -> _Choice:
        """The same if play that stays may stop, which is worth ``half``."""
        stays = sum(number for number, _, _ in self.inside)
        inside = [(number * ((1 << _STOPS) - 1), *to) for number, *to in self.inside]
        const = (self.const << _STOPS) + stays * half
        return _Choice(const, inside, self.rolls << _STOPS)  # type: ignore[arg-type]


_Row = dict[int, int]
_Values = list[dict[int, int]]
"""By player, and by state."""
_Policy = dict[int, int]


def solve_block(arrays: HogArrays, value: NDArray[np.float64], block: int) -> bool:
    """Replace the values of one block by the true ones, but for 2**-60; whether that succeeded.

    ``value`` is true for the blocks before this one. A solution of n equations takes up to n**3 / 3
    products of integers, far fewer where a state leads to few others of the block; none is tried
    beyond 5,000,000 of them, which some 250 states reach that all lead to each other.
    """
    states = arrays.states(block).tolist()
    if len(states) > MOST_STATES:
        return False
    flat = value.reshape(-1)
    endless = block in arrays.forever
    for bits in BITS[endless:]:
        choices = _choices(arrays, value, states, bits)
        if endless:
            half = 1 << bits - 1
            for several in choices.values():
                several |= {answer: one.stopping(half) for answer, one in several.items()}
        try:
            found = _Block(choices, bits).solved(flat)
        except _PrecisionError:
            continue
        except _TimeError:
            return False
        flat[states] = [min(max(v, 0) / (1 << bits), 1.0) for v in found]
        return True
    return False


def _choices(
    arrays: HogArrays, value: NDArray[np.float64], states: list[int], bits: int
) -> dict[int, dict[int, _Choice]]:
    """The choices of every state of a block, in units of 2**-bits."""
    inside, legal, goal, one = set(states), arrays.choices.tolist(), arrays.goal, 1 << bits

    @cache
    def end(x: int, y: int, parity: int) -> tuple[int, int, bool]:
        """What a turn that ends there is worth, or -1 with the state and who moves then."""
        target = int(arrays.target[x, y])
        if target in (WON, LOST):
            return one * (target == WON), 0, False
        following, same = target + parity * goal**2, bool(arrays.same[x, y])
        if following in inside:
            return -1, following, same
        known = int(ldexp(float(value.flat[following]), bits))
        return known if same else one - known, 0, False

    def choice(state: int, answer: int) -> _Choice:
        parity, rest = divmod(state, goal**2)
        own, opp = divmod(rest, goal)
        rolls, outcomes = arrays.turns.outcomes(answer, parity, own, opp)
        const, stays, after = 0, [], parity ^ (answer == -1)
        for (gain, gift), number in outcomes.items():
            worth, following, same = end(own + gain, opp + gift, after)
            if worth < 0:
                stays.append((number, following, same))
            else:
                const += number * worth
        return _Choice(const, stays, rolls)

    return {state: {answer: choice(state, answer) for answer in legal} for state in states}


class _Block:
    """The equations of one block in integers."""

    def __init__(self, choices: dict[int, dict[int, _Choice]], bits: int) -> None:
        self.choices, self.bits, self.one = choices, bits, 1 << bits
        self.grain = 1 << bits // 4
        """What is not better by more is rounding."""
        self.left = EVALUATIONS

    def solved(self, rough: NDArray[np.float64]) -> list[int]:
        """The values, proved to 2**-60, from choices that are best for ``rough`` ones."""
        guess = {state: int(ldexp(float(rough[state]), self.bits)) for state in self.choices}
        policy = {state: next(iter(several)) for state, several in self.choices.items()}
        values = self._optimum(self._improved([guess], 0, policy))
        # Constants and quotients are rounded down by less than a unit each.
        miss = 2 + max(
            abs(max(self._worth([values], 0, c) for c in several.values()) - values[state])
            for state, several in self.choices.items()
        )
        if miss * self._longest_stay() >> 2 * self.bits - _ENOUGH:
            raise _PrecisionError
        return list(values.values())

    # --- choices ---------------------------------------------------------------------------------

    def _optimum(self, policy: _Policy) -> dict[int, int]:
        """The values of policies that nothing improves, from those of one for both players."""
        seen = []
        while policy not in seen:
            seen.append(policy)
            values = self._evaluated([policy])
            better = self._improved(values, 0, policy)
            if better == policy:
                return values[0]
            policy = better
        reply = dict(policy)
        while True:
            values = self._evaluated([policy, reply])
            if (better := self._improved(values, 1, reply)) != reply:
                reply = better
            elif (better := self._improved(values, 0, policy)) != policy:
                policy = better
            else:
                return values[0]

    def _worth(self, values: _Values, player: int, choice: _Choice) -> int:
        mine, theirs = values[player], values[-1 - player]
        return (
            choice.const
            + sum(
                number * (mine[state] if same else self.one - theirs[state])
                for number, state, same in choice.inside
            )
        ) // choice.rolls

    def _improved(self, values: _Values, player: int, policy: _Policy) -> _Policy:
        """The best choices of one player; what he has stays unless something is better."""
        improved = {}
        for state, several in self.choices.items():
            worths = {c: self._worth(values, player, choice) for c, choice in several.items()}
            best = max(worths, key=worths.__getitem__)
            kept = policy[state]
            improved[state] = best if worths[best] > worths[kept] + self.grain else kept
        return improved

    def _evaluated(self, policies: list[_Policy]) -> _Values:
        """What each player wins where each follows a policy; one policy stands for both."""
        count = len(policies)
        constants: dict[int, int] = {}
        rows: dict[int, _Row] = {}
        for player, policy in enumerate(policies):
            for state, answer in policy.items():
                choice = self.choices[state][answer]
                constant, row = choice.const // choice.rolls, defaultdict[int, int](int)
                for number, target, same in choice.inside:
                    p = number * self.one // choice.rolls
                    constant += 0 if same else p
                    row[target * count + (player if same else count - 1 - player)] += (
                        p if same else -p
                    )
                constants[state * count + player], rows[state * count + player] = constant, row
        solution = self._solution(constants, rows)
        return [{s: solution[s * count + player] for s in self.choices} for player in range(count)]

    # --- stays -----------------------------------------------------------------------------------

    def _longest_stay(self) -> int:
        """The largest w, in units, with w >= 1 + sum p_c w for every choice."""
        policy = {state: next(iter(several)) for state, several in self.choices.items()}
        while True:
            rows: dict[int, _Row] = {}
            for state, answer in policy.items():
                choice = self.choices[state][answer]
                rows[state] = defaultdict[int, int](int)
                for number, target, _ in choice.inside:
                    rows[state][target] += number * self.one // choice.rolls
            stay = self._solution(dict.fromkeys(policy, self.one), rows)
            better = {}
            for state, several in self.choices.items():
                stays = {
                    answer: sum(n * stay[s] for n, s, _ in choice.inside) // choice.rolls
                    for answer, choice in several.items()
                }
                longest = max(stays, key=stays.__getitem__)
                kept = policy[state]
                better[state] = longest if stays[longest] > stays[kept] + self.grain else kept
                # Twice w then has the property, and makes up for all that is rounded here.
                if better[state] == kept and 2 * (stay[state] - stays[longest]) < self.one + 4:
                    raise _PrecisionError
            if better == policy:
                return 2 * max(stay.values())
            policy = better

    # --- equations -------------------------------------------------------------------------------

    def _solution(self, constants: dict[int, int], rows: dict[int, _Row]) -> dict[int, int]:
        """The solution of v = constants + rows v, by elimination of one unknown after the other."""
        self.left -= 1
        if self.left < 0:
            raise _PrecisionError
        bits, products = self.bits, 0
        users = defaultdict[int, set[int]](set)
        for unknown, row in rows.items():
            for other in row:
                users[other].add(unknown)
        for unknown, row in rows.items():
            # All the minors of I - A are positive where play must end.
            if (pivot := self.one - row.pop(unknown, 0)) <= 0:
                raise _PrecisionError
            constants[unknown] = (constants[unknown] << bits) // pivot
            for other in row:
                row[other] = (row[other] << bits) // pivot
                users[other].discard(unknown)
            users[unknown].discard(unknown)
            products += len(users[unknown]) * (len(row) + 1)
            if products > PRODUCTS:
                raise _TimeError
            for user in users.pop(unknown):
                factor = rows[user].pop(unknown)
                constants[user] += factor * constants[unknown] >> bits
                for other, a in row.items():
                    rows[user][other] += factor * a >> bits
                    users[other].add(user)
        for unknown in reversed(rows):
            known = (a * constants[other] >> bits for other, a in rows[unknown].items())
            constants[unknown] += sum(known)
        return constants

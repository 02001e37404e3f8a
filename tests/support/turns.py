"""Turns slowly and obviously, in fractions; and generated ones."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

from hypothesis import assume
from hypothesis import strategies as st

from pigcore.games.race import Race
from pigcore.games.turn import BUST, WIPE, RuleError, Turn, gain

from . import generated
from .slow import values_of

CHOICES = Race(
    Turn({
        "two": {BUST: 1, (gain(1, "two", "a foot"), gain(4, "one", "two brains")): 2,
                (gain(2, "two"), gain(3, "one")): 1},
        "one": {BUST: 1, gain(2, "one", "a brain"): 2},
    }.get, "two"), 12, name="Choices",
)  # fmt: skip
"""A race of two modes, in which throws leave choices with labels."""


class Rules(NamedTuple):
    """A race for two; all numbers are points."""

    turn: Turn
    goal: int
    target: str = "at_least"
    consolation: int = 0
    opening: int = 0
    minimum_bank: int = 0

    @classmethod
    def of(cls, game):
        return cls(*(getattr(game, name) for name in cls._fields))

    def after_bust(self, own):
        banked = own + self.consolation
        if self.target == "exact":
            return banked if banked <= self.goal else own
        return min(banked, self.goal)

    def won(self, score):
        return score == self.goal or (score > self.goal and self.target == "at_least")

    def may_bank(self, own, points):
        least = max(self.minimum_bank, 0 if own else self.opening)
        return points >= least or self.won(own + points)


def solve(rules):
    """{(own, opp): V(own, opp)} in fractions."""
    try:
        return values_of(Race(**rules._asdict(), win="reach"))
    except RuleError:  # nobody can win
        assume(False)


# --- two turns for those who look closely ---------------------------------------------------------


def three_throws(goal, most=3):
    """Pig with at most three throws a turn, or more."""

    def throw(left):
        return left and {BUST: "1/6", **{gain(face, left - 1): "1/6" for face in range(2, 7)}}

    def phrase(left):
        return f"with {left} {'throw' if left == 1 else 'throws'} left"

    return Race(
        Turn(lambda left: throw(left) or None, most, phrase=phrase), goal, name="Capped Pig"
    )


def bold(goal, **rules):
    """A race of a turn with choices, wipes, a gain of nothing and a mode that one must throw in."""
    throws = {
        "calm": [
            ((gain(1, "calm", "a crumb"), gain(0, "bold", "courage")), 3), (gain(2, "bold"), 1),
            (BUST, 1), (WIPE, 1),
        ],
        "bold": [((gain(3, "calm"), gain(6, "bold")), 2), (gain(4, "must"), 1), (BUST, 2)],
        "must": [(gain(2, "calm"), 2), (BUST, 1)],
    }  # fmt: skip
    turn = Turn(throws.get, "calm", may_bank=lambda mode: mode != "must")
    return Race(turn, goal, name="Bold", **{"win": "reach"} | rules)


def obliged(goal):
    """Two-dice Pig in which a double must be thrown again, and two ones cost all points."""

    def throw(mode):
        throws = {BUST: 10, WIPE: 1}
        for one, other in product(range(2, 7), repeat=2):
            what = gain(one + other, "must" if one == other else "free")
            throws[what] = throws.get(what, 0) + 1
        return throws

    turn = Turn(throw, "free", may_bank=lambda mode: mode == "free")
    return Race(turn, goal, win="reach", name="Two-dice Pig of doubles")


TWINS = Turn(
    {"start": {BUST: "1/3", (gain(1, "one"), gain(1, "other")): "1/3",
               (gain(2, "one"), gain(2, "other")): "1/3"},
     "one": {BUST: "1/9", gain(1, "one"): "8/9"},
     "other": {BUST: "1/17", gain(0, "more"): "16/17"},
     "more": {BUST: "1/18", (gain(1, "other"), gain(2, "one")): "17/18"}}.get,
    start="start",
    may_bank=lambda mode: mode != "more",
)  # fmt: skip
"""Options that are worth exactly the same as long as two units matter no more than one, but for
what is lost in two roundings and in one."""

# --- generated turns ------------------------------------------------------------------------------


@st.composite
def turns(draw, **sizes):
    """A turn as the campaign makes them."""
    try:
        return generated.turn(draw(st.randoms(use_true_random=False)), **sizes)
    except RuleError:
        assume(False)


@st.composite
def rules(draw, most_goal=6, wipes=True, targets=("at_least", "exact")):
    """A race of any turn."""
    turn = draw(turns(wipes=wipes))
    throws = [mode.throw for mode in turn.modes if mode.throw]
    assume(any(option.gain for throw in throws for way in throw.outcomes for option in way.options))
    goal = draw(st.integers(1, most_goal if not turn.wipes else min(most_goal, 4)))
    few = st.sampled_from([0, 0, 0, 1, 2])
    extra = [min(draw(few), goal) for _ in range(3)]
    return Rules(turn, goal, draw(st.sampled_from(targets)), *extra)


# --- without an opponent --------------------------------------------------------------------------


def turn_alone(
    rules, own, paid, bust, wiped, *, begin=None, choose=max, decline=False, cap=None, policy=None
):
    """What a turn is worth alone, where banking pays ``paid(score)``.

    Past ``cap`` points, if it is given, a turn is banked in any mode, and there is no goal.
    ``policy(own, points, place, ways)`` is the chance to throw, or the way that is taken of
    several; left out it is what is best. ``begin`` is points and mode of the throw asked for.
    """

    @cache
    def throw(points, place):
        found = [(rules.turn.modes[place].throw.bust, bust)]
        found += [(rules.turn.modes[place].throw.wipe, wiped)]
        for outcome in rules.turn.modes[place].throw.outcomes:
            ways = [after(points + option.gain, option.mode) for option in outcome.options]
            if policy and len(ways) > 1:
                ways = [ways[policy(own, points, place, len(ways))]]
            found.append((outcome.chance, choose(ways)))
        return sum(chance * worth for chance, worth in found if chance)

    @cache
    def after(points, place):
        score, mode = own + points, rules.turn.modes[place]
        if cap is None:
            if rules.won(score):
                return paid(rules.goal)
            if score > rules.goal:
                return bust
        elif points >= cap:
            return paid(score)
        may = rules.may_bank(own, points) if cap is None else points >= rules.minimum_bank
        ways = [paid(score)] if mode.may_bank and may else []
        ways += [throw(points, place)] if mode.throw else []
        if policy and len(ways) > 1:
            return ways[0] + policy(own, points, place, 0) * (ways[1] - ways[0])
        return choose(ways) if ways else bust

    begun = throw(*begin or (0, rules.turn.start))
    return choose([begun, paid(own)]) if decline else begun


def payoffs(game, starts, own, opp, total=0):
    """P(mover wins) who throws and who holds (None at total 0), given the values at turn starts.

    ``starts`` maps (own, opp) to floats or to fractions; the payoffs are of the same kind.
    """
    rules = Rules.of(game)

    def paid(score):
        return 1 if rules.won(score) else 1 - starts[opp, score]

    throw = turn_alone(
        rules, own, paid, paid(game.after_bust(own)), paid(0), begin=(total, rules.turn.start)
    )
    return throw, (paid(own + total) if total else None)


def never_ending(game):
    """The states (own, opp, total) from which no play at all leads to the end of the game."""
    goal = game.goal
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal - i)]
    ends = set()

    def can_end(i, j, k):
        reached = [(j, i + k, 0)] if k else []
        bust = game.roll.bust > 0
        for more, _ in game.roll.gains:
            if i + k + more < goal:
                reached.append((i, j, k + more))
            elif i + k + more == goal or game.target == "at_least":
                return True
            else:
                bust = True
        if bust:
            if game.after_bust(i) == goal:
                return True
            reached.append((j, game.after_bust(i), 0))
        if game.roll.wipe:
            reached.append((j, 0, 0))
        return any(state in ends for state in reached)

    while found := [state for state in states if state not in ends and can_end(*state)]:
        ends.update(found)
    return set(states) - ends

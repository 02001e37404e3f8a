"""Races of other turns than one roll or dice set aside, for those who look closely."""

from itertools import product

from pigcore.games.race import Race
from pigcore.games.roll import Roll
from pigcore.games.turn import BUST, WIPE, Turn, gain

CHOICES = Race(
    Turn({
        "two": {BUST: 1, (gain(1, "two", "a foot"), gain(4, "one", "two brains")): 2,
                (gain(2, "two"), gain(3, "one")): 1},
        "one": {BUST: 1, gain(2, "one", "a brain"): 2},
    }.get, "two"), 12, name="Choices",
)  # fmt: skip
"""A race of two modes, in which throws leave choices with labels."""


def three_throws(goal, most=3):
    """Pig with at most three throws a turn, or more, as a turn of modes."""
    turn = Race(Roll.die(6), goal, throws=most).turn
    return Race(turn, goal, name="Capped Pig")


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


# --- two turns of at most three throws ------------------------------------------------------------


def three(left):
    """At most three throws, of which a 6 lets one choose between a throw and two points."""
    if left == 0:
        return None
    good = {gain(face, left - 1): 1 for face in (2, 3, 4)}
    return {BUST: 1, **good, (gain(1, left - 1), gain(0, left - 1, "nothing"), gain(3, 0)): 2}


CHOOSY = Race(Turn(three, start=3), goal=7, name="Choosy Pig", minimum_bank=2)
PLAIN = Race(
    Turn(lambda left: {BUST: 1, gain(1, left - 1): 2} if left else None, start=3),
    goal=6,
    name="Three throws",
)

"""How a turn of a player of Pig who holds at 20 ends: what he gains, and how often, exactly."""

from fractions import Fraction

HOLD = 20


def gains(missing: int) -> dict[int, Fraction]:
    """The chances of each gain, 0 for a bust, of a player ``missing`` points away from the goal."""
    reach = {0: Fraction(1)}
    found = {0: Fraction(0)}
    end = min(HOLD, missing)
    for total in range(end):
        chance = reach.get(total, Fraction(0)) / 6
        found[0] += chance
        for face in range(2, 7):
            after = min(total + face, missing)
            kept = found if after >= end else reach
            kept[after] = kept.get(after, Fraction(0)) + chance
    return {gain: chance for gain, chance in found.items() if chance}

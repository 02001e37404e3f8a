"""Small parties made at random, and a few in which some cells have several equilibria."""

from fractions import Fraction
from random import Random

import pigcore

__all__ = ["SEVERAL", "party", "rotations"]


def rotations(scores):
    """The scores as each player sees them."""
    return [scores[m:] + scores[:m] for m in range(len(scores))]


def _exact(gains, bust, goal, players=3, target="exact"):
    below = sum(gains.values()) + bust
    chances = {gain: Fraction(weight, below) for gain, weight in gains.items()}
    roll = pigcore.Roll(chances, bust=Fraction(bust, below))
    return pigcore.Race(roll, goal, target).seated(players)


SEVERAL = [
    _exact({1: 3, 2: 2}, 5, 6),
    _exact({1: 1, 2: 5}, 10, 5),
    _exact({1: 6, 2: 5, 4: 5}, 10, 5),
    _exact({1: 5, 3: 1, 6: 4}, 8, 6),
    _exact({1: 1, 2: 3, 3: 1}, 11, 4, players=4),
    _exact({1: 1, 3: 3, 4: 1}, 7, 4, players=4),
]


def party(seed):
    """A party; in one of four some throws are rarer than double precision can tell from never."""
    rng = Random(seed)
    while True:
        players = rng.choice([3, 3, 3, 3, 4])
        goal = rng.randint(2, 5 if players < 4 else 3)
        gains = rng.sample(range(1, goal + 2), rng.randint(1, min(3, goal)))
        weights = [Fraction(rng.randint(1, 6)) for _ in [*gains, "bust"]]
        if rng.random() < 0.25:
            rare = Fraction(1, 10 ** rng.choice([20, 30, 40, 60]))
            weights = [weight * rng.choice([1, rare]) for weight in weights]
        *chances, bust = (weight / sum(weights) for weight in weights)
        target, consolation = rng.choice(["exact", "at_least"]), rng.choice([0, 0, 0, 1])
        try:
            roll = pigcore.Roll(dict(zip(gains, chances)), bust=bust)
            race = pigcore.Race(roll, goal, target, consolation=consolation)
            return race.seated(players)
        except pigcore.RuleError:  # such as a goal that nobody comes to
            continue

"""What is false in a certificate of a race.

The reference is the game in enclosures far narrower than the boxes, from the verifier's other code;
of other rules it is value iteration in double precision, from the tables alone.
"""

from math import gcd

from pigverify.race.prove import prove
from pigverify.race.rules import Rules
from support.attacks import parts_of
from support.certificates import spelled_out

TABLES = ("goal", "exact", "after_bust", "gains")
CHANCES = ("denominator", "bust", "wipe")
BITS = 400
NEAR = 1e-9
"""Payoffs that are closer in double precision decide nothing."""
MOST_GOAL = 20
"""Value iteration is for small goals."""


class RaceClaims:
    """A right certificate, which was checked against the game, and others that say they are."""

    def __init__(self, game, data):
        self.game, self.parts = game, parts_of(data)
        self.letters = {tuple(record[:2]): spelled_out(record[4]) for record in self.parts.records}
        self.boxes = None

    def false(self, data):
        """What is false in a certificate that was taken: in words, or None."""
        parts = parts_of(data)
        if _rules(parts.header) != _rules(self.parts.header):
            return _false_by_iteration(parts)
        if self.boxes is None:
            found = prove(Rules(self.game), None, None, bits=BITS).found
            goal = range(self.game.goal)
            self.boxes = {(str(i), str(j)): found.value(i, j) for i in goal for j in goal}
        one = 1 << parts.header["bits"]
        for own, opp, low, high, runs in parts.records:
            place = (str(int(own)), str(int(opp)))
            least, most = self.boxes[place]
            if int(low, 16) > most * one or int(high, 16) < least * one:
                return f"the box of own {own}, opp {opp}"
            if spelled_out(runs) != self.letters[place]:
                return f"a decision at own {own}, opp {opp}"
        return None


def _rules(header):
    """The rules, however large the denominator is."""
    chances = [*(header[name] for name in CHANCES), *header["weights"]]
    return [header[name] for name in TABLES], [p // gcd(*chances) for p in chances]


def _false_by_iteration(parts):
    """The same for tables of which nothing is known."""
    header = parts.header
    goal, exact, backs = header["goal"], header["exact"], header["after_bust"]
    if goal > MOST_GOAL:
        return "other rules were taken, and the game is too large to be solved here"
    bust, wipe = (header[name] / header["denominator"] for name in ("bust", "wipe"))
    gains = [(g, p / header["denominator"]) for g, p in zip(header["gains"], header["weights"])]
    value = [[0.5] * goal for _ in range(goal)]

    def hold(s, j):
        return 1 - value[j][s] if s < goal else 1.0

    def turn(i, j):
        """What throwing is worth at i … goal - 1."""
        lost = hold(backs[i], j)
        best = [0.0] * goal + [1.0] + [lost if exact else 1.0] * goal
        throw = [0.0] * goal
        for s in reversed(range(i, goal)):
            throw[s] = bust * lost + wipe * hold(0, j) + sum(p * best[s + g] for g, p in gains)
            best[s] = max(throw[s], hold(s, j))
        return throw

    change = 1.0
    for _ in range(3000):
        change = 0.0
        for i in reversed(range(goal)):
            for j in reversed(range(goal)):
                new = turn(i, j)[i]
                change, value[i][j] = max(change, abs(new - value[i][j])), new
        if change < 1e-14:
            break
    one = 1 << header["bits"]
    for own, opp, low, high, runs in parts.records:
        i, j = int(own), int(opp)
        if not int(low, 16) / one - NEAR <= value[i][j] <= int(high, 16) / one + NEAR:
            return f"the box of own {own}, opp {opp}, by other rules"
        throw = turn(i, j)
        for s, letter in enumerate(spelled_out(runs), i + 1):
            margin = throw[s] - hold(s, j)
            if abs(margin) > NEAR and letter != ("r" if margin > 0 else "h"):
                return f"a decision at own {own}, opp {opp}, by other rules"
    return None

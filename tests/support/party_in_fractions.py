"""A party in fractions, slowly and obviously: every pure equilibrium of every cell, by trying all.

In each cell all decisions of all movers are tried that are best at any worth of a bust. Fixed
decisions make the turn starts of the cell linear equations; a profile is an equilibrium if what
follows makes the decisions of each mover best: then nobody gains by changing one decision, which is
enough, because a turn has finitely many states and only the last change can be the first gain.
Exact ties hold.
"""

from fractions import Fraction
from itertools import product


def rotations(scores):
    return [scores[m:] + scores[:m] for m in range(len(scores))]


def all_cells(goal, players):
    tuples = product(range(goal), repeat=players)
    cells = [scores for scores in tuples if scores == min(rotations(scores))]
    return sorted(cells, key=sum, reverse=True)


class SlowParty:
    """``values[scores]``: each player's chance, the mover's first; ``counts`` of the equilibria.

    ``mixed`` is the first cell without a pure equilibrium, at which everything ends.
    """

    def __init__(self, game):
        self.game, self.race, self.n, self.goal = game, game.for_two, game.players, game.goal
        self.values, self.counts, self.plans, self.mixed = {}, {}, {}, None
        for scores in all_cells(self.goal, self.n):
            found = self.equilibria(scores)
            self.counts[scores] = len(found)
            if not found:
                self.mixed = scores
                break
            self.values |= found[0]

    def equilibria(self, scores):
        """The values of all pure equilibria, in the order of their decisions, roll before hold."""
        cell, found = list(dict.fromkeys(rotations(scores))), []
        if all(self.game.dead[s] for s in scores):
            self.plans[scores] = {(it, k): False for it in cell for k in range(1, self.goal)}
            return [{it: [Fraction(1, self.n)] * self.n for it in cell}]
        for replies in product(*[self.replies(it) for it in cell]):
            by_place = dict(zip(cell, replies))
            if all(
                low < self.worth(by_place, (*it[1:], it[0]), self.n - 1) <= high
                for it, (_, _, low, high) in by_place.items()
            ):
                found.append(
                    {it: [self.worth(by_place, it, c) for c in range(self.n)] for it in cell}
                )
                plans = [(it, reply[0]) for it, reply in zip(cell, replies)]
                rolls = {(it, k): bit for it, plan in plans for k, bit in plan.items()}
                self.plans.setdefault(scores, rolls)
        return found

    def replies(self, scores):
        """Of all decisions of a mover those that are best for some worth of his bust, low … high.

        With them comes what the turn is worth where a bust is worth nothing, and how much more
        where it is worth 1.
        """
        stays, found = self.race.after_bust(scores[0]) == scores[0], []
        banked = self.banker(scores, self.values)
        ends = [[Fraction(x)] * self.n for x in (0, 1)]
        if not stays:
            ends = [self.busted(scores, self.values)] * 2
        for bits in product((True, False), repeat=self.goal - scores[0] - 1):
            plan = dict(enumerate(bits, 1))
            rolls = {(scores, k): bit for k, bit in plan.items()}
            at_0, at_1 = (self.turn(scores, rolls, bust, banked)[0] for bust in ends)
            low, high = Fraction(-1), Fraction(2)  # low < x <= high
            for k, bit in plan.items():
                more, slope = at_0[k][0] - banked(k)[0], at_1[k][0] - at_0[k][0]
                if not slope and bit != (more > 0):
                    break
                if slope and bit:
                    low = max(low, -more / slope)
                elif slope:
                    high = min(high, -more / slope)
            else:
                if low < high:
                    found.append((plan, (at_0[0], at_1[0][0] - at_0[0][0]), low, high))
        return found

    def seen(self, row):
        """A row of the next mover's as the mover counts: he is the last of theirs."""
        return [row[-1], *row[:-1]]

    def payoffs(self, scores, k):
        """What rolling and holding are worth to the mover at a turn total."""
        banked = self.banker(scores, self.values)
        cell = min(rotations(scores))
        roll, _ = self.turn(scores, self.plans[cell], self.busted(scores, self.values), banked)
        return roll[k][0], banked(k)[0]

    def turn(self, scores, rolls, bust, banked):
        """What each state of a turn is worth to all: (roll, worth) by turn total."""
        own, won = scores[0], [Fraction(1)] + [Fraction(0)] * (self.n - 1)
        roll, worth = {}, {}
        for k in range(self.goal - own - 1, -1, -1):
            total = [self.race.roll.bust * it for it in bust]
            for gain, chance in self.race.roll.gains:
                s = own + k + gain
                if s < self.goal:
                    row = worth[k + gain]
                else:
                    row = bust if self.race.target == "exact" and s > self.goal else won
                total = [a + chance * b for a, b in zip(total, row)]
            roll[k] = total
            worth[k] = total if k == 0 or rolls[scores, k] else banked(k)
        return roll, worth

    def banker(self, scores, values):
        return lambda k: self.seen(values[*scores[1:], scores[0] + k])

    def busted(self, scores, values):
        land = self.race.after_bust(scores[0])
        if land >= self.goal:
            return [Fraction(1)] + [Fraction(0)] * (self.n - 1)
        return self.seen(values[*scores[1:], land])

    def worth(self, replies, place, player):
        """A player's chance, counted from the mover at ``place`` on; turns are affine in busts."""
        total, through = Fraction(0), Fraction(1)
        for k, it in enumerate(rotations(place)):
            constant, stay = replies[it][1]
            total += through * constant[(player - k) % self.n]
            through *= stay
        return total / (1 - through)

"""A party in fractions, slowly and obviously: every pure equilibrium of every cell, by trying all.

In each cell all decisions of all movers are tried. Fixed decisions make the turn starts of the
cell linear equations; a profile is an equilibrium if no mover gains by changing one decision, which
is enough, because a turn has finitely many states and only the last change can be the first gain.
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
    """``values[scores]``: each player's chance, the mover's first; ``several``: undecided cells."""

    def __init__(self, game):
        self.game, self.race, self.n, self.goal = game, game.for_two, game.players, game.goal
        self.values, self.counts = {}, {}
        for scores in all_cells(self.goal, self.n):
            found = self.equilibria(scores)
            self.counts[scores] = len(found)
            if not found:
                raise AssertionError(f"no pure equilibrium at {scores}")
            self.values |= found[0]

    def equilibria(self, scores):
        """The values of all pure equilibria, in the order of their decisions, roll before hold."""
        cell = list(dict.fromkeys(rotations(scores)))
        states = [(it, k) for it in cell for k in range(1, self.goal - it[0])]
        found = []
        for bits in product((True, False), repeat=len(states)):
            rolls = dict(zip(states, bits))
            values = self.evaluate(cell, rolls)
            if self.is_best(cell, rolls, values) and values not in found:
                found.append(values)
        return found

    def seen(self, row):
        """A row of the next mover's as the mover counts: he is the last of theirs."""
        return [row[-1], *row[:-1]]

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

    def evaluate(self, cell, rolls):
        """The cell's values: turns are affine in what busts are worth, so two of them tell all."""
        if all(self.game.dead[s] for s in cell[0]):
            return {it: [Fraction(1, self.n)] * self.n for it in cell}
        affine = {}
        for it in cell:
            stays = self.race.after_bust(it[0]) == it[0]
            bust = [Fraction(0)] * self.n if stays else self.busted(it, self.values)
            unit = [Fraction(1)] * self.n if stays else bust
            low = self.turn(it, rolls, bust, self.banker(it, self.values))[1][0]
            high = self.turn(it, rolls, unit, self.banker(it, self.values))[1][0]
            affine[it] = low, high[0] - low[0]
        values = {}
        for scores in cell:
            total, through = [Fraction(0)] * self.n, Fraction(1)
            for k, it in enumerate(rotations(scores)):
                constant, stay = affine[it]
                total = [t + through * constant[(c - k) % self.n] for c, t in enumerate(total)]
                through *= stay
            values[scores] = [t / (1 - through) for t in total]
        return values

    def is_best(self, cell, rolls, values):
        known = self.values | values
        for it in cell:
            banked = self.banker(it, known)
            roll, _ = self.turn(it, rolls, self.busted(it, known), banked)
            for k in range(1, self.goal - it[0]):
                if rolls[it, k] != (roll[k][0] > banked(k)[0]):
                    return False
        return True

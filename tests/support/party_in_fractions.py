"""A party in fractions, slowly and obviously: every pure equilibrium of every cell, by trying all.

What a mover decides follows from what a bust is worth to him; as that grows his turn passes through
a handful of rows. Any row of each mover makes the turn starts of a cell linear equations; these are
an equilibrium if what follows makes each mover take his row. Exact ties bank, or take the first
option.
"""

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod


def rotations(scores):
    return [scores[m:] + scores[:m] for m in range(len(scores))]


def all_cells(scores, players):
    tuples = product(scores, repeat=players)
    cells = [scores for scores in tuples if scores == min(rotations(scores))]
    return sorted(cells, key=sum, reverse=True)


class SlowParty:
    """``values[scores]``: each player's chance, the mover's first; ``counts`` of the equilibria.

    ``mixed`` is the first cell without a pure equilibrium, at which everything ends.
    """

    def __init__(self, game):
        self.game, self.n, self.goal = game, game.players, game.goal
        self.values, self.counts, self.mixed = {}, {}, None
        for scores in all_cells(range(0, self.goal, game.unit), self.n):
            found = self.equilibria(scores)
            self.counts[scores] = len(found)
            if not found:
                self.mixed = scores
                break
            self.values |= found[0]

    def equilibria(self, scores):
        """The values of all pure equilibria, in the order of their decisions, roll before hold."""
        if all(self.game.dead[s // self.game.unit] for s in scores):
            return [{rotation: [Fraction(1, self.n)] * self.n for rotation in rotations(scores)}]
        cell, found = list(dict.fromkeys(rotations(scores))), {}
        for rows in product(*[self.rows(one) for one in cell]):
            by_place = dict(zip(cell, rows))
            if prod(by_place[rotation][-1] for rotation in rotations(scores)) == 1:
                continue  # nobody ever wins
            values = {one: self.worth(by_place, one) for one in cell}
            busts = {one: values[*one[1:], one[0]][-1] for one in cell}
            if all(self.row(one, x) == by_place[one] for one, x in busts.items()):
                order = [bit for one, x in busts.items() for bit in self.decisions(one, x)]
                found[rows] = order, values
        return [values for _, values in sorted(found.values(), key=lambda each: each[0])]

    def worth(self, rows, place):
        """All players' chances, counted from the mover at ``place`` on."""
        total, through = [Fraction(0)] * self.n, Fraction(1)
        for k, rotation in enumerate(rotations(place)):
            total = [a + through * rows[rotation][(c - k) % self.n] for c, a in enumerate(total)]
            through *= rows[rotation][-1]
        return [one / (1 - through) for one in total]

    def rows(self, scores):
        """The rows of a mover's turn at any worth of his bust, from 0 to 1."""
        x, found = Fraction(0), []
        while x is not None and x <= 1:
            found.append(self.row(scores, x))
            throw, _, margins = self.turn(scores, x, after=True)
            found.append(throw(0, self.game.turn.start))
            zeros = (x - at / slope for at, slope in margins if slope)
            x = min((zero for zero in zeros if zero > x), default=None)
        return list(dict.fromkeys(found))

    def row(self, scores, x):
        """What the turn is worth but for busts that bank nothing, by player, and their chance."""
        return self.turn(scores, x)[0](0, self.game.turn.start)

    def decisions(self, scores, x):
        """0 where the mover throws and 1 where he banks, points rising, of all that he decides."""
        throw, ways, _ = self.turn(scores, x)
        throw(0, self.game.turn.start)
        rank = self.game.turn.order.index
        points = range(0, self.goal - scores[0], self.game.unit)
        places = product(points, range(len(self.game.turn.modes)))
        for points, place in sorted(places, key=lambda one: (one[0], rank(one[1]))):
            payoffs = ways(points, place)
            if len(payoffs) == 2 and (points, place) != (0, self.game.turn.start):
                bank, throw = (row[0] + row[-1] * x for row in payoffs)
                yield int(bank >= throw)

    def payoffs(self, scores, points, mode=0):
        """What throwing and banking are worth to the mover."""
        x = self.values[*scores[1:], scores[0]][-1]
        bank, throw = self.turn(scores, x)[1](points, mode)
        return throw[0] + throw[-1] * x, bank[0]

    def turn(self, scores, x, after=False):
        """(throw, ways, margins) of a turn where a bust is worth x to the mover, or a little more.

        ``throw(points, place)`` is a row, ``ways(points, place)`` those of banking and of throwing
        as far as one may; ``margins`` gets how much rows that were compared differ, and how fast.
        """
        game, n, margins = self.game, self.n, []
        own, others, modes = scores[0], scores[1:], game.turn.modes
        won = (Fraction(1), *[Fraction(0)] * n)
        kept = (*[Fraction(0)] * n, Fraction(1))

        def banked(score):
            if score == own:
                return kept
            *after, mine = self.values[*others, score]
            return (mine, *after, Fraction(0))

        land = game.after_bust(own)
        bust = won if land >= self.goal else banked(land)

        def best(rows):
            for one, other in product(rows, repeat=2):
                slope = other[-1] - one[-1]
                margins.append((other[0] - one[0] + slope * x, slope))
            return max(rows, key=lambda row: (row[0] + row[-1] * x, row[-1] * after))

        @cache
        def throw(points, place):
            thrown = modes[place].throw
            parts = [(thrown.bust, bust)]
            for chance, options in thrown.outcomes:
                parts.append(
                    (chance, best([worth(points + option.gain, option.mode) for option in options]))
                )
            return tuple(sum(p * row[c] for p, row in parts) for c in range(n + 1))

        def worth(points, place):
            if own + points >= self.goal:
                return bust if game.target == "exact" and own + points > self.goal else won
            return best(ways(points, place) or [bust])

        @cache
        def ways(points, place):
            found = [banked(own + points)] if may_bank(points, place) else []
            return found + ([throw(points, place)] if modes[place].throw else [])

        def may_bank(points, place):
            return modes[place].may_bank and points >= game.least(own)

        return throw, ways, margins

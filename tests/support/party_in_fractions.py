"""A party in fractions, slowly and obviously: every pure equilibrium of every cell, by trying all.

What a mover decides follows from what a bust is worth to him; as that grows his turn passes through
a handful of rows. Any row of each mover makes the turn starts of a cell linear equations; these are
an equilibrium if what follows makes each mover take his row. Exact ties bank, or take the first
option.
"""

from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from math import prod


def rotations(scores):
    return [scores[m:] + scores[:m] for m in range(len(scores))]


def all_cells(scores, players):
    tuples = product(scores, repeat=players)
    cells = [scores for scores in tuples if scores == min(rotations(scores))]
    return sorted(cells, key=sum, reverse=True)


SEAT = 10_000
"""With equal turns the scores of each player begin here, times the place of his seat."""


class LastTurns:
    """What last turns come to, player by player; with ``far`` points more than the goal one banks.

    A state has who is ahead with what score, and who is still to move, with their scores.
    """

    def __init__(self, game, far):
        self.game, self.most = game, game.goal + far
        self.after = cache(self.after)

    def after(self, ahead, leaders, waiting):
        """The chances of all, by player: those who lead share the win once nobody waits."""
        n, modes = self.game.players, self.game.turn.modes
        if not waiting:
            return tuple(Fraction(p in leaders, len(leaders)) for p in range(n))
        (mover, own), *rest = waiting
        lost = self.after(ahead, leaders, tuple(rest))

        @cache
        def throw(s, place):
            thrown = modes[place].throw
            found = [thrown.bust * one for one in lost]
            for chance, options in thrown.outcomes:
                best = first_best(mover, [worth(s + one.gain, one.mode) for one in options])
                found = [total + chance * one for total, one in zip(found, best)]
            return tuple(found)

        @cache
        def worth(s, place):
            bank = None
            if s > ahead:
                bank = self.after(s, (mover,), tuple(rest))
            elif s == ahead and self.game.tie == "half":
                bank = self.after(s, (*leaders, mover), tuple(rest))
            if modes[place].throw is None:
                return bank or lost
            if bank is None or not modes[place].may_bank:
                return throw(s, place)
            if s > ahead and s >= self.most:
                return bank
            return first_best(mover, [bank, throw(s, place)])

        return throw(own, self.game.turn.start)


def first_best(mover, rows):
    """The row that is worth most to a player, of equals the first."""
    return max(rows, key=lambda row: row[mover])


class SlowParty:
    """``values[scores]``: each player's chance, the mover's first; ``counts`` of the equilibria.

    ``mixed`` is the first cell without a pure equilibrium, at which everything ends.
    """

    def __init__(self, game, far=0):
        self.game, self.n, self.goal = game, game.players, game.goal
        self.far = far if game.end != "goal" else 0
        self.last = LastTurns(game, far)
        self.values, self.counts, self.mixed = {}, {}, None
        cells = all_cells(range(0, self.goal, game.unit), self.n)
        if game.end == "equal_turns":
            every = sorted(product(range(self.goal), repeat=self.n), key=sum, reverse=True)
            cells = [tuple(s + SEAT * m for m, s in enumerate(scores)) for scores in every]
        for scores in cells:
            found = self.equilibria(scores)
            self.counts[scores] = len(found)
            if not found:
                self.mixed = scores
                break
            self.values |= found[0]

    def equilibria(self, scores):
        """The values of all pure equilibria, in the order of their decisions, roll before hold."""
        if all(self.game.dead[s % SEAT // self.game.unit] for s in scores):
            return [{rotation: [Fraction(1, self.n)] * self.n for rotation in rotations(scores)}]
        cell, found = list(dict.fromkeys(rotations(scores))), {}
        pieces = [self.pieces(one) for one in cell]
        for rows in product(*[dict.fromkeys(chain(*each.values())) for each in pieces]):
            by_place = dict(zip(cell, rows))
            if prod(by_place[rotation][-1] for rotation in rotations(scores)) == 1:
                continue  # nobody ever wins
            values = {one: self.worth(by_place, one) for one in cell}
            busts = {one: values[*one[1:], one[0]][-1] for one in cell}
            if all(map(self.follows, pieces, busts.values(), rows)):
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

    def pieces(self, scores):
        """{x: the rows of a mover's turn at x and just above}: where it changes, x from 0 to 1.

        x is what a bust is worth to the mover. A row has what the turn is worth but for busts that
        bank nothing, by player, and the chance of these.
        """
        x, found = Fraction(0), {}
        while x is not None and x <= 1:
            here, above = (self.turn(scores, x, after) for after in (False, True))
            found[x] = tuple(throw(0, self.game.turn.start) for throw, _, _ in (here, above))
            zeros = (x - at / slope for at, slope in above[-1] if slope)
            x = min((zero for zero in zeros if zero > x), default=None)
        return found

    def follows(self, pieces, x, row):
        """Whether a mover to whom a bust is worth x takes the row."""
        place = max(one for one in pieces if one <= x)
        here, above = pieces[place]
        return row == (here if place == x else above)

    def decisions(self, scores, x):
        """0 where the mover throws and 1 where he banks, points rising, of all that he decides."""
        throw, ways, _ = self.turn(scores, x)
        throw(0, self.game.turn.start)
        rank = self.game.turn.order.index
        points = range(0, self.goal + self.far - scores[0] % SEAT, self.game.unit)
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
        seat, own = divmod(scores[0], SEAT)
        others, modes = scores[1:], game.turn.modes
        left = n - 1 - seat if game.end == "equal_turns" else n - 1
        answered = game.end != "goal" and left > 0
        waiting = tuple((p, score % SEAT) for p, score in enumerate(others[:left], 1))
        won = (Fraction(1), *[Fraction(0)] * n)
        kept = (*[Fraction(0)] * n, Fraction(1))

        def banked(score):
            if score == own:
                return kept
            if score >= self.goal:
                return (*self.last.after(score, (0,), waiting), Fraction(0))
            *after, mine = self.values[*others, score + SEAT * seat]
            return (mine, *after, Fraction(0))

        land = game.after_bust(own)
        bust = won if land >= self.goal else banked(land)

        def best(rows):
            for one, other in combinations(rows, 2):
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
            if answered and own + points >= self.goal + self.far:
                return banked(own + points)
            if own + points >= self.goal and not answered:
                return bust if game.target == "exact" and own + points > self.goal else won
            return best(ways(points, place) or [bust])

        @cache
        def ways(points, place):
            found = [banked(own + points)] if may_bank(points, place) else []
            return found + ([throw(points, place)] if modes[place].throw else [])

        def may_bank(points, place):
            return modes[place].may_bank and points >= min(game.least(own), self.goal - own)

        return throw, ways, margins

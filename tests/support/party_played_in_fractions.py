"""Several players with known policies, in fractions: a system of linear equations."""

from fractions import Fraction
from functools import cache
from itertools import product

from pigcore.play.policies import race as policies
from pigcore.solvers.race.decided import tables_of

from .party_in_fractions import LastTurns


def as_fractions(game, policy):
    """The decisions that SlowGames asks for."""
    throw, _ = game.words

    def decide(scores, points, place=0, options=None):
        mode = [game.turn.modes[place].word] if game.optional == 2 else []
        answer = policies.answer(game, policy, *scores, points, *mode, options=options)
        chances = answer if isinstance(answer, dict) else {answer: 1}
        chances = {what: Fraction(chance) for what, chance in chances.items()}
        return chances.get(throw, Fraction(0)) if options is None else chances

    return decide


class SlowGames:
    """``values[m, scores]``: each player's chance when player m begins a turn, his score first.

    ``decide`` has for each player a function of (scores, points) that says how likely he throws;
    where there are several modes, of their places as well, and of options that he takes with the
    chances that it returns. Player 0 is in the seat of the game.
    """

    def __init__(self, game, decide):
        self.game, self.decide, self.sides = game, decide, sides_of(game)
        self.n, self.goal = game.players, game.goal
        self.far = [tables_of(side).rolled * game.unit for side in self.sides]
        self.last = LastTurns(game, max(self.far) - game.goal)
        tuples = product(range(0, self.goal, game.unit), repeat=self.n)
        nodes = list(product(range(self.n), tuples))
        self.place = {node: k for k, node in enumerate(nodes)}
        rows = [self.row(*node) for node in nodes]
        self.values = dict(zip(nodes, solved(rows, self.n)))

    def row(self, m, scores):
        """The equation of a turn: its own coefficient 1, less how likely each other follows."""
        row = {self.place[m, scores]: Fraction(1)}
        constant = [Fraction(0)] * self.n
        for (banked, won), chance in self.ends(m, scores):
            if won:
                each = self.won(m, scores, banked)
                constant = [one + chance * share for one, share in zip(constant, each)]
            else:
                after = self.place[(m + 1) % self.n, (*scores[1:], banked)]
                row[after] = row.get(after, 0) - chance
        return row, constant

    def lost(self, own):
        """(score after a bust, whether it wins)"""
        back = self.game.after_bust(own)
        return back, back >= self.goal

    def won(self, m, scores, banked):
        """All players' chances once player m banks the goal or more."""
        left = self.sides[m].followers
        if not left:
            return [Fraction(p == m) for p in range(self.n)]
        waiting = tuple(enumerate(scores[1 : 1 + left], 1))
        after = self.last.after(banked, (0,), waiting)
        return [after[(p - m) % self.n] for p in range(self.n)]

    def over(self, m, score):
        """Whether player m's turn ends at a score from the goal on, whatever he would do."""
        return score >= (self.far[m] if self.sides[m].followers else self.goal)

    def may(self, own, points, place):
        """Whether one may throw, and bank."""
        mode, begun = self.game.turn.modes[place], (points, place) == (0, self.game.turn.start)
        enough = points >= self.game.least(own) or own + points >= self.goal
        return mode.throw is not None, mode.may_bank and not begun and enough

    def past(self, score):
        """Whether a score is past an exact goal."""
        return score > self.goal and self.game.target == "exact"

    def ends(self, m, scores):
        """((score after the turn, whether it wins), its chance), one after the other."""
        own, turn = scores[0], self.game.turn
        states = {(0, turn.start): Fraction(1)}
        while states:
            points, place = min(states)
            chance = states.pop((points, place))
            if self.over(m, own + points):
                past = self.past(own + points)
                yield self.lost(own) if past else (own + points, True), chance
                continue
            several = [place] if self.game.optional == 2 else []
            throws, banks = self.may(own, points, place)
            rolls = Fraction(throws)
            if throws and banks:
                rolls = self.decide[m](scores, points, *several)
            if rolls < 1:
                kept = own + points, own + points >= self.goal
                yield kept if banks else self.lost(own), chance * (1 - rolls)
            if not rolls:
                continue
            throw = turn.modes[place].throw
            yield self.lost(own), chance * rolls * throw.bust
            for outcome in throw.outcomes:
                options = tuple(
                    (option.gain, turn.modes[option.mode].word) for option in outcome.options
                )
                taken = {0: 1}
                if len(options) > 1:
                    taken = self.decide[m](scores, points, place, options)
                for n, share in taken.items():
                    then = points + outcome.options[n].gain, outcome.options[n].mode
                    more = chance * rolls * outcome.chance * share
                    states[then] = states.get(then, 0) + more

    def best_turn(self, m, scores):
        """What the turn wins for player m if he plays it best: functions of (points, place)."""
        own, modes = scores[0], self.game.turn.modes
        back, wins = self.lost(own)
        bust = self.won(m, scores, back)[m] if wins else self.at(m, scores, back)

        @cache
        def throw(points, place):
            found = modes[place].throw.bust * bust
            for outcome in modes[place].throw.outcomes:
                each = (worth(points + option.gain, option.mode) for option in outcome.options)
                found += outcome.chance * max(each)
            return found

        @cache
        def worth(points, place):
            if self.over(m, own + points):
                return bust if self.past(own + points) else self.at(m, scores, own + points)
            throws, banks = self.may(own, points, place)
            found = [throw(points, place)] if throws else []
            found += [self.at(m, scores, own + points)] if banks else []
            return max(found, default=bust)

        return throw, worth

    def at(self, m, scores, banked):
        if banked >= self.goal:
            return self.won(m, scores, banked)[m]
        return self.values[(m + 1) % self.n, (*scores[1:], banked)][m]


def sides_of(game):
    """The game as each player sees it, in the order in which they move."""
    found = [game]
    while len(found) < game.players:
        found.append(found[-1].swapped)
    return found


def played_by(game, policies):
    """What policies do to each other, the first in the seat of the game."""
    decide = [as_fractions(side, policy) for side, policy in zip(sides_of(game), policies)]
    return SlowGames(game, decide)


def begun_by_each(game, policies):
    """At [k][p], the chance that policy p wins if policy k begins, with no points."""
    n, zeros = game.players, (0,) * game.players
    if game.seats == 1:
        slow = played_by(game, policies)
        return [slow.values[k, zeros] for k in range(n)]
    found = []
    for k in range(n):
        slow = played_by(game, [*policies[k:], *policies[:k]])
        found.append([slow.values[0, zeros][(p - k) % n] for p in range(n)])
    return found


def solved(rows, width):
    """Gaussian elimination of sparse rows; what is left free, where nobody ever wins, is 0."""
    rows = [(dict(row), list(constant)) for row, constant in rows]
    for k in range(len(rows)):
        row, constant = rows[k]
        pivot = row.get(k, Fraction(0))
        if not pivot:
            row.clear()
            row[k], rows[k] = Fraction(1), (row, [Fraction(0)] * width)
            continue
        scaled = {c: v / pivot for c, v in row.items()}, [v / pivot for v in constant]
        rows[k] = scaled
        for other in range(len(rows)):
            factor = rows[other][0].get(k)
            if other == k or not factor:
                continue
            values, right = rows[other]
            for column, value in scaled[0].items():
                values[column] = values.get(column, Fraction(0)) - factor * value
                if not values[column]:
                    del values[column]
            rows[other] = values, [a - factor * b for a, b in zip(right, scaled[1])]
    return [constant for _, constant in rows]

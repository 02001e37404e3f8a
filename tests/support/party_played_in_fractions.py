"""A party played by known policies, in fractions: one system of linear equations for all turns."""

from fractions import Fraction
from itertools import product

from pigcore.play.policies import race as policies


def as_fractions(game, policy):
    """The chances of rolling that SlowGames asks for."""

    def decide(scores, total):
        answer = policies.answer(game, policy, *scores, total)
        if isinstance(answer, dict):
            return Fraction(answer["roll"])
        return Fraction(answer == "roll")

    return decide


class SlowGames:
    """``values[m, scores]``: each player's chance when player m begins a turn, his score first.

    ``decide`` has for each player a function of (scores, total) that says how likely he rolls.
    """

    def __init__(self, game, decide):
        self.game, self.race, self.decide = game, game.for_two, decide
        self.n, self.goal = game.players, game.goal
        nodes = list(product(range(self.n), product(range(self.goal), repeat=self.n)))
        self.place = {node: k for k, node in enumerate(nodes)}
        rows = [self.row(*node) for node in nodes]
        self.values = dict(zip(nodes, solved(rows, self.n)))

    def row(self, m, scores):
        """The equation of a turn: its own coefficient 1, less how likely each other follows."""
        row = {self.place[m, scores]: Fraction(1)}
        constant = [Fraction(0)] * self.n
        for (banked, won), chance in self.ends(m, scores):
            if won:
                constant[m] += chance
            else:
                after = self.place[(m + 1) % self.n, (*scores[1:], banked)]
                row[after] = row.get(after, 0) - chance
        return row, constant

    def ends(self, m, scores):
        """((score after the turn, whether it wins), its chance), one after the other."""
        own, back = scores[0], self.race.after_bust(scores[0])
        lost = (back, back >= self.goal)
        states = {0: Fraction(1)}
        while states:
            total = min(states)
            chance = states.pop(total)
            rolls = Fraction(1) if total == 0 else Fraction(self.decide[m](scores, total))
            if rolls < 1:
                yield (own + total, False), chance * (1 - rolls)
            if not rolls:
                continue
            yield lost, chance * rolls * self.race.roll.bust
            for gain, p in self.race.roll.gains:
                s = own + total + gain
                if s < self.goal:
                    states[total + gain] = states.get(total + gain, 0) + chance * rolls * p
                elif s > self.goal and self.race.target == "exact":
                    yield lost, chance * rolls * p
                else:
                    yield (s, True), chance * rolls * p

    def payoffs(self, m, scores, total):
        """What rolling once and holding win for player m, who then goes on as he does."""
        own = scores[0]
        return {"roll": self.rolling(m, scores, total), "hold": self.at(m, scores, own + total)}

    def at(self, m, scores, banked):
        return self.values[(m + 1) % self.n, (*scores[1:], banked)][m]

    def rolling(self, m, scores, total):
        own, back = scores[0], self.race.after_bust(scores[0])
        lost = Fraction(1) if back >= self.goal else self.at(m, scores, back)
        worth = self.race.roll.bust * lost
        for gain, p in self.race.roll.gains:
            s = own + total + gain
            if s < self.goal:
                rolls = Fraction(self.decide[m](scores, total + gain))
                worth += p * (1 - rolls) * self.at(m, scores, s)
                worth += p * rolls * self.rolling(m, scores, total + gain) if rolls else 0
            else:
                past = s > self.goal and self.race.target == "exact"
                worth += p * (lost if past else 1)
        return worth


def best_seats(game, decide):
    """What the best reply of player 0 to the others, who ``decide``, wins by seat."""
    rolls, before = set(), None
    while rolls != before:
        games = SlowGames(game, [lambda scores, k, mine=rolls: (scores, k) in mine, *decide])
        before, rolls = rolls, _bettered(games, rolls)
    begun, *later = (games.values[m, (0,) * game.players][0] for m in range(game.players))
    return begun, *later[::-1]


def _bettered(games, mine):
    """The states in which player 0 rolls if he plays best where his turns begun are as they are."""
    rolls, race, goal = set(), games.race, games.goal
    for scores in product(range(goal), repeat=games.n):
        back, best = race.after_bust(scores[0]), {}
        bust = 1 if back >= goal else games.at(0, scores, back)
        for score in range(goal - 1, scores[0], -1):
            throw = race.roll.bust * bust
            for gain, chance in race.roll.gains:
                past = bust if race.target == "exact" and score + gain > goal else 1
                throw += chance * best.get(score + gain, past)
            hold, state = games.at(0, scores, score), (scores, score - scores[0])
            if throw > hold or (throw == hold and state in mine):
                rolls.add(state)
            best[score] = max(throw, hold)
    return rolls


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

"""Games of Hog that need never hurry, generated, and their values in fractions."""

import random
from collections import Counter
from fractions import Fraction

from pigcore.games import Hog


def slow_hog(seed, absurd=True):
    """A small game with rules of its own under which turns may make no progress for long."""
    rng = random.Random(seed)
    goal = rng.randint(1, 4)
    sides = rng.choice([2, 3, 6, 20, 100] if absurd else [2, 3, 4])
    dice = rng.randint(1, 7 if absurd else 3)
    least = rng.randint(1 if absurd else dice + 1, dice * sides)
    scores = {points: rng.randint(1, 2) for points in range(least, dice * sides + 1)}
    gifts = [rng.choice([0, 0, 0, 1, 100]) for _ in range(dice + 1)]
    falls = {
        (own, opp): (rng.randint(0, own), rng.randint(0, opp))
        for own in range(goal)
        for opp in range(goal)
        if rng.random() < 0.2
    }
    extra = {(own, opp) for own in range(goal) for opp in range(goal) if rng.random() < 0.3}
    return Hog(
        goal,
        dice,
        (sides, rng.choice([2, sides])),
        pig_out=None if rng.random() < 0.7 else "pig_out_for_nothing",
        wild=(lambda own, opp: (own + opp) % 3 == 1) if rng.random() < 0.4 else None,
        points=[lambda points: scores.get(points, 0)],
        gift=(lambda points, dice: gifts[dice]) if rng.random() < 0.5 else None,
        after=[lambda own, opp: falls.get((own, opp), (own, opp))],
        again=[lambda own, opp: (own, opp) in extra],
        exchange=rng.random() < 0.2,
        name=f"Hog {seed}",
    )


class InFractions:
    """The exact values of a game, found by policy iteration and proved by their equations.

    The guess that it begins from may be made better by sweeps in floats.
    """

    def __init__(self, game, guess, sweeps=0):
        self.game = game
        self.states = list(guess)
        self.turns = {s: {c: self.turn(s, c) for c in game.choices} for s in self.states}
        self.values = guess
        for _ in range(sweeps):
            self.values = {s: max(self.worth(s, c) for c in game.choices) for s in self.states}
        policy = None
        while policy != (better := self.greedy(policy)):
            policy = better
            self.values = self.evaluated(policy)

    def rolls(self, sides, dice):
        """Counter of (points, ones) before any rule, all rolls of so many dice."""
        sums = Counter({(0, 0): 1})
        for _ in range(dice):
            more = Counter()
            for (total, ones), number in sums.items():
                for face in range(1, sides + 1):
                    more[total + face, ones + (face == 1)] += number
            sums = more
        return sums

    def turn(self, state, choice):
        """(constant, {next state: coefficient}) of what a choice is worth."""
        own, opp, parity = (*state, 0)[:3]
        game, after = self.game, parity ^ (choice == -1)
        if choice > 0:
            rolls, choice = Counter(), min(choice, game.most(own, opp))
            for (total, ones), number in self.rolls(game.sides(own, opp, parity), choice).items():
                out = ones and game.pig_out is not None
                points = game.pig_out_points(choice, ones) if out else total
                rolls[game.gain(points, choice)] += number
        else:
            rolls = Counter([game.gain(1 if choice else game.bacon_points(own, opp), 0)])
        constant, row = Fraction(0), Counter()
        for (gain, gift), number in rolls.items():
            p = Fraction(number, rolls.total())
            x, y = game.finish(own + gain, opp + gift)
            if (winner := game.winner(x, y)) is not None:
                constant += p * winner
            elif game.moves_again(x, y):
                row[(x, y, after)[: len(state)]] += p
            else:
                constant += p
                row[(y, x, after)[: len(state)]] -= p
        return constant, row

    def worth(self, state, choice):
        constant, row = self.turns[state][choice]
        return constant + sum(a * self.values[other] for other, a in row.items())

    def greedy(self, policy):
        better = {}
        for state in self.states:
            worths = {choice: self.worth(state, choice) for choice in self.game.choices}
            best = max(worths.values())
            kept = policy and policy[state]
            better[state] = kept if worths.get(kept) == best else max(worths, key=worths.get)
        return better

    def evaluated(self, policy):
        rows = {s: (c, dict(row)) for s in self.states for c, row in [self.turns[s][policy[s]]]}
        for state in self.states:
            constant, row = rows[state]
            pivot = 1 - row.pop(state, Fraction(0))
            constant, row = constant / pivot, {other: a / pivot for other, a in row.items()}
            rows[state] = constant, row
            for user in self.states:
                if user != state and (factor := rows[user][1].pop(state, 0)):
                    target = rows[user][1]
                    for other, a in row.items():
                        target[other] = target.get(other, Fraction(0)) + factor * a
                    rows[user] = rows[user][0] + factor * constant, target
        assert not any(any(row.values()) for _, row in rows.values())
        return {state: constant for state, (constant, _) in rows.items()}

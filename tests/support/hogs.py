"""Hog slowly and obviously, in fractions: rules, what each choice leads to, and values.

The terms here are written from their published rules and share nothing with ``pigcore.games`` but
the order of a composition; ``plain`` reads a composition of pigcore's own rule functions, and
``Tables`` what stands in a certificate. ``Solved`` finds what any of them is worth.
"""

import dataclasses
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

from pigcore.games import Hog

from .slow import ONE, components, eliminated

PI = "31415926535897932384626433832795028841971693993751058209749445923"


def prime(n):
    return n >= 2 and all(n % d for d in range(2, n))


def next_prime(n):
    return next(m for m in range(n + 1, 3 * n + 5) if prime(m))


def divisors(n):
    return [d for d in range(1, n + 1) if n % d == 0]


def largest_digit(own, opp):
    return 1 + max(int(c) for c in str(opp))


def tail(own, opp):
    t, u = f"{opp:02d}"[-2:]
    return 2 * abs(int(t) - int(u)) + 1


def brawl(own, opp):
    return max(1, 3 * abs(int(f"{opp:02d}"[-2]) - int(str(own)[-1])))


def pi(own, opp):
    return int(PI[opp]) + 3


def seven(own, opp):
    return (own + opp) % 7 == 0


def double(own, opp):
    return (opp, own) if own == 2 * opp or 2 * own == opp else (own, opp)


def reverse(own, opp):
    return (opp, own) if f"{own:02d}"[-2:] == f"{opp:02d}"[-2:][::-1] else (own, opp)


def squares(own, opp):
    square = [d * d for d in range(own + 3)]
    return (square[square.index(own) + 1], opp) if own in square else (own, opp)


def sus(own, opp):
    return (next_prime(own), opp) if len(divisors(own)) in (3, 4) else (own, opp)


def extra(own, opp):
    aligned = own > 0 and opp > 0 and len([d for d in divisors(own) if opp % d == 0 and d >= 10])
    return bool(aligned) or opp - own in (1, 2)


def apart(own, opp):
    return 2 + abs(opp % 100 // 10 - opp % 10)


def least_digit(own, opp):
    return 3 + min(opp**2 // 10**n % 10 for n in range(len(str(opp**2))))


def seventh(own, opp):
    return 10**opp // 7 % 10 if opp else 7


def multiple(own, opp):
    swaps = min(own, opp) > 1 and (own in range(0, own + 1, opp) or opp in range(0, opp + 1, own))
    return (opp, own) if swaps else (own, opp)


def pile(own, opp):
    return own + own * (own == opp), opp


def both_below(own, opp):
    def leading(score):
        while score > 99:
            score //= 10
        return divmod(score, 10)

    return all(mine < his for mine, his in zip(leading(own), leading(opp)))


def hogtimus(points):
    return next_prime(points) if prime(points) else points


def across(own, opp):
    return (opp, own) if f"{own:03d}"[-1] == f"{opp:03d}"[-2] else (own, opp)


def products(own, opp):
    mine, theirs = (int(str(score)[0]) * int(str(score)[-1]) for score in (own, opp))
    return (opp, own) if mine == theirs else (own, opp)


def digits_apart(own, opp):
    far = abs(int(str(own)[-1]) - int(str(opp)[-1]))
    return (opp, own) if f"{far:03d}"[-1] == f"{opp:03d}"[-2] else (own, opp)


# --- what a turn leads to -------------------------------------------------------------------------


@cache
def rolls(sides, dice):
    """Counter of (sum, ones) over all rolls."""
    if not dice:
        return Counter({(0, 0): 1})
    found = Counter()
    for (total, ones), number in rolls(sides, dice - 1).items():
        for face in range(1, sides + 1):
            found[total + face, ones + (face == 1)] += number
    return found


class Term:
    """The rules of a term: ``one`` is what dice of which some show ones score, if that is a rule;
    ``points`` and ``after`` are changed one after another."""

    def __init__(
        self, goal, most, bacon=None, *, after=(), wild=None, one=lambda dice, ones: 1, points=(),
        gift=lambda points, dice: 0, again=(), dice=(6, 4), hijinks=False, limit=None,
    ):  # fmt: skip
        self.goal, self.most, self.bacon, self.wild, self.one = goal, most, bacon, wild, one
        self.points, self.after, self.gift, self.again = points, after, gift, again
        self.dice, self.hijinks, self.parities = dice, hijinks, 1 + hijinks
        self.choices = [-1] * hijinks + [0] * (bacon is not None) + list(range(1, most + 1))
        self.limit, self.scores = limit, cache(self.scores)

    def gained(self, points, dice):
        """What points become, and what is given."""
        for change in self.points:
            points = change(points)
        return points, self.gift(points, dice)

    def scores(self, sides, dice):
        """Counter of (points, points given) over all rolls."""
        counter = Counter()
        for (total, ones), number in rolls(sides, dice).items():
            points = self.one(dice, ones) if ones and self.one else total
            counter[self.gained(points, dice)] += number
        return counter

    def turn(self, own, opp, parity, choice):
        """(chance, own', opp', parity', whether one moves again) for all that may come of it."""
        if choice > 0:
            choice = min(choice, self.limit(own, opp)) if self.limit else choice
            wild = self.wild is not None and self.wild(own, opp)
            gains = self.scores(self.dice[wild != (parity == 1)], choice)
        else:
            gains = Counter([self.gained(self.bacon(own, opp) if choice == 0 else 1, 0)])
        for (points, given), number in gains.items():
            ended = own + points, opp + given
            for change in self.after:
                ended = change(*ended)
            again = any(rule(*ended) for rule in self.again)
            yield Fraction(number, gains.total()), *ended, parity ^ (choice == -1), again


def term(name, goal, most):
    """A published term, to another goal and with fewer dice."""
    fa13 = {"bacon": largest_digit, "wild": seven, "after": [double]}
    piggy_back = {"gift": lambda points, dice: dice * (points == 0)}
    rules = {
        "fa13": fa13,
        "fa13_hijinks": fa13 | {"hijinks": True},
        "su15": fa13 | {"after": [reverse]},
        "sp16": fa13 | piggy_back
        | {"after": [reverse], "one": lambda dice, ones: 0, "points": [hogtimus]},
        "fa20": {"bacon": pi, "again": [extra]},
        "sp18": {"bacon": apart, "after": [multiple]},
        "su18": {"bacon": lambda own, opp: 1 + opp // 10 * (opp % 10) % 10, "after": [across]},
        "sp21": {"bacon": least_digit, "again": [both_below]},
        "fa21": {"bacon": seventh, "after": [pile]},
        "fa22": {"bacon": tail, "after": [squares]},
        "fa24": {"bacon": brawl, "after": [sus]},
    }  # fmt: skip
    return Term(goal, most, **rules[name])


def plain(game):
    """A composition of rule functions, without any method of the game."""
    more = {"limit": game.limit} | ({"gift": game.gift} if game.gift else {})
    return Term(
        game.goal, game.max_dice, game.bacon, after=game.after, wild=game.wild, one=game.pig_out,
        points=game.points, again=game.again, dice=game.dice, hijinks=game.exchange, **more,
    )  # fmt: skip


class Tables:
    """The rules that the header of a certificate describes."""

    def __init__(self, header):
        self.header, self.goal, self.parities = header, header["goal"], 1 + bool(header["exchange"])
        dice = range(1, len(header["rolls"][0]) + 1)
        self.choices = [-1] * bool(header["exchange"]) + [0] * bool(header["bacon"]) + [*dice]
        self.ends = {(x, y): rest for x, y, *rest in header["ends"]}

    def turn(self, own, opp, parity, choice):
        """See :meth:`Term.turn`."""
        header = self.header
        if choice == -1:
            gains = [(*header["exchange"], 1)]
        elif choice == 0:
            gifts = header["bacon_gifts"]
            gains = [(header["bacon"][own][opp], gifts[own][opp] if gifts else 0, 1)]
        else:
            kind = header["kinds"][parity * header["goal"] + own][opp]
            gains = header["rolls"][int(kind)][choice - 1]
        total = sum(number for _, _, number in gains)
        for points, given, number in gains:
            ended = own + points, opp + given
            x, y, again = self.ends.get(ended, (*ended, False))
            yield Fraction(number, total), x, y, parity ^ (choice == -1), again


# --- what it is worth -----------------------------------------------------------------------------


class Solved:
    """``values[player, own, opp, parity]``: the chance that the mover wins.

    ``strategies`` are two functions (own, opp, parity) to a choice; None chooses the best. Where
    neither is told, there is one player, 0. Policy iteration, among states that lead to each other.
    """

    def __init__(self, rules, strategies=(None, None)):
        self.rules, self.strategies, self.values = rules, strategies, {}
        self.alone = strategies == (None, None)
        self.row = cache(self.row)
        scores, parities = range(rules.goal), range(rules.parities)
        states = product(range(2 - self.alone), scores, scores, parities)
        for nodes in components(states, lambda node: {
            after for choice in self.choices(node) for after in self.row(node, choice)[1]
        }):  # fmt: skip
            self._solve(nodes)

    def choices(self, node):
        """What the mover may choose, or is told to."""
        strategy = self.strategies[node[0]]
        return self.rules.choices if strategy is None else [strategy(*node[1:])]

    def row(self, node, choice):
        """(constant, {what follows: coefficient}) of what a choice is worth to the mover."""
        player, own, opp, parity = node
        constant, row = Fraction(0), Counter()
        for p, x, y, after, again in self.rules.turn(own, opp, parity, choice):
            if max(x, y) >= self.rules.goal:
                constant += p * (x >= y)
            elif again:
                row[player, x, y, after] += p
            else:
                constant += p
                row[player if self.alone else 1 - player, y, x, after] -= p
        return constant, row

    def worth(self, node, choice):
        """The chance to win by a choice."""
        constant, row = self.row(node, choice)
        return constant + sum(a * self.values[other] for other, a in row.items())

    def best(self, node):
        """All the best choices."""
        worths = {choice: self.worth(node, choice) for choice in self.choices(node)}
        return tuple(choice for choice, worth in worths.items() if worth == max(worths.values()))

    def _solve(self, nodes):
        if len(nodes) == 1 and all(nodes[0] not in self.row(nodes[0], c)[1]
                                   for c in self.choices(nodes[0])):  # fmt: skip
            node = nodes[0]
            self.values[node] = max(self.worth(node, choice) for choice in self.choices(node))
            return
        self.values |= dict.fromkeys(nodes, 0.5)
        for _ in range(60):  # a good guess, in floats
            self.values |= {n: max(self.worth(n, c) for c in self.choices(n)) for n in nodes}
        policy = {}
        while True:
            better = {node: self.best(node) for node in nodes}
            if all(policy.get(node) in better[node] for node in nodes):
                return
            policy = {node: policy.get(node) if policy.get(node) in better[node] else
                      better[node][0] for node in nodes}  # fmt: skip
            self.values |= self._linear(nodes, policy)

    def _linear(self, nodes, policy):
        rows, inside = [], set(nodes)
        for node in nodes:
            constant, row = self.row(node, policy[node])
            found = {node: ONE}
            for other, a in row.items():
                if other in inside:
                    found[other] = found.get(other, 0) - a
                else:
                    constant += a * self.values[other]
            rows.append((found, constant))
        return eliminated(rows)


# --- games ----------------------------------------------------------------------------------------


def small(name, goal=16, max_dice=3):
    """The term to a small goal with few dice, and its rules as they were published."""
    game = dataclasses.replace(getattr(Hog, name)(goal), max_dice=max_dice)
    return game, term(name, goal, max_dice)


def seven_hundreds(again=()):
    """Only seven hundreds at once score, one throw in 10**14; with fewer dice the other wins."""
    return Hog(
        1, 7, (100, 100), pig_out=None, points=[lambda points: int(points == 700)],
        gift=lambda points, dice: 100 * (dice < 7), again=again,
    )  # fmt: skip


def slow_hog(seed):
    """A small game with rules of its own under which turns may make no progress for long."""
    rng = Random(seed)
    goal, sides, dice = rng.randint(1, 4), rng.choice([2, 3, 4]), rng.randint(1, 3)
    least = rng.randint(dice + 1, dice * sides)
    scores = {points: rng.randint(1, 2) for points in range(least, dice * sides + 1)}
    gifts = [rng.choice([0, 0, 0, 1, 100]) for _ in range(dice + 1)]
    places = [*product(range(goal), repeat=2)]
    falls = {
        (own, opp): (rng.randint(0, own), rng.randint(0, opp))
        for own, opp in places
        if rng.random() < 0.2
    }
    extra = {place for place in places if rng.random() < 0.3}
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

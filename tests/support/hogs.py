"""Hog by brute force: every roll thrown, every value a fraction; and generated games of Hog.

The terms here are written from their published rules and share nothing with ``pigcore.games``
but the order of a composition; ``Plain`` reads a composition of pigcore's own rule functions.
"""

import dataclasses
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product

from hypothesis import strategies as st

from pigcore.games import Hog

from .generated import RULES

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


def keep(*scores):
    return scores if len(scores) > 1 else scores[0]


def across(own, opp):
    return (opp, own) if f"{own:03d}"[-1] == f"{opp:03d}"[-2] else (own, opp)


def products(own, opp):
    mine, theirs = (int(str(score)[0]) * int(str(score)[-1]) for score in (own, opp))
    return (opp, own) if mine == theirs else (own, opp)


def digits_apart(own, opp):
    far = abs(int(str(own)[-1]) - int(str(opp)[-1]))
    return (opp, own) if f"{far:03d}"[-1] == f"{opp:03d}"[-2] else (own, opp)


def never(own, opp):
    return False


class Term:
    """The rules of a term: what a turn can lead to."""

    def __init__(
        self, goal, most, bacon, *, end=keep, wild=never, one=1, change=keep, gift=0,
        again=never, dice=(6, 4), hijinks=False, limit=None,
    ):  # fmt: skip
        self.goal, self.most, self.bacon, self.end, self.wild = goal, most, bacon, end, wild
        self.one, self.change, self.gift, self.again = one, change, gift, again
        self.dice, self.hijinks = dice, hijinks
        self.choices = [-1] * hijinks + [0] * (bacon is not None) + list(range(1, most + 1))
        self.limit, self.seen = limit, {}

    def scores(self, sides, dice):
        """Counter of (points, points given) over all rolls, each thrown."""
        if (sides, dice) not in self.seen:
            counter = Counter()
            for roll in product(range(1, sides + 1), repeat=dice):
                points = self.one if self.one is not None and 1 in roll else sum(roll)
                points = self.change(points)
                counter[points, dice if self.gift and points == 0 else 0] += 1
            self.seen[sides, dice] = counter
        return self.seen[sides, dice]

    def turn(self, own, opp, parity, choice):
        """(chance, own', opp', parity') for everything that the turn's points can be."""
        if choice == -1:
            yield Fraction(1), own + self.change(1), opp, 1 - parity
        elif choice == 0:
            yield Fraction(1), own + self.change(self.bacon(own, opp)), opp, parity
        else:
            sides = self.dice[self.wild(own, opp) != (parity == 1)]
            choice = min(choice, self.limit(own, opp)) if self.limit else choice
            for (points, given), number in self.scores(sides, choice).items():
                yield Fraction(number, sides**choice), own + points, opp + given, parity


def term(name, goal, most):
    """A published term, to another goal and with fewer dice."""
    fa13 = {"bacon": largest_digit, "wild": seven, "end": double}
    rules = {
        "fa13": fa13,
        "fa13_hijinks": fa13 | {"hijinks": True},
        "su15": fa13 | {"end": reverse},
        "sp16": fa13 | {"end": reverse, "one": 0, "change": hogtimus, "gift": 1},
        "fa20": {"bacon": pi, "again": extra},
        "sp18": {"bacon": apart, "end": multiple},
        "su18": {"bacon": lambda own, opp: 1 + opp // 10 * (opp % 10) % 10, "end": across},
        "sp21": {"bacon": least_digit, "again": both_below},
        "fa21": {"bacon": seventh, "end": pile},
        "fa22": {"bacon": tail, "end": squares},
        "fa24": {"bacon": brawl, "end": sus},
    }
    return Term(goal, most, **rules[name])


class Solved:
    """Values of a term: both players optimal, or following strategies.

    ``strategies`` are two functions (own, opp, parity) to a choice; None chooses the best.
    Only for terms whose turns all raise the total of the scores.
    """

    def __init__(self, term, strategies=(None, None)):
        self.term, self.strategies = term, strategies
        self.known = {}

    def worth(self, player, own, opp, parity, choice):
        """(P(player wins), expected turns left) after this choice."""
        win, turns = Fraction(0), Fraction(1)
        for p, *ended, after in self.term.turn(own, opp, parity, choice):
            x, y = self.term.end(*ended)
            if max(x, y) >= self.term.goal:
                win += p * (x >= y)
            elif self.term.again(x, y):
                value, more = self.value(player, x, y, after)
                win, turns = win + p * value, turns + p * more
            else:
                value, more = self.value(1 - player, y, x, after)
                win, turns = win + p * (1 - value), turns + p * more
        return win, turns

    def value(self, player, own, opp, parity=0):
        state = (player, own, opp, parity)
        if self.strategies == (None, None):
            state = (0, own, opp, parity)
        if state not in self.known:
            strategy = self.strategies[player]
            choices = self.term.choices if strategy is None else [strategy(own, opp, parity)]
            self.known[state] = max(
                (self.worth(player, own, opp, parity, choice) for choice in choices),
                key=lambda worth: worth[0],
            )
        return self.known[state]

    def best(self, own, opp, parity=0, player=0):
        worths = {c: self.worth(player, own, opp, parity, c)[0] for c in self.term.choices}
        return tuple(c for c, worth in worths.items() if worth == max(worths.values()))


def small(name, goal=16, max_dice=3):
    """The term to a small goal with few dice, and the same by brute force."""
    game = dataclasses.replace(getattr(Hog, name)(goal), max_dice=max_dice)
    return game, term(name, goal, max_dice)


def counted_scores():
    """Counts of rolls of up to ten dice, die by die: too many to throw them all."""

    @lru_cache
    def scores(sides, dice):
        sums = Counter({(0, False): 1})
        for _ in range(dice):
            more = Counter()
            for (total, one), number in sums.items():
                for face in range(1, sides + 1):
                    more[total + face, one or face == 1] += number
            sums = more
        counter = Counter()
        for (total, one), number in sums.items():
            counter[1 if one else total, 0] += number
        return counter

    return scores


@st.composite
def hogs(draw, max_goal=12):
    """A small game of Hog from any of pigcore's rules."""
    rules = {
        kind: draw(
            st.lists(st.sampled_from(known), max_size=2)
            if kind in ("points", "after", "again")
            else st.sampled_from([None, *known])
        )
        for kind, known in RULES.items()
    }
    return Hog(
        draw(st.integers(1, max_goal)),
        draw(st.integers(1, 3)),
        (draw(st.integers(2, 6)), draw(st.integers(2, 6))),
        exchange=draw(st.booleans()),
        **rules,
    )


def plain(game):
    """The same composition as a Term: its rule functions, without any method of the game."""

    def end(own, opp):
        for rule in game.after:
            own, opp = rule(own, opp)
        return own, opp

    def change(points):
        for rule in game.points:
            points = rule(points)
        return points

    return Term(
        game.goal,
        game.max_dice,
        game.bacon,
        end=end,
        wild=game.wild or never,
        one=None if game.pig_out is None else game.pig_out(1, 1),
        change=change,
        gift=game.gift is not None,
        again=lambda own, opp: any(rule(own, opp) for rule in game.again),
        dice=game.dice,
        hijinks=game.exchange,
        limit=game.limit,
    )


def rises(game):
    """Whether every turn raises the total of the scores."""
    rules, scores = plain(game), range(game.goal)
    ended = (
        (own + opp, *rules.end(x, y))
        for own, opp, parity in product(scores, scores, range(game.memories))
        for choice in rules.choices
        for _, x, y, _ in rules.turn(own, opp, parity, choice)
    )
    return all(max(x, y) >= game.goal or x + y > total for total, x, y in ended)

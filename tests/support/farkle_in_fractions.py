"""Farkle solved slowly and obviously, in fractions: what all else must agree with.

Every throw is thrown and every set of dice is tried; only the points of single combinations are
taken from the rules. A pair of turn starts is solved by fixing all decisions at a guess, solving
the two linear equations that they leave, and guessing again until no decision changes.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import prod

from hypothesis import strategies as st

from pigcore.games import Farkle, RuleError


class Slow:
    """A game of Farkle; all scores in points."""

    def __init__(self, game):
        assert game.target == "at_least"
        assert not (game.consolation and game.last_turn)  # these are not thought of here
        self.game, self.dice = game, game.dice.count
        self.starts = {}
        for name in ("score", "choices", "throws", "chase"):  # each is asked again and again
            setattr(self, name, cache(getattr(self, name)))
        self.banks = game.goal
        """From this score on one banks; with a last turn it rises until one should."""

    # --- dice ------------------------------------------------------------------------------

    def score(self, faces):
        """The most that dice score, none left over; None if they do not."""
        if not faces:
            return 0
        found = []
        for size in range(1, len(faces) + 1):
            for part in {faces[:1] + rest for rest in combinations(faces[1:], size - 1)}:
                counts = tuple(part.count(face) for face in range(1, self.game.dice.sides + 1))
                left = list(faces)
                for face in part:
                    left.remove(face)
                further = self.score(tuple(left))
                if counts in self.game.dice.scoring.worth and further is not None:
                    found.append(self.game.dice.scoring.worth[counts] + further)
        return max(found, default=None)

    def choices(self, faces):
        """(dice set aside, points, dice then in hand) for each choice of a throw."""
        found = {}
        for size in range(1, len(faces) + 1):
            for aside in combinations(faces, size):
                if (points := self.score(aside)) is not None:
                    found[aside] = (points, len(faces) - size or self.dice)
        if not found and self.game.dice.scoring.nothing and len(faces) == self.dice:
            found[faces] = (self.game.dice.scoring.nothing, self.dice)
        return [(aside, *what) for aside, what in found.items()]

    def throws(self, n):
        """(chance, choices) of everything that n dice show."""
        faces = range(1, self.game.dice.sides + 1)
        found = []
        for throw in product(faces, repeat=n):
            chance = prod((self.game.dice.chances[face - 1] for face in throw), start=Fraction(1))
            if chance:
                found.append((chance, self.choices(tuple(sorted(throw)))))
        return found

    # --- a turn ----------------------------------------------------------------------------

    def chase(self, need, n):
        """The best chance of ``need`` more points with n dice in hand."""
        if need <= 0:
            return Fraction(1)
        return sum(
            chance
            * max((self.chase(need - points, left) for _, points, left in choices), default=0)
            for chance, choices in self.throws(n)
        )

    def bank(self, own, opp, points):
        """What banking pays, None if it may not be done."""
        game, score = self.game, own + points
        least = max(game.minimum_bank, 0 if own else game.opening)
        if points == 0 or (points < least and score < game.goal):
            return None
        if score < game.goal:
            return 1 - self.starts[opp, score]
        return 1 - self.chase(score - opp + game.unit, self.dice) if game.last_turn else Fraction(1)

    def actions(self, own, opp, points, n, x):
        """What each action in a state pays, where a bust pays x: chances as a + b x."""
        score = own + points
        found = {}
        if (bank := self.bank(own, opp, points)) is not None:
            found["bank"] = (bank, Fraction(0))
        if bank is None or score < self.banks:
            if self.game.dice.must_roll and n == self.dice:
                found.pop("bank", None)
            found["throw"] = self.throw(own, opp, points, n, x)
        return found

    def throw(self, own, opp, points, n, x):
        key = own, opp, points, n, x
        if key not in self.known:
            a = b = Fraction(0)
            for chance, choices in self.throws(n):
                paid = self.after(own, opp, points, choices, x).values()
                more = max(paid, key=lambda ab: ab[0] + ab[1] * x, default=(0, 1))
                a, b = a + chance * more[0], b + chance * more[1]
            self.known[key] = a, b
        return self.known[key]

    def after(self, own, opp, points, choices, x):
        """What each choice of a throw pays."""
        return {
            (aside, then): pays
            for aside, more, left in choices
            for then, pays in self.actions(own, opp, points + more, left, x).items()
        }

    # --- the game --------------------------------------------------------------------------

    def solve(self):
        """V(own, opp) at all turn starts."""
        goal, unit = self.game.goal, self.game.unit
        for total in range(2 * (goal - unit), -1, -unit):
            for own in range(0, goal, unit):
                if own <= total - own < goal:
                    self._pair(own, total - own)
        return self.starts

    def _pair(self, own, opp):
        while True:
            mine, theirs = self._with_cap(own, opp)
            self.starts[own, opp], self.starts[opp, own] = mine, theirs
            # Who banks loses to a chase at most, who throws to a bust and the game after it.
            if not self.game.last_turn or all(
                self.chase(self.banks - score + self.game.unit, self.dice)
                <= min(map(self.bust, range(1, self.dice + 1))) * chance
                for score, chance in ((opp, theirs), (own, mine))
            ):
                return
            self.banks += 2 * self.game.unit

    def consoled(self, own, opp):
        """What a bust pays that scores a consolation; None where there is none."""
        if not self.game.consolation:
            return None
        score = own + self.game.consolation
        return Fraction(1) if score >= self.game.goal else 1 - self.starts[opp, score]

    def _with_cap(self, own, opp):
        if self.game.consolation:
            self.known = {}
            turns = []
            for mover, other in ((own, opp), (opp, own)):
                x = self.consoled(mover, other)
                a, b = self.throw(mover, other, 0, self.dice, x)
                turns.append(a + b * x)
            return tuple(turns)
        mine, theirs = Fraction(1, 2), Fraction(1, 2)
        while True:
            self.known = {}
            a, b = self.throw(own, opp, 0, self.dice, 1 - theirs)
            c, d = self.throw(opp, own, 0, self.dice, 1 - mine)
            # mine = a + b (1 - theirs) and theirs = c + d (1 - mine)
            found = (a + b * (1 - c - d)) / (1 - b * d)
            then = c + d * (1 - found)
            if (found, then) == (mine, theirs):
                return mine, theirs
            mine, theirs = found, then

    def bust(self, n):
        return sum(chance for chance, choices in self.throws(n) if not choices)

    def payoffs(self, own, opp, points=0, dice=0):
        """As a solution's ``payoffs``: by action, or by (dice set aside, action) of a throw."""
        self.known = {}
        x = self.consoled(own, opp)
        x = 1 - self.starts[opp, own] if x is None else x
        if isinstance(dice, int):
            found = self.actions(own, opp, points, dice or self.dice, x)
        else:
            found = self.after(own, opp, points, self.choices(tuple(sorted(dice))), x)
        return {action: a + b * x for action, (a, b) in found.items()} or {"bust": x}


@st.composite
def farkles(draw, last_turn=None):
    """Tiny games: one to three dice of two or three sides, perhaps loaded, goals to 6 units."""
    dice, sides = draw(st.sampled_from([(1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3)]))
    combination = st.lists(st.integers(1, sides), min_size=1, max_size=dice).map(
        lambda faces: " ".join(map(str, sorted(faces)))
    )
    table = draw(st.dictionaries(combination, st.integers(1, 3), min_size=1, max_size=3))
    if draw(st.integers(0, 3)) == 0:
        table["nothing"] = draw(st.integers(1, 4))
    last = draw(st.booleans()) if last_turn is None else last_turn
    weights = draw(st.lists(st.integers(1, 2 if last else 5), min_size=sides, max_size=sides))
    loaded = [Fraction(weight, sum(weights)) for weight in weights]
    small = st.sampled_from([0, 0, 1, 2])
    units = draw(st.integers(1, 2 if last else 5))
    try:
        unit = Farkle(table, 12, dice, sides).unit
        game = Farkle(
            table, units * unit, dice, draw(st.sampled_from([sides, loaded])),
            opening=draw(small) * unit, minimum_bank=draw(small) * unit, last_turn=last,
            must_roll_hot_dice=not last and draw(st.booleans()),
        )  # fmt: skip
    except RuleError:  # nothing scores, or nothing busts
        return draw(farkles(last_turn))
    if last and min(map(game.dice.bust, range(1, dice + 1))) < Fraction(1, 4):
        return draw(farkles(last_turn))  # fractions of long turns take minutes
    return game

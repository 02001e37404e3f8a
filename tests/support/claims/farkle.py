"""What is false in a certificate of Farkle, compared with fractions of the game of its tables."""

import re
from fractions import Fraction
from types import SimpleNamespace

from support.attacks import parts_of
from support.certificates import runs_of
from support.farkle_in_fractions import Slow


class FarkleClaims:
    """The truth about each set of tables is found once."""

    def __init__(self, game, data):
        self.game, self.parts = game, parts_of(data)
        self._truths = {}

    def false(self, data):
        """What is false in a certificate that was taken: in words, or None."""
        return self.false_parts(parts_of(data))

    def false_parts(self, parts):
        key = repr([parts.header[name] for name in parts.header if name not in ("bits", "ties")])
        if key not in self._truths:
            self._truths = {key: FarkleOfTables(parts.header)}
        return self._truths[key].false(parts)


class FarkleOfTables:
    """The game that the header of a certificate describes, in units, solved in fractions."""

    def __init__(self, header):
        worth = dict(zip(map(tuple, header["combinations"]), header["points"]))
        self.game = SimpleNamespace(
            unit=1,
            goal=header["goal"],
            dice=SimpleNamespace(
                count=header["dice"],
                sides=len(header["faces"]),
                chances=[Fraction(weight, header["denominator"]) for weight in header["faces"]],
                scoring=SimpleNamespace(worth=worth, nothing=header["nothing"]),
                must_roll=header["must_roll"],
            ),
            opening=header["opening"],
            minimum_bank=header["minimum"],
            last_turn=header["last_turn"],
        )
        self.slow, self.end = Slow(self.game), header["rolled"]
        self.starts = self.slow.solve()
        self.slow.known = {}
        # As far as the certificate looks, one throws as well as banks.
        self.slow.banks = max(self.slow.banks, self.end)
        self.sets = self._sets()

    def _sets(self):
        """What there is to choose from: (units, dice in hand) with the most units of as many."""
        found = set()
        for n in range(1, self.game.dice.count + 1):
            for _, choices in self.slow.throws(n):
                most = {}
                for _, units, left in choices:
                    most[left] = max(min(units, self.game.goal), most.get(left, 0))
                kept = {(units, left) for left, units in most.items()}
                if self.game.last_turn:  # fewer units may be better
                    kept = {(units, left) for _, units, left in choices}
                found.add(tuple(sorted(kept)))
        return sorted((it for it in found if len(it) > 1), key=lambda it: (len(it), it))

    def payoffs(self, i, j, units, dice):
        """What banking and throwing pay, as far as they are allowed."""
        x = 1 - self.starts[j, i]
        several = self.slow.actions(i, j, units, dice, x)
        return {action: a + b * x for action, (a, b) in several.items()}

    def states(self, i, j, dice):
        """What is right in the states with so many dice in which one may bank and may throw."""
        found = []
        for units in range(self.end - i):
            pays = self.payoffs(i, j, units, dice)
            if len(pays) == 2:
                margin = pays["throw"] - pays["bank"]
                found.append("t" if margin > 0 else "b" if margin < 0 else "e")
        return found

    def asides(self, i, j, options):
        """The best of these options, in letters, at turns from which none wins at once."""
        found, most = [], 0 if self.game.last_turn else max(units for units, _ in options)
        for units in range(self.end - i - most):
            pays = [max(self.payoffs(i, j, units + more, left).values()) for more, left in options]
            found.append("".join(chr(97 + k) for k, it in enumerate(pays) if it == max(pays)))
        return found

    def false(self, parts):
        """What is false in a certificate with these tables: in words, or None."""
        game, one = self.game, 1 << parts.header["bits"]
        if len(parts.records) != game.goal**2:
            return "the number of records"
        hands = [
            n
            for n in range(1, game.dice.count + 1)
            if n < game.dice.count or not game.dice.must_roll
        ]
        for own, opp, low, high, states, asides in parts.records:
            i, j = int(own), int(opp)
            if not int(low, 16) <= self.starts[i, j] * one <= int(high, 16):
                return f"the box of own {i}, opp {j}"
            if columns_of(states, len(hands)) != [self.states(i, j, n) for n in hands]:
                return f"whether to bank at own {i}, opp {j}"
            right = [self.asides(i, j, options) for options in self.sets]
            if columns_of(asides, len(self.sets)) != right:
                return f"what to set aside at own {i}, opp {j}"
        return None


def columns_of(word, most=1):
    """The letters of every state, column by column, of a word like ``t3b1,ab2``.

    No letters may be no column at all, as where there is nothing to set aside: ``most`` is 0.
    """
    return [
        [letters for letters, n in re.findall("([a-z]+)([0-9]+)", runs) for _ in range(int(n))]
        for runs in (word.split(",") if most else [])
    ]


def word_of(columns):
    """Columns of letters as runs."""
    return ",".join(map(runs_of, columns))

"""Races for two that end with a last turn or equal turns, in fractions and without a table.

Everything is a line c + q x in one unknown x, chosen by what it is at a guess of x: a turn whose
bust pays x, or the turns of a play-off whose tie pays x. Solving such lines and taking what is best
at the solution, again and again, ends with what is best.
"""

from fractions import Fraction
from functools import cache

from hypothesis import reject
from hypothesis import strategies as st

import pigcore
from pigcore.games import Race, RuleError

from . import generated

KINDS = [(end, tie) for end in ("last_turn", "equal_turns") for tie in ("first", "half", "play_on")]

ONE = (Fraction(1), Fraction(0))
ZERO = (Fraction(0), Fraction(0))
X = (Fraction(0), Fraction(1))


def less(line):
    """One less it."""
    return 1 - line[0], -line[1]


class Ends:
    """A race; ``far`` is a number of units with which everybody banks."""

    def __init__(self, game, far):
        self.game, self.turn, self.far = game, game.turn, far
        self.goal = game.units
        self.tie = {"first": Fraction(0), "half": Fraction(1, 2), "play_on": None}[game.tie]
        if self.tie is None:
            self.tie = 1 - self.play_off()
        self.lost = cache(lambda need: self.chase(need, (self.tie, Fraction(0)), self.tie)[0])
        self.starts = {}
        first = game if game.seat == 1 else game.swapped
        for total in range(2 * self.goal - 2, -1, -1):
            for i in range(max(0, total - self.goal + 1), min(total, self.goal - 1) + 1):
                self.solve(first, i, total - i)

    def value(self, seat, own, opp):
        """The mover's chance at the start of a turn."""
        return self.starts[seat, own, opp]

    # --- one turn ---------------------------------------------------------------------------------

    def best(self, bank, bust, guess, least=0, won=None):
        """The line of a turn; ``bank(units)`` and ``bust`` are lines, ``won`` ends it at once."""
        modes, unit = self.turn.modes, self.game.unit

        def at(line):
            return line[0] + line[1] * guess

        @cache
        def state(t, n, begun):
            if won is not None and t >= won:
                return ONE
            mode, found = modes[n], []
            if t >= self.far:
                return bank(t)
            if not begun and (mode.may_bank or mode.throw is None) and t >= least:
                found.append(bank(t))
            if mode.throw is not None:
                c, q = mode.throw.bust * bust[0], mode.throw.bust * bust[1]
                for chance, options in mode.throw.outcomes:
                    line = max(
                        (state(t + gain // unit, after, False) for gain, after, _ in options),
                        key=at,
                    )
                    c, q = c + chance * line[0], q + chance * line[1]
                found.append((c, q))
            return max(found, key=at) if found else bust

        return state(0, self.turn.start, True)

    def chase(self, need, tie, guess, bust=ZERO):
        """What a turn is worth in which so many units pass, and one less is a tie."""
        return self.best(
            lambda t: tie if t == need - 1 else ZERO, bust, guess, won=need
        )  # fmt: skip

    def play_off(self):
        """What the first of two turns from equal scores is worth."""
        guess = Fraction(1, 2)
        while True:
            tie = less(X)  # to the second player, where x is what it is worth to the first

            def bank(t, tie=tie, guess=guess):
                if t:
                    return less(self.chase(t + 1, tie, guess))
                return less(self.chase(1, tie, guess, bust=tie))

            known = cache(bank)
            c, q = self.best(known, known(0), guess)
            found = c / (1 - q)
            if found == guess:
                return found
            guess = found

    # --- a pair -----------------------------------------------------------------------------------

    def solve(self, first, i, j):
        """The turns of who has i, in the first seat, and of who has j."""
        a = b = Fraction(1, 2)
        sides = ((1, first, i, j), (2, first.swapped, j, i))
        if self.game.end != "equal_turns" and i > j:
            return
        while True:
            (c, q), (d, p) = (
                self.line(seat, game, own, opp, guess)
                for (seat, game, own, opp), guess in zip(sides, (1 - b, 1 - a))
            )
            # a = c + q (1 - b) and b = d + p (1 - a)
            new_a = (c + q * (1 - d - p)) / (1 - q * p)
            new_b = d + p * (1 - new_a)
            if (new_a, new_b) == (a, b):
                break
            a, b = new_a, new_b
        for (seat, _, own, opp), found in zip(sides, (a, b)):
            self.starts[seat, own, opp] = found
            if self.game.end != "equal_turns":
                self.starts[3 - seat, own, opp] = found

    def line(self, seat, game, own, opp, guess):
        """A turn's line in what its bust pays."""

        def bank(t):
            s = own + t
            if t == 0:
                return X
            if s < self.goal:
                return 1 - self.starts[3 - seat, opp, s], Fraction(0)
            return (1 - self.lost(s - opp + 1), Fraction(0)) if game.answered else ONE

        least = min(game.least(own * game.unit) // game.unit, self.goal - own)
        won = None if game.answered else self.goal - own
        return self.best(bank, X, guess, least=least, won=won)


@st.composite
def solved_races(draw):
    """A generated race with one of these ends, solved, and :class:`Ends` if fractions can tell."""
    source, goal = draw(st.randoms(use_true_random=False)), draw(st.integers(1, 3))
    end, tie = draw(st.sampled_from(KINDS))
    try:
        game = Race(generated.turn(source, 3, 2, wipes=False), goal, end=end, tie=tie)
        found = pigcore.solve(game)
    except RuleError:
        reject()
    if game.unit > 1 or any(mode.throw and not mode.throw.bust for mode in game.turn.modes):
        return found, None
    return found, Ends(game, goal + 40)


# --- two strategies -------------------------------------------------------------------------------


def ended(game, strategy, own, opp):
    """{units banked, or -1 for a win at once: chance} of a turn, in units; every mode may bank."""
    turn, unit, goal = game.turn, game.unit, game.units

    @cache
    def state(t, n, begun):
        mode = turn.modes[n]
        if own + t >= goal and not game.answered:
            return {-1: Fraction(1)}
        at = own * unit, opp * unit, t * unit, *(() if turn.roll else (turn.values[n],))
        enough = t * unit >= game.least(own * unit) or own + t >= goal
        if mode.throw is None:
            return {t * enough: Fraction(1)}
        if not begun and enough and not strategy(*at):
            return {t: Fraction(1)}
        found = {0: mode.throw.bust}
        for chance, options in mode.throw.outcomes:
            steps = sorted({(gain // unit, after) for gain, after, _ in options})
            given = tuple((units * unit, turn.values[after]) for units, after in steps)
            units, after = steps[strategy(*at, given) if len(steps) > 1 else 0]
            for end, part in state(t + units, after, False).items():
                found[end] = found.get(end, 0) + chance * part
        return found

    return state(0, turn.start, True)


def matched(game, first, second):
    """The chance that ``first`` wins who moves first, and who moves second, if games end."""
    last = Ends(game, game.units + 40) if game.end != "goal" else None
    found = []
    for seats in ((game, game.swapped), (game.swapped, game)):
        if game.other:
            seats = game, game.swapped  # the dice are theirs
        elif game.end == "last_turn":
            seats = game, game
        a, b = {}, {}

        def parts(side, strategy, own, opp, after):
            """The chance to win, but for busts, and that of busts."""
            won = back = Fraction(0)
            for t, chance in ended(side, strategy, own, opp).items():
                if t == 0:
                    back += chance
                elif t < 0:
                    won += chance
                elif own + t >= game.units:
                    won += chance * (1 - last.lost(own + t - opp + 1))
                else:
                    won += chance * after(own + t)
            return won, back

        for total in range(2 * game.units - 2, -1, -1):
            for i in range(max(0, total - game.units + 1), min(total, game.units - 1) + 1):
                j = total - i
                e, q = parts(seats[0], first, i, j, lambda s, j=j, b=b: b[s, j])
                won, p = parts(seats[1], second, j, i, lambda s, i=i, a=a: 1 - a[i, s])
                f = 1 - p - won
                a[i, j] = (e + q * f) / (1 - q * p)
                b[i, j] = f + p * a[i, j]
        found.append((a, b)[len(found)][0, 0])
    return tuple(found)

"""Small races in which busts in a row cost points, solved in fractions; it shares nothing."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

from pigcore import BUST, Race, Roll, Turn, gain

ONE = Fraction(1)


def three_throws(dice: int) -> Turn:
    """A turn of so many throws at most, of which one may take less than it gains."""

    def throw(left: int) -> dict[object, Fraction] | None:
        if not left:
            return None
        return {
            BUST: Fraction(1, 3),
            gain(1, left - 1): Fraction(1, 3),
            (gain(2, left - 1), gain(1, left)): Fraction(1, 3),
        }

    return Turn(throw, dice)


def several(seed: int) -> Race:
    """A very small race of two modes, each of several throws that leave a choice."""
    draw = random.Random(seed)
    pairs = [(1, "ab"), (2, "ab"), (1, "ba"), (2, "ba"), (1, "aa"), (1, "bb")]
    throws: dict[str, dict[object, int]] = {}
    for mode in "ab":
        found = throws[mode] = {BUST: draw.randint(1, 4)}
        for least, (one, other) in draw.sample(pairs, 2):
            found[gain(least, one), gain(least + 1, other)] = draw.randint(1, 4)
    obliged = draw.choice(["", "b"])
    turn = Turn(throws.__getitem__, "a", may_bank=lambda mode: mode != obliged)
    counts, penalty = draw.choice([1, 2]), draw.choice([1, 2])
    return Race(turn, draw.choice([2, 3]), busts_in_a_row=counts, penalty=penalty, floor=-1)


class Exact:
    """A game solved in fractions: the decisions by sweeps, their values by elimination.

    With ``other``, who gives the decisions in each state, the first player replies best to him:
    then ``theirs`` are that player's values.
    """

    def __init__(self, game: Race, other=None) -> None:
        self.game, self.other = game, other
        scores = range(game.floor or 0, game.goal, game.unit)
        counts = range(game.busts_in_a_row)
        states = itertools.product(scores, scores, counts, counts)
        players = range(1 if other is None else 2)
        # Most of what a turn leads to comes before it.
        self.keys = sorted(
            itertools.product(players, states),
            key=lambda key: (sum(key[1][:2]), sum(key[1][2:])),
            reverse=True,
        )
        self.index = {key: n for n, key in enumerate(self.keys)}
        value = dict.fromkeys(self.keys, 0.5)
        for _ in range(400):
            before = dict(value)
            for key in self.keys:
                value[key] = self.best(key, value, 1.0)[0]
            if max(abs(value[key] - before[key]) for key in self.keys) < 1e-15:
                break
        exact = self.solved(value)
        self.value, self.theirs = (
            {state: found for (who, state), found in exact.items() if who == one} for one in (0, 1)
        )

    def best(self, key, value, one):
        """What a turn is worth, and its decisions: the best ones, but the other player's."""
        who, state = key
        fixed = self.other(state) if who else None
        return self.turn(state, lambda after: one - value[self.next(who), after], one, fixed)

    def next(self, who):
        """Whose turn the next one is, of two who are not alike."""
        return who if self.other is None else 1 - who

    def after(self, state, banked):
        """The opponent's state after banking so many points, or after a bust (None)."""
        own, opp, mine, his = state
        if banked is not None:
            return opp, own + banked, his, 0
        if mine + 1 < self.game.busts_in_a_row:
            return opp, own, his, mine + 1
        return opp, max(own - self.game.penalty, self.game.floor), his, 0

    def turn(self, state, paid, one, best=None, total=0, mode=None):
        """What a turn is worth, and the decisions; ``best`` has those to be followed."""
        game, own = self.game, state[0]
        mode = game.turn.start if mode is None else mode
        rules, need = game.turn.modes[mode], game.goal - own
        if game.minimum_to_win:
            need = max(need, game.minimum_bank)
        if total >= need:
            return one, {}
        begun = total or mode != game.turn.start
        throw, decided = None, {}
        if rules.throw is not None:
            throw = rules.throw.bust * paid(self.after(state, None))
            for chance, options in rules.throw.outcomes:
                found = [
                    self.turn(state, paid, one, best, total + option.gain, option.mode)
                    for option in options
                ]
                key = total, mode, options
                worths = [worth for worth, _ in found]
                taken = worths.index(max(worths)) if best is None else best[key]
                decided[key] = taken
                for _, more in found:
                    decided.update(more)
                throw = throw + chance * worths[taken]
        bank = None
        least = max(game.minimum_bank, game.opening if own <= 0 else 0, 1)
        if begun and rules.may_bank and total >= least:
            bank = paid(self.after(state, total))
        if throw is None:
            return (paid(self.after(state, None)) if bank is None else bank), decided
        if bank is None:
            return throw, decided
        banks = bank >= throw if best is None else best[total, mode]
        decided[total, mode] = banks
        return (bank if banks else throw), decided

    def solved(self, value):
        rows = []
        for key in self.keys:
            who, state = key
            rows.append(
                self.turn(
                    state,
                    lambda after, who=who: Affine({self.index[self.next(who), after]: -ONE}, ONE),
                    Affine({}, ONE),
                    self.best(key, value, 1.0)[1],
                )[0]
            )
        found = eliminated([(row.parts, row.rest) for row in rows], len(rows))
        exact = dict(zip(self.keys, found))
        for key in self.keys:  # no decision can be bettered
            best, _ = self.best(key, exact, ONE)
            assert best == exact[key], key
        return exact


class Drawn:
    """Who decides by lot, once for each state: a function for pigcore, and decisions for Exact."""

    def __init__(self, game: Race, seed: int) -> None:
        self.game, self.seed = game, seed

    def drawn(self, state, points, mode, options=None):
        """Whether one banks, or which of the options is taken."""
        own, opp, mine, his = state
        draw = random.Random(repr((self.seed, own, opp, mine, his, points, mode, options)))
        return draw.random() < 0.6 if options is None else draw.randrange(len(options))

    def policy(self):
        """The function that pigcore asks."""
        if self.game.turn.roll is not None:
            return lambda own, opp, points, busts, opp_busts: (
                "hold" if self.drawn((own, opp, busts, opp_busts), points, None) else "roll"
            )

        def asked(own, opp, points, mode, options, busts, opp_busts):
            found = self.drawn((own, opp, busts, opp_busts), points, mode, options)
            return found if options else ("bank" if found else "throw")

        return asked

    def __call__(self, state):
        """Its decisions in a state."""
        return _At(self, state)


class _At:
    """The decisions in one state, by (total, mode) and (total, mode, options)."""

    def __init__(self, drawn: Drawn, state) -> None:
        self.drawn, self.state = drawn, state

    def __getitem__(self, key):
        turn = self.drawn.game.turn
        total, mode, *options = key
        word = None if turn.roll is not None else self.drawn.game.modes[mode]
        if not options:
            return self.drawn.drawn(self.state, total, word)
        named = tuple((option.gain, self.drawn.game.modes[option.mode]) for option in options[0])
        return self.drawn.drawn(self.state, total, word, named) if len(named) > 1 else 0


class Affine:
    """A number that depends on unknown ones."""

    def __init__(self, parts, rest):
        self.parts, self.rest = parts, rest

    def __add__(self, other):
        parts = dict(self.parts)
        for n, part in other.parts.items():
            parts[n] = parts.get(n, 0) + part
        return Affine(parts, self.rest + other.rest)

    def __rmul__(self, share):
        return Affine({n: share * part for n, part in self.parts.items()}, share * self.rest)


def eliminated(rows, size):
    """x of x = parts x + rest, in fractions."""
    known = [dict(parts) for parts, _ in rows]
    rest = [Fraction(one) for _, one in rows]
    for n in range(size):
        own = known[n].pop(n, 0)
        scale = ONE / (1 - own)
        known[n] = {k: part * scale for k, part in known[n].items()}
        rest[n] *= scale
        for k in range(size):
            part = known[k].pop(n, 0) if k != n else 0
            if part:
                rest[k] += part * rest[n]
                for other, more in known[n].items():
                    known[k][other] = known[k].get(other, 0) + part * more
    return rest


def generated(seed: int, *, small: bool = False) -> Race:
    """A small race in which busts in a row cost points, or a very small one."""
    draw = random.Random(seed)
    counts = draw.choice([1, 2, 2, 3])
    goal, floor = (4, -2) if counts < 3 else (3, -1)
    if small:
        goal, floor = (3, -1) if counts < 3 else (2, -1)
    minimum = draw.choice([0, 0, 2])
    opening = random.Random(-seed).choice([0, 2, 3])
    bust = Fraction(draw.randint(1, 5), 6)
    gains = draw.sample(range(1, 4), 2)
    share = (1 - bust) * Fraction(draw.randint(1, 3), 4)
    turns = [
        Roll({gains[0]: share, gains[1]: 1 - bust - share}, bust=bust),
        three_throws(draw.randint(1, 2)),
    ]
    return Race(
        draw.choice(turns),
        goal,
        busts_in_a_row=counts,
        penalty=draw.randint(1, 3),
        floor=floor,
        opening=opening,
        minimum_bank=minimum,
        minimum_to_win=bool(minimum and draw.random() < 0.5),
    )

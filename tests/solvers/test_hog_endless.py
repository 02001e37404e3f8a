"""Games of Hog that need never end: solved, proved and played as all policies say in fractions."""

import random
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pigverify
import pytest
from support import hogs

import pigcore
from pigcore import Hog
from pigcore.play.policies.hog import table_of

HALF = Fraction(1, 2)


def drawn(seed, goal=2):
    """A game in which one may often wait, with tables for rules."""
    rng = random.Random(seed)
    free = {pair: rng.choice([0, 0, 0, 1]) for pair in product(range(goal), repeat=2)}
    more = {pair: rng.random() < 0.25 for pair in product(range(goal), repeat=2)}
    fall = {score: rng.choice([score, score, 0]) for score in range(goal)}
    return Hog(
        goal,
        1,
        (rng.choice([2, 3, 4]), 2),
        pig_out=rng.choice(["pig_out", "pig_out_for_nothing"]),
        bacon=lambda own, opp: free[own, opp],
        again=lambda own, opp: more.get((own, opp), False),
        after=lambda own, opp: (own if own >= goal else fall[own], opp),
        name=f"Hog {seed}",
    )


class Played:
    """Two positional strategies, tables at [own, opp], in fractions."""

    def __init__(self, game):
        self.game, self.term = game, hogs.plain(game)
        self.lead = cache(self._lead)

    def _lead(self, own, opp, choice):
        """[(chance, 1 or 0 for a win or loss, or None, next scores, whether he moves again)]."""
        found = []
        for p, *ended, _ in self.term.turn(own, opp, 0, choice):
            x, y = self.term.end(*ended)
            if max(x, y) >= self.game.goal:
                found.append((p, int(x >= y), None, False))
            else:
                again = bool(self.term.again(x, y))
                found.append((p, None, (x, y) if again else (y, x), again))
        return found

    def values(self, first, second):
        """{(player to move, own, opp): the chance that the first wins, and half of never}."""
        nodes = list(product(range(2), range(self.game.goal), range(self.game.goal)))
        steps = {}
        for player, own, opp in nodes:
            choice = (first, second)[player][own, opp]
            steps[player, own, opp] = [
                (p, won if player == 0 or won is None else 1 - won,
                 None if then is None else (player if again else 1 - player, *then))
                for p, won, then, again in self.lead(own, opp, choice)
            ]  # fmt: skip
        ending, before = {n for n in nodes if any(s[2] is None for s in steps[n])}, None
        while before != ending:
            before = set(ending)
            ending |= {n for n in nodes if any(s[2] in ending for s in steps[n])}
        rows = {n: {n: Fraction(1)} for n in ending}
        right = dict.fromkeys(ending, Fraction(0))
        for n in ending:
            for p, won, then in steps[n]:
                if then is None:
                    right[n] += p * won
                elif then not in ending:
                    right[n] += p * HALF
                else:
                    rows[n][then] = rows[n].get(then, 0) - p
        found = _solved(rows, right)
        return {n: found.get(n, HALF) for n in nodes}, {n: n not in ending for n in nodes}


def _solved(rows, right):
    from pigverify.algebra.arithmetic import Rational
    from pigverify.algebra.elimination import eliminate as solve

    return solve(rows, right, Rational()) if rows else {}


def values_of_all(game):
    """The value of each state: the best of all positional strategies against all of them."""
    played = Played(game)
    pairs = list(product(range(game.goal), repeat=2))
    every = [dict(zip(pairs, some)) for some in product(game.choices, repeat=len(pairs))]
    found = dict.fromkeys(pairs, Fraction(0))
    for mine in every:
        least = dict.fromkeys(pairs, Fraction(1))
        for theirs in every:
            values, _ = played.values(mine, theirs)
            for own, opp in pairs:
                least[own, opp] = min(least[own, opp], values[0, own, opp])
        for pair in pairs:
            found[pair] = max(found[pair], least[pair])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(14))
def test_small_games_are_worth_what_all_strategies_say(seed):
    game = drawn(seed)
    solution, truth = pigcore.solve(game), values_of_all(game)
    for state, value in truth.items():
        assert solution.win(*state) == pytest.approx(float(value), abs=1e-15)
        assert pigverify.check(game, *state).ok
    report = pigverify.certify(solution)
    assert report.ok
    assert report.error < 1e-15


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_larger_games_are_proved_and_their_policies_are_best(seed):
    game = drawn(seed, goal=5 + seed % 4)
    solution = pigcore.solve(game)
    assert pigverify.certify(solution).ok
    own = pigcore.match(game, solution, solution)
    assert own.first + own.never / 2 >= solution.value - 1e-12
    assert pigcore.loss(game, solution).average == pytest.approx(0, abs=1e-12)
    # It wins no less than its value against whatever waits or rolls.
    for text in ("always:0", "always:1", "random"):
        match = pigcore.match(game, solution, text)
        assert match.average + match.never / 2 >= 0.5 - 1e-12
        lost = pigcore.loss(game, text)
        assert lost.average >= -1e-12
        assert lost.exploitability >= lost.average


@pytest.mark.parametrize("seed", range(6))
def test_matches_are_what_fractions_say(seed):
    game = drawn(seed, goal=4)
    played, rng = Played(game), random.Random(seed)
    tables = [
        {pair: rng.choice(game.choices) for pair in product(range(4), repeat=2)} for _ in range(2)
    ]
    first, second = (lambda own, opp, table=table: table[own, opp] for table in tables)
    values, stuck = played.values(*tables)
    match = pigcore.match(game, first, second)
    half = (values[0, 0, 0] + values[1, 0, 0]) / 2
    assert match.average + match.never / 2 == pytest.approx(float(half), abs=1e-14)
    if stuck[0, 0, 0]:
        assert match.never >= 0.5
    one, other = match.losses
    due = pigcore.solve(game).value - float(values[0, 0, 0])
    assert one - other == pytest.approx(due, abs=1e-12)


WAIT = Hog(20, bacon=lambda own, opp: 0, name="Patience")


def test_who_is_ahead_does_not_wait_for_ever():
    game = drawn(2, goal=5)
    solution = pigcore.solve(game)
    assert solution.best(0, 0) == solution.best(0, 1) == (0, 1)
    # He may wait there at no cost, as the other one waits, too; but not for ever.
    assert table_of(game, solution)[0, 0, :2].tolist() == [1, 1]
    always = [pigcore.match(game, solution, text) for text in ("always:0", "optimal")]
    assert all(match.average + match.never / 2 >= 0.5 - 1e-12 for match in always)


@pytest.mark.slow
def test_two_who_wait_are_worth_nothing():
    solution = pigcore.solve(WAIT)
    match = pigcore.match(WAIT, solution, "always:0")
    assert (match.average, match.never) == (pytest.approx(1.0, abs=1e-14), 0.0)
    both = pigcore.match(WAIT, "always:0", "always:0")
    assert (both.average, both.never, both.turns) == (0.0, 1.0, float("inf"))
    assert np.isinf(both.visits[0, 0, 0])
    assert pigcore.loss(WAIT, "always:0").average == pytest.approx(0.5, abs=1e-12)


def test_saved_and_loaded(tmp_path):
    @Hog.rule("bacon", "nothing at all")
    def nothing(own, opp):
        return 0

    solution = pigcore.solve(Hog(12, 3, bacon=nothing))
    solution.save(tmp_path / "it.npz")
    loaded = pigcore.load(tmp_path / "it.npz")
    assert (loaded.starts == solution.starts).all()
    assert (loaded.least_best() == solution.least_best()).all()


@pytest.mark.slow
def test_random_dice_stop_and_count_what_goes_on():
    game = Hog(12, 2, bacon=lambda own, opp: 0)
    patient = lambda own, opp: 0 if own > opp else 2  # noqa: E731
    other = lambda own, opp: 0 if own >= opp and own else 1  # noqa: E731
    exact = pigcore.match(game, patient, other)
    found = pigcore.simulate(game, patient, other, games=20_000, longest=300)
    low, high = found.intervals["average"]
    assert low <= exact.average <= high
    assert found.never == pytest.approx(exact.never, abs=0.02)
    assert exact.lengths.mean == pytest.approx(exact.turns_if_ended, rel=1e-6)


def test_what_is_too_large_is_refused():
    game = Hog(60, 1, after=lambda own, opp: (own % 60, opp % 60) if own < 60 else (0, opp))
    with pytest.raises(pigcore.RuleError, match="too many to be solved: let every choice have a"):
        pigcore.solve(game)

"""One equilibrium, the table's own: single states and whole tables against trying all."""

from contextlib import suppress
from fractions import Fraction
from random import Random
from types import SimpleNamespace

import numpy as np
import pigverify
import pytest
from support.generated import roll
from support.oddities import examples
from support.slow import Slow, UnsettledError, every_start, worth_by

import pigcore
from pigcore.games.starts import Start

RARE = [Fraction(1, 10**power) for power in (20, 60)]


def _exact(gains, bust, goal, players=3, target="exact"):
    below = sum(gains.values()) + bust
    chances = {gain: Fraction(weight, below) for gain, weight in gains.items()}
    roll = pigcore.Roll(chances, bust=Fraction(bust, below))
    return pigcore.Race(roll, goal, target).seated(players)


SEVERAL = [
    _exact({1: 3, 2: 2}, 5, 6),
    _exact({1: 1, 2: 5}, 10, 5),
    _exact({1: 6, 2: 5, 4: 5}, 10, 5),
    _exact({1: 5, 3: 1, 6: 4}, 8, 6),
    _exact({1: 1, 2: 3, 3: 1}, 11, 4, players=4),
    _exact({1: 1, 3: 3, 4: 1}, 7, 4, players=4),
]


def party(seed):
    """A party; in many some throws are rarer than double precision can tell from never."""
    random = Random(seed)
    while True:
        players = random.choice([3, 3, 3, 3, 4])
        goal = random.randint(2, 5 if players < 4 else 3)
        rules = random.choice(["exact", "at_least"]), random.choice([0, 0, 0, 1])
        with suppress(pigcore.RuleError):  # such as a goal that nobody comes to
            return pigcore.Race(roll(random, goal + 1), goal, *rules).seated(players)


# How far doubles may be off where throws are rare is no matter of this file.
pytestmark = pytest.mark.filterwarnings("ignore::pigcore.ConvergenceWarning")


def agrees(game, count):
    """Compare ``count`` states, what all win, and the table with an equilibrium in fractions."""
    table = pigcore.solve(game)
    try:
        slow = Slow(game, guess=lambda start: worth_by(table, start))
    except UnsettledError:  # somebody mixes
        assert pigverify.certify(game).outcome == "undecided"
        return
    states = [(start, k) for _, start in slow.values for k in range(game.goal - start.scores[0])]
    Random(0).shuffle(states)
    states.sort(key=lambda state: state[1] > 0)
    for start, total in states[:count]:
        ways = slow.worths((0, start), slow.values.get).get((total, 0))
        if not ways:  # no throws add up to it
            continue
        verdict = pigverify.check(table, *start.scores, total)
        best = {"roll": ways.get("throw"), "hold": ways.get("bank")}
        assert {*verdict.best} == {one for one in best if best[one] == ways["best"]}, verdict
        assert verdict.ok
        low, high = verdict.value
        assert low <= ways["best"] <= high
    report = pigverify.certify(table)
    assert report.outcome == "certified", report
    assert not report.undecided
    for (low, high), value in zip(report.chances, slow.values[0, Start((0,) * game.players)]):
        assert low <= value <= high
    # Without a table nothing is said where there may be several.
    alone = pigverify.certify(game)
    assert alone.outcome == ("certified" if alone.gain is not None else "undecided")


@pytest.mark.slow
@pytest.mark.parametrize("game", SEVERAL, ids=lambda game: f"{game.players} {game.roll.summary}")
def test_of_several_equilibria_the_tables_is_proved(game):
    agrees(game, 4)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 50, 10))
def test_generated_parties(first):
    for seed in range(first, first + examples(100) // 10):
        agrees(party(seed), 3)


@pytest.mark.slow
def test_a_table_of_any_equilibrium_is_certified():
    """And one that is of none is not."""
    game = SEVERAL[4]
    solution, draw = pigcore.solve(game), Random(1)
    while True:
        guesses = {start: [draw.random() for _ in range(4)] for start in every_start(game)}
        try:
            other = Slow(game, guess=guesses.get).values
        except UnsettledError:  # best replies to each other go round
            continue
        far = {start: abs(float(row[0]) - worth_by(solution, start)[0])
               for (_, start), row in other.items()}  # fmt: skip
        cell = max(far, key=far.get)
        if far[cell] > 1e-6:
            break
    starts = np.array(solution.starts)
    for (_, start), values in other.items():
        starts[start.scores] = [float(value) for value in values]
    arrays = {**solution.arrays(), "starts": starts}
    given = SimpleNamespace(game=game, arrays=lambda: arrays)
    assert pigverify.certify(given).ok
    verdict = pigverify.check(given, *cell.scores)
    low, high = verdict.value
    assert low <= other[0, cell][0] <= high
    assert not low <= solution.win(*cell.scores)[0] <= high
    starts[cell.scores] = starts[cell.scores][::-1]
    assert pigverify.certify(given).refuted


@pytest.mark.slow
@pytest.mark.parametrize("rare", RARE, ids=lambda one: f"{float(one):.0e}")
def test_rare_throws_take_more_bits(rare):
    for gains, goal, target in [
        ({1: rare}, 3, "at_least"),
        ({1: rare, 2: rare}, 4, "at_least"),
        ({1: rare, 3: 2 * rare}, 4, "exact"),
        ({1: Fraction(1, 2), 2: rare}, 4, "exact"),
        ({1: 1 - rare}, 3, "at_least"),
    ]:
        roll = pigcore.Roll(gains, bust=1 - sum(gains.values()))
        agrees(pigcore.Race(roll, goal, target).seated(3), 2)


def test_a_cell_in_which_no_equilibrium_is_pure():
    roll = pigcore.Roll({1: "4/15", 4: "4/15", 3: "1/5"}, bust="4/15")
    game = pigcore.Race(roll, 6, "exact").seated(3)
    report = pigverify.certify(pigcore.solve(game))
    assert report.outcome == "certified"
    assert report.mixing

"""The verifier of bags: brute force, exact and enclosed values, and damaged tables."""

import json
from fractions import Fraction

import numpy as np
import pigverify
import pytest
from pigverify import bag
from support.bags import by_marks, contest_bag
from support.commands import run

import pigcore
from pigcore.games import Bag
from pigcore.solvers.files import as_declared


def table(solution):
    return {name: array.tolist() for name, array in solution.arrays().items()}


def certify(game, arrays, **more):
    return bag.certify(game, as_declared(game, arrays), **more)


# --- the score ----------------------------------------------------------------------------------


def long_bag(n, **options):
    """Chances with denominators of 10 digits, so that exact integers of many dice are long."""
    random = np.random.default_rng(n)
    rows = random.integers(1, 10**9, size=(n, 3)).tolist()
    return Bag(*zip(*([Fraction(x, sum(row)) for x in row] for row in rows)), **options)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"win": 1, "draw": 0, "lose": -1}, {"lose": "-7/3"}])
def test_chances_of_many_digits_are_exact_too(options):
    game = long_bag(13, **options)
    report = pigverify.certify(pigcore.solve(game))
    assert report.value == (by_marks(game),) * 2
    assert report.ok
    assert report.error <= 1e-12
    assert "/" not in str(report)


def test_ties_are_counted():
    assert pigverify.certify(Bag([100] * 3, [100] * 3, [100] * 3)).ties == 10
    assert pigverify.certify(Bag([1, 0, 0], [0, 1, 0], [0, 0, 1])).ties == 1


# --- one state ----------------------------------------------------------------------------------


def test_check():
    game = Bag([300, 0, 0], [0, 300, 0], [0, 0, 300])
    found = pigverify.check(game, 1, 0, 0)
    assert found.ok
    assert found.decision == "scissors"
    worths = {"rock": Fraction(3, 2), "paper": Fraction(1, 2), "scissors": Fraction(2)}
    assert found.payoffs == {gesture: (worth, worth) for gesture, worth in worths.items()}
    assert found.margin == (Fraction(1, 2),) * 2
    assert found.chance == Fraction(1, 3)
    tie = pigverify.check(game, 0, 0, 0)
    assert tie.decision == "tie"
    assert tie.best == ("rock", "paper", "scissors")
    assert str(tie).startswith("Bag, after 0 rocks, 0 papers and 0 scissors: tie of rock, paper")
    assert "  rock      4/3\n" in str(tie)
    facts = json.loads(json.dumps(found.as_dict()))
    assert facts["payoffs"][0]["action"] == "scissors"
    assert float(facts["payoffs"][0]["worth"]["value"]) == 2
    assert facts["payoffs"][0]["worth"]["low"] == "2/1"
    assert facts["chance"]["low"] == "1/3"


def test_the_closest_calls_are_those_of_the_solver():
    game = contest_bag(13, 4)
    report, solution = pigverify.certify(game), pigcore.solve(game)
    for proved, found in zip(report.closest, solution.closest(10), strict=True):
        assert (proved.state, proved.best, proved.other) == found[:3]
        low, high = proved.margin
        assert low == high
        assert float(low) == pytest.approx(found.margin, abs=1e-13)
        exact = pigverify.check(game, *proved.state).margin[0]
        assert low <= exact <= high


# --- tables -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_wrong_choice_is_found():
    game = contest_bag(5, 1)
    right = table(pigcore.solve(game))
    for index in range(len(right["choices"])):
        for other in {0, 1, 2, -1} - {right["choices"][index]}:
            choices = [*right["choices"]]
            choices[index] = other
            found = certify(game, right | {"choices": choices})
            assert found.refuted
            assert len(found.wrong) == 1
            assert f"1 choice, the first {game.spell(found.wrong[0])}" in " ".join(
                str(found).split()
            )


def test_choices_after_counts_that_cannot_be_seen_do_not_matter():
    game = Bag([0, 0], ["1/2", 1], ["1/2", 0])
    right = table(pigcore.solve(game))
    assert right["choices"] == [2, 2, 2, -1]
    assert certify(game, right).ok
    assert certify(game, right | {"choices": [2, 2, 2, 1]}).ok


@pytest.mark.slow
def test_the_command(tmp_path):
    (tmp_path / "dice.txt").write_text("[100,0] [200,100] [0,200]")
    done = run("pigverify", "bag", "dice.txt", "--json", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["value"]["low"] == "67/18"
    done = run("pigverify", "bag", "dice.txt", "0", "1", "0", cwd=tmp_path)
    assert done.stdout.startswith("dice, after 0 rocks, 1 paper and 0 scissors: scissors (exact")
    assert "19/3" in run("pigverify", "bag").stdout

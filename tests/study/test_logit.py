"""The regression of the decision: against another fit, and the published one."""

import builtins

import numpy as np
import pytest

import pigcore
from pigcore.games import RuleError
from pigcore.study.thumb import READINGS, decision_regression


def fitted(columns, rolls, weights):
    """Coefficients and errors by Newton's method, written down."""
    values = np.zeros(columns.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-columns @ values))
        slope = columns.T @ (weights * (rolls - chance))
        bend = columns.T @ (columns * (weights * chance * (1 - chance))[:, None])
        values += np.linalg.solve(bend, slope)
    chance = 1 / (1 + np.exp(-columns @ values))
    likelihood = weights @ np.log(np.where(rolls, chance, 1 - chance))
    mean = weights @ rolls / weights.sum()
    alone = weights @ np.log(np.where(rolls, mean, 1 - mean))
    return values, np.sqrt(np.diag(np.linalg.inv(bend))), 1 - likelihood / alone


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
def test_another_fit_of_the_same(reading):
    game = pigcore.HoldOrContinue(40)
    solution = pigcore.solve(game)
    own, opp, hand = (axis.ravel() for axis in np.indices((40, 40, 40)))
    rolls = solution.decisions().ravel() == 1
    weights = np.ones(len(rolls))
    if reading == "cube-0":
        rolls = rolls & (hand > 0)
    if reading == "states":
        weights *= (hand > 0) & (own + hand < 40)
    kept = weights > 0
    columns = np.stack([np.ones(len(own)), opp, hand, own], axis=1)[kept]
    values, errors, mcfadden = fitted(columns, rolls[kept], weights[kept])

    found = decision_regression(game, reading)
    assert [coefficient.name for coefficient in found.coefficients] == [
        "const",
        "opp",
        "hand",
        "own",
    ]
    assert [coefficient.value for coefficient in found.coefficients] == pytest.approx(
        values, rel=1e-6, abs=1e-9
    )
    assert [coefficient.error for coefficient in found.coefficients] == pytest.approx(
        errors, rel=1e-5
    )
    assert found.coefficients[2].z == pytest.approx(values[2] / errors[2], rel=1e-5)
    assert found.mcfadden == pytest.approx(mcfadden, rel=1e-6)
    assert found.states == kept.sum()
    says = columns @ values > 0
    share = weights[kept] / weights.sum()
    assert found.right == pytest.approx(share @ (says == rolls[kept]), abs=1e-12)
    assert found.mean == pytest.approx(share @ rolls[kept])
    assert found.confusion[0][1] == pytest.approx(share @ (says & ~rolls[kept]), abs=1e-12)
    assert np.sum(found.confusion) == pytest.approx(1)


@pytest.mark.slow
def test_what_the_fitted_rule_wins():
    game = pigcore.PassThePigs(60)
    fit = decision_regression(game, "states")
    const, opp, hand, own = (coefficient.value for coefficient in fit.coefficients)
    i, j = np.indices((60, 60))
    limits = np.ceil((const + own * i + opp * j) / -hand).astype(int)
    loss = pigcore.loss(game, pigcore.hold_at(limits))
    assert fit.rule.loss == pytest.approx(loss.average, abs=1e-12)
    assert fit.rule.exploitability == pytest.approx(loss.exploitability, abs=1e-12)
    assert fit.as_dict()["rule"]["policy"].startswith("linear:")


@pytest.mark.slow
def test_the_literatures_million_rows():
    """The published fit is near, not of this table of chances: see docs/howto/thumb.md."""
    fit = decision_regression(pigcore.PassThePigs())
    values = [coefficient.value for coefficient in fit.coefficients]
    assert values == pytest.approx([3.29792, 0.0491309, -0.110753, -0.0502183], rel=1e-5)
    assert values == pytest.approx([3.38377, 0.0482387, -0.109485, -0.0505809], rel=0.026)
    assert (fit.states, fit.mean) == (10**6, pytest.approx(0.310969))
    assert fit.right == pytest.approx(0.880794, abs=1e-6)


@pytest.mark.parametrize(
    ("game", "reading", "refusal"),
    [
        (pigcore.Hog.fa13(), "cube", "is not a race"),
        (pigcore.Pig(20), "cub", "there is no reading 'cub'.*cube"),
        (pigcore.Pig(20), "states", "best play always rolls, so there is nothing to regress"),
        pytest.param(
            *(pigcore.Pig(20), "cube", "a linear rule makes every decision as best play does"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_what_cannot_be_regressed(game, reading, refusal):
    with pytest.raises(RuleError, match=refusal):
        decision_regression(game, reading)


def test_without_statsmodels(monkeypatch):
    usual = builtins.__import__

    def without(name, *rest):
        if name.startswith("statsmodels"):
            raise ImportError(name)
        return usual(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(RuleError, match=r"pip install 'pigcore\[stats\]'"):
        decision_regression(pigcore.HoldOrContinue(20))

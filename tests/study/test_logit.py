"""The regression of the decision: against another fit, and the published one."""

import numpy as np
import pytest

import pigcore
from pigcore.study.thumb import READINGS, decision_regression


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
def test_another_fit_of_the_same(reading):
    discrete = pytest.importorskip("statsmodels.discrete.discrete_model")
    game = pigcore.HoldOrContinue(40)
    solution = pigcore.solve(game)
    own, opp, hand = (axis.ravel() for axis in np.indices((40, 40, 40)))
    rolls = solution.decisions().ravel() == 1
    kept = np.ones(len(rolls), dtype=bool)
    if reading == "cube-0":
        rolls = rolls & (hand > 0)
    if reading == "states":
        kept = (hand > 0) & (own + hand < 40)
    columns, rolls = np.stack([np.ones(len(own)), opp, hand, own], axis=1)[kept], rolls[kept]
    other = discrete.Logit(rolls, columns).fit(method="newton", disp=False)

    found = decision_regression(game, reading)
    assert [one.name for one in found.coefficients] == ["const", "opp", "hand", "own"]
    for name, values in ("value", other.params), ("error", other.bse), ("z", other.tvalues):
        each = [getattr(one, name) for one in found.coefficients]
        assert each == pytest.approx(values, rel=1e-5, abs=1e-8), name
    assert found.mcfadden == pytest.approx(other.prsquared, rel=1e-6)
    assert found.states == kept.sum()
    says = columns @ other.params > 0
    assert found.right == pytest.approx((says == rolls).mean(), abs=1e-12)
    assert found.mean == pytest.approx(rolls.mean())
    assert found.confusion[0][1] == pytest.approx((says & ~rolls).mean(), abs=1e-12)
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

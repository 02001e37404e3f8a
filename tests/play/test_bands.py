"""Tables of totals by score bands, and every refusal."""

import numpy as np
import pytest

import pigcore
from pigcore.games import RuleError


def test_what_stands_in_the_table():
    rule = pigcore.bands([30, 70], [[20, 21, 22], [23, 24, 25], [26, 27, "goal"]])
    own, opp = np.indices((100, 100))
    limits = rule.limits(own, opp)
    for i, j, total in [(0, 0, 20), (29, 30, 21), (30, 29, 23), (69, 70, 25), (99, 0, 26)]:
        assert limits[i, j] == rule.limits(i, j) == total
    assert limits[70, 70] > 10**6
    assert rule(70, 70, 29) == "roll"


@pytest.mark.parametrize(
    ("cuts", "totals", "refusal"),
    [
        ([70, 30], [[1] * 3] * 3, "must part at 100 scores at most, in rising order"),
        ([30, 30], [[1] * 3] * 3, "in rising order"),
        ([0], [[1, 1], [1, 1]], "a score that bands part at is 0"),
        ([30], [[1, 1]], "2 bands need 2 rows of 2"),
        ([30], [[1, 1], [1]], "2 bands need 2 rows of 2"),
        ([30], [[1, 1], [1, 0]], "a total to hold at is 0"),
        ([30], [[1, 1], [1, "gaol"]], "a total to hold at is 'gaol'"),
        ([30], 7.5, "the bands are"),
        (None, [[1]], "the bands are None"),
        ("30;", "1,1/1,1", "a score that bands part at is '30;'"),
        (30, 7, "2 bands need 2 rows of 2"),
    ],
)
def test_what_is_refused(cuts, totals, refusal):
    with pytest.raises(RuleError, match=refusal):
        pigcore.bands(cuts, totals)

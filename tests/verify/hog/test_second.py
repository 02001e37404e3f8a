"""A second opinion on Hog: the same worths from rolls counted and rounded in another way."""

import pytest
from pigverify import second
from pigverify.hog import second as module

from pigcore.games import Duel, Hog, RuleError, SizeError

GAMES = [
    (Hog.fa13(goal=9), (0, 3)),
    (Hog.fa13_hijinks(goal=8), (1, 2, 1)),
    (Hog.su15(goal=9), (2, 0)),
    (Hog.fa22(goal=9), (0, 0)),
    (Hog.fa24(goal=9), (3, 1)),
    (Hog(goal=9, max_dice=3, pig_out=None), (0, 0)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "state"), GAMES, ids=lambda one: getattr(one, "name", ""))
def test_it_agrees_with_the_first_proof(game, state):
    found = second(game, *state, digits=40)
    assert found.agrees
    assert found.ok
    assert found.best == found.first.best
    for low, high in found.payoffs.values():
        assert high - low <= high / 10**40


def test_a_wrong_rule_is_noticed(monkeypatch):
    """One roll more that shows nothing but a single one."""
    counts = module._counts

    def altered(dice, sides):
        return {**counts(dice, sides), (1, 1): counts(dice, sides).get((1, 1), 0) + 1}

    monkeypatch.setattr(module, "_counts", altered)
    found = second(Hog.fa13(goal=5), 0, 0)
    assert not found.agrees
    assert not found.ok
    assert "contradicts this" in str(found)


def test_what_it_refuses():
    with pytest.raises(RuleError, match="no second opinion is given on Duel: give a race for"):
        second(Duel(), 20)
    with pytest.raises(SizeError, match="201 points are missing"):
        second(Hog.fa13(goal=201), 0, 0)
    with pytest.raises(RuleError, match="every turn raises the total of the scores"):
        second(standing(), 0, 0)


def standing():
    """Free bacon that may be nothing: a turn with no progress."""
    return Hog(goal=10, bacon=lambda own, opp: 0)


def test_progress():
    reported = []
    second(Hog.fa13(goal=4), 0, 0, progress=lambda done, total: reported.append((done, total)))
    assert reported == [(n, 7) for n in range(1, 7)]

"""Duels between holds or mixtures: matches and best replies, against fractions."""

from fractions import Fraction

import pytest
from support.duels import hold

import pigcore
from pigcore.games import Duel

GAME = Duel()


@pytest.fixture(scope="module")
def pig():
    return pigcore.solve(GAME)


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [(20, 20), (2, 20), (17, 25)])
def test_a_match_of_two_holds(first, second):
    mine, yours = hold(GAME.roll, first), hold(GAME.roll, second)
    win = sum(p * q for x, p in mine.items() for y, q in yours.items() if x > y)
    draw = sum(p * yours.get(x, 0) for x, p in mine.items())
    match = pigcore.match(GAME, first, second)
    assert match.win == pytest.approx(float(win), abs=1e-15)
    assert match.draw == pytest.approx(float(draw), abs=1e-15)
    assert match.lose == pytest.approx(float(1 - win - draw), abs=1e-15)
    assert match.payoff == pytest.approx(float(2 * win + draw - 1), abs=1e-15)
    turned = pigcore.match(GAME, second, first)
    assert (turned.win, turned.lose) == pytest.approx((match.lose, match.win), abs=1e-15)
    assert match.as_dict() == {"win": match.win, "draw": match.draw, "lose": match.lose}


@pytest.mark.slow
def test_mixtures_solutions_and_policies(pig):
    match = pigcore.match(GAME, pig, pig)
    assert match == pigcore.match(GAME, pig.mix, pig.policy)
    assert match.win == match.lose
    half = pigcore.match(GAME, {20: 0.5, 2: Fraction(1, 2)}, 17)
    parts = [pigcore.match(GAME, hold, 17).payoff for hold in (20, 2)]
    assert half.payoff == pytest.approx(sum(parts) / 2, abs=1e-15)
    assert pigcore.match(GAME, 20, pig).payoff == pytest.approx(pig.payoff(20, pig.mix), abs=1e-15)


@pytest.mark.slow
def test_the_best_reply(pig):
    # As a user asked: there is one, and it is what the solution says.
    reply = pigcore.best_response(GAME, 20)
    assert reply.policy() == reply.policy.mix == {2: 1.0}
    assert reply.first == reply.second == reply.average == pig.best_hold(20)[1] > 0
    assert pigcore.match(GAME, reply.policy, 20).payoff == pytest.approx(reply.average, abs=1e-15)
    assert repr(reply.policy) == "<policy for Duel: {2: 1.0000}>"
    to_the_optimum = pigcore.best_response(GAME, pig)
    assert to_the_optimum.average == pytest.approx(0, abs=1e-15)
    assert [*to_the_optimum.policy.mix] == [min(pig.mix)]

"""Matches of races between two numbers: around the fractions, and what is refused."""

from fractions import Fraction

import pigverify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.race_in_fractions import match_exact
from support.races import races

import pigcore
from pigcore.games import RuleError
from pigcore.study.thumb.race_families import limits_of


def states(game):
    return [
        (i, j, k)
        for i in range(game.goal)
        for j in range(game.goal)
        for k in range(1, game.goal - i)
    ]


@settings(max_examples=12)
@given(st.data())
def test_around_the_fractions(data):
    game = data.draw(races(max_goal=4))
    rolls = [
        {state for state in states(game) if data.draw(st.booleans())} for _ in ("first", "second")
    ]
    found = pigverify.match(game, *(lambda *state, it=it: state in it for it in rolls))
    mine, theirs, ends = match_exact(game, *rolls, never=0)
    for (low, high), truth in ((found.first, mine[0, 0]), (found.second, 1 - theirs[0, 0])):
        assert low <= truth <= high
        if ends and not game.roll.wipe:
            assert high - low < Fraction(1, 10**50)
        elif ends:
            assert high - low < Fraction(1, 10**12)


def table(game, policy):
    """A policy that holds from a limit on, as rows of 1 and 0."""
    limits = limits_of(game, policy).tolist()
    numbers = range(game.goal)
    return [[[int(k < limits[i][j]) for k in numbers] for j in numbers] for i in numbers]


@pytest.mark.slow
def test_a_rule_of_thumb_against_best_play():
    """Pig to 100 is proved in docs/thumb.md."""
    game, rule = pigcore.Pig(40), pigcore.keep_pace(15, 8, 25)
    best = pigcore.solve(game)
    proved = pigverify.match(game, table(game, rule), best.decisions())
    match = pigcore.match(game, rule, best)
    for (low, high), found in zip((proved.first, proved.second), (match.first, match.second)):
        assert low < high < low + Fraction(1, 10**50)
        assert abs(low - Fraction(found)) < Fraction(1, 10**14)
    assert proved.average == tuple(sum(ends) / 2 for ends in zip(proved.first, proved.second))
    digits = proved.as_dict()["second"]["value"]
    assert len(digits) == 32
    assert abs(Fraction(digits) - proved.second[0]) < Fraction(1, 10**29)
    assert str(proved).splitlines()[2] == f"  second  {digits}"


def test_who_never_finishes_never_wins():
    game, one = pigcore.HoldOrContinue(20), pigcore.hold_at(1)
    found = pigverify.match(game, table(game, one), table(game, one))
    match = pigcore.match(game, one, one)
    assert match.never > 0.01
    assert float(found.first[0]) == pytest.approx(match.first, abs=1e-13)
    assert float(found.second[1]) == pytest.approx(match.second, abs=1e-13)


def test_hog_as_it_is():
    game = pigcore.Hog.fa13(5)
    found = pigverify.match(game, lambda *_: 2, [[3] * 5] * 5)
    match = pigcore.match(game, pigcore.always_roll(2), pigcore.always_roll(3))
    assert found.first[0] == found.first[1]
    assert [float(it[0]) for it in (found.first, found.second, found.average)] == pytest.approx(
        [match.first, match.second, match.average], abs=1e-14
    )


@pytest.mark.parametrize(
    ("game", "strategy", "refusal"),
    [
        (
            pigcore.Pig(9),
            lambda *_: "rol",
            "answers 'rol' at own 0, opp 0, total 2, but must answer",
        ),
        (pigcore.Pig(9), lambda *_: 2, "answers 2 at own"),
        (pigcore.Pig(9), lambda *_: [], r"answers \[\] at own"),
        (pigcore.Pig(9), [[[1] * 9] * 9] * 3, "no answer at"),
        (pigcore.Pig(9), 7, "the strategy is 7, which has no answer at"),
        (pigcore.Duel(), lambda *_: 20, "no matches are proved in"),
        (7, lambda *_: 1, "7"),
    ],
)
def test_what_is_refused(game, strategy, refusal):
    with pytest.raises(RuleError, match=refusal):
        pigverify.match(game, strategy, strategy)

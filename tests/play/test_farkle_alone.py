"""Farkle without an opponent: figures that were published, and what has no answer."""

import pytest

import pigcore


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "points", "limits"),
    [
        # Busche and Neller 2017, with these thresholds.
        (pigcore.Farkle.minimal(), 446.571440343728, [250, 250, 400, 1000, 2900]),
        (pigcore.Farkle.standard(), 542.0632439993, None),
        (pigcore.Farkle.kcd(), 564.4376204139, None),
        (pigcore.Farkle.zilch(), 623.0174889748, None),
    ],
)
def test_the_best_turns(game, points, limits):
    found = pigcore.solitaire(game, "points_per_turn")
    assert found.value == pytest.approx(points, abs=1e-9)
    if limits:
        assert found.policy[0, :5].tolist() == limits
        # A rule with these thresholds does the same.
        rule = pigcore.bank_by_dice(limits, aside="best_turn")
        # The goal cuts very few of its turns short.
        given_rule = pigcore.solitaire(game, "points_per_turn", policy=rule)
        assert given_rule.value == pytest.approx(points, abs=1e-9)


@pytest.mark.slow
def test_three_busts_in_a_row():
    game = pigcore.Farkle.zilch(penalty=500)
    found = pigcore.solitaire(game, "points_per_turn")
    assert found.value == pytest.approx(620.855, abs=5e-4)  # as published
    many = pigcore.solitaire(game, "points", turns=14)
    gain = many.expected[14, 0] - many.expected[13, 0]
    assert gain == pytest.approx(found.value, abs=1e-6)
    rule = pigcore.bank_at(350)
    given_rule = pigcore.solitaire(game, "points_per_turn", policy=rule)
    assert given_rule.value < found.value
    many = pigcore.solitaire(game, "points", turns=40, policy=rule)
    assert many.expected[40] - many.expected[39] == pytest.approx(given_rule.value, abs=1e-9)


def test_what_cannot_be_asked():
    zilch = pigcore.Farkle.zilch(penalty=500)
    for objective, turns in (("turns", None), ("chance", 3)):
        with pytest.raises(pigcore.RuleError, match="penalty is 500.* or ask for 'points'"):
            pigcore.solitaire(zilch, objective, turns)
    with pytest.raises(pigcore.RuleError, match="opening is 500"):
        pigcore.solitaire(pigcore.Farkle.minimal(opening=500), "points_per_turn")

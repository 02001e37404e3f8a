"""The best rules that a person can remember in Farkle."""

import pytest

import pigcore


@pytest.mark.slow
def test_the_best_points_to_bank_are_found():
    game = pigcore.Farkle.minimal(goal=1000)
    found = pigcore.rules_of_thumb(game, ["bank/most-points", "race/best-turn", "dice/best-turn"])
    assert [rule.simplicity for rule in found.rules] == [1, 2, 5]
    rule = found.rules[0]
    losses = {n: pigcore.loss(game, pigcore.bank_at(n)).average for n in range(50, 1001, 50)}
    assert rule.loss == pytest.approx(min(losses.values()), abs=1e-12)
    assert losses[rule.constants[0]] == min(losses.values())
    for rule in found.rules:
        policy = pigcore.parse_policy(game, rule.spec)
        judged = pigcore.loss(game, policy)
        assert rule.loss == pytest.approx(judged.average, abs=1e-12)
        assert rule.exploitability == pytest.approx(judged.exploitability, abs=1e-12)
    # No step of a unit in one constant is better.
    five = found.rules[2]
    for axis, step in [(0, 50), (1, -50), (1, 50)]:
        points = list(five.constants)
        points[axis] += step
        other = pigcore.loss(game, pigcore.bank_by_dice(points, aside="best_turn")).average
        assert other >= five.loss - 1e-12
    assert len(found.to_csv().splitlines()) == 4


@pytest.mark.parametrize(
    ("game", "names", "options", "message"),
    [
        (pigcore.Farkle.minimal(500), ["hold"], {}, "there is no family of rules 'hold'"),
        (pigcore.Farkle.minimal(500), [], {}, "no families are named"),
        (pigcore.Farkle.minimal(500), ["bank/most-dice"], {"seed": 1}, "seed is given"),
        (pigcore.Duel(), ["hold"], {}, "is not a race"),
        (
            pigcore.Farkle.minimal(500, opening=300),
            ["bank/most-points"],
            {},
            "^rules of thumb bank from .*, but an opening of 300 forbids that at 0: give a game w",
        ),
    ],
)
def test_what_cannot_be_searched(game, names, options, message):
    with pytest.raises(pigcore.RuleError, match=message):
        pigcore.rules_of_thumb(game, names, **options)

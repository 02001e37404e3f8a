"""Policies, matches and best replies in Farkle, against games played out in fractions."""

from fractions import Fraction

import pytest
from support.slow import Slow

import pigcore
from pigcore.games.dice import BUSTS
from pigcore.games.starts import Mover
from pigcore.play.models.race import turns_of
from pigcore.play.policies import parse
from pigcore.play.policies import race as policies

TINY = pigcore.Farkle({"1": 1, "2 2": 3}, 4, 3, 3)


class ByThrow(Slow):
    """Players who are policies that look at the faces of throws."""

    def chances(self, node, value):
        start, policy, then = node[1], self.told(node), self.ends(node)
        dice, found = self.game.dice, {}
        todo = {(0, dice.count): Fraction(1)}
        while todo:
            points, n = min(todo)
            come = todo.pop((points, n))
            for faces, p in dice.throws(n).items():
                asides = dice.asides(faces, n)
                shares = {BUSTS: 1}
                if asides:
                    said = policies.answer(self.game, policy, *start.scores, points, faces)
                    shares = said if isinstance(said, dict) else {said: 1}
                for choice, share in shares.items():
                    part = come * p * Fraction(share).limit_denominator(10**6)
                    more, left = (-1 - points, 0) if choice == BUSTS else asides[choice.aside]
                    if choice != BUSTS and choice.then == "throw":
                        state = points + more, left
                        todo[state] = todo.get(state, 0) + part
                    else:
                        after = then(points + more)
                        found[after] = found.get(after, 0) + part
        return found


def parity(own, opp, points, faces):
    """A policy that looks at everything and mixes."""
    choices = sorted(TINY.dice.asides(faces, len(faces)))
    aside = choices[(own + opp + points) % len(choices)]
    return {(aside, "bank"): 0.25, (aside, "throw"): 0.75}


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["hold:2/most-points", "random", "optimal"])
def test_a_function_is_asked_throw_by_throw(spec):
    other = parse(TINY, spec)
    found = pigcore.match(TINY, parity, other)
    seats = ByThrow(TINY, (parity, other), never=0).seats
    assert (found.first, found.second) == pytest.approx([*map(float, seats)], abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("last_turn", [False, True])
def test_the_rules_for_setting_aside_do_what_they_say(last_turn):
    game = pigcore.Farkle.standard(goal=1000, last_turn=last_turn)
    lost = {}
    for aside in ("most_points", "best_turn", "optimal"):
        rule = pigcore.hold_at((250, 250, 400, 1000, 2900), choose=aside)
        lost[aside] = turns_of(Mover(game), rule).loss(pigcore.solve(game))
        decided = rule.for_game(game)
        for faces in [(1, 1, 5, 3, 2, 4), (5, 5, 5, 2, 2, 1), (1, 5, 2), (2, 2, 2, 1)]:
            choices = game.dice.asides(faces, len(faces))
            found = decided(0, 0, {6: 0, 4: 200, 3: 250}[len(faces)], faces).aside
            if aside == "most_points":
                assert choices[found][0] == max(points for points, _ in choices.values())
    # Best for this turn if best play follows: in every turn of every score.
    for aside, other in lost.items():
        if not last_turn:
            assert (lost["optimal"] <= other + 1e-13).all(), aside


# --- as text, in files, and refused -------------------------------------------------------------


def test_what_the_rules_forbid_is_not_done():
    game = pigcore.Farkle.zilch()
    policy = pigcore.hold_at(50).for_game(game)
    assert policy(0, 0, 250, 3) == "throw"
    assert policy(0, 0, 300, 3) == "bank"
    assert policy(9900, 0, 100, 5) == "bank"
    must = pigcore.Farkle.minimal(2000)
    must = pigcore.Farkle(must.dice.scoring, 2000, must_roll_hot_dice=True)
    hot = pigcore.hold_at(50).for_game(must)(0, 0, 0, (1, 1, 1, 5, 5, 5))
    assert hot.then == "throw"
    table = pigcore.solve(pigcore.Farkle.minimal(500)).thresholds()
    assert pigcore.hold_at(table).for_game(pigcore.Farkle.minimal(500))(0, 0, 500, 1) == "bank"


@pytest.mark.slow
def test_past_the_goal_policies_throw_as_far_as_best_play_could():
    game = pigcore.Farkle({"1": 2}, goal=4, dice=1, sides=3, last_turn=True)
    asked = set()

    def bold(score):
        def policy(own, opp, points, faces):
            asked.add(own + points)
            return f"1, then {'bank' if own + points + 2 >= score else 'throw'}"

        return policy

    matches = {score: pigcore.match(game, bold(score), bold(score)).first for score in (4, 8, 40)}
    most = max(asked)
    assert matches[4] != matches[8]
    assert 4 <= most < 40
    assert pigcore.match(game, bold(most + 2), bold(most + 2)).first == matches[40]
    assert pigcore.simulate(game, bold(40), bold(40), games=99).first == pytest.approx(
        matches[40], abs=0.2
    )
    assert max(asked) == most
    best = pigcore.solve(game)
    assert all(best.best(own, 0, most - own, (1,)) == ("1, then bank",) for own in (0, 2))

"""Policies of races of any turn: answers, decisions, tables and functions agree; and refusals."""

import functools
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.generated import some, turned
from support.turns import CHOOSY, PLAIN

import pigcore
from pigcore.games.starts import Mover, Start, may
from pigcore.play.policies.race import answer, check, plan_of
from pigcore.play.policies.race.asked import choosing_of as choosing
from pigcore.solvers.race.decided import codes


def odd(own, opp, points, mode, options=None):
    """A function that looks at everything, and mixes."""
    seen = own + 2 * opp + 3 * points + len(str(mode))
    if options is None:
        return ["bank", "throw", {"hold": 0.25, "roll": 0.75}][seen % 3]
    return seen % len(options) if seen % 2 else {0: 0.5, len(options) - 1: 0.5}


def strange(game):
    """The same for a game whose turn has one mode or no choices."""
    if game.optional == 1:
        return lambda own, opp, total: odd(own, opp, total, 0)
    return odd if game.turn.chooses else functools.partial(odd, options=None)


def policies_of(game):
    yield from ("hold:2", "hold:goal", "random", "optimal", "keep-pace:2:3:5", "hold:1")
    yield "race:2:3 unless lead>1 then linear:2:1/2:-1/3"
    if game.turn.chooses:
        yield from ("hold:3/best-turn", "hold:2/optimal")
    yield strange(game)
    yield pigcore.hold_at(2).unless("lead>0", strange(game))


def cells(game, own):
    """(points, mode) of a turn below the goal, with the last part of a state."""
    for t, bits in enumerate(game.come_to(game.goal - game.unit - own)):
        for m in range(len(game.turn.modes)):
            if bits >> m & 1:
                mode = (game.turn.values[m],) if game.optional == 2 else ()
                yield t, m, (t * game.unit, *mode)


def shares_of(said):
    return said if isinstance(said, dict) else {said: 1.0}


def options_of(game, m):
    throw = game.turn.modes[m].throw
    for outcome in throw.outcomes if throw else ():
        if len(outcome.options) > 1:
            yield [(option.gain, game.modes[option.mode]) for option in outcome.options]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(some(turned), st.data())
def test_answers_are_those_of_whole_turns(game, data):
    policy = data.draw(st.sampled_from(list(policies_of(game))))
    policy = pigcore.parse_policy(game, policy) if isinstance(policy, str) else policy
    plan, known = plan_of(game, policy), choosing(Mover(game))
    most = game.goal + game.unit * (game.target == "exact")
    throw, bank = ("throw", "bank") if game.turn.chooses else ("roll", "hold")
    for own, opp in product(range(game.units), repeat=2):
        found = plan.turn(own, np.full(8, opp))
        assert found.bank.shape == codes(Mover(game), own, 8).shape
        assert (found.worth is None) or (found.shares is None)
        for t, m, rest in cells(game, own * game.unit):
            state = own * game.unit, opp * game.unit, *rest
            said = answer(game, plan, *state)
            mode = game.turn.modes[m]
            assert own or opp or answer(game, policy, *state) == said
            banks, _ = may(game, Start(state[:2]), t * game.unit, m)
            if mode.throw is None or not banks:
                stuck = mode.throw is None and t * game.unit < game.least(own * game.unit)
                assert said == (throw if mode.throw else "bust" if stuck else bank)
                assert found.bank[t, m, 0] == (mode.throw is None)
            else:
                assert shares_of(said).get(bank, 0) == found.bank[t, m, 0]
                assert set(shares_of(said)) <= {throw, bank}
                if policy == pigcore.hold_at(2):
                    assert said == (bank if t * game.unit >= 2 else throw)
            if found.bank[t, m, 0] == 1:
                continue
            for options in options_of(game, m):
                taken = shares_of(answer(game, plan, *state, options=options))
                if not own and not opp:
                    asked = shares_of(answer(game, policy, *state, options=options))
                    least = min(options[option][0] for option in {*taken, *asked})
                    wins = game.target == "at_least" and t * game.unit + least >= game.goal
                    assert taken == asked or wins  # at once, whichever is taken
                assert sum(taken.values()) == pytest.approx(1)
                for option in known if found.shares is not None else ():
                    if option.mode == m and list(option.leaves) == options:
                        shares = found.shares[t, option.choices, 0]
                        assert shares.tolist() == [taken.get(n, 0) for n in range(len(options))]
                if found.worth is not None:
                    (place,) = taken
                    rows = len(found.bank) - 1
                    worth = [
                        found.worth[
                            min(t + min(g, most) // game.unit, rows), game.turn.place(word), 0
                        ]
                        for g, word in options
                    ]
                    assert worth[place] == max(worth)


def test_a_function_is_asked_with_what_is_in_hand_and_what_there_is_to_choose():
    asked = []

    def policy(own, opp, points, mode, options):
        asked.append((own, opp, points, mode, options))
        return "bank" if options is None and points > 2 else "throw" if options is None else 1

    plan = plan_of(CHOOSY, policy)
    chosen = [one for one in asked if one[-1] is not None]
    three = [((0, left), (1, left), (3, 0)) for left in (2, 1, 0)]  # as the mode is given
    assert {one[-1] for one in chosen} == set(three)
    assert {one[3] for one in asked} == {1, 2, 3}  # with no throw left one banks
    # Before the first throw it is asked, too: there it is refused if it banks.
    assert all(points != 1 for _, _, points, _, options in asked if options is None)
    found = plan.turn(0, np.zeros(1, dtype=int))
    assert found.worth is None
    for one in choosing(Mover(CHOOSY)):
        assert found.shares[0, one.choices, 0].tolist() == [0, 1, 0]
    state = 0, 0, 2, 1
    assert answer(CHOOSY, policy, *state) == "throw"
    assert answer(CHOOSY, policy, *state, options=[(0, 0), (1, 0), (3, 0)]) == 1
    assert answer(CHOOSY, policy, 0, 0, 1, 0) == "bust"  # too few to bank, and nothing to throw


def test_one_rule_for_each_mode():
    by_mode = pigcore.hold_at((1, 4, 3, "goal"))
    assert str(by_mode.for_game(CHOOSY)) == (
        "bank at 1 in mode 0, 4 in mode 1, 3 in mode 2 and goal in mode 3; take what scores most"
    )
    assert [answer(CHOOSY, by_mode, 0, 0, 3, mode) for mode in (0, 1, 2)] == [
        "bank",
        "throw",
        "bank",
    ]
    table = pigcore.solve(CHOOSY).thresholds()
    for policy in (pigcore.hold_at(table), pigcore.hold_at(table)):
        plan = plan_of(CHOOSY, policy)
        bank = plan.turn(2, np.full(1, 3)).bank
        assert bank[2:, 2, 0].tolist() == [
            2 + t >= 7 or t >= table[2, 3, 2] for t in range(2, len(bank))
        ]
    # An array of answers, of two scores or of more.
    answers = np.where(np.indices((6, 6))[0] > 2, "hold", "roll")
    assert answer(PLAIN, answers, 2, 0, 1, 2) == "roll"
    assert answer(PLAIN, answers, 3, 0, 1, 2) == "hold"
    best = pigcore.solve(PLAIN)
    plan = plan_of(PLAIN, best.decisions())
    for own, opp, points in product(range(6), range(6), (1, 2)):
        if own + points < 6:
            state = own, opp, points, 3 - points
            assert answer(PLAIN, plan, *state) == best.policy(*state)


def bold(own, following, third, points, hand, options=None):
    if isinstance(hand, tuple):
        return f"{'1' if 1 in hand else '2 2'}, then throw"
    return 0 if options else 0.25


AMONG_THREE = [
    PLAIN.seated(3),
    CHOOSY.seated(3),
    pigcore.Farkle({"1": 1, "2 2": 3}, 3, 3, 3).seated(3),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", AMONG_THREE, ids=lambda game: game.name)
def test_three_players_have_the_same_policies(game):
    solution = pigcore.solve(game)
    dice = game.state_names[-1] == "dice"
    rules = [solution, "hold:2", "random", "keep-pace:2:3:3", bold]
    rules.append(pigcore.hold_at(1).unless("lead > 0", bold))
    for policy in rules:
        plan = plan_of(game, policy)
        assert check(game, policy) > 0
        for own, following, third in product(range(0, 3, 2), repeat=3):
            scores = own, following, third
            rests = [(0, faces) for faces in ((1, 2, 2), (1, 1, 3))] if dice else [
                rest for *_, rest in cells(game, own)]  # fmt: skip
            for rest in rests:
                said = answer(game, plan, *scores, *rest)
                if policy is solution and dice:
                    payoffs = solution.payoffs(*scores, *rest)
                    assert payoffs[said] == pytest.approx(max(payoffs.values()), abs=1e-12)
                elif policy is solution:
                    assert said == solution.policy(*scores, *rest)
                if policy == "keep-pace:2:3:3" and not dice:
                    two, others = game.seated(2), max(following, third)
                    assert said == answer(two, policy, own, others, *rest)

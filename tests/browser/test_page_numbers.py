"""The page's numbers are the solver's: in states at random and in the closest calls."""

import json
import random

import numpy as np
import pytest
from support.commands import ask

import pigcore

pytestmark = pytest.mark.browser

GAMES = [
    "pig", "hold-or-continue", "two-dice-pig", "pass-the-pigs:kern", "consolation-pig",
    "hog:fa13", "hog:fa13_hijinks", "hog:fa20",
]  # fmt: skip

ASK = """states => states.map(state => ({
    payoffs: pigcore.engine.payoffs(state), best: pigcore.engine.best(state),
    worth: pigcore.engine.worth(state), actions: pigcore.engine.actions(state),
}))"""

# What an action is worth, from what may fall and what comes of it.
EXPECT = """states => states.map(state => pigcore.engine.actions(state).map(action => {
    const engine = pigcore.engine;
    const outcomes = engine.outcomes(state, action);
    if (!outcomes.length) return [action, engine.worthAfter(engine.after(state, action, null))];
    return [action, outcomes.reduce((sum, outcome) =>
        sum + outcome.chance * engine.worthAfter(engine.after(state, action, outcome)), 0)];
}))"""

RANDOM = "(() => { let n = %d; return () => (n = (n * 16807) %% 2147483647) / 2147483647; })()"


def at_random(solution, count, seed=1):
    """States, every kind of them, and as many of the closest calls."""
    game, source = solution.game, random.Random(seed)
    found = [call.state for call in solution.closest(count // 4)]
    found += [call.state for call in solution.closest(count // 8, ties=True)]
    while len(found) < count:
        own, opp = source.randrange(game.goal), source.randrange(game.goal)
        more = {"total": game.goal - own + 1, "parity": 2}
        found.append((own, opp, *(source.randrange(more[name]) for name in game.state_names[2:])))
    return found


def named(game, states):
    return [dict(zip(game.state_names, state)) for state in states]


@pytest.mark.parametrize("name", GAMES)
def test_states_are_worth_what_the_solver_says(name, made, opened):
    solution = pigcore.solve(pigcore.game(name))
    states = at_random(solution, 600)
    answers = opened(made(name)).evaluate(ASK, named(solution.game, states))
    for state, answer in zip(states, answers):
        advice = solution.advise(*state)
        assert answer["best"] == advice["best"], state
        assert answer["worth"] == pytest.approx(advice["value"], abs=1e-12), state
        theirs = {row["action"]: row["worth"] for row in advice["payoffs"]}
        ours = {row["action"]: row["worth"] for row in answer["payoffs"]}
        assert ours == pytest.approx(theirs, abs=1e-12), state
        assert set(answer["actions"]) == set(theirs), state
        worths = [row["worth"] for row in answer["payoffs"]]
        assert worths == sorted(worths, reverse=True)


@pytest.mark.parametrize("name", ["pig", "hog:fa13"])
def test_the_command_says_the_same(name, made, opened):
    solution = pigcore.solve(pigcore.game(name))
    states = at_random(solution, 10)
    answers = opened(made(name)).evaluate(ASK, named(solution.game, states))
    for state, answer in zip(states, answers):
        said = json.loads(ask("pigcore", "advise", name, *state, "--json").stdout)
        assert answer["best"] == said["best"]
        assert answer["payoffs"][0]["worth"] == pytest.approx(said["value"], abs=1e-12)


@pytest.mark.parametrize("name", [*GAMES, "piglet", "pass-the-pigs"])
def test_what_falls_leads_where_the_solver_says(name, made, opened):
    """Payoffs are the mean of what comes after; where both are stuck nobody wins."""
    solution = pigcore.solve(pigcore.game(name))
    states = at_random(solution, 100, seed=2)
    answers = opened(made(name)).evaluate(EXPECT, named(solution.game, states))
    for state, answer in zip(states, answers):
        theirs = solution.payoffs(*state)
        assert dict(map(tuple, answer)) == pytest.approx(theirs, abs=1e-12), state


@pytest.mark.parametrize("name", ["pig", "pass-the-pigs:kern", "two-dice-pig"])
def test_draws_have_their_chances(name, made, opened):
    """With evenly spaced random numbers each throw comes up as often as it should."""
    counted = opened(made(name)).evaluate("""() => {
        const engine = pigcore.engine, state = engine.begin(), count = new Map();
        for (let n = 0; n < 360000; n++) {
            const throws = engine.draw(state, "roll", () => (n + 0.5) / 360000);
            count.set(throws, (count.get(throws) || 0) + 1);
        }
        return [...count].map(([{ chance }, times]) => [chance, times / 360000]);
    }""")
    assert sum(chance for chance, _ in counted) == pytest.approx(1, abs=1e-12)
    for chance, share in counted:
        assert share == pytest.approx(chance, abs=3e-6)


@pytest.mark.parametrize("name", ["hog:fa13", "hog:sp16"])
def test_dice_of_hog_score_as_the_rules_say(name, made, opened):
    game = pigcore.game(name)
    rolls = opened(made(name)).evaluate(f"""() => {{
        const engine = pigcore.engine, random = {RANDOM % 7};
        return Array.from({{length: 300}}, (_, n) => {{
            const state = {{own: n % 50, opp: n % 37}}, dice = 1 + n % 10;
            const faces = engine.rolls(state, dice, random);
            return [state.own, state.opp, dice, engine.sides(state), engine.scored(dice, faces)];
        }});
    }}""")
    for own, opp, dice, sides, scored in rolls:
        faces = scored["faces"]
        assert sides == game.sides(own, opp)
        assert len(faces) == dice
        assert set(faces) <= set(range(1, sides + 1))
        ones = faces.count(1)
        points = game.pig_out_points(dice, ones) if ones else sum(faces)
        assert (scored["gain"], scored["gift"]) == game.gain(points, dice)
        assert scored["kind"] == ("bust" if ones else "gain")


def test_the_map_is_the_solver_s(made, opened):
    pig, hog = pigcore.solve(pigcore.Pig()), pigcore.solve(pigcore.Hog.fa13())
    ask_map = "() => { const m = pigcore.engine.map({}); return [[...m.values], [...m.marks]]; }"
    values, holes = opened(made("pig")).evaluate(ask_map)
    assert values == pig.thresholds().ravel().tolist()
    decisions = pig.decisions()
    met = pigcore.reachable(pig) & (decisions == 1)
    again = [
        2
        if met[own, opp, int(least) :].any()
        else int((decisions[own, opp, int(least) :] == 1).any())
        for (own, opp), least in np.ndenumerate(pig.thresholds())
    ]
    assert holes == again
    assert {0, 1, 2} == {*holes}
    values, ties = opened(made("hog:fa13")).evaluate(ask_map)
    assert values == hog.least_best().ravel().tolist()
    assert sorted(np.flatnonzero(ties)) == sorted(own * 100 + opp for own, opp in hog.ties())


@pytest.mark.parametrize("name", ["pig", "hold-or-continue", "two-dice-pig", "consolation-pig"])
def test_what_optimal_play_can_come_to(name, made, opened):
    solution = pigcore.solve(pigcore.game(name))
    expected = pigcore.reachable(solution)
    page = opened(made(name))
    starts = page.evaluate("[...pigcore.engine.map().reached]")
    assert starts == expected[..., 0].ravel().tolist()
    assert 0 < sum(starts) < len(starts)
    states = at_random(solution, 400, seed=4)
    states = [state for state in states if state[0] + state[2] < solution.game.goal]
    found = page.evaluate(
        "states => states.map(state => pigcore.engine.reachable(state))",
        named(solution.game, states),
    )
    assert found == [bool(expected[state]) for state in states]


def test_what_optimal_play_of_hog_can_come_to(made, opened):
    """To 20, by walking every state with the rules themselves."""
    game = pigcore.game("hog:fa13", goal=20)
    solution = pigcore.solve(game)
    seen = {(True, 0, 0), (False, 0, 0)}
    waiting = list(seen)
    while waiting:
        optimal, own, opp = waiting.pop()  # the scores as the mover sees them
        for dice in solution.best(own, opp) if optimal else game.choices:
            sides = game.sides(own, opp)
            points = {*range(2 * dice, sides * dice + 1), 1}
            for gain in points if dice else {game.bacon_points(own, opp)}:
                mine, other = game.finish(own + gain, opp)
                after = (not optimal, other, mine)
                if game.winner(mine, other) is None and after not in seen:
                    seen.add(after)
                    waiting.append(after)
    found = opened(made("hog:fa13", 20)).evaluate("[...pigcore.engine.map({}).reached]")
    expected = [(True, own, opp) in seen for own in range(20) for opp in range(20)]
    assert found == expected
    assert 0 < sum(expected) < 400


@pytest.mark.parametrize(
    ("name", "rival"),
    [("pig", "hold:8"), ("pig", "random"), ("pig", "keep-pace"), ("hog:fa13_hijinks", "always:3")],
)
def test_the_rival_plays_as_his_policy(name, rival, made, opened):
    game = pigcore.game(name, goal=30)
    policy = pigcore.parse_policy(game, rival)
    page = opened(made(name, 30, rival))
    actions = page.evaluate("pigcore.rivals[0].actions")
    states = at_random(pigcore.solve(game), 400, seed=3)
    states = [
        state for state in states if len(state) < 3 or name != "pig" or 0 < state[2] < 30 - state[0]
    ]
    found = page.evaluate(
        "states => states.map(state => pigcore.rivals[0].chances(state))", named(game, states)
    )
    for state, chances in zip(states, found):
        answer = pigcore.play.policies.module_of(game).answer(game, policy, *state)
        mixed = answer if isinstance(answer, dict) else {answer: 1.0}
        assert chances == pytest.approx([mixed.get(action, 0.0) for action in actions]), state

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
    again = [
        bool((decisions[own, opp, int(least) :] == 1).any())
        for (own, opp), least in np.ndenumerate(pig.thresholds())
    ]
    assert holes == again
    assert sum(holes) > 0
    values, ties = opened(made("hog:fa13")).evaluate(ask_map)
    assert values == hog.least_best().ravel().tolist()
    assert sorted(np.flatnonzero(ties)) == sorted(own * 100 + opp for own, opp in hog.ties())


def come_to(solution):
    """The turn starts that a mover who plays optimally can have, by walking every state."""
    game = solution.game
    gains = [gain for gain, _ in game.roll.gains]
    mine, theirs = set(), set()
    waiting = [(True, 0, 0, 0), (False, 0, 0, 0)]
    seen = set(waiting)
    while waiting:
        moves, own, opp, total = waiting.pop()  # own and opp as the optimal player sees them
        mover, other = (own, opp) if moves else (opp, own)
        (mine if moves else theirs).add((own, opp, total))
        actions = solution.best(mover, other, total) if moves else ("roll", "hold")
        ends, goes_on = set(), set()
        for action in actions:
            if action == "hold":
                ends |= {mover + total} if total else set()
                continue
            ends |= {game.after_bust(mover)} | ({0} if game.roll.wipe else set())
            for gain in gains:
                if mover + total + gain < game.goal:
                    goes_on.add(total + gain)
        after = [(moves, own, opp, total) for total in goes_on]
        after += [
            (not moves, banked, opp, 0) if moves else (not moves, own, banked, 0)
            for banked in ends
            if banked < game.goal
        ]
        new = [it for it in after if it not in seen]
        seen.update(new)
        waiting += new
    return mine


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "consolation-pig"])
def test_what_optimal_play_can_come_to(name, made, opened):
    goal = 20
    solution = pigcore.solve(pigcore.game(name, goal=goal))
    expected = come_to(solution)
    states = [
        (own, opp, total)
        for own in range(goal)
        for opp in range(goal)
        for total in range(goal - own)
    ]
    found = opened(made(name, goal)).evaluate(
        "states => states.map(state => pigcore.engine.reachable(state))",
        named(solution.game, states),
    )
    assert {state for state, yes in zip(states, found) if yes} == expected
    assert 0 < len(expected) < len(states)


@pytest.mark.parametrize(
    ("name", "rival"),
    [("pig", "hold:8"), ("pig", "random"), ("pig", "keep-pace"), ("hog:fa13_hijinks", "always:3")],
)
def test_the_rival_plays_as_his_policy(name, rival, made, opened):
    game = pigcore.game(name, goal=30)
    policy = pigcore.parse_policy(game, rival)
    page = opened(made(name, 30, rival))
    actions = page.evaluate("DATA.rival.actions")
    states = at_random(pigcore.solve(game), 400, seed=3)
    states = [
        state for state in states if len(state) < 3 or name != "pig" or 0 < state[2] < 30 - state[0]
    ]
    found = page.evaluate("states => states.map(state => rivalChances(state))", named(game, states))
    for state, chances in zip(states, found):
        answer = pigcore.play.policies.module_of(game).answer(game, policy, *state)
        mixed = answer if isinstance(answer, dict) else {answer: 1.0}
        assert chances == pytest.approx([mixed.get(action, 0.0) for action in actions]), state

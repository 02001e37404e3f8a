"""The page's numbers are the solver's: in states at random and in the closest calls."""

from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest
from support.pages import (
    ASK,
    AT_RANDOM,
    EXPECT,
    GAMES,
    PARTIES,
    on_page,
    solved,
    states_of,
)
from support.screens import RANDOM_PLAY

import pigcore
from pigcore.games.margins import margin_in_words

pytestmark = pytest.mark.browser

DOCUMENTS = Path(__file__).parents[2] / "docs"
RANDOM = "(() => { let n = %d; return () => (n = (n * 16807) %% 2147483647) / 2147483647; })()"


@pytest.mark.parametrize("name", GAMES)
def test_the_numbers_of_a_game_are_the_solver_s(name, made, opened):
    page = opened(made(GAMES[name]))
    if name in PARTIES:
        everybody_s_states_are_worth_the_same(page, name)
    else:
        states_are_worth_the_same(page, name)
    if GAMES[name].family == "race":
        turns_go_on_alike(page, name)
    what_falls_leads_there(page, name)
    ledgers_add_up(page, name)


def test_the_documentation_says_how_many_games_these_are():
    text = " ".join((DOCUMENTS / "reference" / "page.md").read_text(encoding="utf-8").split())
    assert len(GAMES) - len(PARTIES) == 28
    assert "hundreds of states of twenty-eight games" in text
    assert len(PARTIES) == 7  # each in a hundred states
    assert "In 700 random states and closest calls of seven such games" in text


def states_are_worth_the_same(page, name):
    solution, game = solved(name), GAMES[name]
    states = states_of(solution, 200)
    answers = page.evaluate(ASK, [on_page(game, state) for state in states])
    said = 0
    for state, answer in zip(states, answers, strict=True):
        advice = solution.advise(*state)
        theirs = {row["action"]: row["worth"] for row in advice["payoffs"]}
        ours = {row["action"]: row["worth"] for row in answer["payoffs"]}
        assert ours == pytest.approx(theirs, abs=1e-12), state
        assert set(answer["best"]) == set(advice["best"]), state
        assert answer["worth"] == pytest.approx(advice["value"], abs=1e-12), state
        worths = [row["worth"] for row in answer["payoffs"]]
        assert worths == sorted(worths, reverse=True)
        assert answer["has"], state
        assert answer["remark"] == "" or game.family == "hog"
        if len(advice["best"]) < len(theirs) == 2:
            best, other = sorted(theirs, key=theirs.get, reverse=True)
            margin = theirs[best] - theirs[other]
            assert answer["said"] == margin_in_words(game, best, other, margin)
            said += 1
        for action, chance in answer["busts"]:  # where dice are set aside
            if chance is not None and "dice" in game.state_names:
                aside = action.split(",")[0].split() if "," in action else []
                dice = state[3] if isinstance(state[3], int) else len(state[3]) - len(aside)
                expected = float(game.dice.bust(dice or game.dice.count))
                assert chance == pytest.approx(expected, abs=1e-12)
    assert said > 8 or game.family == "hog"


ASK_ALL = """states => states.map(state => {
    const { engine } = pigcore;
    return { payoffs: engine.payoffs(state), best: engine.best(state), win: engine.shares(state),
             has: engine.has(state),
             plan: engine.likely(state) };
})"""


def everybody_s_states_are_worth_the_same(page, name):
    """With three players and more."""
    solution, game = solved(name), PARTIES[name]
    states = states_of(solution, 100)
    named = [on_page(game, state) for state in states]
    for state, answer in zip(states, page.evaluate(ASK_ALL, named), strict=True):
        advice = solution.advise(*state)
        assert set(answer["best"]) == set(advice["best"]), state
        assert answer["win"] == pytest.approx(advice["win"], abs=1e-12), state
        assert answer["has"], state
        assert answer["plan"] == (pytest.approx(advice["chance_to_roll"], abs=1e-9)) or (
            game.end == "goal" and state[0] + state[game.players] >= game.goal
        ), state
        ours = {row["action"]: row["worth"] for row in answer["payoffs"]}
        assert ours == pytest.approx(solution.payoffs(*state), abs=1e-12), state
        assert all(row["all"][0] == row["worth"] for row in answer["payoffs"])
        assert all(sum(row["all"]) == pytest.approx(1, abs=1e-12) for row in answer["payoffs"])
    bits = "new Uint8Array(Float64Array.from(pigcore.engine.starts).buffer).toBase64()"
    starts = np.frombuffer(b64decode(page.evaluate(bits)))
    off = np.abs(starts - solution.starts.ravel()) > 1e-12  # a cell may have several equilibria
    assert off.mean() < 1e-4


def turns_go_on_alike(page, name):
    """How often they bust, and the points that they bank after each choice."""
    solution, game = solved(name), GAMES[name]
    states = states_of(solution, 40)
    asked = """states => states.map(state => {
        const { engine } = pigcore, tell = engine.outlook(state);
        return engine.actions(state).map(action => [action, tell(action)]);
    })"""
    found = page.evaluate(asked, [on_page(game, state) for state in states])
    for state, answer in zip(states, found, strict=True):
        ours, theirs = dict(answer), solution.outlook(*state)
        assert {one: turn["bust"] for one, turn in ours.items()} == pytest.approx(
            {one: turn.bust for one, turn in theirs.items()}, abs=1e-12
        ), state
        if "dice" not in game.state_names:  # where choices that win are equal, their points differ
            assert {one: turn["points"] for one, turn in ours.items()} == pytest.approx(
                {one: turn.points for one, turn in theirs.items()}, abs=1e-10
            ), state


def what_falls_leads_there(page, name):
    """Payoffs are the mean of what comes after; where all are stuck nobody wins."""
    solution, game = solved(name), GAMES[name]
    states = states_of(solution, 24 if "dice" in game.state_names else 60, seed=2)
    answers = page.evaluate(EXPECT, [on_page(game, state) for state in states])
    for state, answer in zip(states, answers, strict=True):
        found = {action: shares[0] for action, shares, _ in answer}
        assert found == pytest.approx(solution.payoffs(*state), abs=1e-12), state
        assert all(sum(shares) == pytest.approx(1, abs=1e-12) for _, shares, _ in answer)
        assert all(chance == pytest.approx(1, abs=1e-12) for *_, chance in answer)


def ledgers_add_up(page, name):
    """To the last digit, in random games."""
    many = 300 if name == "three, exact" else 40 if "total" in GAMES[name].state_names else 20
    found = page.evaluate(RANDOM_PLAY, many)
    assert found["worst"] < 1e-12
    assert found["printed"] == 0
    assert found["odd"] == []  # every step can be put in sentences
    assert found["draws"] > 0 or name != "three, exact"


@pytest.mark.parametrize(
    "name",
    ["hold-or-continue", "hog:fa20", "house", "equal turns, dice", "a last turn, played on",
     "three, exact", "three, capped", "bold, exact"],
)  # fmt: skip
def test_the_ledger_is_that_of_review(name, made, opened):
    """Python takes the games for legal ones, and reviews them as the page does, from every side."""
    games = opened(made(GAMES[name])).evaluate(AT_RANDOM, 5)
    for game in games:
        for player, ledger in enumerate(game["ledgers"]):
            found = pigcore.review(solved(name), game["record"], player)
            expected = {part: getattr(found, part) for part in ledger}
            assert ledger == pytest.approx(expected, abs=1e-12)
            if player == 0 and "mode" not in GAMES[name].state_names:
                costs = [entry["cost"] for entry in found.as_dict()["costliest"]]
                assert game["costliest"] == pytest.approx(costs, abs=1e-12)


@pytest.mark.parametrize("name", ["pass-the-pigs:kern", "two-dice-pig"])
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
        int((decisions[own, opp, int(least) :] == 1).any())
        for (own, opp), least in np.ndenumerate(pig.thresholds())
    ]
    assert holes == again
    assert {0, 1} == {*holes}
    values, ties = opened(made("hog:fa13")).evaluate(ask_map)
    assert values == hog.least_best().ravel().tolist()
    assert sorted(np.flatnonzero(ties)) == sorted(own * 100 + opp for own, opp in hog.ties())

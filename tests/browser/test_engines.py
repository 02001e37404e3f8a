"""The page's numbers are the solver's: its tables, values and maps, and what its engines answer in
states at random and in the closest calls. All in Node, without a browser."""

import base64
import json
import random
import tomllib
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from support.generated import MAKERS, rolled, turned
from support.node import ENGINES, OPEN, Node
from support.odd_rules import altered
from support.odd_rules import rules_of as odd_rules_of
from support.pages import (
    ASK,
    EQUAL,
    EXPECT,
    GAMES,
    HOUSE,
    PARTIES,
    RANDOM_PLAY,
    SMALL,
    TURNS,
    on_page,
    solved,
    states_of,
)  # fmt: skip

import pigcore
from pigcore.games.dice import Dice
from pigcore.games.errors import PigcoreError
from pigcore.games.margins import advice_sentence, margin_in_words
from pigcore.games.rules import game_from_text, games_made_at_once, toml_of
from pigcore.games.starts import Start
from pigcore.play.policies.race import answer
from pigcore.show import race_modes
from pigcore.show.page import check
from pigcore.show.page.document import AT_ONCE, rules_of, shelf
from pigcore.solvers.hog.arrays import HogArrays
from pigcore.solvers.race.one_turn import late_turn

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

DOCUMENTS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="session")
def node():
    found = Node(*ENGINES)
    yield found
    found.close()


@pytest.fixture
def engine(node):
    """Open a game, and have it solved."""

    def open_it(game):
        node.evaluate(OPEN, rules_of(game))
        return node

    return open_it


# --- values and maps ------------------------------------------------------------------------------

SOLVE = """all => all.map(rules => {
    const sent = (array) => [array.constructor.name, Buffer.from(array.buffer).toString("base64")];
    const { starts, layers, maps = [], mixed } = solved(tablesOf(rules)), found = { layers, mixed };
    for (const name of ["fewest", "marks"]) {
        found[name] = sent(Uint32Array.from(maps.flatMap((map) => [...map[name] ?? []])));
    }
    return { ...found, starts: sent(starts.slice()) };
})"""

ARRAYS = "starts", "fewest", "marks"
TYPES = {f"{kind}{bits}Array": f"<{kind[0].lower()}{bits // 8}"
         for kind in ("Float", "Int", "Uint") for bits in (8, 16, 32, 64)}  # fmt: skip


def compare(node, games, rules=None):
    """Fail unless the page finds what pigcore does, values to 1e-12; how often somebody mixes."""
    special = 0
    found = node.evaluate(SOLVE, rules or [rules_of(game) for game in games])
    for game, sent in zip(games, found, strict=True):
        ours = dict(sent)
        for name in ARRAYS:
            kind, text = sent[name]
            ours[name] = np.frombuffer(base64.b64decode(text), TYPES[kind])
        solution = pigcore.solve(game)
        if game.family == "hog":
            starts = solution.starts
            starts = np.moveaxis(starts, 2, 0) if starts.ndim == 3 else starts
            assert np.abs(starts.ravel() - ours["starts"]).max() <= 1e-12, game
        elif game.players > 2:
            off = np.abs(solution.starts.ravel() - ours["starts"])
            # Of several equilibria of a cell of three each may find another one.
            assert np.mean(off > 1e-12) <= 1 / 1_000, (game, float(off.max()))
            special += compare_mixing(ours, solution)
        else:
            for n in range(game.seats):
                mine = {name: np.split(ours[name], game.seats)[n] for name in ARRAYS}
                starts = solution.starts_of(n + 1)
                assert np.abs(starts.ravel() - mine["starts"]).max() <= 1e-12, game
                if ours["layers"]:
                    compare_map(game, ours["layers"], mine, solution, n + 1)
    return special


def compare_map(game, layers, ours, solution, seat):
    """Maps are the same but where a decision is a tie."""
    assert layers == race_modes.decided(game), game
    shape = len(layers), game.units, game.units
    to_goal = game.unit * (game.units - np.arange(game.units))[:, None]
    told = (seat,) if game.seats > 1 else ()
    least = np.minimum(race_modes.least(solution, seat), to_goal)
    marks = np.zeros(least.shape, dtype=np.uint32)
    for own, above in race_modes.again(solution, least, *told):
        marks[:, own] = above.any(axis=0)
    theirs = {"fewest": least[layers] // game.unit, "marks": marks[layers]}
    parted = np.zeros(shape[1:], dtype=bool)
    for name, expected in theirs.items():
        parted |= (ours[name].reshape(shape) != expected).any(axis=0)
    if parted.any():
        for own, margin in solution.margins(*told):
            close = (np.abs(margin) < 1e-12).any(axis=(0, 1))
            assert close[parted[own]].all(), (game, own, np.flatnonzero(parted[own]))


def compare_mixing(ours, solution):
    """Who mixes, and how, by the number of the tuple of scores."""
    weights = solution.arrays()["weights"].ravel()
    theirs = [[int(at), float(weights[at])] for at in np.flatnonzero(weights)]
    mine = sorted([at, weight] for at, _, weight in ours["mixed"])
    assert [at for at, _ in mine] == [at for at, _ in theirs]
    assert [one for _, one in mine] == pytest.approx([one for _, one in theirs], abs=1e-9)
    return len(theirs)


MADE = [(make(), name) for name, make in games_made_at_once().items()]
SHOWN = {name for group in shelf() for game in group["games"] for name in game["names"]}
NAMED = {game: name for game, name in MADE if name in SHOWN}
"""Each ready-made game that the page solves, once, by one of its names."""
MOST = 3000
"""A larger goal of Farkle takes seconds."""
LARGE = [name for game, name in NAMED.items() if game.goal > MOST]
QUICK = ["pig", "two-dice-pig", "hold-or-continue", "hog"]
ENDS = "last_turn", "equal_turns"


def test_some_ready_made_games(node):
    compare(
        node, [pigcore.game(name) for name in QUICK] + [TURNS["bold"], pigcore.Farkle.kcd(1000)]
    )


@pytest.mark.slow
def test_all_ready_made_games(node):
    for name in sorted(set(NAMED.values()) - set(QUICK)):
        compare(node, [pigcore.game(name, goal=MOST) if name in LARGE else pigcore.game(name)])


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("name", LARGE)
def test_ready_made_games_to_large_goals(name, node):
    compare(node, [pigcore.game(name)])


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("goal", [3, 13])
def test_zombie_dice(goal, node):
    """From the tables of ten thousand modes that the page makes itself; there is no map of each."""
    rules = AT_ONCE["zombie-dice"] | {"goal": goal}
    compare(node, [pigcore.game("zombie-dice", goal=goal)], [rules])


@pytest.mark.slow
def test_three_players_and_more(node):
    assert {name for name in PARTIES if compare(node, [PARTIES[name]])} == {"three"}


@pytest.mark.slow
def test_other_turns_and_other_ends(node):
    more = [pigcore.Race(pigcore.Roll.die(6), 30, end=e, tie="half", opening=5) for e in ENDS]
    compare(node, [*TURNS.values(), *EQUAL.values(), *more])


def games_of(kind, count, players=2):
    """So many generated games that a page can show."""
    source, found = random.Random(kind + str(players)), []
    while len(found) < count:
        try:
            game = MAKERS[kind](source, tiny=source.random() < 0.3)
            if kind == "race" and players > 2:  # without chances so rare that several plays do
                game = source.choice([rolled, turned])(source)
                if not any(game.turn.gains):  # of consolations alone, which no page shows
                    continue
            if kind == "race" and game.players != players:
                game = game.seated(players)
            check(game)
            if kind == "hog":
                HogArrays.of(game)  # refuses what can go on for ever, as tables.js does
        except PigcoreError:
            continue
        found.append(game)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "count", "players"),
    [("race", 20, 2), ("farkle", 10, 2), ("hog", 10, 2), ("race", 8, 3), ("race", 2, 4)],
)
def test_generated_games(kind, count, players, node):
    compare(node, games_of(kind, count, players))


def test_progress_rises_to_the_end(node):
    asked = """rules => {
        const seen = [];
        solved(tablesOf(rules), (share) => seen.push(share));
        return seen;
    }"""
    shares = node.evaluate(asked, rules_of(pigcore.Farkle.minimal(1000)))
    assert shares == sorted(shares)
    assert len(shares) > 50
    assert 0 < shares[0] < 0.1
    assert 0.9 < shares[-1] <= 1


# --- rules that are refused ---------------------------------------------------------------------

MAKE = """all => all.map(text => {
    const rules = JSON.parse(text);
    try {
        tablesOf(rules);
        return { rules: tomlOf(rules) };
    } catch (wrong) {
        if (!(wrong instanceof Refused)) throw wrong;
        return { refused: wrong.sentence, field: wrong.field };
    }
})"""

RACE = 'goal = 4\nroll = {gains = {1 = "1/2"}, bust = "1/2"}\n'
ENTRIES = ["busts_in_a_row = 3\npenalty = 1", "minimum_to_win = true\nminimum_bank = 2",
           "players = 3\nlast_turn = true"]  # fmt: skip


def both_take(node, texts):
    """How many of the rules, as TOML, both take; that one takes what the other refuses fails."""
    given = [json.dumps(tomllib.loads(text, parse_float=str)) for text in texts]
    taken = 0
    for text, ours in zip(texts, node.evaluate(MAKE, given), strict=True):
        refused = True
        with suppress(PigcoreError):
            check(game_from_text(text))
            refused = False
        assert refused == ("refused" in ours), (text, ours)
        if refused:
            assert ours["refused"], text
        else:
            taken += 1
            assert game_from_text(ours["rules"]) == game_from_text(text)
    return taken


def test_ends_and_rules_that_only_python_knows(node):
    ties = "first", "half", "play_on"
    texts = [f'end = "{end}"\ntie = "{tie}"\n{RACE}' for end in ("goal", *ENDS) for tie in ties]
    texts += [f"last_turn = true\n{RACE}", f'end = "equal_turns"\n{RACE}']
    texts.append(f'last_turn = true\nend = "equal_turns"\n{RACE}')
    assert both_take(node, texts) == 9
    texts = [f"{entry}\n{RACE}" for entry in ENTRIES] + [f"{RACE}[other.roll]\ngains = {{2 = 1}}\n"]
    assert both_take(node, texts) == 0


@pytest.mark.parametrize("kind", ["rolled", "race", "farkle", "hog"])
def test_rules_with_an_odd_entry(kind, node):
    texts = []
    for seed in range(100):
        source = random.Random(seed)
        rules = altered(odd_rules_of(kind, source), source)
        if isinstance(rules.get("scoring"), dict) and {"aside", "with"} & {*rules["scoring"]}:
            continue  # which a page takes as a turn of modes
        texts.append(toml_of(rules))
        with suppress(tomllib.TOMLDecodeError):
            tomllib.loads(texts[-1])
            continue
        texts.pop()
    assert 1 < both_take(node, texts) < 65


# --- states ---------------------------------------------------------------------------------------


def test_numbers_of_some_games(engine):
    for name in ("pig", "hog:fa13_hijinks", "bold", "three, exact"):
        compare_states(engine(GAMES[name]), name)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_numbers_of_a_game_are_the_solver_s(name, engine):
    compare_states(engine(GAMES[name]), name)


def compare_states(node, name):
    (everybody_s_states if name in PARTIES else states_are_worth_the_same)(node, name)
    what_falls_leads_there(node, name)
    ledgers_add_up(node, name)


def test_the_documentation_says_how_many_games_these_are():
    text = " ".join((DOCUMENTS / "reference" / "page.md").read_text(encoding="utf-8").split())
    assert len(GAMES) - len(PARTIES) == 28
    assert "hundreds of states of twenty-eight games" in text
    assert len(PARTIES) == 7  # each in a hundred states
    assert "In 700 random states and closest calls of seven such games" in text


def states_are_worth_the_same(node, name):
    solution, game = solved(name), GAMES[name]
    states = states_of(solution, 200)
    answers = node.evaluate(ASK, [on_page(game, state) for state in states])
    said = 0
    for state, found in zip(states, answers, strict=True):
        advice = solution.advise(*state)
        theirs = {row["action"]: row["worth"] for row in advice["payoffs"]}
        assert dict(found["payoffs"]) == pytest.approx(theirs, abs=1e-12), state
        assert set(found["best"]) == set(advice["best"]), state
        assert found["worth"] == pytest.approx(advice["value"], abs=1e-12), state
        worths = [worth for _, worth in found["payoffs"]]
        assert worths == sorted(worths, reverse=True)
        assert found["has"], state
        assert found["remark"] == "" or game.family == "hog"
        if len(advice["best"]) < len(theirs) == 2:
            best, other = sorted(theirs, key=theirs.get, reverse=True)
            margin = theirs[best] - theirs[other]
            assert found["said"] == margin_in_words(game, best, other, margin)
            said += 1
        for action, chance in found["busts"]:  # where dice are set aside
            if chance is not None and "dice" in game.state_names:
                aside = action.split(",")[0].split() if "," in action else []
                dice = state[3] if isinstance(state[3], int) else len(state[3]) - len(aside)
                expected = float(game.dice.bust(dice or game.dice.count))
                assert chance == pytest.approx(expected, abs=1e-12)
    assert said > 8 or game.family == "hog"


def everybody_s_states(node, name):
    """With three players and more."""
    solution, game = solved(name), PARTIES[name]
    states = states_of(solution, 100)
    named = [on_page(game, state) for state in states]
    for state, found in zip(states, node.evaluate(ASK, named), strict=True):
        advice = solution.advise(*state)
        assert set(found["best"]) == set(advice["best"]), state
        assert found["shares"] == pytest.approx(advice["win"], abs=1e-12), state
        assert found["has"], state
        assert found["likely"] == (pytest.approx(advice["chance_to_roll"], abs=1e-9)) or (
            game.end == "goal" and state[0] + state[game.players] >= game.goal
        ), state
        assert dict(found["payoffs"]) == pytest.approx(solution.payoffs(*state), abs=1e-12), state
        assert all(shares[0] == worth for shares, (_, worth) in zip(found["all"], found["payoffs"]))
        assert all(sum(shares) == pytest.approx(1, abs=1e-12) for shares in found["all"])


def what_falls_leads_there(node, name):
    """Payoffs are the mean of what comes after; where all are stuck nobody wins."""
    solution, game = solved(name), GAMES[name]
    states = states_of(solution, 24 if "dice" in game.state_names else 60, seed=2)
    answers = node.evaluate(EXPECT, [on_page(game, state) for state in states])
    for state, found in zip(states, answers, strict=True):
        worths = {action: shares[0] for action, shares, _ in found}
        assert worths == pytest.approx(solution.payoffs(*state), abs=1e-12), state
        assert all(sum(shares) == pytest.approx(1, abs=1e-12) for _, shares, _ in found)
        assert all(chance == pytest.approx(1, abs=1e-12) for *_, chance in found)


def ledgers_add_up(node, name):
    """To the last digit, in random games, every step of which can be put in sentences."""
    many = 300 if name == "three, exact" else 40 if "total" in GAMES[name].state_names else 20
    found = node.evaluate(RANDOM_PLAY, many)
    assert found["worst"] < 1e-12
    assert found["printed"] == 0
    assert found["odd"] == []
    assert found["draws"] > 0 or name != "three, exact"


MOMENTS = """() => {
    const { engine } = pigcore, table = new Table(engine), found = [];
    while (!table.over) table.act(table.actions[Math.floor(Math.random() * table.actions.length)]);
    const ledger = new Ledger(engine, table.steps);
    for (const { state, action, outcome, chosen, mover } of ledger.entries.slice(0, 40)) {
        if (!outcome) continue;
        const [one, other] = [Engine.prototype, engine].map((each) => {
            const all = each.prospects.call(engine, state, action)
                .map(([after, chance]) => [turned(after, mover)[0] - chosen[0], chance]);
            return [0, 1, 2, 3].map((power) => (
                all.reduce((sum, [luck, chance]) => sum + chance * luck ** power, 0)));
        });
        found.push(one[1], ...one.map((moment, n) => moment - other[n]));
    }
    let luck;
    for (const work = ledger.fortune(0); !(luck = work.next()).done;);
    return [found, luck.value];
}"""


@pytest.mark.parametrize("name", ["pig", "hog:fa13", "bold", "three, capped"])
def test_throws_change_no_chance_on_average(name, engine):
    """By every throw, and by what the page takes together; so luck is a fair sum."""
    moments, luck = engine(GAMES[name]).evaluate(MOMENTS)
    assert np.abs(moments).max() < 1e-12
    assert 0 <= luck <= 1


@pytest.mark.parametrize("name", ["hog:fa13", "hog:sp16"])
def test_dice_of_hog_score_as_the_rules_say(name, engine):
    game = pigcore.game(name)
    rolls = engine(game).evaluate("""() => Array.from({ length: 300 }, (_, n) => {
        const { engine } = pigcore, state = { own: n % 50, opp: n % 37 }, dice = 1 + n % 10;
        const { faces, gain, gift, kind } = engine.draw(state, engine.action(dice), Math.random);
        return [state.own, state.opp, dice, engine.sides(state), faces, [gain, gift], kind];
    })""")
    for own, opp, dice, sides, faces, gained, kind in rolls:
        assert sides == game.sides(own, opp)
        assert len(faces) == dice
        assert set(faces) <= set(range(1, sides + 1))
        ones = faces.count(1)
        points = game.pig_out_points(dice, ones) if ones else sum(faces)
        assert tuple(gained) == game.gain(points, dice)
        assert kind == ("bust" if ones else "gain")


def test_throws_of_two_dice_are_offered_once(engine):
    asked = "pigcore.engine.throwsOf(0).map(({ faces }) => faces.join(' + '))"
    found = engine(pigcore.TwoDicePig(30)).evaluate(asked)
    assert len(found) == 21
    assert found[:3] == ["1 + 1", "1 + 2", "1 + 3"]


@pytest.mark.parametrize("name", ["equal turns", "equal turns, dice", "a last turn, played on"])
def test_turns_after_a_tie_are_worth_what_the_solver_says(name, engine):
    """Of the first one, and of the second one who has to pass what that made, or nothing."""
    game = EQUAL[name]
    goal, unit, dice = game.goal, game.unit, "dice" in game.state_names
    asked, expected = [], []
    for made_ in (None, 0, 1, 3, 20):
        second = int(made_ is not None)
        seat = 1 + second * (game.seats > 1)
        start = Start((goal, goal + (made_ or 0) * unit), seat, (), 1 + second)
        off = late_turn(game, start)
        for t in (0, 2, 3, 5, 30):
            had, points = game.come_to(30 * unit)[t], t * unit
            place = (had & -had).bit_length() - 1  # the first mode in which a turn has so many
            state = (goal, goal + (made_ or 0) * unit, points, place + dice)
            state = (*state[: len(game.state_names) - (game.seats > 1)], *[seat] * (game.seats > 1))
            asked.append(on_page(game, state) | {"second": second})
            expected.append({word: row[0] for word, row in off.actions(t, place).items()})
    for state, theirs, ours in zip(
        asked, expected, engine(EQUAL[name]).evaluate(ASK, asked), strict=True
    ):
        assert ours["has"], state
        assert dict(ours["payoffs"]) == pytest.approx(theirs, abs=1e-12), state


def test_who_mixes_does_so_as_often_as_he_should(engine):
    chance = solved("three").advise(0, 23, 30, 31)["chance_to_roll"]
    assert f"{chance:.3f}" == "0.745"  # as the documentation has it
    rolls = engine(PARTIES["three"]).evaluate("""() => {
        const { engine } = pigcore, state = { own: 0, next: 23, third: 30, total: 31 };
        return Array.from({ length: 1000 }, (_, n) => engine.choose(state, () => (n + 0.5) / 1000))
            .filter(({ then }) => then === "roll").length;
    }""")
    assert rolls == round(1000 * chance)


# --- programs -------------------------------------------------------------------------------------

CHOOSE = """states => bankersOf(pigcore.engine).map((one) => [one.points, states.map((state) => (
    text(one.choose(state, pigcore.engine.actions(state), Math.random))))])"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [pigcore.Farkle.kcd(2000), pigcore.Farkle.zilch(1500), HOUSE, SMALL]
)
def test_programs_bank_and_set_aside_as_their_policies(game, engine):
    solution = pigcore.solve(game)
    states = states_of(solution, 300, seed=3)
    done = engine(game).evaluate(CHOOSE, [on_page(game, state) for state in states])
    farkle = pigcore.play.policies.module_of(game)
    seen = set()
    for points, answers in done:
        policy = pigcore.parse_policy(game, f"hold:{points}")
        for state, found in zip(states, answers, strict=True):
            if state[1] >= game.goal:  # a last turn is played best, which may be in several ways
                payoffs = {str(action): worth for action, worth in solution.payoffs(*state).items()}
                assert payoffs[found] == pytest.approx(max(payoffs.values()), abs=1e-13)
                continue
            assert found == str(farkle.answer(game, policy, *state)), (points, state)
            seen.add(found.split(", then ")[-1])
    assert {"bank", "throw"} <= seen


@pytest.mark.parametrize("name", ["bold", "bold, exact", "bold, opening"])
def test_programs_take_options_as_their_policies(name, engine):
    game = TURNS[name]
    node = engine(game)
    throws = node.evaluate(
        "pigcore.engine.rules.modes.map((_, mode) => ("
        "pigcore.engine.throwsOf(mode).map(({ options }) => options)))"
    )
    asked, expected = [], []
    for state in states_of(solved(name), 300):
        own, _, points, mode = state
        if own + points >= game.goal:
            continue
        for n, options in enumerate(throws[game.turn.place(mode)]):
            if len(options) > 1:
                asked.append(on_page(game, state) | {"thrown": n + 1})
                expected.append((state, options))
        asked.append(on_page(game, state))
        expected.append((state, None))
    taken = set()
    for points, actions in node.evaluate(CHOOSE, asked):
        policy = pigcore.parse_policy(game, f"hold:{points}")
        for (state, options), action in zip(expected, actions, strict=True):
            word, _, then = action.rpartition(", then ")
            if options is None:
                if then != "bust":
                    assert then == answer(game, policy, *state), (points, state)
                continue
            steps = [(option["gain"], game.modes[option["mode"]]) for option in options]
            place = answer(game, policy, *state, options=steps)
            assert word == options[place]["word"], (points, state)
            taken.add(place)
    assert taken


def test_a_program_plays_both_seats(engine):
    game = EQUAL["equal turns"]
    for seat in (1, 2):
        states = [(own, opp, total, seat) for own in (0, 20, 31) for opp in (3, 38)
                  for total in (2, 8)]  # fmt: skip
        asked = [on_page(game, state) for state in states]
        points, found = engine(game).evaluate(CHOOSE, asked)[0]
        policy = pigcore.parse_policy(game, f"hold:{points}")
        assert found == [answer(game, policy, *state) for state in states]


# --- dice of several kinds ------------------------------------------------------------------------

SEEN = """faces => {
    const { engine, engine: { dice, rules: { start } } } = pigcore;
    const state = engine.state([500, 250], 0, start, dice.written(dice.inOrder(faces, start)));
    const [{ name, value }] = engine.cards(state), worths = engine.payoffs(state);
    return [engine.has(state) && [name, value], worths.map((one) => [one.action.then, one.worth])];
}"""


def test_dice_of_several_kinds_are_thrown_and_set_aside(engine):
    """Loaded ones, too: what may be set aside, and what that is worth, is what Python says."""
    dice = Dice({"1": 100, "5": 50, "1 1 1": 300}, ["lucky", "fair", "lucky"])
    solution = pigcore.solve(pigcore.Race(dice, 900))
    node = engine(solution.game)
    for fair, one, other in product((1, 2, 3, 5), (1, 4, 5), (1, 6)):
        card, found = node.evaluate(SEEN, [fair, one, other])
        assert card == ["fair", fair]
        asides = dice.asides(dice.check_throw([one, fair, other], (1, 2)), (1, 2)).values()
        expected = [p for each in asides for p in solution.payoffs(500, 250, *each).items()]
        for then in ("bank", "throw"):  # there is neither where they bust
            ours, theirs = (sorted(w for t, w in each if t == then) for each in (found, expected))
            assert ours == pytest.approx(theirs, abs=1e-12)


# --- what if --------------------------------------------------------------------------------------

COMPARED = """all => {
    const [before, after] = all.map((rules) => {
        const data = tablesOf(rules);
        return engineOf({ ...solved(data), ...data });
    });
    const state = before.begin(), { by, ...counts } = compared(before, after, { layer: 0, state });
    return { ...counts, by: [...by] };
}"""


@pytest.mark.parametrize("bust", ["1/5", "1/10"])
def test_what_changes_is_what_maps_of_python_say(bust, node):
    """At every pair of scores: earlier, later, or on to the goal."""
    share = (1 - Fraction(bust)) / 5
    games = pigcore.Pig(60), pigcore.Race(pigcore.Roll(dict.fromkeys(range(2, 7), share), bust), 60)
    to_goal = 60 - np.arange(60)[:, None]
    was, now = (np.minimum(pigcore.solve(game).thresholds(), to_goal) for game in games)
    found = node.evaluate(COMPARED, [rules_of(game) for game in games])
    assert found["pairs"] == 3600
    assert found["same"] == (was == now).sum()
    assert found["forGoal"] == ((was < to_goal) & (now == to_goal)).sum()
    assert found["noLonger"] == ((was == to_goal) & (now < to_goal)).sum()
    inner = (was < to_goal) & (now < to_goal) & (was != now)
    assert Counter(dict(found["by"])) == Counter((now - was)[inner].tolist())


# --- words ----------------------------------------------------------------------------------------


def test_the_words_of_margins_are_those_of_python(engine):
    pig, hog = pigcore.Pig(), pigcore.Hog.fa13_hijinks()
    source = random.Random(5)
    margins = [0.0, 5e-14, 2e-13, 0.01, 0.1, 0.999, 1.0, 0.000217, 0.0155, 0.00995, 0.0099999]
    margins += [10 ** source.uniform(-12, 0) for _ in range(200)]
    asked = [(pig, "roll", "hold", margin) for margin in margins]
    asked += [(pig, "hold", "roll", margin) for margin in margins]
    asked += [(hog, *source.sample(hog.choices, 2), margin) for margin in margins]
    said = engine(pigcore.Pig(10)).evaluate(
        """asked => asked.map(([one, other, margin]) => (
            marginInWords(pigcore.engine.action(one), pigcore.engine.action(other), margin)))""",
        [one[1:] for one in asked],
    )
    assert said == [margin_in_words(*one) for one in asked]


@pytest.mark.parametrize("name", ["pig", "hold-or-continue", "pass-the-pigs:kern"])
def test_where_one_thing_can_be_done_python_says_what_the_page_says(name, engine):
    solution = pigcore.solve(pigcore.game(name))
    goal = solution.game.goal
    states = [(0, 0, 0), (41, 49, 0), (goal - 1, goal - 1, 0), (goal - 5, 0, 5), (goal - 1, 9, 1)]
    found = engine(solution.game).evaluate(ASK, [solution.game.named(state) for state in states])
    said = [one["said"] for one in found]
    assert said == [
        advice_sentence(solution.game, solution.best(*state), solution.payoffs(*state))
        for state in states
    ]
    assert len(set(said)) == 2


LOST = {
    "en": "You roll no dice for 1. Bust: the point on the table is lost.",
    "de": "Du wirfst keinen Würfel: 1 Punkt. Fehlwurf: Der Punkt auf dem Tisch ist verloren.",
}


@pytest.mark.parametrize("tag", LOST)
def test_one_point_is_no_points(tag, node):
    asked = f"""gains => {{
        Language.speak(["{tag}"]);
        const said = gains.map((gain) => [say("play.rolls.none", {{ you: true, gain }}),
            say("play.busts", {{ lost: gain }})].join(" "));
        Language.speak(["en"]);
        return said;
    }}"""
    none, one, more = node.evaluate(asked, [0, 1, 11])
    assert one == LOST[tag]
    assert none.endswith(one.split(". ")[1].split(":")[0] + ".")
    assert "11" in more.split(". ")[1]


def test_a_hundred_percent_is_certain(node):
    """And 0% is impossible; but for that only what is shown of a chance is rounded."""
    asked = [0.999996, 1 - 1e-9, 1, 1 - 2**-53, 0.99994, 0.000004, 1e-9, 0, 2**-60, 0.00006]
    assert node.evaluate("chances => chances.map(chance => percent(chance))", asked) == [
        ">99.99%", ">99.99%", "100.00%", "100.00%", "99.99%", "<0.01%", "<0.01%", "0.00%", "0.00%",
        "0.01%",
    ]  # fmt: skip
    shown = node.evaluate("[0.9996, 0.0004].map(chance => percent(chance, 1))")
    assert shown == [">99.9%", "<0.1%"]
    assert node.evaluate("percent(0.996, 0)") == ">99%"

"""The page solves games as pigcore does: values, maps, and equilibria, of games of all kinds."""

import base64
import random
from importlib import resources

import numpy as np
import pytest
from support.generated import MAKERS
from support.pages import EQUAL, PARTIES, TURNS

import pigcore
from pigcore.games.errors import PigcoreError
from pigcore.games.rules import column_of, games_made_at_once
from pigcore.show import race_modes
from pigcore.show.page import check
from pigcore.show.page.document import in_order, rules_of
from pigcore.solvers.hog.arrays import HogArrays

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::UserWarning")]

LONG = 300_000
"""Milliseconds in which the page solves any ready-made game."""

SOLVE = """all => all.map(rules => {
    // Bytes come to the test in a tenth of the time that numbers take.
    const sent = (array) => [array.constructor.name, new Uint8Array(array.buffer).toBase64()];
    const { starts, layers, maps = [], mixed } = solved(tablesOf(rules)), found = { layers, mixed };
    for (const name of ["fewest", "marks"]) {
        found[name] = sent(Uint32Array.from(maps.flatMap((map) => [...map[name]])));
    }
    return { ...found, starts: sent(starts.slice()) };
})"""

ARRAYS = "starts", "fewest", "marks"
TYPES = {f"{kind}{bits}Array": f"<{kind[0].lower()}{bits // 8}"
         for kind in ("Float", "Int", "Uint") for bits in (8, 16, 32, 64)}  # fmt: skip


@pytest.fixture(scope="module")
def kernel(browser):
    """A page with nothing but the solver, which needs no document."""
    context = browser.new_context(offline=True)
    page, folder = context.new_page(), resources.files("pigcore.show.page")
    page.add_script_tag(
        content="\n".join(folder.joinpath(one).read_text("utf-8") for one in in_order("worker.js"))
    )
    yield page
    context.close()


def decoded(text, dtype="<u4"):
    return np.frombuffer(base64.b64decode(text), dtype)


def compare(kernel, games, found=None):
    """Fail unless the page finds what pigcore does, values to 1e-12; how often somebody mixes."""
    special = 0
    found = found or kernel.evaluate(SOLVE, [rules_of(game) for game in games])
    for game, sent in zip(games, found, strict=True):
        ours = {
            name: decoded(value[1], TYPES[value[0]]) if name in ARRAYS else value
            for name, value in sent.items()
        }
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
            seats = (solution, solution.swapped)[: game.seats]
            for n, seat in enumerate(seats):
                mine = {name: np.split(ours[name], len(seats))[n] for name in ARRAYS}
                assert np.abs(seat.starts.ravel() - mine["starts"]).max() <= 1e-12, game
                compare_map(game, ours["layers"], mine, seat)
    return special


def compare_map(game, layers, ours, solution):
    """Maps are the same but where a decision is a tie."""
    assert layers == race_modes.decided(game), game
    shape = len(layers), game.units, game.units
    to_goal = game.unit * (game.units - np.arange(game.units))[:, None]
    least = np.minimum(race_modes.least(solution), to_goal)
    marks = np.zeros(least.shape, dtype=np.uint32)
    for own, above in race_modes.again(solution, least):
        marks[:, own] = above.any(axis=0)
    theirs = {"fewest": least[layers] // game.unit, "marks": marks[layers]}
    parted = np.zeros(shape[1:], dtype=bool)
    for name, expected in theirs.items():
        parted |= (ours[name].reshape(shape) != expected).any(axis=0)
    if parted.any():
        for own, margin in solution.margins():
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
NAMED = {game: name for game, name in MADE if column_of(game) in ("race", "hog")}
"""Each ready-made game once, by one of its names."""


ENDS = "last_turn", "equal_turns"
MOST = 3000
"""A larger goal of Farkle takes seconds."""
LARGE = [name for game, name in NAMED.items() if game.goal > MOST]


@pytest.mark.parametrize("name", sorted(NAMED.values()))
def test_ready_made_games(name, kernel):
    compare(kernel, [pigcore.game(name, goal=MOST) if name in LARGE else pigcore.game(name)])


@pytest.mark.nightly
@pytest.mark.parametrize("name", LARGE)
def test_ready_made_games_to_large_goals(name, kernel):
    compare(kernel, [pigcore.game(name)])


@pytest.mark.parametrize("name", PARTIES)
def test_parties(name, kernel):
    special = compare(kernel, [PARTIES[name]])
    assert (special > 0) == (name == "three")


def test_other_turns(kernel):
    compare(kernel, list(TURNS.values()))


def test_other_ends(kernel):
    more = [pigcore.Race(pigcore.Roll.die(6), 30, end=e, tie="half", opening=5) for e in ENDS]
    compare(kernel, [game.seen_from(1) for game in EQUAL.values()] + more)


def games_of(kind, count, players=2):
    """So many generated games that a page can show."""
    source, found = random.Random(kind + str(players)), []
    while len(found) < count:
        try:
            game = MAKERS[kind](source, tiny=source.random() < 0.3)
            if kind == "race" and players > 2 and (game.units > 14 or game.turn.gains[-1] > 1000):
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


@pytest.mark.parametrize(
    ("kind", "count", "players"),
    [("race", 20, 2), ("farkle", 10, 2), ("hog", 10, 2), ("race", 8, 3), ("race", 2, 4)],
)
def test_generated_games(kind, count, players, kernel):
    compare(kernel, games_of(kind, count, players))


def test_progress_rises_to_the_end(kernel):
    shares = kernel.evaluate(
        """rules => {
            const seen = [];
            solved(tablesOf(rules), (share) => seen.push(share));
            return seen;
        }""",
        rules_of(pigcore.Farkle.minimal(1000)),
    )
    assert shares == sorted(shares)
    assert len(shares) > 50
    assert 0 < shares[0] < 0.1
    assert 0.9 < shares[-1] <= 1


@pytest.mark.nightly
@pytest.mark.parametrize("goal", [3, 13])
def test_zombie_dice(goal, shop):
    """From the tables of ten thousand modes that the workshop makes itself."""
    found = shop.evaluate(f"({SOLVE})([{{ ...READY['zombie-dice'], goal: {goal} }}])")
    compare(shop, [pigcore.game("zombie-dice", goal=goal)], found)


# --- in a Worker ----------------------------------------------------------------------------------


@pytest.fixture
def shop(opened, workshop):
    """The workshop from a file."""
    return opened(workshop, ready="window.pigcore && pigcore.workshop")


IN_WORKER = """async rules => {
    const shares = [], job = solveInWorker({ rules }, share => shares.push(share));
    let ticks = 0;
    const clock = setInterval(() => { ticks += 1; }, 1);
    const { starts } = await job.promise;
    clearInterval(clock);
    return { starts: Array.from(starts), shares, ticks };
}"""


def alone(page):
    """No Worker is left, as soon as the browser says so."""
    for _ in range(100):
        if page.workers == []:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{len(page.workers)} Workers go on")


def check_two_dice_pig(page):
    game = pigcore.game("two-dice-pig")
    found = page.evaluate(IN_WORKER, rules_of(game))
    assert np.abs(pigcore.solve(game).starts.ravel() - found["starts"]).max() < 1e-12
    assert found["shares"] == sorted(found["shares"])
    return found


def test_a_worker_solves_beside_the_page(shop):
    assert len(check_two_dice_pig(shop)["shares"]) > 50
    alone(shop)


def test_solving_stops_at_any_moment(shop):
    """It leaves no Worker, the promise stays open, and the next game is solved."""
    said = """async rules => {
        let done = false;
        await new Promise(resolve => {
            globalThis.job = solveInWorker({ rules }, resolve);
            job.promise.finally(() => { done = true; });
        });
        globalThis.over = () => done;
    }"""
    shop.evaluate(said, rules_of(pigcore.Farkle.minimal()))
    assert len(shop.workers) == 1
    shop.evaluate("job.stop()")
    alone(shop)
    assert not shop.evaluate("over()")
    check_two_dice_pig(shop)


@pytest.mark.parametrize("worker", ["there", "none"])
def test_an_error_becomes_a_sentence(worker, shop):
    if worker == "none":
        shop.evaluate("window.Worker = undefined")
    said = shop.evaluate(
        "tables => solveInWorker(tables).promise.catch(error => failureInWords(error))",
        {"family": "race", "goal": 10, "players": 2},
    )
    assert said == shop.evaluate("say('solving.failed')")
    assert said.endswith(".")


NO_WORKER = {
    "none": "window.Worker = undefined",
    "refused": "window.Worker = class { constructor() { throw new DOMException('no'); } }",
    "blocked": """window.Worker = class extends EventTarget {
        constructor() {
            super();
            setTimeout(() => this.onerror(new Event('error', { cancelable: true })));
        }
        postMessage() {}
        terminate() {}
    }""",
}


@pytest.mark.parametrize("why", NO_WORKER)
def test_without_a_worker_the_page_solves_in_slices(why, shop):
    shop.evaluate(f"{{ {NO_WORKER[why]} }}; 0")
    found = check_two_dice_pig(shop)
    assert found["ticks"] >= 3  # the page does other things meanwhile
    stopped = """async rules => {
        let shares = 0;
        const job = solveInWorker({ rules }, () => { shares += 1; });
        while (shares < 3) await new Promise(resolve => setTimeout(resolve, 5));
        job.stop();
        const before = shares;
        await new Promise(resolve => setTimeout(resolve, 100));
        return shares - before;
    }"""
    assert shop.evaluate(stopped, rules_of(pigcore.Farkle.minimal())) == 0

"""Solving in a Worker beside the page."""

import numpy as np
import pytest

import pigcore
from pigcore.show.page.document import rules_of

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::UserWarning")]


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


def test_an_error_becomes_a_sentence(shop):
    said = shop.evaluate(
        "tables => solveInWorker(tables).promise.catch(error => failureInWords(error))",
        {"family": "race", "goal": 10, "players": 2},
    )
    assert said == shop.evaluate("say('solving.failed')")
    assert said.endswith(".")

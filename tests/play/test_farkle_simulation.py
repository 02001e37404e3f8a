"""Farkle with random dice: what is computed exactly, and the same games as on the boards."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.random import SFC64

import pigcore
from pigcore.play.simulation.race import tables

KCD = pigcore.Farkle.kcd(500)
LAST = pigcore.Farkle({"1": 1, "2 2": 3}, 12, 3, 3, last_turn=True, opening=2)


@pytest.mark.parametrize("game", [KCD, LAST])
def test_best_play_wins_as_often_as_it_is_worth(game):
    best = pigcore.solve(game)
    found = pigcore.simulate(game, best, best, 40_000, seed=1)
    low, high = found.intervals["first"]
    assert low < best.value < high
    assert found.first + found.second == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("game", [KCD, LAST])
def test_matches_are_what_is_computed_exactly(game):
    rule = pigcore.bank_at(2 if game is LAST else 250, aside="most_dice")
    best = pigcore.solve(game)
    exact = pigcore.match(game, best, rule)
    found = pigcore.simulate(game, best, rule, 40_000, seed=3)
    for name in ("first", "second", "average", "turns"):
        low, high = found.intervals[name]
        assert low < getattr(exact, name) < high


@pytest.mark.parametrize(
    ("game", "second"),
    [(KCD, "random"), (KCD, "bank:100/most-points"), (LAST, "random"), (LAST, "bank:3/most-dice")],
)
def test_the_first_transcripts_are_the_games_that_are_counted(game, second):
    policies = [pigcore.parse_policy(game, text) for text in ("optimal", second)]
    found = pigcore.simulate(game, *policies, 30, seed=4, transcripts=30)
    assert len(found.transcripts) == 30
    starts = [it.turns[0].player for it in found.transcripts]
    assert starts == [0, 1] * 15
    for seat, share in ((0, found.first), (1, found.second)):
        games = [it for it in found.transcripts if it.turns[0].player == seat]
        assert share == sum(it.winner == 0 for it in games) / len(games)


@pytest.mark.slow
@pytest.mark.parametrize("game", [KCD, LAST, pigcore.Farkle.standard(1000, opening=300)])
def test_the_compiled_loop_plays_the_same_games(game):
    """Bit by bit those that are played throw by throw."""
    least = 2 if game is LAST else 200
    for rule in (pigcore.bank_at(least, aside="most_dice"), pigcore.bank_at(least)):
        made = tables(game, pigcore.solve(game), rule)
        slow, fast = replace(made, players=()).play(), made.play()
        assert slow.__name__ != fast.__name__
        found = np.zeros((2, 2, 7), dtype=np.int64)
        for counts, play in zip(found, (slow, fast)):
            play(SFC64(1), (0, game.unit), 150, 50, counts)
        assert (found[0] == found[1]).all()


def test_games_stop_and_threads_play_the_same():
    from concurrent.futures import ThreadPoolExecutor

    best = pigcore.solve(KCD)
    stopped = pigcore.simulate(KCD, best, best, 40, longest=1)
    assert stopped.never > 0
    alone = pigcore.simulate(KCD, best, best, 40, seed=2)
    with ThreadPoolExecutor(2) as executor:
        assert pigcore.simulate(KCD, best, best, 40, seed=2, executor=executor) == alone


def test_scores_that_no_game_begins_at():
    best = pigcore.solve(KCD)
    with pytest.raises(pigcore.PigcoreError, match="multiples of 50"):
        pigcore.simulate(KCD, best, best, 10, start=(25, 0))
    assert pigcore.simulate(KCD, best, best, 10, start=(450, 0)).games == 10

"""Studies in threads and processes: the same results, also when a worker is killed."""

import os
import signal
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

import pigcore
from pigcore import PigcoreError, RuleError

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
PIG = pigcore.Pig(20)
GAMES = [*map(pigcore.Pig, range(10, 40)), pigcore.Piglet(5), pigcore.Duel()]
ASKED = [
    lambda one: [one.summary() for one in pigcore.solve_many(GAMES[::8], one)],
    lambda one: pigcore.fairest(PIG, goals=[10, 15], sides=[4, 6], executor=one).as_dict(),
    lambda one: pigcore.atlas([8, 12], [4, 6], executor=one).as_dict(),
    lambda one: pigcore.exact(PIG, executor=one),
    lambda one: pigcore.rules_of_thumb(PIG, ["hold", "race"], executor=one).as_dict(),
    lambda one: (
        pigcore.tournament(PIG, [pigcore.hold_at(9), pigcore.keep_pace()], executor=one).wins
    ),
    lambda one: pigcore.simulate(
        PIG, pigcore.hold_at(9), pigcore.hold_at(8), 70_000, seed=1, executor=one
    ).as_dict(),
    lambda one: pigcore.posterior(
        PIG, {2: 4, 3: 5, 4: 3, 5: 6, 6: 5, "bust": 4}, draws=20, executor=one
    ).as_dict(),
]


@pytest.fixture(scope="module")
def alone():
    with ThreadPoolExecutor(1) as one:
        return [ask(one) for ask in ASKED]


@pytest.mark.slow
def test_all_processors_and_processes_change_nothing(alone):
    assert [ask(None) for ask in ASKED] == alone
    with ProcessPoolExecutor(2) as processes:
        assert [ask(processes) for ask in ASKED] == alone


def dies(*_game):
    os.kill(os.getpid(), KILL)


def test_a_pool_of_processes_breaks_in_a_sentence_and_its_study_resumes(tmp_path, monkeypatch):
    path = tmp_path / "atlas.csv"
    half = pigcore.atlas(range(8, 12), [6], path=path)
    monkeypatch.setattr("pigcore.study.race_close_calls.close_calls", dies)
    with ProcessPoolExecutor(1) as processes, pytest.raises(PigcoreError, match="a worker ended"):
        pigcore.atlas(range(8, 16), [6], path=path, executor=processes)
    assert path.read_text() == half.to_csv()
    monkeypatch.undo()
    reported = []
    whole = pigcore.atlas(
        range(8, 16), [6], path=path, progress=lambda *done: reported.append(done)
    )
    assert reported == [(done, 4) for done in range(1, 5)]
    assert whole == pigcore.atlas(range(8, 16), [6])


def test_solutions_come_in_order_with_the_same_bits():
    reported = []
    found = list(pigcore.solve_many(iter(GAMES), progress=lambda *done: reported.append(done)))
    assert [solution.game for solution in found] == GAMES
    assert reported == [(done, len(GAMES)) for done in range(1, len(GAMES) + 1)]
    for game, solution in zip(GAMES[:30], found):
        assert np.array_equal(pigcore.solve(game).starts, solution.starts)


def test_one_bad_game_does_not_lose_the_others():
    fined = pigcore.Farkle.zilch(penalty=250)
    games = [PIG, fined, "pig", pigcore.Farkle.zilch(penalty=500), pigcore.Pig(10)]
    reported = []
    good, *bad, last = pigcore.solve_many(
        games, progress=lambda *done: reported.append(done), errors="return"
    )
    assert (good.game, last.game) == (PIG, pigcore.Pig(10))
    for error, said in zip(bad, ["penalty is 250", "'pig' is not a game", "penalty is 500"]):
        assert isinstance(error, RuleError)
        assert str(error).startswith(said)
    assert reported == [(done, 5) for done in range(1, 6)]
    with ProcessPoolExecutor(1) as processes:
        own = pigcore.Hog(goal=20, bacon=lambda own, opp: 1)
        found = list(pigcore.solve_many([own, PIG], processes, errors="return"))
    assert "cannot be sent to another process" in str(found[0])
    assert found[1].game == PIG
    with pytest.raises(RuleError, match="penalty is 250"):
        list(pigcore.solve_many([PIG, fined]))
    with pytest.raises(RuleError, match="errors is 'ignore': choose one of raise, return"):
        pigcore.solve_many([PIG], errors="ignore")


def test_who_leaves_early_waits_for_nothing():
    begin = time.perf_counter()
    solutions = pigcore.solve_many([pigcore.Pig(400)] * 500)
    next(solutions)
    solutions.close()
    assert time.perf_counter() - begin < 20  # of the minute that all of them take


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "message"),
    [
        (([PIG, "pig"],), "'pig' is not a game: give games such as"),
        ((PIG,), "must be games such as"),
        (([PIG], 3), "executor is 3, but must be a concurrent.futures.Executor"),
    ],
)
def test_refused(given, message):
    with pytest.raises(RuleError, match=message):
        list(pigcore.solve_many(*given))

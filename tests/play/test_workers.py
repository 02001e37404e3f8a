"""Work in executors: the same results, what is cancelled, and workers that end."""

import os
import signal
import time
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)

import pytest

import pigcore
from pigcore import PigcoreError, RuleError
from pigcore.play.workers import run

PIG, PARTY = pigcore.Pig(20), pigcore.Piglet(4, players=3)
ASKED = [
    lambda one: pigcore.rules_of_thumb(PIG, ["hold", "race"], executor=one).as_dict(),
    lambda one: pigcore.tournament(PIG, ["hold:9", "keep-pace"], executor=one).as_dict(),
    lambda one: pigcore.tournament(PARTY, ["hold:1", "optimal"], executor=one).as_dict(),
    lambda one: pigcore.simulate(PIG, "hold:9", "hold:8", 70_000, seed=1, executor=one).as_dict(),
]


@pytest.mark.slow
def test_all_processors_and_processes_change_nothing():
    with ThreadPoolExecutor(1) as one:
        alone = [ask(one) for ask in ASKED]
    assert [ask(None) for ask in ASKED] == alone
    with ProcessPoolExecutor(2) as processes:
        assert [ask(processes) for ask in ASKED] == alone


def test_everywhere_the_same():
    tasks = [(2, n) for n in range(20)]
    powers = [(n, 2**n) for n in range(20)]
    assert sorted(run(pow, tasks)) == powers
    with ThreadPoolExecutor(2) as threads:
        assert sorted(run(pow, tasks, threads)) == powers


def test_what_has_not_begun_is_cancelled_when_nobody_asks_any_more():
    begun = []

    def work(n):
        begun.append(n)
        time.sleep(0.01)

    with ThreadPoolExecutor(1) as threads:
        results = run(work, [(n,) for n in range(200)], threads)
        next(results)
        results.close()
    assert len(begun) < 100


def test_what_goes_wrong_in_a_task_comes_out_of_it():
    def fail():
        raise RuleError("no")

    def mistake():
        raise TypeError("a mistake of mine")

    with ThreadPoolExecutor(1) as threads:
        for where in (None, threads):
            with pytest.raises(RuleError, match="no"):
                list(run(fail, [()], where))
            with pytest.raises(TypeError, match="a mistake of mine"):
                list(run(mistake, [()], where))


@pytest.mark.parametrize("end", [BrokenExecutor, CancelledError])
def test_workers_that_end_are_reported_in_a_sentence(end):
    def lose():
        raise end

    with pytest.raises(PigcoreError, match="a worker ended before its work was done"):
        list(run(lose, [()]))


def dies():
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def test_what_a_process_cannot_have_and_one_that_is_killed():
    with ProcessPoolExecutor(1) as processes:
        with pytest.raises(RuleError, match="cannot be sent to another process"):
            list(run(lambda: 1, [()], processes))
        with pytest.raises(PigcoreError, match="a worker ended"):
            list(run(dies, [()], processes))

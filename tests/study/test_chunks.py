"""Work in executors: the same results, refusals, and what is cancelled."""

import time
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)

import pytest

from pigcore import PigcoreError, RuleError
from pigcore.study.chunks import in_order, run


def test_everywhere_the_same():
    tasks = [(2, n) for n in range(20)]
    powers = [2**n for n in range(20)]
    assert sorted(run(pow, tasks)) == powers
    with ThreadPoolExecutor(2) as threads:
        assert sorted(run(pow, tasks, threads)) == powers
        assert list(in_order(pow, tasks, threads)) == powers
    assert list(in_order(pow, ((2, n) for n in range(200)))) == [2**n for n in range(200)]


def test_what_has_not_begun_is_cancelled_when_nobody_asks_any_more():
    begun = []

    def work(n):
        begun.append(n)
        time.sleep(0.01)
        return n

    with ThreadPoolExecutor(1) as threads:
        results = run(work, ((n,) for n in range(200)), threads)
        next(results)
        results.close()
    assert len(begun) < 100


def test_what_goes_wrong_in_a_chunk_comes_out_of_it():
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

    for how in (run, in_order):
        with pytest.raises(PigcoreError, match="a worker ended before its work was done"):
            list(how(lose, [()]))


def test_what_no_other_process_can_have_is_refused():
    with ProcessPoolExecutor(1) as processes:
        with pytest.raises(RuleError, match="cannot be sent to another process"):
            list(run(lambda: 1, [()], processes))

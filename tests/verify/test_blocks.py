"""Proofs in blocks: the same report wherever and in whatever order the blocks are proved."""

from __future__ import annotations

from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import active_children, get_context

import pigverify
import pytest
from pigverify.blocks import blocks, turns_of
from pigverify.kernels import PLAIN
from pigverify.race.rules import Rules
from pigverify.workers import sharing
from support.commands import ask
from support.enclosures import Solution, table_of

from pigcore.games import ConsolationPig, Farkle, HoldOrContinue, Pig, Piglet, TwoDicePig
from pigcore.games.errors import PigcoreError, RuleError

TINY = Farkle({"1": 1, "2 2": 3}, 9, 3, 3)
GAMES = [
    Pig(20),
    Piglet(20),  # many states are equally close
    HoldOrContinue(12),
    ConsolationPig(12),
    TwoDicePig(12),
    TINY,
    Farkle({"1": 1, "2 2": 3}, 6, 3, 3, last_turn=True),
    Farkle({"1": 1, "2 2": 3}, 6, 2, 3, last_turn=True, must_roll_hot_dice=True),
]


class Backwards(Executor):
    """Runs the youngest task first, and each as late as possible."""

    def __init__(self):
        self.waiting = []

    def submit(self, function, /, *given, **named):
        future = Future()
        future.run = lambda: self._run(future, function, given, named)
        self.waiting.append(future)
        return future

    def _run(self, future, function, given, named):
        self.waiting.remove(future)
        future.set_result(function(*given, **named))


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        yield executor


@pytest.fixture(autouse=True)
def many_blocks(monkeypatch):
    monkeypatch.setattr("pigverify.blocks.SECONDS", 2e-3)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_processes_and_threads_prove_the_same(game, pool):
    here = pigverify.certify(game)
    with ThreadPoolExecutor(3) as threads:
        assert pigverify.certify(game, executor=threads) == here
    assert pigverify.certify(game, executor=pool) == here
    assert here.ok


def test_the_order_of_the_blocks_does_not_matter(monkeypatch):
    def youngest(running, return_when):
        future = list(running)[-1]
        future.run()
        return {future}, set(running) - {future}

    monkeypatch.setattr("pigverify.blocks.wait", youngest)
    for game in (Piglet(20), TINY):
        assert pigverify.certify(game, executor=Backwards()) == pigverify.certify(game)
        few = pigverify.disputed(game, 3, executor=Backwards())
        assert few == pigverify.disputed(game, 3)


@pytest.mark.slow
@pytest.mark.parametrize("off", [0.0, 3e-10])
def test_tables_are_judged_the_same(off, pool):
    starts = table_of(Pig(20))
    starts[7][3] += off
    solution = Solution(Pig(20), starts)
    here = pigverify.certify(solution)
    assert here.own.right + here.own.disputed_right == here.states
    assert here.refuted == (off > 0)
    assert pigverify.certify(solution, executor=pool) == here


def test_tables_of_farkle_are_judged_the_same(pool):
    solution = Solution(TINY, table_of(TINY))
    here = pigverify.certify(solution)
    assert here.ok
    assert here.own.right == here.states
    assert pigverify.certify(solution, executor=pool) == here


@pytest.mark.slow
def test_one_state_is_proved_the_same(pool):
    for game, state in ((Pig(20), (3, 2, 11)), (TINY, (2, 3, 0, (1, 2, 2))), (TINY, (0, 3, 0, 3))):
        assert pigverify.check(game, *state, executor=pool) == pigverify.check(game, *state)


def test_certificates_are_the_same(pool, tmp_path):
    for n, executor in enumerate((None, pool)):
        pigverify.write_certificate(TwoDicePig(9), tmp_path / f"{n}.pigcert", executor=executor)
    assert (tmp_path / "0.pigcert").read_bytes() == (tmp_path / "1.pigcert").read_bytes()


def test_progress_counts_work_and_ends(pool):
    for game in (Pig(12), TwoDicePig(9), TINY):
        reported = []
        pigverify.certify(
            game, executor=pool, progress=lambda *done, reported=reported: reported.append(done)
        )
        assert reported == sorted(reported)
        assert reported[-1][0] == reported[-1][1] > 1


def test_what_is_raised_elsewhere_comes_out(monkeypatch):
    def broken(pair, found):
        raise ArithmeticError("of a worker")

    monkeypatch.setattr("pigverify.race.enclosure.enclose_pair", broken)
    monkeypatch.setenv(PLAIN, "1")
    with ThreadPoolExecutor(2) as threads, pytest.raises(ArithmeticError, match="of a worker"):
        pigverify.certify(TINY, executor=threads)


def test_no_executor_is_refused():
    for function in (pigverify.certify, pigverify.disputed, pigverify.check):
        with pytest.raises(RuleError, match="executor is 2, but must be a concurrent.futures.Exe"):
            function(Pig(5), executor=2)


# --- the blocks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [1, 2, 3, 5, 20])
@pytest.mark.parametrize("rules", [
    Rules(Pig(12)), Rules(Pig(12), 3, 5), Rules(Pig(12), 7, 2),
    Rules(TINY), Rules(TINY, 2, 7), Rules(TINY, 7, 2),
], ids=lambda one: f"{one.goal} {one.scores}")  # fmt: skip
def test_blocks_hold_every_pair_once_and_come_after_what_they_need(rules, side):
    pairs = list(rules.pairs())
    cut = blocks(pairs, side)
    assert sorted(pair for block in cut.values() for pair in block.pairs) == sorted(pairs)
    before = set()
    for place in sorted(cut, key=sum, reverse=True):  # the two neighbours come before
        for pair in cut[place].pairs:
            for i, j in turns_of([pair]):
                needed = {(j, s) for s in range(i + 1, rules.goal)} & set(turns_of(pairs))
                assert needed <= before
            before |= set(turns_of([pair]))
        neighbours = {i + 1 for i, _ in turns_of(cut[place].pairs)} & set(range(rules.goal))
        assert neighbours <= set(cut[place].rows)


# --- the command line -----------------------------------------------------------------------------


@pytest.mark.slow
def test_workers_print_the_same():
    for words in (("pig", "--goal", "15", "--all"), ("farkle:kcd", "3800", "3700", "300", "2")):
        assert ask("pigverify", *words, "--workers", "2") == ask("pigverify", *words)


def test_workers_are_refused_where_they_have_nothing_to_do():
    for count in ("0", "1025", "two"):
        done = ask("pigverify", "pig", "--goal", "5", "--all", "--workers", count)
        assert done.returncode == 2
        assert "workers" in done.stderr
    done = ask("pigverify", "pig", "--goal", "5", "1", "2", "--second", "--workers", "2")
    assert done.returncode == 2
    assert "leave --workers out" in done.stderr


def test_nobody_works_on_after_an_interrupt():
    others = set(active_children())

    def interrupted():
        with sharing(2) as executor:
            waiting = executor.submit(sum, range(10**12))
            while not waiting.running():
                pass
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert set(active_children()) == others


@pytest.mark.parametrize("end", [BrokenExecutor, CancelledError])
def test_a_worker_that_ends_early_is_reported_in_a_sentence(end):
    class Losing(ThreadPoolExecutor):
        def submit(self, *_):
            future = Future()
            future.set_exception(end())
            return future

    with Losing(1) as losing, pytest.raises(PigcoreError, match="^a worker ended before its work"):
        pigverify.certify(Pig(30), executor=losing)

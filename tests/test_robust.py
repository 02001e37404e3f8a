"""Threads that share everything, processes that are killed, memory that runs out."""

import hashlib
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pigverify
import pytest
from support.commands import python, shell

import pigcore
from pigcore import Bag, Duel, Farkle, Hog, Pig, TwoDicePig
from pigcore.writing import write_atomically

THREADS = 6
GAMES = [
    Pig(20), TwoDicePig(12), Hog.fa13(12), Duel(holds=range(2, 9)), Farkle.minimal(goal=200),
    Bag([60, 150, 90], [120, 75, 200], [120, 75, 10]),
]  # fmt: skip
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs fork, signals and limits")


def digest(solution):
    """The bits of all that a solution says."""
    found = hashlib.sha256()
    for name, array in sorted(solution.arrays().items()):
        found.update(name.encode() + np.ascontiguousarray(array).tobytes())
    found.update(repr((solution.value, solution.residual, solution.closest(5))).encode())
    return found.hexdigest()


def together(work):
    """What ``work`` answers in each of several threads that begin at the same moment."""
    barrier = Barrier(THREADS)

    def at_once():
        barrier.wait(30)
        return work()

    with ThreadPoolExecutor(THREADS) as threads:
        return [task.result(60) for task in [threads.submit(at_once) for _ in range(THREADS)]]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_threads_that_share_objects_get_the_same_bits(game):
    alone = digest(pigcore.solve(game))
    assert together(lambda: digest(pigcore.solve(game))) == [alone] * THREADS
    shared = pigcore.solve(game)  # nobody has asked it anything yet
    assert together(lambda: digest(shared)) == [alone] * THREADS


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES[:4], ids=lambda game: game.name)
def test_threads_prove_the_same(game):
    shared = pigcore.solve(game)
    alone = repr(pigverify.certify(shared))
    assert together(lambda: repr(pigverify.certify(shared))) == [alone] * THREADS


KILLED = """
import os, sys, time
import pigcore

one, other = pigcore.solve(pigcore.Piglet(30)), pigcore.solve(pigcore.Piglet(31))
one.save("kept.npz")
for n in range(12):
    child = os.fork()
    if not child:
        while True:
            other.save("kept.npz")
            one.save("kept.npz")
    time.sleep(0.003 + 0.0021 * n)
    os.kill(child, 9)
    os.waitpid(child, 0)
    found = pigcore.load("kept.npz")
    assert found.starts.tobytes() in (one.starts.tobytes(), other.starts.tobytes())
print(len([name for name in os.listdir() if not name.endswith(".unfinished")]))
"""


@pytest.mark.slow
@POSIX
def test_a_process_killed_while_it_saves_leaves_a_whole_file(tmp_path):
    done = subprocess.run(
        python("-c", KILLED), cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("1\n", "")


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    ("megabytes", "command"),
    [(700, "pigcore solve pig --goal 5000"), (200, "pigverify pig --all --goal 900")],
)
def test_a_memory_that_is_too_small_is_one_sentence(megabytes, command):
    done = shell(f"ulimit -v {megabytes}000; {command}", cwd="/")
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "of memory and there are" in done.stderr


@POSIX
def test_what_is_no_ordinary_file_is_written_to_and_not_replaced(tmp_path):
    # As root, `-o /dev/null` used to put a file in the place of the device.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDWR)
    write_atomically(pipe, lambda file: file.write(b"7776"))
    os.write(end, b"!")  # so that there is something to read
    assert b"7776" in os.read(end, 10_000)
    os.close(end)
    assert pipe.is_fifo()
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]

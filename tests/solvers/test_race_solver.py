"""How games are solved: what is reported on the way, what is refused, and how it is stopped."""

import os
import subprocess
import sys

import pigverify
import pytest
from support.bags import contest_bag
from support.interrupts import interrupt

import pigcore
from pigcore.games import SizeError
from pigcore.games.spelling import number
from pigcore.solvers.race.solver import METHODS


@pytest.fixture(scope="module")
def pig():
    return pigcore.solve(pigcore.Pig())


# --- how it reports -----------------------------------------------------------------------------


def test_history_ends_where_no_decision_changes_any_more(pig):
    assert len(pig.history) == 3
    assert 1e-8 < pig.history[-1] <= 1e-5  # the step from there is exact, and leaves nothing
    assert pig.residual <= pig.tolerance == 1e-12
    assert pig.history == tuple(sorted(pig.history, reverse=True))
    assert pig.residual < 1e-15


@pytest.mark.parametrize("method", METHODS)
def test_stopping_early_is_said_aloud(method):
    message = f"{method} stopped after 1 iteration, before it reached the tolerance"
    with pytest.warns(pigcore.ConvergenceWarning, match=message) as said:
        # One step of Newton's method is enough for 1e-12.
        cut = pigcore.solve(pigcore.Pig(50), method=method, max_iterations=1, tolerance=1e-15)
    assert not cut.converged
    assert len(cut.history) == 1
    assert "1 iteration, stopped before its tolerance" in repr(cut)
    # The warning, the solution and its summary speak of one residual.
    assert f"the residual is {number(cut.residual)}: raise" in str(said[0].message)
    assert cut.summary()["residual"] == cut.info()["residual"] == cut.residual > 0


def test_rounds_are_the_game_cut_off():
    # After one more turn each the game is worth `start`: one turn of Piglet to 1 from 0.
    with pytest.warns(pigcore.ConvergenceWarning):
        once = pigcore.solve(pigcore.Piglet(1), method="rounds", max_iterations=1, start=0.25)
    assert once.win(0, 0) == 0.5 + 0.5 * (1 - 0.25)


def shares(game):
    """What is reported to be done, as parts of all."""
    found = []
    pigcore.solve(game, progress=lambda done, of: found.append(done / of))
    return found


def test_progress_counts_work():
    """Of totals it counts the turns and their scores, of passes the digits that they bring."""
    found = shares(pigcore.Pig(200))
    assert found == sorted(found)
    assert found[-1] == 1.0
    assert max(after - before for before, after in zip([0.0, *found], found)) < 0.2
    passes = shares(pigcore.TwoDicePig(30))
    assert passes == sorted(passes)
    assert passes[0] < 0.2
    assert passes[-1] > 0.9


@pytest.mark.parametrize(
    ("game", "steps"),
    [
        (pigcore.Duel(holds=range(2, 41)), 3),
        (contest_bag(7, 0), 7),
    ],
    ids=["duel", "bag"],
)
def test_progress_reaches_the_end(game, steps):
    reported = []
    pigcore.solve(game, progress=lambda done, of: reported.append((done, of)))
    assert reported == [(n, steps) for n in range(1, steps + 1)]


# --- refusals -----------------------------------------------------------------------------------


def test_what_would_not_fit_is_refused_with_its_size(monkeypatch, pig):
    monkeypatch.setattr("pigcore.memory.available", lambda: 10**5)
    monkeypatch.setattr("pigcore.memory.NEGLIGIBLE", 0)
    with pytest.raises(SizeError, match="to 100 would take 333 kB of memory and there"):
        pigcore.solve(pigcore.Pig())
    with pytest.raises(SizeError, match="all states of Pig to 100 would take 8 MB of"):
        pig.values()
    with pytest.raises(SizeError, match="would take 1 MB of memory and there are 100 kB: ask for"):
        pig.decisions()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: pigcore.Hog(401), "to 401|choose a smaller goal"),
        (lambda: contest_bag(100, 0), "the table of 100 dice would take 103 MB of memory"),
        (lambda: pigcore.Duel(holds=range(2, 402)), "the payoffs of 400 holds would take 7 MB of"),
    ],
    ids=["hog", "bag", "duel"],
)
def test_tables_that_do_not_fit_are_refused(make, message, monkeypatch):
    monkeypatch.setattr("pigcore.memory.available", lambda: 10**6)
    monkeypatch.setattr("pigcore.memory.NEGLIGIBLE", 0)
    with pytest.raises(SizeError, match=message):
        pigcore.solve(make())


# --- a long solve -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "work",
    [
        "pigcore.solve(pigcore.Pig(4000))",
        *(
            f"pigcore.solve(pigcore.Pig(700), {method!r})"
            for method in ("sweep", "pairs", "rounds")
        ),
        "arrays.induct(arrays.maximizing()[None], tolerance=0.0, most=10**9)",
        "[pigcore.solve(pigcore.Bag([1] * 200, [0] * 200, [0] * 200)) for _ in range(9)]",
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send to one process")
def test_ctrl_c_stops_a_long_solve_within_a_second(work):
    seconds, errors = interrupt(
        "import pigcore, pigcore.solvers.bag, pigcore.solvers.race\n"
        "from pigcore.solvers.hog.arrays import HogArrays\n"
        "arrays = HogArrays.of(pigcore.Hog(150, 10, pig_out='pig_out_for_nothing'))",
        work,
    )
    assert seconds < 1
    assert "KeyboardInterrupt" in errors


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="Linux tells a peak")
def test_memory_of_a_goal_of_1000():
    code = (
        "import pigcore; s = pigcore.solve(pigcore.Pig(goal=1000)); "
        "print(s.win(0, 0), open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    win, peak = done.stdout.split()
    assert float(win) == pytest.approx(0.5096374184873417, abs=1e-13)
    assert int(peak) < 100_000  # kB


@pytest.mark.slow
def test_columns_that_stand_still_before_the_turns_do():
    # A consolation of the whole goal: the second pass changes nothing, and the third little.
    roll = pigcore.Roll({2: "5/146", 3: "27/73", 4: "13/146"}, bust="1/2", wipe="1/146")
    solution = pigcore.solve(pigcore.Race(roll, 27, "exact", 27))
    assert solution.converged
    assert pigverify.certify(solution).ok

"""Other packages on the same work: ``python benchmarks/beside.py``.

Each package is installed into an environment of its own, which this script makes, and is asked in a
process of its own by a program in ``others/``, so that time and memory are its own. The programs
take turns; times are the processor's (a machine with other work to do changes them little), medians
of some runs, without what it takes to load or to compile. The largest errors are over all states
that a program answers for: of turn starts against certified values, of best replies against value
iteration in extended precision, of duels and dice against exact numbers.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pigverify

import pigcore

HERE = Path(__file__).parent
sys.path.append(str(HERE / "others"))
from turns import gains  # noqa: E402

ENVIRONMENTS = {
    "plain": ["numpy", "numba"],
    "open_spiel": ["open_spiel", "cvxpy"],
    "quantecon": ["quantecon"],
    "stormpy": ["stormpy"],
    "icepool": ["icepool"],
    "dyce": ["dyce"],
    "scipy": ["scipy"],
    "nashpy": ["nashpy"],
}


@dataclass(frozen=True)
class Program:
    """What one row of a table is."""

    name: str
    environment: str | None
    script: str
    task: str

    def command(self, interpreters: dict[str, Path], size: int, file: Path) -> list[Any]:
        interpreter = interpreters[self.environment] if self.environment else sys.executable
        return [interpreter, HERE / "others" / self.script, self.task, size, file]


WORK: dict[str, tuple[tuple[int, ...], list[Program]]] = {
    "pig": (
        (10, 20, 50, 100, 200),
        [
            Program("pigcore", None, "with_pigcore.py", "pig"),
            Program("C++ -O3, pair by pair", "plain", "with_plain.py", "pig by C++ pair by pair"),
            Program("C++ -O3, sweeps", "plain", "with_plain.py", "pig by C++ sweeps"),
            Program("numba, sweeps", "plain", "with_plain.py", "pig by numba"),
            Program("numpy, sweeps", "plain", "with_plain.py", "pig by numpy"),
            Program("OpenSpiel, value iteration", "open_spiel", "with_openspiel.py", "pig"),
        ],
    ),
    "reply": (
        (20, 50, 100),
        [
            Program("pigcore", None, "with_pigcore.py", "reply"),
            Program("stormpy", "stormpy", "with_stormpy.py", "reply"),
            Program("QuantEcon, policy iteration", "quantecon", "with_quantecon.py", "reply"),
        ],
    ),
    "duel": (
        (39,),
        [
            Program("pigcore", None, "with_pigcore.py", "duel"),
            Program("scipy, HiGHS", "scipy", "with_scipy.py", "duel"),
            Program("nashpy, linear program", "nashpy", "with_nashpy.py", "duel"),
            Program("nashpy, Lemke and Howson", "nashpy", "with_nashpy.py", "duel by Lemke"),
        ],
    ),
    "dice": (
        (10, 100, 1000),
        [
            Program("pigcore", None, "with_pigcore.py", "dice"),
            Program("icepool", "icepool", "with_icepool.py", "dice"),
            Program("dyce", "dyce", "with_dyce.py", "dice"),
        ],
    ),
}


def environment(folder: Path, name: str) -> Path | str:
    """The interpreter of an environment, made if need be; or why there is none, in words."""
    home = folder / name
    interpreter = home / "bin" / "python"
    done = home / "installed"
    if not done.exists():
        venv.create(home, with_pip=True, clear=True)
        command = [interpreter, "-m", "pip", "install", "-q", "--only-binary", ":all:"]
        found = subprocess.run(
            [*command, *ENVIRONMENTS[name]], capture_output=True, text=True, check=False
        )
        if found.returncode:
            return "does not install: " + _last(found.stderr)
        done.touch()
    return interpreter


def run(command: list[Any], limit: int) -> dict[str, Any] | str:
    """What a program answers in so many of the processor's seconds, or why it does not."""
    done = subprocess.run(
        list(map(str, command)),
        env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"not done in {limit} s"
    if done.returncode:
        return "ends in an error: " + _last(done.stderr)
    answered: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answered


def _last(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip() and "WARNING" not in line]
    return lines[-1][:120] if lines else "it says nothing"


# --- errors -----------------------------------------------------------------------------------


@cache
def best(goal: int) -> tuple[np.ndarray, float]:
    """Certified turn starts of Pig, and how far they may be from the truth."""
    solution = pigcore.solve(pigcore.Pig(goal))
    return solution.starts, float(pigverify.certify(solution).error)


@cache
def best_replies(goal: int) -> np.ndarray:
    """The best reply's turn starts against hold-at-20, by value iteration in extended precision."""
    mine = np.zeros((goal + 1, goal), dtype=np.longdouble)  # at [own, opp]; at the goal it has won
    mine[goal] = 1.0
    turns = [gains(goal - score) for score in range(goal)]
    change = np.longdouble(1.0)
    while change > 1e-18:
        theirs = np.zeros_like(mine)  # the chance of the reply when the other one is to move
        for opp, ends in enumerate(turns):
            for gain, chance in ends.items():
                if opp + gain < goal:
                    share = np.longdouble(chance.numerator) / chance.denominator
                    theirs[:, opp] += share * mine[:, opp + gain]
        theirs[goal] = 1.0
        change = np.longdouble(0.0)
        for own in range(goal):
            turn = np.ones((goal + 6, goal), dtype=np.longdouble)
            for total in range(goal - own - 1, -1, -1):
                here = own + total
                turn[here] = (theirs[own] + turn[here + 2 : here + 7].sum(axis=0)) / 6
                if total:
                    turn[here] = np.maximum(turn[here], theirs[here])
            change = max(change, np.abs(turn[own] - mine[own]).max())
            mine[own] = turn[own]
    return mine[:goal]


@cache
def sums(count: int) -> dict[int, int]:
    """In how many ways dice of six sides show each sum."""
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, 7):
                more[total + face] = more.get(total + face, 0) + number
        ways = more
    return ways


def largest_error(task: str, size: int, values: Any) -> float:
    """Over all states that ``values`` answers for; None stands for the others."""
    if task == "dice":
        true = sums(size)
        totals = set(true) | set(map(int, values))
        return max(
            float(abs(Fraction(values.get(str(n), 0)) - true.get(n, 0)) / 6**size) for n in totals
        )
    if task == "duel":
        weights = duel(size).exact.weights
        holds = duel(size).game.holds
        return max(float(abs(Fraction(v) - weights.get(h, 0))) for h, v in zip(holds, values))
    found = np.array(values, dtype=np.longdouble)  # None becomes NaN
    if task == "reply":
        return float(np.nanmax(np.abs(found - best_replies(size))))
    starts, off = best(size)
    return float(np.nanmax(np.abs(found - starts))) + off


@cache
def duel(holds: int) -> Any:
    return pigcore.solve(pigcore.Duel(holds=range(2, holds + 2)))


# --- the run ----------------------------------------------------------------------------------


def measured(task: str, size: int, found: list[dict[str, Any] | str]) -> dict[str, Any]:
    """A row of a table, of the answers of a program or the first reason why there is none."""
    reasons = [one for one in found if isinstance(one, str)]
    if reasons:
        return {"said": reasons[0]}
    answers: list[dict[str, Any]] = [one for one in found if not isinstance(one, str)]
    return {
        "version": answers[0]["version"],
        "seconds": statistics.median(answer["seconds"] for answer in answers),
        "peak MB": max(answer["peak MB"] or 0.0 for answer in answers) or None,
        "largest error": largest_error(task, size, answers[0]["values"]),
    }


def compare(
    tasks: list[str], folder: Path, runs: int, limit: int, quick: bool
) -> list[dict[str, Any]]:
    """A row for each program and size, none larger than one that was not answered."""
    needed = {one.environment for task in tasks for one in WORK[task][1]}
    found = {name: environment(folder, name) for name in ENVIRONMENTS if name in needed}
    interpreters = {name: one for name, one in found.items() if isinstance(one, Path)}
    missing = {name: one for name, one in found.items() if isinstance(one, str)}
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as here:
        matrix = Path(here) / "matrix.json"
        matrix.write_text(json.dumps(duel(39).matrix.tolist()))
        for task in tasks:
            sizes, programs = WORK[task]
            given_up: dict[str, str] = {
                one.name: missing[one.environment] for one in programs if one.environment in missing
            }
            for size in sizes[:1] if quick else sizes:
                answers: dict[str, list[dict[str, Any] | str]] = {one.name: [] for one in programs}
                for _ in range(runs):
                    for program in programs:
                        if program.name not in given_up:
                            command = program.command(interpreters, size, matrix)
                            answers[program.name].append(answer := run(command, limit))
                            if isinstance(answer, str):
                                given_up[program.name] = answer
                for program in programs:
                    got = answers[program.name]
                    row = {"task": task, "size": size, "program": program.name}
                    if got:
                        row |= measured(task, size, got)
                    elif size == sizes[0]:
                        row["said"] = given_up[program.name]
                    else:
                        continue
                    rows.append(row)
                    print(row, flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", metavar="FILE", type=Path, help="update the figures in this file")
    parser.add_argument("--only", nargs="+", choices=list(WORK), help="this work alone")
    parser.add_argument("--quick", action="store_true", help="small sizes, one run: a smoke test")
    parser.add_argument("--runs", type=int, default=3, help="of each program; 3 by default")
    parser.add_argument("--limit", type=int, default=60, help="seconds for a run; 60 by default")
    default = Path(tempfile.gettempdir()) / "pigcore-beside"
    parser.add_argument(
        "--environments", type=Path, default=default, help="where to install the packages, once"
    )
    options = parser.parse_args()
    runs = 1 if options.quick else options.runs
    tasks = options.only or list(WORK)
    rows = compare(tasks, options.environments, runs, options.limit, options.quick)
    if options.json and options.json.exists():
        kept = json.loads(options.json.read_text())["rows"]
        rows += [row for row in kept if row["task"] not in tasks]
    said = {
        "date": date.today().isoformat(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "runs": runs,
        "limit": options.limit,
        "rows": rows,
    }
    if options.json:
        options.json.write_text(json.dumps(said, indent=1) + "\n")


if __name__ == "__main__":
    main()

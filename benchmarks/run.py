"""Every number about speed and error in docs/research/benchmarks.md: ``python benchmarks/run.py``.

All times of one table come from one run, the competitors taking turns, and are medians: the
machine's mood cancels in the ratios. Errors are against values that pigverify certifies, and
over all states, not at the start of the game alone (a state's error is at most the largest
error of a turn start, so those are what is compared).
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import alternatives
import numpy as np
import pigverify
import simulation

import pigcore
from pigcore.solvers.race import RaceSolution

SAME = 1e-12
BIN = Path(sys.executable).parent


def ours(goal: int, tolerance: float, method: str) -> alternatives.Result:
    begin = time.perf_counter()
    solution = pigcore.solve(pigcore.Pig(goal), method=method, tolerance=tolerance, start=0.0)
    return time.perf_counter() - begin, len(solution.history), solution.starts


COMPETITORS: dict[str, Callable[[int], alternatives.Result | None]] = {
    "newton": lambda goal: ours(goal, SAME, "newton"),
    "pairs": lambda goal: ours(goal, SAME, "pairs"),
    "sweep": lambda goal: ours(goal, SAME, "sweep"),
    "rounds": lambda goal: ours(goal, SAME, "rounds"),
    "C++ -O3 sweep": lambda goal: alternatives.cpp(goal, SAME),
    "numba sweep": lambda goal: alternatives.numba(goal, SAME),
    "numpy sweep": lambda goal: alternatives.numpy(goal, SAME),
}


def contest(goal: int, runs: int, names: list[str]) -> dict[str, dict[str, Any]]:
    """Median seconds, iterations and turn starts of each competitor, taking turns."""
    seconds: dict[str, list[float]] = {name: [] for name in names}
    last: dict[str, alternatives.Result] = {}
    for _ in range(runs):
        for name in names:
            result = COMPETITORS[name](goal)
            if result is not None:
                seconds[name].append(result[0])
                last[name] = result
    return {
        name: {
            "seconds": statistics.median(seconds[name]),
            "iterations": last[name][1],
            "starts": last[name][2],
        }
        for name in last
    }


def error(game: pigcore.Race, starts: np.ndarray) -> float:
    """The certified bound of the largest error of a table of turn starts."""
    table = RaceSolution(game, np.ascontiguousarray(starts), method="", tolerance=1, history=[])
    return float(pigverify.certify(table).error)


def methods(goal: int, runs: int) -> list[dict[str, Any]]:
    """Pig by every method to the same residual, with each one's largest error."""
    found = contest(goal, runs, list(COMPETITORS))
    best = found["newton"]["seconds"]
    return [
        {
            "method": name,
            "iterations": row["iterations"],
            "milliseconds": row["seconds"] * 1e3,
            "times newton": row["seconds"] / best,
            "largest error": error(pigcore.Pig(goal), row["starts"]),
        }
        for name, row in found.items()
    ]


def growth(goals: list[int], runs: int) -> list[dict[str, Any]]:
    """Milliseconds by goal; the sweeps of the larger goals run once."""
    rows = []
    for goal in goals:
        names = ["newton", "pairs", "sweep", "C++ -O3 sweep"]
        found = contest(goal, runs if goal <= 100 else 1, names)
        rows.append({"goal": goal} | {name: found[name]["seconds"] * 1e3 for name in names})
    return rows


def literature() -> list[dict[str, Any]]:
    """Hold or Continue by the literature's cut-offs: wrong decisions and largest error.

    Exact ties (2,701, as pigverify proves) count as right either way. A swap may be counted as
    new values of both unknowns of a pair or as a new value of one, so both are shown.
    """
    game = pigcore.HoldOrContinue()
    best = pigcore.solve(game)
    tied = np.abs(margins(best)) < 1e-12
    rows = []
    cases = (
        ("35 sweeps", "sweep", 35),
        ("41 swaps of one value (20 of both)", "pairs", 20),
        ("41 swaps of both values", "pairs", 41),
    )
    for name, method, limit in cases:
        for start in (0.0, 0.5, 1.0):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                cut = pigcore.solve(game, method=method, max_iterations=limit, start=start)
            wrong = (cut.decisions() != best.decisions()) & ~tied
            rows.append(
                {
                    "method": name,
                    "first guess": start,
                    "wrong decisions": int(wrong.sum()),
                    "error at (0,0)": abs(cut.win(0, 0) - best.win(0, 0)),
                    "largest error": error(game, cut.starts),
                }
            )
    return rows


def margins(solution: RaceSolution) -> np.ndarray:
    """P(win | roll) - P(win | hold) of every state; NaN where there is no choice."""
    goal = solution.game.goal
    found = np.full((goal, goal, goal), np.nan)
    for own, hold, roll in solution.all_payoffs():
        found[own, :, 1 : goal - own] = (roll - hold)[1:, 0].T
    return found


def others(runs: int, quick: bool) -> list[dict[str, Any]]:
    """The other families: milliseconds to solve, and seconds to prove."""
    games = {f"Hog {term}": getattr(pigcore.Hog, term)() for term in ("fa13", "fa13_hijinks")}
    games["duel of 39 holds"] = pigcore.Duel()
    sizes = (10, 20) if quick else (50, 100, 200)
    games |= {f"bag of {n} dice": a_bag(n) for n in sizes}
    rows = []
    for name, game in games.items():
        pigcore.solve(game)  # compiled and tabulated, as for the second game of a session
        seconds = []
        for _ in range(runs):
            begin = time.perf_counter()
            pigcore.solve(game)
            seconds.append(time.perf_counter() - begin)
        proof, published = None, None
        if not name.startswith("bag") or len(game) <= 50:
            begin = time.perf_counter()
            pigverify.certify(game)
            proof = time.perf_counter() - begin
        if name.startswith("bag") and len(game) <= 50:
            begin = time.perf_counter()
            score = alternatives.bag(np.array(game.dice, dtype=np.float64))
            published = (time.perf_counter() - begin) * 1e3
            assert abs(score - pigcore.solve(game).score) < 1e-9
        rows.append(
            {
                "game": name,
                "solved, ms": statistics.median(seconds) * 1e3,
                "proved, s": proof,
                "published method in numpy, ms": published,
            }
        )
    return rows


def matches(runs: int) -> list[dict[str, Any]]:
    """What a match costs beside a solve, from policies as a user has them.

    The solution plays hold-at-20 (Hog: five dice), that plays keep-pace (four dice), and the
    solution itself. How a Hog solution decides is read off it once, in the run that is not counted.
    """
    rows = []
    hog = pigcore.always_roll(5), pigcore.always_roll(4)
    race = pigcore.hold_at(20), pigcore.keep_pace()
    for game in (pigcore.Pig(50), pigcore.Pig(), pigcore.Pig(200), pigcore.Hog.fa13()):
        policy, other = hog if game.family == "hog" else race
        solution = pigcore.solve(game)
        asks: dict[str, Callable[[], object]] = {
            "solve, ms": lambda: pigcore.solve(game),  # noqa: B023
            "solution and rule, ms": lambda: pigcore.match(game, solution, policy),  # noqa: B023
            "two rules, ms": lambda: pigcore.match(game, policy, other),  # noqa: B023
            "two solutions, ms": lambda: pigcore.match(game, solution, solution),  # noqa: B023
            "with turns, ms": lambda: pigcore.match(game, solution, policy).turns,  # noqa: B023
            "best reply, ms": lambda: pigcore.best_response(game, policy),  # noqa: B023
        }
        seconds: dict[str, list[float]] = {name: [] for name in asks}
        for _ in range(runs + 1):
            for name, ask in asks.items():
                begin = time.perf_counter()
                ask()
                seconds[name].append(time.perf_counter() - begin)
        medians = {name: statistics.median(several[1:]) for name, several in seconds.items()}
        rows.append(
            {"game": f"{game.name} to {game.goal}"}
            | {name: median * 1e3 for name, median in medians.items()}
            | {"match / solve": medians["solution and rule, ms"] / medians["solve, ms"]}
        )
    return rows


def a_bag(n: int) -> pigcore.Bag:
    """n dice, no two alike, in the contest's 300ths."""
    rock = [i * 97 % 150 for i in range(n)]
    paper = [i * 61 % 150 for i in range(n)]
    return pigcore.Bag(rock, paper, [300 - r - p for r, p in zip(rock, paper)])


def processes(runs: int) -> list[dict[str, Any]]:
    """Whole cold processes: median wall seconds and the peak of memory."""
    # ru_maxrss would count what the parent held when it forked; VmHWM is this program's own.
    python = (
        "import pathlib, re, pigcore; pigcore.solve(pigcore.Pig(goal=1000)); "
        "file = pathlib.Path('/proc/self/status'); "
        "peak = re.search(r'VmHWM:\\s+(\\d+)', file.read_text() if file.exists() else ''); "
        "print(int(peak[1]) // 1000 if peak else 'not known here')"
    )
    commands = {
        "pigcore advise pig 41 49 27": [BIN / "pigcore", "advise", "pig", "41", "49", "27"],
        "pigverify pig --all": [BIN / "pigverify", "pig", "--all"],
        "solve(Pig(goal=1000))": [sys.executable, "-P", "-c", python],
    }
    rows = []
    for name, command in commands.items():
        seconds = []
        for _ in range(runs):
            begin = time.perf_counter()
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            seconds.append(time.perf_counter() - begin)
        peak = done.stdout.strip() if name.startswith("solve") else None
        rows.append({"process": name, "seconds": statistics.median(seconds), "peak MB": peak})
    return rows


def table(title: str, rows: list[dict[str, Any]]) -> str:
    """``rows`` as a Markdown table."""

    def spell(value: Any) -> str:
        if isinstance(value, float):
            if 0 < abs(value) < 1e-2:
                return f"{value:.1e}"
            return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
        return "–" if value is None else f"{value}"

    lines = [list(rows[0]), ["---"] * len(rows[0])]
    lines += [[spell(value) for value in row.values()] for row in rows]
    return f"\n{title}\n\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="write the figures here as well")
    parser.add_argument("--quick", action="store_true", help="small goals, one run: a smoke test")
    options = parser.parse_args()
    runs = 1 if options.quick else 5
    goal = 25 if options.quick else 100
    goals = [10, 25] if options.quick else [25, 50, 100, 200, 400]
    tables = {
        f"Pig to {goal}, residual {SAME:.0e}": methods(goal, runs),
        "Milliseconds by goal": growth(goals, runs),
        "Hold or Continue, cut off": literature(),
        "Other families": others(runs, options.quick),
        "Random dice": simulation.speeds(50_000 if options.quick else 1_000_000, runs),
        "Matches": matches(runs),
        "Whole processes": processes(runs),
    }
    for title, rows in tables.items():
        print(table(title, rows))
    if options.json:
        Path(options.json).write_text(json.dumps(tables, indent=1) + "\n")


if __name__ == "__main__":
    main()

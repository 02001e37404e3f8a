"""This version beside another one: ``python benchmarks/versions.py PYTHON``, its interpreter.

Each version runs in a process of its own, which is asked for one task at a time, so that both see
the same load and the same caches. Times are processor time. The ratio is the median of those of
all pairs: below 1 this version is faster.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from typing import Any

WORKER = """
import json, sys, time, warnings
import pigcore
warnings.simplefilter("ignore")

def seats(game, players):
    # Until 0.1.0rc1 a race of three or more was a class of its own.
    return game.seated(players) if hasattr(game, "seated") else pigcore.Party(game, players)

space = {"pigcore": pigcore, "seats": seats}
print(json.dumps(pigcore.__version__), flush=True)
for line in sys.stdin:
    setup, statement, least = json.loads(line)
    exec(setup, space)
    code, count = compile(statement, "task", "eval"), 0
    begin = now = time.process_time()
    while now - begin < least or not count:
        eval(code, space)
        count += 1
        now = time.process_time()
    print(json.dumps((now - begin) / count), flush=True)
"""

SOLVED = "pig = globals().get('pig') or pigcore.solve(pigcore.Pig())"

KEPT = """
import tempfile
if "saved" not in globals():
    folder = tempfile.TemporaryDirectory()
    saved = folder.name + "/farkle.npz"
    pigcore.solve(pigcore.Farkle.kcd(10_000)).save(saved)
"""

TASKS = {
    "solve Pig to 100": ("game = pigcore.Pig()", "pigcore.solve(game)"),
    "solve Pig to 200": ("game = pigcore.Pig(goal=200)", "pigcore.solve(game)"),
    "solve Pig to 400": ("game = pigcore.Pig(goal=400)", "pigcore.solve(game)"),
    "solve two-dice Pig": ("game = pigcore.TwoDicePig()", "pigcore.solve(game)"),
    "solve Pass the Pigs": ("game = pigcore.PassThePigs()", "pigcore.solve(game)"),
    "decisions() of Pig to 100": (SOLVED, "pig.decisions()"),
    "values() of Pig to 100": (SOLVED, "pig.values()"),
    "best(41, 49, 27) of Pig": (SOLVED, "pig.best(41, 49, 27)"),
    "solve Farkle kcd to 10,000": ("game = pigcore.Farkle.kcd(10_000)", "pigcore.solve(game)"),
    "solve Farkle standard to 10,000": (
        "game = pigcore.Farkle.standard(10_000)",
        "pigcore.solve(game)",
    ),
    "solve Farkle minimal to 10,000": (
        "game = pigcore.Farkle.minimal(10_000)",
        "pigcore.solve(game)",
    ),
    "load Farkle kcd to 10,000": (KEPT, "pigcore.load(saved)"),
    "solve Pig to 100, three players": ("game = seats(pigcore.Pig(), 3)", "pigcore.solve(game)"),
}
"""By name: what is done before, and what is timed; both versions must understand it."""

AT_LEAST = 0.02
"""Seconds that a sample takes: a task that is over sooner is done again."""


class Version:
    """A process that runs tasks in one version."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, "-P", "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.name = self._answer()

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a version has stopped: what it printed stands above")
        return json.loads(line)

    def seconds(self, task: str) -> float:
        assert self.process.stdin is not None
        print(json.dumps([*TASKS[task], AT_LEAST]), file=self.process.stdin, flush=True)
        return float(self._answer())


def spelled(milliseconds: float) -> str:
    """Three digits."""
    return f"{milliseconds:,.0f} ms" if milliseconds >= 100 else f"{milliseconds:.3g} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", help="the interpreter of the other version's environment")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--only", default="", help="tasks whose names contain this")
    options = parser.parse_args()
    before, now = Version(options.python), Version(sys.executable)
    print(f"| {options.pairs} pairs | {before.name} | this version | ratio |\n|---|--:|--:|--:|")
    for task in TASKS:
        if options.only not in task:
            continue
        for version in (before, now):
            version.seconds(task)  # what is made once is made
        pairs = [(before.seconds(task), now.seconds(task)) for _ in range(options.pairs)]
        cells = (spelled(1e3 * statistics.median(times)) for times in zip(*pairs))
        ratio = statistics.median(after / earlier for earlier, after in pairs)
        print(f"| {task} | {' | '.join(cells)} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()

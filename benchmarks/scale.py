"""How costs grow: ``python benchmarks/scale.py --json benchmarks/results/scale.json``.

Each size is measured in a process of its own: the processor's seconds, and the most memory. An
exponent is fitted to the three largest sizes of a study by least squares of the logarithms; what
ten times the largest size would take follows from it. Players multiply costs, so
that no exponent is fitted there.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pigverify

import pigcore

sys.path.append(str(Path(__file__).parent / "others"))
from answers import peak

RECENT = 3
"""Sizes that a law is fitted to, the largest: the smaller ones show what it costs to begin."""


@dataclass(frozen=True)
class Study:
    """What is made larger, how large, and the work."""

    title: str
    axis: str
    sizes: tuple[int, ...]
    work: Callable[[int], object]
    power: bool = True
    """Whether costs grow as a power of the size; otherwise each step multiplies them."""


def bag(count: int) -> pigcore.Bag:
    """Dice of a bag, no two of the first hundred alike."""
    rock = [i * 97 % 150 for i in range(count)]
    paper = [i * 61 % 150 for i in range(count)]
    return pigcore.Bag(rock, paper, [300 - r - p for r, p in zip(rock, paper)])


STUDIES = {
    "goal": Study(
        "Pig, solved, by its goal",
        "goal",
        (100, 200, 400, 800, 1600),
        lambda goal: pigcore.solve(pigcore.Pig(goal)),
    ),
    "wipes": Study(
        "two-dice Pig, which has wipes, solved, by its goal",
        "goal",
        (50, 100, 200, 400),
        lambda goal: pigcore.solve(pigcore.TwoDicePig(goal)),
    ),
    "roll": Study(
        "a race to 400, solved, by the sides of its die",
        "sides",
        (6, 12, 25, 50, 100, 200),
        lambda sides: pigcore.solve(pigcore.Race(pigcore.Roll.die(sides), 400)),
    ),
    "hog": Study(
        "Hog with the rules of fa13, solved, by its goal",
        "goal",
        (100, 200, 400, 800),
        lambda goal: pigcore.solve(pigcore.Hog.fa13(goal)),
    ),
    "bag": Study(
        "a bag, solved, by its dice",
        "dice",
        (50, 100, 200, 400),
        lambda count: pigcore.solve(bag(count)),
    ),
    "proof": Study(
        "Pig, every decision proved, by its goal",
        "goal",
        (50, 100, 200, 400),
        lambda goal: pigverify.certify(pigcore.Pig(goal)),
    ),
    "players": Study(
        "a party of Pig to 20, solved, by its players",
        "players",
        (2, 3, 4, 5),
        lambda players: pigcore.solve(pigcore.Pig(20, players=players)),
        power=False,
    ),
}


def one(name: str, size: int) -> dict[str, Any]:
    """Here: the work of a study at a size."""
    study = STUDIES[name]
    study.work(max(study.sizes[0] // 2, 2))  # what is loaded when it is first used
    before = peak() or 0.0
    begin = time.process_time()
    study.work(size)
    seconds = time.process_time() - begin
    after = peak() or 0.0
    return {"size": size, "seconds": seconds, "peak MB": after, "more MB": after - before}


def elsewhere(name: str, size: int, runs: int) -> dict[str, Any]:
    """The same in a process of its own, the quickest of some."""
    command = [sys.executable, __file__, "--one", name, str(size)]
    found = []
    for _ in range(runs):
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        found.append(json.loads(done.stdout))
    quickest: dict[str, Any] = min(found, key=lambda each: each["seconds"])
    return quickest


def exponent(rows: list[dict[str, Any]], column: str) -> float:
    """The slope of log(column) over log(size); 0 where it does not grow by a megabyte."""
    points = [(math.log(row["size"]), math.log(row[column])) for row in rows if row[column] > 1e-9]
    if len(points) < 2:
        return 0.0
    x0, y0 = (sum(values) / len(points) for values in zip(*points))
    return sum((x - x0) * (y - y0) for x, y in points) / sum((x - x0) ** 2 for x, _ in points)


def grown(name: str, runs: int, quick: bool) -> dict[str, Any]:
    """A study's rows, laws, and the next factor of ten."""
    study = STUDIES[name]
    rows = [elsewhere(name, size, runs) for size in study.sizes[: 2 if quick else None]]
    last = rows[-1]
    reported = {"title": study.title, "axis": study.axis, "rows": rows}
    if not study.power:
        return reported
    slope = exponent(rows[-RECENT:], "seconds")
    memory = exponent([row for row in rows[-RECENT:] if row["more MB"] >= 1], "more MB")
    return reported | {
        "exponent": slope,
        "memory exponent": memory,
        "next": {
            "size": 10 * last["size"],
            "seconds": last["seconds"] * 10**slope,
            "peak MB": last["peak MB"] - last["more MB"] + last["more MB"] * 10**memory,
        },
    }


def picture(studies: dict[str, Any], path: Path) -> None:
    """Seconds over sizes, both logarithmic, with the fitted laws."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for study in (value for value in studies.values() if "exponent" in value):
        sizes = [row["size"] for row in study["rows"]]
        seconds = [row["seconds"] for row in study["rows"]]
        (line,) = axes.plot(sizes, seconds, "o", label=study["title"])
        law = [seconds[-1] * (size / sizes[-1]) ** study["exponent"] for size in sizes]
        axes.plot(sizes, law, "-", color=line.get_color(), linewidth=1)
    axes.set(xscale="log", yscale="log", xlabel="size", ylabel="processor's seconds")
    axes.grid(visible=True, alpha=0.3)
    axes.legend(fontsize=7)
    figure.savefig(path, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", metavar="FILE", type=Path, help="update the figures in this file")
    parser.add_argument("--picture", metavar="FILE", type=Path, help="draw them here")
    parser.add_argument("--only", nargs="+", choices=STUDIES, help="these alone")
    parser.add_argument("--quick", action="store_true", help="small sizes, one run: a smoke test")
    parser.add_argument("--runs", type=int, default=3, help="of each size; 3 by default")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(one(options.one[0], int(options.one[1]))))
        return
    runs = 1 if options.quick else options.runs
    wanted = options.only or STUDIES
    kept = options.json and options.json.exists()
    said = json.loads(options.json.read_text()) if kept else {"studies": {}}
    for name in wanted:
        said["studies"][name] = found = grown(name, runs, options.quick)
        print(name, json.dumps(found), flush=True)
        said |= {"machine": platform.machine(), "processors": os.cpu_count()}
        if options.json:
            options.json.write_text(json.dumps(said, indent=1) + "\n")
    if options.picture:
        picture(said["studies"], options.picture)


if __name__ == "__main__":
    main()

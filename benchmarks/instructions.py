"""Instructions that kernels execute on fixed small games: ``python benchmarks/instructions.py``.

Times say more about the machine's mood than about a kernel; a count of instructions is the same
every time. Callgrind counts them inside the kernels' entry functions alone, with the instruction
sets x86-64-v2 and -v3 (valgrind has no AVX-512), and ``instructions.json`` holds the counts of each
compiler that was used. A count that grew by more than ``GROWTH`` over its record fails. So does a
piece of work without a record, or a record without work. Of one that fell by more a sentence says
that the record can be lowered, so that it may not quietly grow again. Of a compiler that is not in
the record nothing can be said: then the counts are printed, and that is all.

``--record`` writes the counts down instead: for a new compiler, or once a growth is understood and
wanted.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pigcore

GROWTH = 0.05
RECORD = Path(__file__).with_suffix(".json")
LEVELS = ("v2", "v3")

Counts = dict[str, dict[str, int]]
"""Instructions by instruction set and entry function."""


def race() -> None:
    for game in (pigcore.Pig(60), pigcore.TwoDicePig(30), pigcore.HoldOrContinue(30)):
        solution = pigcore.solve(game)
        solution.decisions()
    pigcore.solve(pigcore.Farkle.standard(500))


def match() -> None:
    game = pigcore.Pig(40)
    _ = pigcore.match(game, pigcore.hold_at(20), pigcore.hold_at(25)).turns
    pigcore.simulate(game, pigcore.hold_at(20), pigcore.hold_at(25), games=200, seed=1)


def bag() -> None:
    rocks, papers = [10 * n for n in range(1, 13)], [100 - 3 * n for n in range(12)]
    rest = [300 - rock - paper for rock, paper in zip(rocks, papers, strict=True)]
    pigcore.solve(pigcore.Bag(rocks, papers, rest))


WORK: dict[Callable[[], object], tuple[str, ...]] = {
    race: ("cells.run",),
    match: ("cells.ends", "cells.visit", "simulate.play"),
    lambda: pigcore.solve(pigcore.Pig(15), method="sweep", tolerance=1e-6): (
        "value_iteration.sweep",
    ),
    lambda: pigcore.solve(pigcore.Hog.fa13(30)): ("hog.induct",),
    bag: ("bag.add_die",),
}
"""Work, and the entry functions, each as module.method, that it is to be counted in."""

ENTRIES = tuple(entry for entries in WORK.values() for entry in entries)


def work() -> None:
    for each in WORK:
        each()


def file_of(module: str) -> Path:
    """The file of a compiled module of the kernels."""
    name = import_module(f"pigcore.kernels.{module}").__file__
    assert name is not None
    return Path(name)


def symbols() -> dict[str, str]:
    """The entry function of each compiled symbol, such as ``…_5cells_5Sweep_5run``."""
    found = {}
    for entry in ENTRIES:
        module, method = entry.split(".")
        name = rf"\w*__pyx_pw_7pigcore_7kernels_\d+{module}_(?:\d\w*_)?\d+{method}\b"
        for symbol in re.findall(name.encode(), file_of(module).read_bytes()):
            found[symbol.decode()] = entry
    if missing := sorted(set(ENTRIES) - set(found.values())):
        sys.exit(
            f"the kernels have no names to count {', '.join(missing)} by: "
            "build them without stripping what setup.py keeps"
        )
    return found


def count(level: str) -> dict[str, int]:
    """The instructions of all work with one instruction set, by entry function."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "callgrind.out")
        entries = symbols()
        toggles = [f"--toggle-collect={symbol}" for symbol in entries]
        subprocess.run(
            [
                "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--quiet",
                "--instr-atstart=no", *toggles, sys.executable, __file__, "--work",
            ],
            check=True,
            env=os.environ | {"PIGCORE_SIMD": level, "PYTHONHASHSEED": "0"},
        )  # fmt: skip
        listing = subprocess.run(
            ["callgrind_annotate", "--inclusive=yes", "--threshold=100", str(out)],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
    counts = dict.fromkeys(ENTRIES, 0)
    for line in listing.splitlines():
        called = re.match(r" *([\d,]+) .*:(\w+)", line)
        if called and called[2] in entries:
            counts[entries[called[2]]] += int(called[1].replace(",", ""))
    return counts


def compiler() -> str:
    """Who compiled the kernels, as the compiler wrote it into them."""
    said = re.search(rb"(GCC: \([^)]*\) [\d.]+|clang version [\d.]+)", file_of("cpu").read_bytes())
    return said[1].decode() if said else "an unknown compiler"


def grown(counts: Counts, record: Counts) -> list[str]:
    """What is wrong with counts, in sentences; nothing if they hold."""
    wrong = []
    for level, found in counts.items():
        before = record.get(level, {})
        for entry in sorted({*found, *before}):
            new, old = found.get(entry), before.get(entry)
            if not new or not old:
                wrong.append(f"{level} {entry} is {new} and {old} in the record: record it again")
            elif new > (1 + GROWTH) * old:
                wrong.append(
                    f"{level} {entry} executes {new:,} instructions, {new / old - 1:.1%} more than "
                    f"the {old:,} recorded: find out why, or record it on purpose"
                )
    return wrong


def fallen(counts: Counts, record: Counts) -> list[str]:
    """Which records can be lowered, in sentences."""
    return [
        f"{level} {entry} executes {new:,} instructions, {1 - new / old:.1%} less than the "
        f"{old:,} recorded: --record lowers the record, so that this stays gained"
        for level, found in counts.items()
        for entry, new in sorted(found.items())
        if (old := record.get(level, {}).get(entry)) and 0 < new < (1 - GROWTH) * old
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--record", action="store_true", help="write the counts down")
    parser.add_argument("--level", choices=LEVELS, help="count for one of them alone")
    parser.add_argument("--work", action="store_true", help="do the work, for callgrind to count")
    asked = parser.parse_args()
    if asked.work:
        work()  # what it imports would take a minute if it were counted
        count_on = ["callgrind_control", "--instr=on", str(os.getpid())]
        subprocess.run(count_on, check=True, stdout=subprocess.DEVNULL)
        work()
        return 0
    record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    levels = LEVELS if asked.level is None or asked.record else (asked.level,)
    counts = {level: count(level) for level in levels}
    name = compiler()
    print(f"instructions inside the kernels' entry functions, compiled by {name}")
    print(f"{'':24}" + "".join(f"{level:>14}{'recorded':>14}" for level in levels))
    for entry in ENTRIES:
        row: list[int] = []
        for level in levels:
            row += counts[level][entry], record.get(name, {}).get(level, {}).get(entry, 0)
        print(f"{entry:24}" + "".join(f"{n:14,}" for n in row))
    if asked.record:
        record[name] = counts
        RECORD.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return 0
    if name not in record:
        print(f"{name} is not in {RECORD.name}, so nothing is compared: --record adds it")
        return 0
    wrong = grown(counts, record[name])
    for sentence in (*wrong, *fallen(counts, record[name])):
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

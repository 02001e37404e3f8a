"""The tables of docs that are made of figures: ``python benchmarks/tables.py`` writes them anew.

What stands between ``<!-- NAME -->`` and ``<!-- end -->`` on a page is the table of that name,
made of the JSON in ``results/``. With ``--check`` nothing is written, and the status says whether
all pages are as they would be written.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGES = [HERE.parent / "docs" / "research" / name for name in ("benchmarks.md", "scale.md")]
BLOCK = re.compile(r"(<!-- ([a-z]+\.[a-z]*) -->\n).*?(<!-- end -->)", re.DOTALL)

SIZES = {"pig": "goal", "reply": "goal", "duel": "holds", "dice": "dice"}


def figures(name: str) -> Any:
    return json.loads((HERE / "results" / f"{name}.json").read_text())


def markdown(heading: list[str], rows: list[list[str]]) -> str:
    """A table whose first column is text and whose others are numbers."""
    lines = [heading, ["---", *["--:"] * (len(heading) - 1)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def time(seconds: float) -> str:
    """Three digits at most: ``0.012 ms``, ``12.3 ms``, ``4.56 s``."""
    if seconds < 1:
        return f"{_digits(seconds * 1e3)} ms"
    return f"{_digits(seconds)} s"


def _digits(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


# --- beside others ------------------------------------------------------------------------------


def beside(task: str) -> str:
    """Times of each program by size, and the rest at the largest size that it answered."""
    rows = [row for row in figures("beside")["rows"] if row["task"] == task]
    sizes = sorted({row["size"] for row in rows})
    unit = SIZES[task]
    heading = ["", *(f"{unit} {size}" for size in sizes), "peak memory", "largest error"]
    lines = []
    for name in dict.fromkeys(row["program"] for row in rows):
        mine = {row["size"]: row for row in rows if row["program"] == name}
        cells = [_cell(mine.get(size)) for size in sizes]
        solved = [row for _, row in sorted(mine.items()) if "seconds" in row]
        if solved:
            last = solved[-1]
            spelled = f"{name} ({last['version']})"
            memory = f"{last['peak MB']:.0f} MB" if last["peak MB"] else "not known"
            worst = max(row["largest error"] for row in solved)
            lines.append([spelled, *cells, memory, f"{worst:.1e}" if worst else "0"])
        else:
            lines.append([name, *cells, "", ""])
    return markdown(heading, lines)


def _cell(row: dict[str, Any] | None) -> str:
    if row is None:
        return ""
    return row["said"] if "said" in row else time(row["seconds"])


# --- growth -------------------------------------------------------------------------------------


def growth(name: str) -> str:
    """The measured costs along one axis, and what the fitted law says of the next factor of ten."""
    study = figures("scale")["studies"][name]
    sizes = [f"{row['size']:,}" for row in study["rows"]]
    times = [time(row["seconds"]) for row in study["rows"]]
    memory = [f"{row['peak MB']:,.0f} MB" for row in study["rows"]]
    rows = [["time", *times], ["memory", *memory]]
    if "exponent" not in study:  # each step multiplies
        seconds = [row["seconds"] for row in study["rows"]]
        factors = [f"{after / before:.0f}" for before, after in pairwise(seconds)]
        rows.append(["times the one before", "", *factors])
    return markdown([study["axis"], *sizes], rows)


def laws(_: str) -> str:
    """The fitted exponents, and the next factor of ten."""
    found = figures("scale")["studies"].values()
    studies = [study for study in found if "exponent" in study]
    lines = [
        [
            study["title"],
            f"{study['exponent']:.2f}",
            f"{study['memory exponent']:.2f}" if study["memory exponent"] else "",
            f"{study['rows'][-1]['size']:,}",
            time(study["rows"][-1]["seconds"]),
            f"{study['next']['size']:,}",
            _long(study["next"]["seconds"]),
            _large(study["next"]["peak MB"]),
        ]
        for study in studies
    ]
    heading = ["", "time grows as size to the", "memory", "largest measured", "took"]
    return markdown([*heading, "ten times that", "would take", "and"], lines)


def _long(seconds: float) -> str:
    for unit, length in (("years", 31_557_600), ("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return time(seconds)


def _large(megabytes: float) -> str:
    return f"{megabytes / 1000:,.1f} GB" if megabytes >= 1000 else f"{megabytes:.0f} MB"


TABLES: dict[str, Callable[[str], str]] = {
    "beside": beside,
    "growth": growth,
    "laws": laws,
}


def written(text: str) -> str:
    """A page with all its tables made anew."""

    def block(found: re.Match[str]) -> str:
        kind, _, name = found[2].partition(".")
        return f"{found[1]}{TABLES[kind](name)}{found[3]}"

    return BLOCK.sub(block, text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, and compare")
    options = parser.parse_args()
    stale = [page for page in PAGES if written(page.read_text()) != page.read_text()]
    for page in stale:
        if options.check:
            print(f"{page.name} differs from its figures: python benchmarks/tables.py")
        else:
            page.write_text(written(page.read_text()))
    return bool(stale and options.check)


if __name__ == "__main__":
    raise SystemExit(main())

"""The tables beside other programs: ``python benchmarks/tables.py`` writes them anew.

What stands between ``<!-- beside.NAME -->`` and ``<!-- end -->`` on the page is the table of that
name, made of the JSON in ``results/``. With ``--check`` nothing is written, and the status says
whether the page is as it would be written.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "research" / "benchmarks.md"
BLOCK = re.compile(r"(<!-- beside\.([a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)

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


def written(text: str) -> str:
    """A page with all its tables made anew."""

    def block(found: re.Match[str]) -> str:
        return f"{found[1]}{beside(found[2])}{found[3]}"

    return BLOCK.sub(block, text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, and compare")
    options = parser.parse_args()
    text = PAGE.read_text()
    if options.check and written(text) != text:
        print(f"{PAGE.name} differs from its figures: python benchmarks/tables.py")
        return 1
    if not options.check:
        PAGE.write_text(written(text))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

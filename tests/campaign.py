"""The campaign: generated games, from mild to absurd, and damaged files against all of pigcore.

    python tests/campaign.py [--seed N] [--minutes M] [--slice quick|whole] [FAMILY ...]
    python tests/campaign.py [--seed N] --damage NUMBER
    python tests/campaign.py --seed N --case race:17

Each case is one game: solved, proved, compared with slow fractions where it is tiny, saved,
damaged and read again. Cases run one after another in a process of their own, so a hang or a crash
of the interpreter is found as well. What is violated is printed with a reproducer, and the status
is 1. Everything follows from the seed and the number of a case.

With --damage so many certificates of all families that have some are damaged instead, of small
games and of Pig to 100: ``support/assault.py``.
"""

import argparse
import faulthandler
import multiprocessing
import os
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

os.environ["PYTHONSAFEPATH"] = "1"

SLICES = {"quick": (60, 5.0), "whole": (10**9, 60.0)}
"""Cases and minutes at most: the quick one is a step of ``.ci/run``, the whole a nightly job."""
WORK = 60.0
"""Seconds of processor time after which a case hangs; proofs are bounded by half a minute."""
PATIENCE = 300.0
"""Seconds of any kind after which it does, as where it waits for something."""
MOST_VIOLATIONS = 20
FAMILIES = ("race", "hog", "duel", "bag", "farkle")


def run_case(seed, family, number, folder, count, tell):
    """One game and its files; raises whatever is violated."""
    from support.damage import damaged
    from support.generated import MAKERS
    from support.judgement import judge_certificate, judge_file, judge_game, judge_play, quietly

    import pigcore
    from pigcore.games.rules import game_from_text, text_of

    random = Random(f"{seed} {family} {number}")
    tiny = random.random() < 0.8
    try:
        game = MAKERS[family](random, tiny)
    except pigcore.RuleError:
        count["rules refused"] += 1
        return
    text = text_of(game)
    tell(text)
    assert game_from_text(text) == game, "the rules do not come back from their text"
    count[f"games of {family}"] += 1
    done = judge_game(random, game, tiny, count)
    if done is None:
        return
    solution, truth = done
    if tiny and family == "race":
        judge_play(random, solution, count)
        judge_certificate(game, folder, count)
    path, other = Path(folder, "case.npz"), Path(folder, f"{family}.npz")
    solution.save(path)
    data = path.read_bytes()
    loaded = quietly(pigcore.load, path)
    same = all((array == solution.arrays()[name]).all() for name, array in loaded.arrays().items())
    assert same, "a saved solution comes back as another"
    before = other.read_bytes() if other.exists() else data
    for _ in range(6 if tiny else 1):
        broken, how = damaged(random, data, before)
        tell(f"{text}\n# and its file damaged: {how}")
        path.write_bytes(broken)
        count["files damaged"] += 1
        judge_file(path, game, truth, count)
    os.replace(path, other)
    other.write_bytes(data)


def work(pipe, seed, families, first):
    """Run case after case, reported as (kind, what) through the pipe, until nobody listens."""

    def tell(text):
        pipe.send(("game", text))

    # Whoever works for too long is ended by this signal, and prints where he is.
    faulthandler.register(signal.SIGPROF, chain=True)
    with tempfile.TemporaryDirectory() as folder:
        number = first
        while True:
            family = families[number % len(families)]
            count = Counter()
            pipe.send(("begin", (family, number)))
            signal.setitimer(signal.ITIMER_PROF, WORK)
            try:
                run_case(
                    seed, family, number, folder, count, lambda text: pipe.send(("game", text))
                )
            except Exception:
                pipe.send(("violated", traceback.format_exc(limit=-6)))
            pipe.send(("done", count))
            number += 1


class Campaign:
    """Cases in a worker that is replaced when it hangs or crashes."""

    def __init__(self, seed, families):
        self.seed, self.families = seed, families
        self.count, self.violations = Counter(), 0
        self.case, self.text, self.since, self.slowest = (families[0], 0), "", 0.0, (0.0, "")
        self._start(0)

    def _start(self, first):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe(duplex=False)
        given = (theirs, self.seed, self.families, first)
        self.worker = context.Process(target=work, args=given, daemon=True)
        self.worker.start()
        theirs.close()
        self.since = time.monotonic() + 20  # it has to import everything first

    def _restart(self):
        self._stop()
        self._start(self.case[1] + 1)

    def _stop(self):
        self.worker.kill()
        self.worker.join()

    def violated(self, what):
        self.violations += 1
        family, number = self.case
        print(f"\nVIOLATION {self.violations}, case {family}:{number}\n{what.rstrip()}")
        print(f"The game:\n{self.text.rstrip()}")
        print(f"Again: python tests/campaign.py --seed {self.seed} --case {family}:{number}")
        sys.stdout.flush()

    def run(self, cases, seconds):
        """Run so many cases or for so long; returns whether nothing was violated."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end and self.violations < MOST_VIOLATIONS:
            if self.count["cases"] >= cases:
                break
            try:
                if self.pipe.poll(min(0.5, end - now)):
                    self._hear(*self.pipe.recv())
                elif now - self.since > PATIENCE:
                    self.violated(f"It still runs after {PATIENCE:.0f} s.")
                    self.count["cases that hang"] += 1
                    self._restart()
            except EOFError:
                self.worker.join()
                hangs = self.worker.exitcode == -signal.SIGPROF
                status = f"The interpreter ended with status {self.worker.exitcode}."
                self.violated(f"It still runs after {WORK:.0f} s of work." if hangs else status)
                self.count["cases that hang" if hangs else "cases that crash"] += 1
                self._restart()
        self._stop()
        return not self.violations

    def _hear(self, kind, what):
        if kind == "begin":
            self.case, self.text, self.since = what, "", time.monotonic()
        elif kind == "game":
            self.text = what
        elif kind == "violated":
            self.violated(what)
        else:
            self.count += what
            self.count["cases"] += 1
            took = time.monotonic() - self.since
            self.slowest = max(self.slowest, (took, "{}:{}".format(*self.case)))


def damage(seed, numbers):
    """Damage certificates and saved solutions; returns the status."""
    from support.assault import assault

    count, violations = assault(seed, numbers)
    print(f"\nSeed {seed}:")
    for what, number in sorted(count.items()):
        print(f"  {number:>9,} {what}")
    print(f"  {violations:>9,} violations")
    return 1 if violations else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=", ".join(FAMILIES))
    parser.add_argument("--seed", type=int, default=1, help="any number; 1 if left out")
    parser.add_argument("--minutes", type=float, help="how long")
    parser.add_argument("--slice", choices=SLICES, default="quick", help="60 cases, or an hour")
    parser.add_argument("--case", metavar="FAMILY:NUMBER", help="run this case alone")
    parser.add_argument("--damage", type=int, metavar="NUMBER", help="damage so many files alone")
    asked = parser.parse_args()
    unknown = set(asked.families) - set(FAMILIES)
    if unknown:
        parser.error(f"there is no family {unknown.pop()!r}: choose from {', '.join(FAMILIES)}")
    seed = asked.seed
    if asked.case:
        family, _, number = asked.case.partition(":")
        if family == "damage":
            return damage(seed, [int(number)])
        with tempfile.TemporaryDirectory() as folder:
            run_case(seed, family, int(number), folder, Counter(), print)
        return 0
    if asked.damage is not None:
        return damage(seed, range(asked.damage))
    cases, minutes = SLICES[asked.slice] if asked.minutes is None else (10**9, asked.minutes)
    campaign = Campaign(seed, tuple(asked.families) or FAMILIES)
    since = time.monotonic()
    fine = campaign.run(cases, 60 * minutes)
    print(f"\nSeed {seed}, {(time.monotonic() - since) / 60:.2g} minutes:")
    for what, number in sorted(campaign.count.items()):
        print(f"  {number:>9,} {what}")
    print("  slowest case: {1}, {0:.1f} s".format(*campaign.slowest))
    print(f"  {campaign.violations:>9,} violations")
    return 0 if fine and campaign.count["cases"] else 1


if __name__ == "__main__":
    sys.exit(main())

"""The campaign: generated games, from mild to absurd, and damaged files against all of pigcore.

    python tests/campaign.py [--seed N] [--minutes M] [--slice quick|whole] [FAMILY ...]
    python tests/campaign.py --seed N --case race:17

Each case is one game: solved, proved, compared with slow fractions where it is tiny, saved and
certified; both files are damaged and read again. Cases run one after another in a process of their
own, so a hang or a crash of the interpreter is found as well. What is violated is printed with a
reproducer, and the status is 1. Everything follows from the seed and the number of a case.
"""

import argparse
import faulthandler
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random

os.environ["PYTHONSAFEPATH"] = "1"

SLICES = {"quick": (60, 5.0), "whole": (10**9, 90.0)}
"""Cases and minutes at most: the quick one is a step of ``.ci/run``, the whole a nightly job."""
WORK = 60.0
"""Seconds of processor time after which a case hangs; proofs are bounded by half a minute."""
PATIENCE = 300.0
"""Seconds of any kind after which it does, as where it waits for something."""
MEMORY = 2 << 30
"""Bytes that a process may ask for beyond what it begins with."""
CHUNK = 250
"""Cases to a process: what one leaves behind, the others do not inherit."""
MOST_VIOLATIONS = 20
FAMILIES = ("race", "hog", "duel", "bag", "farkle")


def run_case(seed, family, number):
    """One game and its files; returns what was counted, and raises whatever is violated."""
    from support.generated import MAKERS
    from support.judgement import judge_all

    import pigcore
    from pigcore.games.rules import game_from_text, text_of

    random, count = Random(f"{seed} {family} {number}"), Counter(cases=1)
    tiny = random.random() < 0.8
    try:
        game = MAKERS[family](random, tiny)
    except pigcore.RuleError:
        return count + Counter({"rules refused": 1})
    count[f"games of {family}"] += 1
    text = text_of(game)
    try:
        assert game_from_text(text) == game, "the rules do not come back from their text"
        with tempfile.TemporaryDirectory() as folder:
            judge_all(random, game, tiny, Path(folder), count)
    except Exception as error:
        error.add_note(f"The game:\n{text}")
        raise
    return count


def attempt(seed, family, number):
    """In a process of its own: the case, within its time and its memory."""
    if not faulthandler.is_enabled():
        faulthandler.enable()
        # Whoever works for too long is ended by this signal, and prints where he is.
        faulthandler.register(signal.SIGPROF, chain=True)
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    signal.setitimer(signal.ITIMER_PROF, WORK)
    try:
        return run_case(seed, family, number)
    except Exception:
        # As text, for not every error can be sent.
        raise RuntimeError(traceback.format_exc(limit=-6)) from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def pool():
    """A process for some cases."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), max_tasks_per_child=CHUNK)


def campaign(seed, families, cases, seconds):
    """Run so many cases, or for so long; returns the counts and the number of violations."""
    count, violations, number, worker = Counter(), 0, 0, pool()
    end = time.monotonic() + seconds
    while number < cases and time.monotonic() < end and violations < MOST_VIOLATIONS:
        family, wrong, since = families[number % len(families)], "", time.monotonic()
        try:
            count += worker.submit(attempt, seed, family, number).result(PATIENCE)
        except (BrokenProcessPool, TimeoutError) as error:
            crashed = f"The interpreter crashed, or worked for {WORK:.0f} s."
            still = f"It still runs after {PATIENCE:.0f} s."
            wrong = still if isinstance(error, TimeoutError) else crashed
            for process in [*worker._processes.values()]:
                process.kill()
            worker.shutdown()
            worker = pool()
        except RuntimeError as error:
            wrong = str(error)
        if wrong:
            violations += 1
            print(f"\nVIOLATION {violations}, case {family}:{number}\n{wrong.rstrip()}")
            print(f"Again: python tests/campaign.py --seed {seed} --case {family}:{number}")
            sys.stdout.flush()
        took = int(1000 * (time.monotonic() - since))
        slowest = max(count["milliseconds of the slowest case"], took)
        count["milliseconds of the slowest case"] = slowest
        number += 1
    worker.shutdown()
    return count, violations


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=", ".join(FAMILIES))
    parser.add_argument("--seed", type=int, default=1, help="any number; 1 if left out")
    parser.add_argument("--minutes", type=float, help="how long")
    parser.add_argument("--slice", choices=SLICES, default="quick", help="60 cases, or 90 minutes")
    parser.add_argument("--case", metavar="FAMILY:NUMBER", help="run this case alone")
    asked = parser.parse_args()
    unknown = set(asked.families) - set(FAMILIES)
    if unknown:
        parser.error(f"there is no family {unknown.pop()!r}: choose from {', '.join(FAMILIES)}")
    if asked.case:
        family, _, number = asked.case.partition(":")
        print(run_case(asked.seed, family, int(number)))
        return 0
    cases, minutes = SLICES[asked.slice] if asked.minutes is None else (10**9, asked.minutes)
    since, families = time.monotonic(), tuple(asked.families) or FAMILIES
    count, violations = campaign(asked.seed, families, cases, 60 * minutes)
    print(f"\nSeed {asked.seed}, {(time.monotonic() - since) / 60:.2g} minutes:")
    for what, number in sorted(count.items()):
        print(f"  {number:>9,} {what}")
    print(f"  {violations:>9,} violations")
    return 0 if count["cases"] and not violations else 1


if __name__ == "__main__":
    sys.exit(main())

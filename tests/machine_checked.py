"""The checker extracted from Coq and check_race.py: the same certificates are accepted by both.

    python tests/machine_checked.py PROGRAM [--seed N] [--damage NUMBER]

PROGRAM is what ``.ci/coq`` builds. Whole certificates of every ready-made race and of generated
ones come first, then damaged ones, until so many have been refused by both.
"""

import argparse
import io
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

import pigverify
from pigverify.certificates import check_race
from support.certificates import parts_of
from support.damage import ATTACKS
from support.generated import TIED, farkle, race, scored

from pigcore import PigcoreError
from pigcore.games import Farkle, HoldOrContinue, Pig, Race
from pigcore.games.rules import named_games

ANSWERS = {0: "certified", 1: "refused", 2: "refused", 3: "outside"}


def accepted(data):
    """Whether check_race.py accepts it."""
    try:
        check_race.check(io.BytesIO(data))
    except (check_race.Refuted, check_race.Unreadable):
        return False
    return True


def answer(program, path):
    """What the extracted checker says."""
    found = subprocess.run(
        [program, path], check=False, capture_output=True, text=True, timeout=600
    )
    return ANSWERS.get(found.returncode, f"status {found.returncode}: {found.stderr}")


def ready_made():
    """Every ready-made race to 40, but Farkle, which scores by 50s, and the largest asked for."""
    for name, make in named_games().items():
        farkle = name.startswith("farkle")
        found = (
            make() if name.startswith(("hog", "duel", "bag")) else make(goal=500 if farkle else 40)
        )
        if isinstance(found, Race):
            yield name, found
    yield "farkle:minimal to 2,000", Farkle.minimal(2000)
    yield "farkle:minimal to 40 with a last turn", Farkle.minimal(40, last_turn=True)
    yield "pig to 100", Pig(100)


def generated(random):
    """Races of every kind."""
    for number in range(12):
        yield f"generated race {number}", race(random, tiny=True)
        yield f"generated dice {number}", farkle(random, tiny=True)
        yield f"generated end {number}", scored(random.random(), "ends", 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", help="the extracted checker")
    parser.add_argument("--seed", type=int, default=1, help="any number; 1 if left out")
    parser.add_argument("--damage", type=int, default=500, help="how many must be refused")
    asked = parser.parse_args()
    program, count, wrong = str(Path(asked.program).resolve()), Counter(), 0
    random = Random(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        path, whole = Path(folder, "one.pigcert"), []
        named = [*ready_made(), ("hold-or-continue to 100", HoldOrContinue(100))]
        games = [*named, *((one.name, one) for one in TIED), *generated(random)]
        for name, one in games:
            try:
                report = pigverify.write_certificate(one, path)
            except PigcoreError as error:
                print(f"{name}: no certificate, {error}")
                continue
            if not report.ok and (name, one) not in named:
                continue
            data = path.read_bytes()
            since = time.perf_counter()
            found = answer(program, path)
            print(f"{name}: {found}, {time.perf_counter() - since:.2f} s")
            count[f"whole: {found}"] += 1
            # Those of ready-made races must be accepted.
            wrong += not (report.ok and accepted(data))
            wrong += found != "certified" and (found != "outside" or (name, one) in named)
            if found == "certified" and len(data) < 1 << 14:
                whole.append(data)
        refused = 0
        while refused < asked.damage:
            one, kin = random.choice(whole), random.choice(whole)
            how = random.choice(ATTACKS)
            damaged = how(random, parts_of(one), parts_of(kin))
            path.write_bytes(damaged)
            taken, found = accepted(damaged), answer(program, path)
            count[f"damaged: check_race.py {'accepts' if taken else 'refuses'}, Coq: {found}"] += 1
            refused += not taken and found == "refused"
            if found not in ("outside", "certified" if taken else "refused"):
                wrong += 1
                print(f"{how.__name__}: check_race.py {'accepts' if taken else 'refuses'}, {found}")
                Path(f"disagreement-{wrong}.pigcert").write_bytes(damaged)
    for what, number in sorted(count.items()):
        print(f"{number:>7,} {what}")
    print(f"{wrong:>7,} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Damaged certificates, thousands of them, against the verifier.

A damaged file is refused in one sentence that names the place, or what it says is true. While it is
read, memory and time are limited and nothing in it is run: an audit hook looks on.
"""

import gzip
import io
import multiprocessing
import os
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import contextmanager
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pigverify
from support.attacks import ATTACKS, HARMLESS, Claims, parts_of
from support.damage import EXECUTED
from support.hogs import small
from support.judgement import WrongError, expect
from support.slow_hogs import slow_hog

from pigcore import PigcoreError
from pigcore.games import (
    Bag,
    ConsolationPig,
    Duel,
    Farkle,
    HoldOrContinue,
    PassThePigs,
    Pig,
    Piglet,
    Race,
    Roll,
    TwoDicePig,
)
from pigcore.games.race import TIES
from pigcore.games.turn import BUST, Turn, gain

CHUNK = 250
"""Files to a process: what one leaves behind, the others do not inherit."""
LARGE = 21
"""One file in so many is of Pig to 100."""
SECONDS = 60.0
"""Of processor time, to read and to judge one file."""
MEMORY = 1 << 30
"""Bytes that a process may ask for beyond what it begins with."""
PLACE = re.compile(r"own \d+, opp \d+|header|line \d+|hold \d+|weights|rocks \d+, papers \d+")
FORBIDDEN = ("os.", "subprocess.", "socket.", "pickle.", "ctypes.", "shutil.", "exec", "pty.")
"""Audit events that nothing that reads a file has reason for."""
HARMLESS_EVENTS = ("os.listdir", "os.scandir")


class Subject(NamedTuple):
    """Something to be damaged."""

    game: Any
    data: bytes
    judge: Any
    """``judge(path, data, how, count)`` raises WrongError."""


class OutOfTime(BaseException):
    """A file took too long; no handler of errors may take it for one of its own."""


# --- what is damaged ------------------------------------------------------------------------------


def small_races(random):
    """Races to 4 … 20 of every kind, with ties that hang on a prime among them."""
    games = [
        make(random.randint(4, 20))
        for make in (Pig, Piglet, TwoDicePig, HoldOrContinue, PassThePigs, PassThePigs.kern)
    ]
    games += [Pig(20), Piglet(random.randint(4, 12)), ConsolationPig(random.randint(6, 20))]
    games += [
        Race(Roll({1: "4/7"}, bust="3/7"), 6, name="Tied"),
        Race(Roll({3: "5/8"}, wipe="3/8"), 4, "exact", 1, name="Tied by wipes"),
        Race(Roll({4: "2/7", 5: "4/7"}, bust="1/7"), 7, "exact", 2, name="Tied among the dead"),
        Race(Roll({4: "1/2"}, bust="1/2"), 9, "exact", 5, name="Only busts lead on"),
    ]
    return games


def small_hogs(random):
    """Hogs with rules of every kind; in the last three a turn may stand still."""
    terms = ("fa13", "fa13_hijinks", "sp16", "fa20", "su15")
    games = [small(term, random.randint(3, 6), 2)[0] for term in terms]
    return games + [slow_hog(seed, absurd=False) for seed in (6, 9, 34)]


def small_duels(random):
    """Duels of every kind: one optimal mixture and many, holds that are the same turn, no busts."""
    most = random.randint(6, 12)
    return [
        Duel(Roll.die(4), range(2, most), name="Many holds"),
        Duel(Roll.die(6), (1, 2, 9, 15, 20, 21), name="Two holds that are one"),
        Duel(Roll({1: "2/5", 3: "1/5"}, wipe="1/5", bust="1/5"), (2, 3, 5), name="Wipes"),
        Duel(Roll({3: "1/2", 7: "1/2"}), (1, 4, 8), name="No bust"),
        Duel(Roll({2: "1/4", 3: "1/4"}, bust="1/2"), (1, 3), name="Two mixtures"),
    ]


def small_bags(random):
    """Bags with ties, with counts that are never seen, with odd payoffs, and one of any dice."""
    faces = [[random.randint(0, 9), random.randint(0, 9), random.randint(1, 9)] for _ in range(6)]
    dice = [[f"{face}/{sum(die)}" for face in die] for die in faces]
    return [
        Bag([1, 0, 0], [0, 1, 0], [0, 0, 1], name="One die of each kind"),
        Bag(["1/2", "1/3", 0], ["1/2", "1/3", 1], [0, "1/3", 0], win=2, draw="1/3", lose=-1),
        Bag(*zip(*dice), name="Six dice"),
    ]


def small_turns(random):
    """Races of every kind of turn, loaded dice that are set aside among them, and a last turn."""
    loaded = [Fraction(weight, 12) for weight in random.choice([(5, 4, 3), (1, 1, 10), (2, 9, 1)])]

    def throw(left):
        if left == 0:
            return None
        risk = (gain(3, 0), gain(1, left - 1))
        return {BUST: "1/6", gain(0, left - 1): "1/6", gain(2, left - 1): "1/3", risk: "1/3"}

    capped, bold = Turn(throw, 2), Roll({1: "1/6", 2: "1/6"}, bust="2/3")
    few = Farkle({"1": 1, "2 2": 3}, 3, 2, ["1/2", "1/4", "1/4"]).turn
    return [
        Farkle({"1": 1, "2 2": 3}, random.randint(3, 6), 2, 3),
        Farkle({"1": 1, "2 2": 3, "nothing": 2}, 5, 2, 3, opening=2, must_roll_hot_dice=True),
        Farkle({"1": 2, "1 2": 2}, 8, 2, 4, name="Tied"),
        Farkle({"1 1": 1, "1 2": 1}, 6, 2, ["4/7", "3/14", "3/14"], name="Even"),
        Farkle({"1": 1, "2 3": 2, "2 2 2": 3}, 4, 3, loaded, name="Loaded"),
        Farkle({"1": 1, "2 2": 3}, 3, 2, ["1/2", "1/4", "1/4"], opening=2, last_turn=True),
        Farkle({"1": 2, "1 2": 2}, 8, 2, 4, last_turn=True, name="Tied in the end"),
        Race(bold, 3, end="last_turn", tie=random.choice(TIES), name="Last"),
        Race(bold, 3, end="equal_turns", tie=random.choice(TIES), name="Even"),
        Race(few, 3, opening=2, end="equal_turns", tie=random.choice(TIES), name="Even dice"),
        Race(capped, random.randint(3, 9), name="Capped", minimum_bank=random.randint(0, 2)),
        Race(capped, random.randint(3, 9), "exact", random.randint(0, 2), name="Capped, exact"),
    ]


def certificate(game, folder):
    """A game's certificate, and the judge of what comes of it."""
    path = Path(folder, "whole.pigcert")
    expect(pigverify.write_certificate(game, path).ok, "no certificate", game)
    data = path.read_bytes()
    family = parts_of(data).header["family"]
    claims = Claims(data)
    core = import_module(f"pigverify.certificates.check_{family}")

    def judge(path, damaged, how, count):
        try:
            core.check(io.BytesIO(damaged))
        except (core.Refuted, core.Unreadable) as error:
            expect(PLACE.match(str(error)), "refused without its place", error)
            expect(len(str(error)) < 300 and "\n" not in str(error), "a refusal too long", error)
            expect(how not in HARMLESS, "the same text is refused", error)
            count["refused, the place named"] += 1
            taken = False
        else:
            taken = True
            if gzip.decompress(damaged) == gzip.decompress(data):
                count["taken, the same text"] += 1
            else:
                false = claims.false(damaged)
                expect(not false, "a false claim is certified", false)
                count["taken, and true"] += 1
        if len(data) < 1 << 16 and len(damaged) % 4 == 0:
            path.write_bytes(damaged)
            try:
                found = pigverify.check_certificate(path).ok
            except PigcoreError as refusal:
                found = False
                expect("\n" not in str(refusal), "a refusal of several lines", refusal)
            expect(found == taken, "the command and the checker disagree", found)

    return Subject(game, data, judge)


def subjects(seed, folder):
    """Small certificates by family, and a large one."""
    random = Random(f"{seed} subjects")
    games = {"race": small_races(random) + small_turns(random), "hog": small_hogs(random)}
    games |= {"duel": small_duels(random), "bag": small_bags(random)}
    certificates = {
        family: [certificate(game, folder) for game in several] for family, several in games.items()
    }
    return certificates, certificate(Pig(100), folder)


# --- one file after another -----------------------------------------------------------------------


def attack(seed, number, pools, folder, count):
    """Damage one file and judge what comes of it."""
    random = Random(f"{seed} damage {number}")
    certificates, large = pools
    is_large = number % LARGE == 0
    family = "race" if is_large else random.choice(["race", "race", "race", *certificates])
    one = large if is_large else random.choice(certificates[family])
    how = random.choice(ATTACKS)
    kin = certificates[family if random.random() < 0.9 else random.choice([*certificates])]
    damaged = how(random, parts_of(one.data), parts_of(random.choice(kin).data))
    count[f"certificates damaged, of {family}"] += 1
    count[f"by {how.__name__}"] += 1
    count["of these, of Pig to 100"] += is_large
    with watched(count):
        try:
            one.judge(Path(folder, "damaged.pigcert"), damaged, how, count)
        except WrongError as error:
            raise WrongError(f"{how.__name__} of {one.game!r}: {error}") from None


@contextmanager
def watched(count):
    """Whatever happens meanwhile takes its time and its memory, and runs nothing."""
    since = time.process_time()
    Watch.seen, Watch.on = [], True
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        Watch.on = False
        count["slowest, ms"] = max(count["slowest, ms"], int(1000 * (time.process_time() - since)))
    expect(not Watch.seen, "something was run", *Watch.seen)
    expect(not os.path.exists(EXECUTED), "code in the file was run")


class Watch:
    """The audit hook: it cannot be taken away, but it can look elsewhere."""

    on, seen = False, ()

    @classmethod
    def look(cls, event, given):
        if not cls.on or event in HARMLESS_EVENTS:
            return
        if event == "exec" and given[0].co_filename.startswith((sys.prefix, sys.base_prefix)):
            return  # a module of Python, or one that is installed, is imported
        if event.startswith(FORBIDDEN):
            cls.seen.append(f"{event} {given!r:.200}")


def _work(pipe, seed, numbers, pools):
    """In a process of its own: attack, and tell of each number before it begins."""

    def stop(*_):
        raise OutOfTime(f"it takes longer than {SECONDS:.0f} s")

    signal.signal(signal.SIGPROF, stop)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    sys.addaudithook(Watch.look)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number in numbers:
            count = Counter()
            pipe.send((number, None, None))
            try:
                attack(seed, number, pools, folder, count)
            except (Exception, OutOfTime):
                pipe.send((number, traceback.format_exc(limit=-8), count))
            else:
                pipe.send((number, "", count))
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        pipe.send((None, "", Counter({"most memory, MB": most})))
        os.chdir("/")


def assault(seed, numbers):
    """Attack so many times; returns (counts, violations)."""
    total, violations = Counter(), 0
    largest = ("slowest, ms", "most memory, MB")
    with tempfile.TemporaryDirectory() as folder:
        pools = subjects(seed, folder)
        whole = [one for several in pools[0].values() for one in several]
        for pool in (*whole, pools[1]):  # what is whole is taken
            count = Counter()
            pool.judge(Path(folder, "whole.pigcert"), pool.data, None, count)
            expect(sum(count[name] for name in count if name.startswith("taken")), "not taken")
            total["undamaged, taken"] += 1
    context, numbers = multiprocessing.get_context("fork"), list(numbers)
    for first in range(0, len(numbers), CHUNK):
        ours, theirs = context.Pipe(duplex=False)
        given = (theirs, seed, numbers[first : first + CHUNK], pools)
        worker = context.Process(target=_work, args=given, daemon=True)
        worker.start()
        theirs.close()
        number, ended = None, False
        while not ended:
            try:
                number, wrong, count = ours.recv()
            except EOFError:
                worker.join()
                wrong, count = f"The interpreter ended with status {worker.exitcode}.", Counter()
                ended = True
            if wrong:
                violations += 1
                print(f"\nVIOLATION {violations}, damage:{number}\n{wrong.rstrip()}", flush=True)
                print(f"Again: python tests/campaign.py --seed {seed} --case damage:{number}")
            if count is not None:
                most = {name: max(total[name], count[name]) for name in largest}
                total = total + count
                total.update({name: most[name] - total[name] for name in largest})
                ended = ended or number is None
        worker.join()
    return total, violations

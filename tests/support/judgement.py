"""Whether what solver and verifier say is so: against fractions where there are any.

Every function counts what it compared in ``count``, and raises :class:`WrongError` where it is not
so.
"""

import io
import sys
import warnings
from contextlib import chdir, contextmanager
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path

import pigverify
from hypothesis.errors import UnsatisfiedAssumption
from pigverify.families import WRITERS
from support.certificates import PLACE, parts_of
from support.damage import ATTACKS, EXECUTED, HARMLESS, damaged
from support.slow import Drawn, UnsettledError, answers_of, far_of, played
from support.truth import TRUTHS

import pigcore
from pigcore import ConvergenceWarning, DisputedWarning, PigcoreError
from pigcore.games import SizeError
from pigcore.solvers import files

ROUNDING = Fraction(1, 10**13)
"""What double precision may lose, relative to what is at stake."""
NEAR = Fraction(5, 10**10)
"""Half of what a margin may be and be disputed: so far payoffs may be off."""


class WrongError(Exception):
    """Something is not as it must be."""


def expect(fact, what, *details):
    if not fact:
        raise WrongError(": ".join([what, *map(str, details)]))


def kind_of(game):
    """The family of a game, of races whether dice are set aside or more than two play."""
    if getattr(game, "set_aside", None):
        return "farkle"
    return "party" if getattr(game, "players", 2) > 2 else game.family


def truth_of(game, count):
    """The game in fractions; None if the slow reference gives up."""
    try:
        return TRUTHS[kind_of(game)](game)
    except (AssertionError, UnsatisfiedAssumption, UnsettledError):
        count["games without a reference"] += 1
        return None


def at_stake(game):
    """What the errors of a game are relative to: 1 where values are chances."""
    if game.family != "bag":
        return Fraction(1)
    pay = (game.win, game.draw, game.lose)
    return len(game) * (max(map(abs, pay)) or Fraction(1))


def quietly(make, *given):
    """What is made; warnings are only those that are expected."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.simplefilter("error", RuntimeWarning)  # of numpy: an overflow, a NaN
        found = make(*given)
    expected = (ConvergenceWarning, DisputedWarning)
    for warning in caught:
        expect(issubclass(warning.category, expected), "a warning of another kind", warning.message)
    return found


def error_of(table, truth):
    """How far the numbers of ``table`` are from the truth, exactly."""
    far = Fraction(0)
    for name, right in truth.table.items():
        found = table[name].tolist() if hasattr(table[name], "tolist") else table[name]
        far = max(far, *(abs(Fraction(a) - b) for a, b in zip(_flat(found), _flat(right))))
    return far


def _flat(entries):
    for entry in entries:
        yield from _flat(entry) if isinstance(entry, (list, tuple)) else [entry]


# --- a solution ---------------------------------------------------------------------------------


def judge_solution(solution, truth, count):
    """Every decision that the solution does not call disputed is right, and so are its values."""
    far = error_of(solution.arrays(), truth)
    if far > NEAR:
        count["games that doubles do not decide"] += 1
        return
    count["tables compared"] += 1
    disputed = {call.state for call in solution.disputed()}
    for state in truth.states:
        exact = truth.payoffs(state)
        said = solution.payoffs(*state)
        expect(said.keys() == exact.keys(), "other actions", state, said.keys())
        advice = solution.advise(*state)
        if truth.listed(state):
            expect(
                advice["disputed"] == (state in disputed), "disputed() and advise() differ", state
            )
        if advice["disputed"]:
            count["decisions disputed"] += 1
            continue
        best = solution.best(*state)
        expect(set(best) == truth.best(state), "a wrong decision that is not disputed", state, best)
        count["decisions compared"] += 1


# --- the verifier -------------------------------------------------------------------------------


def judge_verdict(game, state, truth, count):
    """What is proved of one state is true."""
    try:
        verdict = pigverify.check(game, *state)
    except SizeError as refusal:  # of one hold's best rule, where the whole game could be proved
        expect("\n" not in str(refusal), "a refusal of several lines", refusal)
        count["verdicts refused"] += 1
        return
    exact = truth.payoffs(state)
    for action, (low, high) in verdict.payoffs.items():
        expect(low <= exact[action] <= high, "a payoff outside its enclosure", state, action)
    if not verdict.ok:
        count["verdicts undecided"] += 1
        return
    expect(set(verdict.best) == truth.best(state), "a false proof", state, verdict.best)
    count["verdicts compared"] += 1


def judge_report(report, truth, table, count):
    """What is proved of a whole game, and of a table, is true."""
    game = report.game
    low, high = report.value
    right = low <= truth.value <= high
    if report.ok or not getattr(game, "shared", False):  # else it is what a wrong table decides
        expect(right, "the value is outside its enclosure", float(truth.value))
    if not report.undecided and game.family != "duel" and game.players == 2:
        right = report.ties - truth.ties  # there are more past the goal of a last turn
        more = getattr(game, "last_turn", False) and right > 0
        expect(right == 0 or more, "another number of ties", right)
        right = getattr(report, "never", len(truth.never)) - len(truth.never)
        expect(right == 0, "another number of states without end", right)
    count["reports undecided" if report.undecided else "reports compared"] += 1
    if table is None:
        expect(not report.refuted, "a game is refuted without a table")
        return
    far, unit = error_of(table, truth), at_stake(game)
    if report.error is not None and report.error < float("inf"):
        expect(Fraction(report.error) >= far, "the error is above", report.error, float(far))
    if report.ok:
        most = max(1, unit) * Fraction(report.tolerance)
        expect(far <= most, "a wrong table is certified", float(far))
    own = getattr(report, "own", None)
    if own is not None and report.ok:
        expect(own.wrong == 0, "certified in spite of wrong decisions", own)


def judge_agreement(solution, report, count):
    """Solver and verifier agree where there is nothing slower to ask."""
    if report.error is not None and not report.undecided:
        count["games that doubles do not decide"] += report.error > NEAR
    low, high = report.value
    value = Fraction(solution.value)
    if solution.converged:
        far = max(low - value, value - high, 0)
        most = NEAR * at_stake(solution.game)
        expect(far <= most, "solver and verifier differ", float(far))
    count["large games compared"] += 1


# --- play ---------------------------------------------------------------------------------------


def drawn(game, seed):
    """Players as the reference has them, and their policies: by lot, or named ones in turn."""
    named, found = [pigcore.hold_at(2), pigcore.hold_at(2), "random", "optimal"], []
    for place in range(game.players):
        seat = 1 + place * (game.other is not None)
        lot = Drawn(game, seed + place, past=game.goal + far_of(game), seat=seat)
        policy = named[(seed + place) % 4] if seed % 2 else lot.policy
        found.append((answers_of(game, policy) if seed % 2 else lot, policy))
    return zip(*found)


def judge_play(game, seed, count):
    """Matches and best replies of a race are won as often as the reference says."""
    players, (policy, *others) = drawn(game, seed)
    others = others if game.players > 2 else others[0]
    try:
        match = quietly(pigcore.match, game, policy, others)
    except PigcoreError as refusal:
        expect("\n" not in str(refusal), "a refusal of several lines", refusal)
        count["matches refused"] += 1
        return
    judge_seats(match, played(game, players, far=far_of(game)), 1e-12)
    try:
        best = played(game, [None, *players[1:]], far=far_of(game))
    except UnsettledError:  # where nobody may win for ever
        return
    try:
        reply = quietly(pigcore.best_response, game, others)
    except PigcoreError as refusal:  # a function that gives something away, above all
        expect("\n" not in str(refusal), "a refusal of several lines", refusal)
        count["replies refused"] += 1
        return
    judge_seats(reply, best, 1e-11)
    expect(reply.average >= match.average - 1e-12, "a policy betters a best reply", reply)
    count["plays compared"] += 1


def judge_seats(found, truth, most):
    """What somebody wins by seat."""
    seats = (found.first, found.second) if len(truth.seats) == 2 else found.seats
    for said, wins in zip(seats, truth.seats, strict=True):
        expect(abs(Fraction(said) - wins) <= most, "a match is not won as often", said, wins)


# --- one game -----------------------------------------------------------------------------------


def judge_game(random, game, tiny, count):
    """Solve and prove a game; the solution, or None if it is refused in a sentence."""
    try:
        solution = quietly(pigcore.solve, game)
        report = pigverify.certify(solution)
    except PigcoreError as refusal:
        expect("\n" not in str(refusal), "a refusal of several lines", refusal)
        count["games refused"] += 1
        return None
    truth = truth_of(game, count) if tiny else None
    if truth is None:
        judge_agreement(solution, report, count)
        return solution, None
    judge_solution(solution, truth, count)
    judge_report(report, truth, solution.arrays(), count)
    far = error_of(solution.arrays(), truth)
    if far <= ROUNDING * at_stake(game):
        expect(not report.refuted, "a right table is refuted", float(far), report)
    judge_report(pigverify.certify(game), truth, None, count)
    for state in random.sample(truth.states, min(len(truth.states), 4)):
        judge_verdict(game, state, truth, count)
    return solution, truth


def judge_all(random, game, tiny, folder, count):
    """Everything that is said of a game, and of its files, whole and damaged."""
    done = judge_game(random, game, tiny, count)
    if done is None:
        return
    solution, truth = done
    if tiny and kind_of(game) in ("race", "party"):
        judge_play(game, random.randrange(10**6), count)
    with chdir(folder):
        judge_saved(random, solution, truth, 6 if tiny else 1, count)
        judge_certificate(random, game, 20 if tiny else 2, count)


# --- its files ----------------------------------------------------------------------------------

KIN = {
    "race": pigcore.Piglet(4), "hog": pigcore.Hog.fa13(4),
    "duel": pigcore.Duel(pigcore.Roll.die(4), (2, 3, 5)),
    "bag": pigcore.Bag([1, 0, 0], [0, 1, 0], [0, 0, 1]),
}  # fmt: skip
"""Whose files parts of damaged ones come from."""


@cache
def kin(family, certificate):
    """The bytes of a certificate, or of a saved solution."""
    path = Path("kin.pigcert" if certificate else "kin.npz")
    if certificate:
        pigverify.write_certificate(KIN[family], path)
    else:
        pigcore.solve(KIN[family]).save(path)
    return path.read_bytes()


def judge_saved(random, solution, truth, times, count):
    """What is saved comes back; and what is damaged is refused, or right."""
    path, game = Path("case.npz"), solution.game
    solution.save(path)
    data, loaded = path.read_bytes(), quietly(pigcore.load, path)
    for name, array in loaded.arrays().items():
        expect((array == solution.arrays()[name]).all(), "a saved solution comes back as another")
    other = kin(game.family, certificate=False)
    for _ in range(times):
        broken, how = damaged(random, data, other)
        path.write_bytes(broken)
        count["files damaged"] += 1
        with watched(how):
            judge_file(path, game, truth, count)


def judge_file(path, game, truth, count):
    """A damaged file is refused in a sentence, or what comes out of it is right."""
    try:
        solution = quietly(pigcore.load, path)
    except PigcoreError as refusal:
        _one_sentence(refusal, count)
    else:
        count["damaged files loaded"] += 1
        known = truth if solution.game == game else _small_truth(solution.game, count)
        if known is not None:
            judge_solution(solution, known, count)
    try:
        report = pigverify.certify(path)
    except PigcoreError as refusal:
        _one_sentence(refusal, count)
        return
    count["damaged files judged"] += 1
    known = truth if report.game == game else _small_truth(report.game, count)
    if known is not None:
        judge_report(report, known, files.read(path)[1], count)


def _one_sentence(refusal, count):
    count["damaged files refused"] += 1
    expect(len(str(refusal)) < 2000 and "\n" not in str(refusal), "a refusal too long", refusal)


def _small_truth(game, count):
    """The truth of a game that damage has led to, if it is still small."""
    small = {"race": 6, "party": 3, "hog": 4, "duel": 26, "bag": 5, "farkle": 5}[kind_of(game)]
    size = {
        "duel": lambda: max(game.holds),
        "bag": lambda: len(game),
        "farkle": lambda: game.units if game.dice.sides**game.dice.count <= 64 else small + 1,
    }
    if size.get(kind_of(game), lambda: game.goal)() > small:
        return None
    return truth_of(game, count)


# --- certificates -------------------------------------------------------------------------------


def judge_certificate(random, game, times, count):
    """Where a game has a certificate it is taken; damaged, it is refused with its place or true."""
    path = Path("case.pigcert")
    try:
        if not pigverify.write_certificate(game, path).ok:
            return
    except PigcoreError as refusal:
        expect("\n" not in str(refusal), "a refusal of several lines", refusal)
        count["certificates refused"] += 1
        return
    expect(pigverify.check_certificate(path).ok, "a certificate that is not taken")
    data = path.read_bytes()
    claims = Claims(data)
    other = parts_of(kin(claims.family, certificate=True))
    for _ in range(times):
        how = random.choice(ATTACKS)
        broken = how(random, parts_of(data), other)
        count["certificates damaged"] += 1
        with watched(how.__name__):
            found = claims.judged(broken, how)
            count[f"damaged certificates {found}"] += 1
            if len(broken) % 4 == 0:
                path.write_bytes(broken)
                try:
                    ok = pigverify.check_certificate(path).ok
                except PigcoreError as refusal:
                    ok = False
                    expect("\n" not in str(refusal), "a refusal of several lines", refusal)
                expect(ok == (found != "refused"), "the command and the checker disagree", ok)


class Claims:
    """A right certificate, with which others that say they are of the same rules are compared."""

    def __init__(self, data):
        self.parts = parts_of(data)
        self.family = self.parts.header["family"]
        self.core = import_module(f"pigverify.certificates.check_{self.family}")
        self.rules = import_module(WRITERS[self.family], "pigverify").RULES
        self.box = {"race": 2, "hog": 3}.get(self.family)

    def judged(self, data, how=None):
        """Whether another one is "refused", and then rightly, or "taken", and then true."""
        try:
            self.core.check(io.BytesIO(data))
        except (self.core.Refuted, self.core.Unreadable) as error:
            expect(PLACE.match(str(error)), "refused without its place", error)
            expect(len(str(error)) < 300 and "\n" not in str(error), "a refusal too long", error)
            expect(how not in HARMLESS, "the same text is refused", error)
            return "refused"
        false = self.false(data)
        expect(not false, "a false claim is certified", false)
        return "taken"

    def false(self, data):
        """What another one that was taken says that is not so: in words, or None."""
        mine, other = self.parts, parts_of(data)
        names = [name for name in (*self.rules, "rolled") if name in mine.header]
        if any(mine.header[name] != other.header[name] for name in names):
            return None  # it is of other rules
        box, names = self.box, self.box or (1 if self.family == "duel" else 2)
        pairs = [*zip(*(sorted(one.records, key=lambda row: row[:names]) for one in (mine, other)))]
        if len(mine.records) != len(other.records):
            return "the number of records"
        for record, words in pairs:
            same = record
            if box:
                same, words = ([*one[:box], *one[box + 2 :]] for one in (record, words))
            elif self.family == "duel":
                same, words = record[:2], words[:2]
            if same != words:
                return f"a decision at {' '.join(record[:2])}"
        up, down = other.header.get("bits", 0), mine.header.get("bits", 0)
        for record, words in pairs if box else ():
            low, high = (int(end, 16) << up for end in record[box : box + 2])
            least, most = (int(end, 16) << down for end in words[box : box + 2])
            if low > most or least > high:
                return f"the box of {' '.join(record[:2])}"
        return None


# --- what happens meanwhile ---------------------------------------------------------------------


class Watch:
    """The audit hook: it cannot be taken away, but it can look elsewhere."""

    on, seen = False, ()

    @classmethod
    def look(cls, event, given):
        if not cls.on or event in ("os.listdir", "os.scandir"):
            return
        if event == "exec" and given[0].co_filename.startswith(INSTALLED):
            return  # a module of Python, or one that is installed, is imported
        if event.startswith(FORBIDDEN):
            cls.seen.append(f"{event} {given!r:.200}")


FORBIDDEN = ("os.", "subprocess.", "socket.", "pickle.", "ctypes.", "shutil.", "exec", "pty.")
"""Audit events that nothing that reads a file has reason for."""
INSTALLED = (sys.prefix, sys.base_prefix, *pigcore.__path__, *pigverify.__path__)
sys.addaudithook(Watch.look)


@contextmanager
def watched(how):
    """Whatever is read meanwhile runs nothing; an error says ``how`` the file was damaged."""
    Watch.seen, Watch.on = [], True
    try:
        yield
    except Exception as error:
        error.add_note(f"Damaged: {how}")
        raise
    finally:
        Watch.on = False
    expect(not Watch.seen, "something was run", how, *Watch.seen)
    expect(not Path(EXECUTED).exists(), "code in the file was run", how)

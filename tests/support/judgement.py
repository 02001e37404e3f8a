"""Whether what solver and verifier say is so: against fractions where there are any.

Every function counts what it compared in ``count``, and raises :class:`WrongError` where it is not
so.
"""

import warnings
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pigverify
from hypothesis.errors import UnsatisfiedAssumption
from support.slow import Slow, UnsettledError, answers_of, begun, far_of, wins_of
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
        # Farkle with a last turn has more of them past the goal, and of a single roll the verifier
        # counts totals, too, that no throws add up to.
        single = game.family == "race" and game.single
        more = single or getattr(game, "last_turn", False)
        right = report.ties - truth.ties
        expect(right == 0 or (more and right > 0), "another number of ties", right)
        right = getattr(report, "never", len(truth.never)) - len(truth.never)
        expect(right == 0 or (single and right > 0), "another number of states without end", right)
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


def a_policy(random, game):
    """A table of chances to throw; where throws leave a choice, a rule for what to take as well."""
    if game.chooses:
        choose = random.choice(["most_points", "best_turn"])
        return pigcore.hold_at(random.randint(1, game.goal), choose=choose)
    size = game.units**game.players
    chances = [random.choice([0, 0.25, 1]) for _ in range(size)]
    return np.array(chances).reshape((game.units,) * game.players)


def judge_play(random, solution, count):
    """What matches, replies, simulations and certificates of a race say is so."""
    game = solution.game
    other, most = a_policy(random, game), ROUNDING
    players = [answers_of(game, solution)] * game.players
    alone = Slow(game, players, never=0, far=far_of(game))
    for scores in product(range(0, game.goal, game.unit), repeat=game.players):
        row = alone.values[0, begun(game)._replace(scores=scores)]
        said = solution.starts[tuple(score // game.unit for score in scores)].tolist()
        for value, wins in zip(said if game.shared else [said], row):
            right = sum(row) < 1 or abs(Fraction(value) - wins) <= most
            expect(right, "the values are not those of the decisions", scores)
    try:
        others = [other] * (game.players - 1) if game.shared else other
        match = quietly(pigcore.match, game, solution, others)
        reply = quietly(pigcore.best_response, game, others)
        lost = quietly(pigcore.loss, game, other)
    except PigcoreError as refusal:
        expect("\n" not in str(refusal), "a refusal of several lines", refusal)
        count["matches refused"] += 1
        return
    known = [(reply.policy, reply.first, reply.second)]
    if not solution.disputed():  # what wins more against another one is open there
        known.append((solution, match.first, match.second))
    for policy, first, second in known:
        wins = wins_of(game, policy, *[other] * (game.players - 1))
        for said, m in ((first, 0), (second, -1)):
            far = abs(Fraction(said) - wins[m][0])
            expect(far <= 10 * most, "a match is not won as often", m, said)
    expect(reply.average >= match.average - 1e-12, "best play betters a best reply", reply)
    expect(lost.average >= -1e-12, "a policy is better than the best", lost)
    games = 4_000
    played = pigcore.simulate(game, solution, solution, games, seed=1, longest=2_000)
    if not played.never:
        value = solution.value
        off = 6 * (value * (1 - value) / games * game.players) ** 0.5 + 1e-9
        expect(abs(played.first - value) <= off, "games are won as often otherwise", played.first)
    count["plays compared"] += 1


def judge_certificate(game, folder, count):
    """Where a game has a certificate, it is checked."""
    path = Path(folder, "case.pigcert")
    try:
        if not pigverify.write_certificate(game, path).ok:
            return
    except PigcoreError as refusal:
        expect("\n" not in str(refusal), "a refusal of several lines", refusal)
        count["certificates refused"] += 1
        return
    expect(pigverify.check_certificate(path).ok, "a certificate that is not taken")
    count["certificates checked"] += 1


# --- one game, one file -------------------------------------------------------------------------


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

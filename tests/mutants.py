"""Mutation testing of what has to be believed: does every line of it matter to the tests?

    python tests/mutants.py [--slice quick|whole] [--seed N] [--quick] [SUBJECT ...]

A subject is a checker of certificates (race, hog, duel, bag), or what they share (reading). A
mutant is one with one comparison, rounding, index, number, operator or demand altered.
The tests of the subject run against each, in a process of its own, until one fails: then the mutant
is killed. Survivors are printed: some two in a hundred mean the same as the original, or refuse the
same in other words. The status is 1 unless at least 95% are killed.
"""

import argparse
import ast
import io
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from _pytest.runner import runtestprotocol

os.environ["PYTHONSAFEPATH"] = "1"
HERE = Path(__file__).parent
SUBJECTS = ("race", "hog", "duel", "bag", "reading")
SLICES = {"quick": 6, "whole": None}
"""How many mutants; quick slices are steps of ``.ci/run``, the whole are jobs of the night."""
ENOUGH = 0.95
WORK = 2.0
"""Seconds of processor time that a test may take beside five times what it takes without a mutant;
one that takes longer does not end, and the mutant is killed by that."""
PATIENCE = 800.0
"""Seconds in which all tests of a mutant must be over, whatever they wait for."""

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
ARITHMETIC = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Add,), ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,), ast.RShift: (ast.LShift,), ast.Mod: (ast.Add,),
    ast.BitOr: (ast.BitAnd,), ast.BitAnd: (ast.BitOr,),
}  # fmt: skip
NAMES = {
    "any": "all", "all": "any", "min": "max", "max": "min", "i": "j", "j": "i", "low": "high",
    "high": "low", "least": "most", "most": "least", "c_low": "c_high", "c_high": "c_low",
    "h_low": "h_high", "h_high": "h_low",
}  # fmt: skip
"""Names that are easily taken for each other."""


def mutants_of(source):
    """(the line as it was, as it is, the altered source), in the order of lines; no two alike."""
    tree, seen = ast.parse(source), set()
    texts = [ast.unparse(part) for part in tree.body]
    for number, part in enumerate(tree.body):
        for node in _visit(ast.Module([part], [])):
            for change in _changes(node):
                with _unchanged(node):
                    change(node)
                    text = ast.unparse(part)
                if text in (texts[number], *seen):
                    continue
                seen.add(text)
                pairs = zip(texts[number].splitlines(), text.splitlines())
                before, after = next((a.strip(), b.strip()) for a, b in pairs if a != b)
                altered = "\n\n".join([*texts[:number], text, *texts[number + 1 :]])
                yield before, after, altered


@contextmanager
def _unchanged(node):
    """A node is in the end what it was."""
    kind, fields = node.__class__, vars(node)
    node.__dict__ = {
        k: field[:] if isinstance(field, list) else field for k, field in fields.items()
    }
    yield
    node.__class__, node.__dict__ = kind, fields


def _visit(node):
    """All nodes that are computed with: no annotations and no words for the reader."""
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST) and not _only_said(child):
                yield child
                yield from _visit(child)


def _only_said(node):
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return docstring or isinstance(node, (ast.JoinedStr, ast.Import, ast.ImportFrom))


def _changes(node):
    """What can be altered in this node: functions that do it to its own fields."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                yield lambda one, place=place, other=other: one.ops.__setitem__(place, other())
    elif isinstance(node, (ast.BinOp, ast.AugAssign)):
        if isinstance(node.op, ast.FloorDiv):
            yield _rounded_up
        for other in ARITHMETIC.get(type(node.op), ()):
            yield lambda one, other=other: setattr(one, "op", other())
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield lambda one: setattr(one, "op", other())
        for place in range(len(node.values)):  # one of the conditions is not asked for
            yield lambda one, place=place: one.values.pop(place)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield lambda one: _become(one, one.operand)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield lambda one: setattr(one, "value", not one.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield lambda one: setattr(one, "value", one.value + 1)
        yield lambda one: setattr(one, "value", one.value - 1)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in NAMES:
        yield lambda one: setattr(one, "id", NAMES[one.id])
    elif isinstance(node, (ast.Raise, ast.Expr)):  # a refusal, or need(…)
        yield lambda one: _become(one, ast.Pass())


def _rounded_up(node):
    """Division that rounds the other way: ``a // b`` is ``-(-a // b)``."""
    if isinstance(node, ast.AugAssign):
        return _become(node, ast.Pass())
    down = ast.BinOp(ast.UnaryOp(ast.USub(), node.left), ast.FloorDiv(), node.right)
    return _become(node, ast.UnaryOp(ast.USub(), down))


def _become(node, other):
    """A node turns into another, in its place."""
    node.__class__ = other.__class__
    node.__dict__ = other.__dict__


# --- the tests against a mutant -------------------------------------------------------------------


class Trial:
    """A plugin of pytest that runs the collected tests against mutants, each in a fork.

    All tests run first against the original, so that a fork has all fixtures and references ready.
    """

    def __init__(self, subject, mutants):
        self.subject, self.mutants, self.count, self.out = subject, mutants, Counter(), sys.stdout

    def pytest_runtestloop(self, session):
        ours, rest = asked(self.subject, session.items)
        self.took = {}
        for item, following in zip([*ours, *rest], [*ours[1:], *rest, None]):
            since = time.process_time()
            expect(_passes(item, following), f"{item.name} fails without any mutant")
            self.took[item] = time.process_time() - since
        self.items = [*sorted(ours, key=self.took.get), *sorted(rest, key=self.took.get)]
        for before, after, source in self.mutants:
            met = self.fate(source)
            self.count[met] += 1
            if met == "survived":
                print(f"{self.subject} survives: {before}  ->  {after}", file=self.out, flush=True)
        return True

    def fate(self, source):
        """``"killed"``, ``"survived"`` or ``"never ends"``."""
        process = multiprocessing.get_context("fork").Process(target=self.attempt, args=(source,))
        process.start()
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            process.join()
            return "never ends"
        return {0: "survived", -signal.SIGPROF: "never ends"}.get(process.exitcode, "killed")

    def attempt(self, source):
        """In the fork: put the mutant in its place, and leave with status 0 if all tests pass."""
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        status = 1
        try:
            put_in_place(module_of(self.subject), source)
            status = not all(map(self.passes_in_time, self.items, [*self.items[1:], None]))
        finally:
            os._exit(status)

    def passes_in_time(self, item, following):
        """Whether a test passes; the process ends if it takes far longer than it should."""
        signal.setitimer(signal.ITIMER_PROF, WORK + 5 * self.took[item])
        return _passes(item, following)


def _passes(item, following):
    """Whether a test passes; what it shares with the test that follows is kept."""
    reports = runtestprotocol(item, log=False, nextitem=following)
    return all(report.passed for report in reports)


def module_of(subject):
    name = subject if subject == "reading" else f"check_{subject}"
    return import_module(f"pigverify.certificates.{name}")


def asked(subject, items):
    """Tests that concern it, its own first."""
    if subject == "reading":
        return items, []
    ours = [item for item in items if f"test_{subject}" in item.nodeid]
    return ours, [item for item in items if f"[{subject}" in item.nodeid and item not in ours]


def put_in_place(checker, source):
    """Whoever has imported a name of the checker has that of the mutant from now on."""
    before = dict(vars(checker))
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
        file.write(source)
    checker.__file__ = file.name  # a stand-alone checker runs this file
    exec(compile(source, file.name, "exec"), vars(checker))
    renewed = {id(found): vars(checker)[name] for name, found in before.items() if name[0] != "_"}
    for name, user in list(sys.modules.items()):
        if "certificates" in name and user is not checker:
            for one, found in list(vars(user).items()):
                if id(found) in renewed and callable(found):
                    setattr(user, one, renewed[id(found)])


def expect(fact, what):
    if not fact:
        raise SystemExit(what)


def campaign(subject, number, random, quick):
    """Try mutants of one subject; returns how many met which fate, and prints the survivors."""
    since, mutants = time.monotonic(), [*mutants_of(Path(module_of(subject).__file__).read_text())]
    chosen = mutants if number is None else random.sample(mutants, number)
    trial = Trial(subject, chosen)
    files = ("limits", "checkers", "damage") + (subject,) * (subject != "reading")
    words = [
        "-q", "-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning",
        "-p", "no:cacheprovider", "-m", "not browser" + " and not slow" * quick,
        "--hypothesis-profile=unshrunk",
        *(str(HERE / f"verify/certificates/test_{file}.py") for file in files),
    ]  # fmt: skip
    with redirect_stdout(io.StringIO()) as said:
        pytest.main(words, [trial])
    expect(trial.count.total() == len(chosen), said.getvalue())
    print(f"{subject}: {len(chosen)} of {len(mutants)} mutants", end=" ")
    print(f"in {time.monotonic() - since:.0f} s, {dict(trial.count)}")
    return trial.count


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=", ".join(SUBJECTS))
    parser.add_argument("--seed", type=int, default=1, help="which mutants a slice takes")
    parser.add_argument("--slice", choices=SLICES, default="quick", help="6 a subject, or all")
    parser.add_argument("--quick", action="store_true", help="without tests that are marked slow")
    given = parser.parse_args()
    if unknown := set(given.subjects) - set(SUBJECTS):
        parser.error(f"there is no subject {unknown.pop()!r}: choose from {', '.join(SUBJECTS)}")
    count, number = Counter(), SLICES[given.slice]
    for subject in given.subjects or SUBJECTS:
        count += campaign(subject, number, Random(given.seed), given.quick)
    killed = count.total() - count["survived"]
    print(f"{killed:,} of {count.total():,} are killed: {killed / count.total():.1%}")
    return 0 if killed >= ENOUGH * count.total() else 1


if __name__ == "__main__":
    sys.exit(main())

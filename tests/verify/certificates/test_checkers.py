"""What the checkers of all families have in common: one file of plain Python, read in one way."""

import ast
import gzip
import io
import json
import random
import re
import shutil
import subprocess
import sys
import tracemalloc
from importlib import import_module
from pathlib import Path

import pytest
from support.certificates import certificate_of, packed, sealed
from support.commands import python

from pigcore.games import Bag, Duel, Hog, Roll

GAMES = {
    "bag": Bag([300, 0, 0, 1], [0, 300, 0, 99], [0, 0, 300, 200], draw="-1/2"),
    "duel": Duel(Roll.die(4), range(2, 9)),
    "hog": Hog(5, 2, wild="hog_wild", bacon="free_bacon", after="swine_swap", exchange=True),
}
"""Races have tests of their own, which are older."""
FAMILIES = ("race", *GAMES)
PLACE = r"^(own \d|rocks \d|hold \d|header|line \d|weights)"
SHARED = ("need", "number", "numbers", "random_prime", "read", "next", "end", "__init__")
JUNK = [
    None, True, False, -1, 0, 1.5, float("nan"), float("inf"), -0.0, 10**30, 10**3900, "x", "100",
    [], [0], [[]], [None], [-1], [1.0], [True], [[[]]], [[[[0, 0, 1]]]], {}, {"goal": 9},
]  # fmt: skip


def core(family):
    """The checker of a family."""
    return import_module(f"pigverify.certificates.check_{family}")


@pytest.fixture(scope="module", params=GAMES)
def case(request, tmp_path_factory):
    """A checker, and the certificate of a game in parts."""
    folder = tmp_path_factory.mktemp(request.param)
    return core(request.param), certificate_of(GAMES[request.param], folder)


def taken(checker, stream):
    """Whether the checker takes it; if it does not, it names the place."""
    try:
        checker.check(stream)
    except (checker.Refuted, checker.Unreadable) as error:
        why = str(error)
    else:
        return True
    assert re.match(PLACE, why)
    return False


def unreadable(checker, text, why):
    """Assert that it is refused, for this reason."""
    with pytest.raises(checker.Unreadable, match=why):
        checker.check(packed(text))


@pytest.mark.parametrize("family", GAMES)
def test_the_checker_is_one_file_of_plain_python(family, tmp_path):
    source = Path(core(family).__file__)
    names = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(node.module)
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names

    shutil.copy(source, tmp_path / "check.py")
    certificate = certificate_of(GAMES[family], tmp_path)
    wrong = certificate.copy()
    words = wrong.records[-1]
    if family == "bag":
        words[-1] = {"r": "p"}.get(words[-1][0], "r") + "1"
    else:
        words[1 if family == "duel" else -1] = "2,3"
    (tmp_path / "wrong.pigcert").write_bytes(wrong.stream().read())
    for words, status, begins in (
        (["it.pigcert"], 0, "certified: "),
        (["wrong.pigcert"], 1, "refuted: "),
        (["check.py"], 2, "no certificate: "),
        ([], 2, f"no certificate: usage: python check_{family}.py FILE"),
    ):
        done = subprocess.run(
            python("-I", "check.py", *words),
            cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (status, "")
        assert done.stdout.startswith(begins)


def test_the_document_counts_their_lines():
    root = Path(__file__).parents[3]
    text = (root / "docs" / "certificate.md").read_text(encoding="utf-8")
    for family in FAMILIES:
        lines = len(Path(core(family).__file__).read_text(encoding="utf-8").splitlines())
        assert re.search(
            rf"`check_{family}.py`.{{0,60}}?\b{lines} lines", re.sub(r"\s+", " ", text)
        )
        assert lines < 400


def test_what_checkers_share_is_the_same_text():
    texts = {}
    for family in FAMILIES:
        source = Path(core(family).__file__).read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef) and node.name != "Lines":
                continue
            inside = [node] if isinstance(node, ast.FunctionDef) and node.col_offset == 0 else []
            for it in [*inside, *(node.body if isinstance(node, ast.ClassDef) else [])]:
                if isinstance(it, ast.FunctionDef) and it.name in SHARED:
                    texts.setdefault(it.name, {})[family] = ast.unparse(it)
    assert len(texts["need"]) == len(FAMILIES)
    assert len({*texts["need"].values()}) == 1
    # The checker of races reads its lines with their limits, in words of its own.
    for name, found in texts.items():
        found.pop("race", None)
        assert len({*found.values()}) <= 1, name


def test_it_takes_what_is_whole_and_tells_the_progress(case):
    checker, whole = case
    calls = []
    checker.check(whole.stream(), lambda done, of: calls.append((done, of)))
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)
    assert calls[-1][0] == calls[-1][1] > 0


def test_headers_of_every_kind_are_refused(case):
    checker, whole = case

    def tried(name, certificate, found, junk):
        same = type(junk) is type(found) and json.dumps(junk) == json.dumps(found)
        # To allow for open ties says nothing, and what turns with exchanges lead to is idle
        # where nobody can come.
        return same or name == "ties" or not taken(checker, certificate.stream())

    for name, found in whole.header.items():
        for junk in JUNK:
            certificate = whole.copy()
            certificate.header[name] = junk
            assert tried(name, certificate, found, junk), (name, junk)
        inner, path = found, []
        while isinstance(inner, list) and inner:
            path.append(inner)
            inner = inner[-1]
            for junk in JUNK:
                certificate = whole.copy()
                place = certificate.header[name]
                for _ in path[1:]:
                    place = place[-1]
                place[-1] = junk
                assert tried(name, certificate, path[-1][-1], junk), (name, junk)
        certificate = whole.copy()
        del certificate.header[name]
        unreadable(checker, certificate.lines(), "^header: the entries are not those")
    certificate = whole.copy()
    certificate.header["more"] = 1
    unreadable(checker, certificate.lines(), "^header: the entries are not those")


def test_a_header_is_read_in_one_way_only(case):
    checker, whole = case
    first, *rest = whole.lines().split("\n")[:-2]
    states = f'"states": {whole.header["states"]}'
    for text, why in (
        (first.replace(states, f'"states": 1, {states}'), "plainly"),
        (first.replace(states, f"{states}.0"), "states"),
        (first.replace(states, f"{states}e0"), "plainly"),
        (first.replace(states, '"states": -0'), "plainly"),
        (first.replace(states, '"states": NaN'), "states"),
        (first.replace(states, '"states": 1e-320'), "plainly|states"),
        (first.replace(states, f'"states": {"9" * 5000}'), "JSON"),
        (first.replace(states, f'"states": {"[" * 100_000}'), "JSON"),
        (first.replace("best", "worst"), "not what version 1 states"),
        (first.replace(": ", ":"), "plainly"),
        (f" {first}", "plainly"),
        (first[:-1], "JSON"),
        ("[]", "entries"),
        ("", "JSON"),
        ('"\\ud800"', "entries"),
    ):
        unreadable(checker, sealed([text, *rest]), f"^header: .*({why})")


def test_records_must_be_there_once_and_the_end_must_be_theirs(case):
    checker, whole = case
    missing, twice = whole.copy(), whole.copy()
    del missing.records[-1]
    assert not taken(checker, missing.stream())
    twice.records.append(twice.records[-1])
    unreadable(checker, twice.lines(), "is not the end with count and SHA-256$")
    twice.records[0] = twice.records[-1]
    assert not taken(checker, twice.stream())
    text = whole.lines()
    *_, end, _ = text.split("\n")
    count = len(whole.records)
    for other in (end.replace(f" {count} ", " 1 "), end[:-1], end.upper(), f"{end} "):
        unreadable(checker, text.replace(end, other), "is not the end with count and SHA-256$")
    unreadable(checker, f"{text}\n", "something follows the end$")


def test_cut_off_appended_and_flipped_bytes(case):
    checker, whole = case
    data = whole.stream().read()
    rng, harmless = random.Random(5), 0
    for length in [*range(20), *rng.sample(range(len(data)), 60), len(data) - 1]:
        assert not taken(checker, io.BytesIO(data[:length]))
    for more in (b"x", b"\0\1", gzip.compress(b"more"), data):
        assert not taken(checker, io.BytesIO(data + more))
    for _ in range(60):
        flipped = bytearray(data)
        flipped[rng.randrange(10, len(data))] ^= 1 << rng.randrange(8)
        if taken(checker, io.BytesIO(flipped)):
            harmless += 1
            assert gzip.decompress(flipped) == gzip.decompress(data)
    assert harmless < 3


def test_bombs_take_no_memory(case):
    checker, whole = case
    first = json.dumps(whole.header).encode()
    endless = b"0" * (1 << 24)
    bombs = [
        packed(first[:-1] + b" " * (1 << 25)),
        packed(first + b"\n" + endless),
        packed(first + b"\n" + " ".join(whole.records[0][:-1]).encode() + endless),
        packed(whole.lines().encode() + endless),
        packed(sealed([first.decode(), "0" * 5000])),
    ]
    del endless
    for bomb in bombs:
        tracemalloc.start()
        with pytest.raises(checker.Unreadable):
            checker.check(bomb)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 3 * checker.MOST_HEADER + (1 << 20)


def test_sizes_are_refused_before_the_work():
    huge = 10**3800
    bag = {
        "denominators": [huge] * 50,
        "rock": [huge] * 50,
        "paper": [0] * 50,
        "scissors": [0] * 50,
    }
    for family, header, why in (
        ("bag", bag | {"states": 22100}, "dice are too many"),
        ("bag", {"rock": [1] * 1001}, "rock must have 1 to 1000 entries"),
        ("duel", {"holds": [*range(1, 1600)], "states": 1599}, "holds are too many"),
        ("duel", {"holds": [2000], "states": 1, "gains": [*range(1, 9001)]}, "too many ways"),
        ("duel", {"holds": [2001]}, "holds must be"),
        ("hog", {"goal": 1001}, "goal must be"),
        ("hog", {"bits": 4097}, "bits must be"),
    ):
        checker = core(family)
        unique = {"unique": False, "lost": 0, "weights": [1] * 9000, "denominator": 9000}
        small = {"duel": unique | {"gains": [1]}}.get(family, {})
        if "gains" not in header and small:
            small |= {"weights": [1], "denominator": 1}
        rest = dict.fromkeys(checker.ENTRIES.split(", "), 1)
        with pytest.raises(checker.Unreadable, match=f"^header: .*{why}"):
            getattr(checker, family.capitalize())(rest | small | header)


def test_races_have_the_same_doors():
    # The races' own tests hold check_race to all this; here only that the doors are the same.
    for family in FAMILIES:
        checker = core(family)
        assert all(hasattr(checker, it) for it in ("check", "main", "Certified", "STATEMENT"))
        assert checker.Certified._fields == ("header", "states", "ties", "value", "proof")

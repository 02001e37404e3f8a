"""What the checkers of all families have in common: one file of plain Python, read in one way."""

import ast
import json
import random
import re
import shutil
import subprocess
import sys
import tracemalloc
from importlib import import_module
from itertools import chain, cycle, pairwise
from pathlib import Path

import pytest
from support.certificates import (
    certificate_of,
    columns_of,
    packed,
    sealed,
    taken,
    unreadable,
    word_of,
)  # fmt: skip
from support.commands import python

from pigcore.games import Bag, Duel, Farkle, Hog, Roll, TwoDicePig

GAMES = {
    "race": TwoDicePig(6),
    "bag": Bag([300, 0, 0, 1], [0, 300, 0, 99], [0, 0, 300, 200], draw="-1/2"),
    "duel": Duel(Roll.die(4), range(2, 9)),
    "hog": Hog(5, 2, wild="hog_wild", bacon="free_bacon", after="swine_swap", exchange=True),
    "race of dice": Farkle({"1": 1, "2 2": 3}, 5, 2, 3),
}
FAMILIES = ("race", "bag", "duel", "hog")
JUNK = [
    None, True, False, -1, 0, 1.5, float("nan"), float("inf"), -0.0, 10**30, 10**3900, "x", "100",
    [], [0], [[]], [None], [-1], [1.0], [True], [[[]]], [[[[0, 0, 1]]]], {}, {"goal": 9},
]  # fmt: skip


def core(family):
    """The checker of a family."""
    return import_module(f"pigverify.certificates.check_{family.split()[0]}")


@pytest.fixture(scope="module", params=GAMES)
def case(request, tmp_path_factory):
    """A checker, and the certificate of a game in parts."""
    folder = tmp_path_factory.mktemp(request.param)
    return core(request.param), certificate_of(GAMES[request.param], folder)


@pytest.mark.slow
@pytest.mark.parametrize("family", GAMES)
def test_a_checker_is_two_files_of_plain_python(family, tmp_path):
    source = Path(core(family).__file__)
    names = set()
    for file in source, source.with_name("reading.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.add(node.module)
        shutil.copy(file, tmp_path)
    assert {name.split(".")[0] for name in names} - {"reading"} <= sys.stdlib_module_names

    (tmp_path / source.name).rename(tmp_path / "check.py")
    certificate = certificate_of(GAMES[family], tmp_path)
    wrong = certificate.copy()
    words = wrong.records[-1]
    if family == "bag":
        words[-1] = ("p" if words[-1][0] == "r" else "r") + words[-1][1:]
    elif "race" in family:
        columns = columns_of(words[4])
        columns[0][0] = "b" if columns[0][0] == "t" else "t"
        words[4] = word_of(columns)
    else:
        words[1 if family == "duel" else -1] = "2,3"
    (tmp_path / "wrong.pigcert").write_bytes(wrong.stream().read())
    for words, status, begins in (
        (["it.pigcert"], 0, "certified: "),
        (["wrong.pigcert"], 1, "refuted: "),
        (["check.py"], 2, "no certificate: "),
        ([], 2, "no certificate: usage: python "),
    ):
        done = subprocess.run(
            python("-I", "check.py", *words),
            cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (status, "")
        assert done.stdout.startswith(begins)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_documents_print_statements_and_limits(family):
    page = Path(__file__).parents[3] / "docs" / "reference" / "certificates" / f"{family}.md"
    text = " ".join(page.read_text(encoding="utf-8").replace("\n> ", "\n").split())
    checker = core(family)
    assert checker.STATEMENT in text
    for entry in checker.ENTRIES.split(", ")[3:]:
        assert f"| `{entry}`" in text or f", `{entry}`" in text, entry
    for name, most in vars(checker).items():
        if name.startswith("MOST_"):
            n = most.bit_length() - 1
            powers = {10**18: "10^18", 1 << n: f"2^{n}"}
            assert f"`{name}` = {powers.get(most, f'{most:,}')}" in text, name


def test_it_takes_what_is_whole_and_tells_the_progress(case):
    checker, whole = case
    calls = []
    checker.check(whole.stream(), lambda done, of: calls.append((done, of)))
    total, said = calls[0][1], [done for done, _ in calls]
    assert {of for _, of in calls} == {total}
    if checker is core("race"):  # a pair of turn starts at a time, of which none is skipped
        assert {b - a for a, b in pairwise([0, *said])} == {1, 2}
        assert said[-1] == total
    else:
        assert said == [*range(1, total + 1)]
    assert (
        total
        == {
            "race": whole.header["goal"] ** 2 if "exact" in whole.header else 0,
            "hog": 50,
            "duel": 3,
            "bag": 8,
        }[whole.header["family"]]
    )


def longest_of(header):
    """How long a record of a race may be: each mode here has a throw and may be banked."""
    several = sum(len(one) > 1 for one in header["sets"])
    columns = 3 * len(header["banks"]) + 28 * several
    return header["bits"] + 40 + columns * (header["rolled"] + 1)


@pytest.mark.slow
def test_lines_may_be_as_long_as_their_limits(case):
    checker, whole = case
    header = whole.header
    n = len(header.get("holds", header.get("denominators", "")))
    most = {
        "race": lambda: longest_of(header),
        "hog": lambda: header["bits"] + 5 * len(header["rolls"][0]) + 50,
        # The largest hold is 8, the least gain 2: at most four throws, in fourths.
        "duel": lambda: (n + 1) * (4 * 3 + 16) + 5 * n + 30,
        "bag": lambda: 6 * n + 30,
    }[header["family"]]()
    first, allowed = json.dumps(header), 1 << (23 if header["family"] == "hog" else 20)
    for lines, wrong in (
        (["0" * (allowed - 1)], "^header: it is not JSON"),
        (["0" * allowed], "^line 1 is cut off or too long"),
        ([first, "0" * (most - 1)], "^line 2 is (not the|no) record"),
        ([first, "0" * most], "^line 2 is cut off or too long"),
    ):
        unreadable(sealed(lines), wrong, checker)


def test_the_value_and_the_statement_are_printed(case, tmp_path, capsys):
    checker, whole = case
    path = tmp_path / "it.pigcert"
    path.write_bytes(whole.stream().read())
    assert checker.main(["check", str(path)], checker.check, checker.STATEMENT) == 0
    low, high, below = checker.check(whole.stream()).value
    said = capsys.readouterr().out
    for words in (checker.STATEMENT, f"{low} / {below}", f"{high} / {below}", str(path)):
        assert words in said
    assert low <= high


@pytest.mark.slow
@pytest.mark.parametrize("family", ["race", "hog"])
def test_primes_are_primes_of_256_bits(family):
    for _ in range(5):
        prime = core(family).random_prime()
        assert (prime.bit_length(), prime % 4) == (256, 3)
        assert all(prime % small for small in range(2, 1000))
        # Fermat, and Euler's criterion, with other bases than chance had taken.
        assert {pow(base, prime // 2, prime) for base in range(2, 30)} <= {1, prime - 1}


@pytest.mark.slow
def test_headers_of_every_kind_are_refused(case):
    checker, whole = case

    def tried(name, certificate, found, junk):
        same = type(junk) is type(found) and json.dumps(junk) == json.dumps(found)
        # To allow for open ties says nothing, and no dice at all win the last state anyway.
        idle = name == "ties" or (name == "bacon" and type(junk) is int and junk > 5)
        return same or idle or not taken(certificate, checker)

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
        unreadable(certificate.lines(), "^header: the entries or the statement", checker)
    certificate = whole.copy()
    certificate.header["more"] = 1
    unreadable(certificate.lines(), "^header: the entries or the statement", checker)


def test_a_header_is_read_in_one_way_only(case):
    checker, whole = case
    first, *rest = whole.lines().split("\n")[:-2]
    name = "states" if "states" in whole.header else "goal"
    entry = f'"{name}": {whole.header[name]}'
    for text, why in (
        (first.replace(entry, f'"{name}": 1, {entry}'), "plainly"),
        (first.replace(entry, f"{entry}.0"), name),
        (first.replace(entry, f"{entry}e0"), "plainly"),
        (first.replace(entry, f'"{name}": -0'), "plainly"),
        (first.replace(entry, f'"{name}": NaN'), name),
        (first.replace(entry, f'"{name}": 1e-320'), f"plainly|{name}"),
        (first.replace(entry, f'"{name}": {"9" * 5000}'), "JSON"),
        (first.replace(entry, f'"{name}": {"[" * 100_000}'), "JSON"),
        (first.replace("the", "a"), "of this version"),
        (first.replace(": ", ":"), "plainly"),
        (f" {first}", "plainly"),
        (first[:-1], "JSON"),
        ("[]", "entries"),
        ("", "JSON"),
        ('"\\ud800"', "entries"),
    ):
        unreadable(sealed([text, *rest]), f"^header: .*({why})", checker)


class Dripping:
    """A file that begins with some bytes and goes on with others without end, a byte at a time."""

    def __init__(self, begin, rest):
        self.bytes, self.given, self.asked = chain(begin, cycle(rest)), 0, set()

    def read(self, most):
        self.given += 1
        self.asked.add(most)
        return bytes([next(self.bytes)])


@pytest.mark.slow
def test_a_file_without_end_is_given_up(case):
    checker, whole = case
    data, empty = whole.stream().read(), packed("").read()
    named, plain = b"\x1f\x8b\x08\x08" + bytes(6), b"\x1f\x8b\x08\x00" + bytes(6)
    for begin, rest, given, line, why in (
        (named, b"name", 1 << 16, 1, "is cut off or padded"),
        (plain, b"\0\0\0\xff\xff", 1 << 16, 1, "is cut off or padded"),  # blocks of nothing
        (empty, b"\0", len(empty), 1, "is cut off or too long"),
        (data, b"\0", len(data) + 1, len(whole.records) + 3, "follows the end"),
        (data, empty, len(data) + 1, len(whole.records) + 3, "follows the end"),
    ):
        stream = Dripping(begin, rest)
        with pytest.raises(checker.Unreadable, match=f"^line {line} {why}$"):
            checker.check(stream)
        assert (stream.given, stream.asked - {1}) == (given, {1 << 14})
    lines = checker.Lines(packed("a\n" * (1 << 20)))
    assert lines.next(2) == b"a\n"
    assert len(lines.text) == (1 << 14) - 2


def test_long_files_are_read_line_by_line(case):
    checker, _ = case
    rng, text = random.Random(4), []
    for _ in range(8):  # each block comes twice, as far apart as compression looks back
        text += 2 * [f"{rng.getrandbits(256):064x}\n".encode() for _ in range(450)]
    lines = checker.Lines(packed(b"".join(text)))
    assert [lines.next(65) for _ in text] == text
    with pytest.raises(checker.Unreadable, match=f"^line {len(text) + 1} is cut off or too long$"):
        lines.next(65)


@pytest.mark.slow
def test_a_record_is_spelled_in_one_way_only(case):
    checker, whole = case
    family = whole.header["family"]
    numbers = {"race": (2, 3), "hog": (3, 4), "duel": (2, 3), "bag": ()}[family]
    refused = 0
    for number, record in enumerate(whole.records):
        for place, word in enumerate(record):
            zeros = (
                [0]
                if place in numbers
                else [match_.start() for match_ in re.finditer(r"\d+", word)]
            )
            others = [f"{word[:at]}0{word[at:]}" for at in zeros]
            others += [word.upper()] * (place in numbers and not word.isdigit())
            if family in ("race", "bag") and place not in numbers:
                for run in re.finditer(r"([a-zA-Z]+)(\d+)", word):
                    split = f"{run[1]}1{run[1]}{int(run[2]) - 1}"
                    others += [word[: run.start()] + split + word[run.end() :]] * (run[2] != "1")
            for other in others:
                certificate = whole.copy()
                certificate.records[number][place] = other
                why = rf"^(line {number + 2} is|own .*: there is not one decision)"
                unreadable(certificate.lines(), why, checker)
                refused += 1
    assert refused > 20


@pytest.mark.slow
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


def test_numbers_are_of_the_sizes_and_within_the_limits_asked_for(case):
    checker, _ = case
    for found, sizes in (
        (2, ()), (5, ()), ([], (0,)), ([], (None,)), ([2, 5], (2,)), ([2, 5], (None,)),
        ([[2, 3, 4], [3, 4, 5]], (2, 3)), ([[2, 3, 4], [3, 4, 5]], (None, 3)),
        ([[[2, 3]], [[4, 5], [5, 5]]], (2, None, 2)), ([[], []], (2, 0)),
    ):  # fmt: skip
        assert checker.numbers(found, "it", 2, 5, *sizes) is found
    for found, sizes in (
        (1, ()), (6, ()), (2.0, ()), (True, ()), ([2], ()), (2, (1,)), ([2], (2,)), ([2, 3], (1,)),
        ([1], (None,)), ([6], (None,)), ([[2, 3, 4], [3, 4]], (2, 3)), ([2, [3]], (2, 1)),
        ([[2, 3], [3, 4]], (2, 3)), ([[2, 3], [3, 4]], (3, 2)), ([[2, 3], [3, 6]], (None, None)),
        ([[[2, 3]], [[4, 5], [5, 1]]], (2, None, 2)), ("22", (2,)), ({"a": 2}, (1,)), (None, ()),
        ([[[2, 3]], [[4, 5, 5]]], (2, 1, 2)),
    ):  # fmt: skip
        with pytest.raises(checker.Unreadable, match="^header: it is not of the size"):
            checker.numbers(found, "it", 2, 5, *sizes)

"""Mutants of the verifier's compiled files: their text altered, compiled, and put in their place.

One operator, one number, one name of a pair such as low and high, or one condition is altered in a
line of Cython or of C. Declarations, signatures, messages and comments are left alone.

Hundreds are compiled at once: of a function there is a copy for every alteration in it, and it
calls the copy whose number ``mutant`` has. It also notes that it was called at all.
"""

import os
import re
import subprocess
import sys
import sysconfig
from array import array
from contextlib import suppress
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np

__all__ = ["SOURCES", "File", "altered", "framed", "put_in_place", "shortened"]

SOURCES = Path(__file__).parents[2] / "verify/kernels"
LIMBS = {"race": {"race": 1, "wide.race": 2}, "hog": {"hog": 1}}
"""The modules that are made of a file, and of how many limbs their numbers are."""
INCLUDED = {"cells.pxi": "race"}
"""In which file another one is included."""

OPERATORS = {
    " < ": (" <= ", " >= "), " <= ": (" < ", " > "), " > ": (" >= ", " <= "),
    " >= ": (" > ", " < "), " == ": (" != ",), " != ": (" == ",),
    " + ": (" - ",), " - ": (" + ",), " * ": (" + ",), " += ": (" -= ",), " -= ": (" += ",),
    " << ": (" >> ",), " >> ": (" << ",), " | ": (" & ",), " & ": (" | ",), " % ": (" + ",),
    " and ": (" or ",), " or ": (" and ",), " && ": (" || ",), " || ": (" && ",), "not ": ("",),
}  # fmt: skip
PAIRS = [
    ("low", "high"), ("least", "most"), ("i", "j"), ("own", "opp"), ("min", "max"),
    ("True", "False"), ("q", "p"), ("begin", "end"),
]  # fmt: skip
NAMES = {a: b for pair in PAIRS for a, b in (pair, pair[::-1])}
"""Names that are easily taken for each other, also as the first part of longer ones."""

_TOKEN = re.compile(
    "|".join(map(re.escape, sorted(OPERATORS, key=len, reverse=True)))
    + r"|(?<![\w.])[0-9]+(?!\w)|(?<!\w)(?:" + "|".join(NAMES) + r")(?=_|\b)"
)  # fmt: skip
_QUOTED = re.compile(r'f?"[^"]*"|/\*.*?\*/|#(?!define|if ).*')
_LEFT_ALONE = re.compile(
    r"(from|import|include|ctypedef|cdef extern|cdef struct|cdef class|@|raise|typedef)\b"
    r"|cdef [\w*\[\]]+ [^=(]*$|#(include|else|endif|ifndef)"
)
_DEFINES = re.compile(r"(?:cdef|def|static)\b[^=]*?\b(\w+)\(")


class Alteration(NamedTuple):
    """A mutant: a line that is altered."""

    index: int
    """Among all mutants of the file."""
    place: str
    """The function that it is in, or the last one before it."""
    before: str
    after: str
    number: int
    """Of the line."""
    line: str

    def __str__(self):
        return f"{self.place}: {self.before}  ->  {self.after}"


def _alterations(lines):
    """All mutants, in the order of lines."""
    seen = set()
    for number, place, start in _code(lines):
        line = lines[number]
        for begin, end, new in _changes(line, start):
            other = line[:begin] + new + line[end:]
            if (number, other) not in seen:
                yield Alteration(len(seen), place, line.strip(), other.strip(), number, other)
                seen.add((number, other))


def _code(lines):
    """(number, what it is a part of, where it begins to be code) of all lines of code."""
    place, in_c, in_words, in_signature, in_extern, in_struct = "module", *[False] * 5
    in_comment = False
    for number, line in enumerate(lines):
        bare = line.strip()
        if bare.startswith('"""'):
            if in_c:
                in_c, in_extern = False, True
            elif lines[number - 1].startswith("cdef extern"):
                in_c = True
            else:
                in_words = not in_words and bare.count('"""') == 1
            continue
        if in_extern or in_struct:
            in_extern = in_extern and (not bare or line.startswith(" "))
            in_struct = in_struct and (not bare or line.startswith(" "))
            if in_extern or in_struct:
                continue
        if in_c and (in_comment or bare.startswith("/*")):
            in_comment = "*/" not in bare
            continue
        in_struct = bare.startswith("cdef struct")
        defined = _DEFINES.match(bare)
        if defined:
            place = defined[1]
        start = 0
        if defined and in_c:
            start = line.index(")") + 1
        elif defined or in_signature:
            in_signature = not bare.endswith(":")
            continue
        if bare.startswith("cdef ") and "=" in line:  # names that are declared are left alone, too
            start = line.index("=")
        if bare and not in_words and not _LEFT_ALONE.match(bare):
            yield number, place, start


def _changes(line, start):
    """(begin, end, what stands there instead)"""
    masked = _QUOTED.sub(lambda found: "\0" * len(found[0]), line)
    for token in _TOKEN.finditer(masked, start):
        word = token[0]
        if word.isdigit():
            others = str(int(word) + 1), str(int(word) - 1)
        else:
            others = OPERATORS.get(word) or (NAMES[word],)
        for other in others:
            yield *token.span(), other


# --- many mutants in one file ---------------------------------------------------------------------

_SIGNATURE = re.compile(
    r"(?P<indent> *)(?P<kind>cdef|def|static)(?: inline)?(?P<type>[^=(]*?)\b(?P<name>\w+)\("
)


class Function(NamedTuple):
    """A function or method, and in which lines it stands."""

    name: str
    begin: int
    body: int
    """The first line after the signature and the words about it."""
    end: int
    call: str
    """What a function of the same signature does to return what this one returns."""
    in_c: bool


def _functions(lines):
    """All functions, in order."""
    for begin, line in enumerate(lines):
        found = _SIGNATURE.match(line)
        if not found or "class" in found["type"] or found["name"] in ("__cinit__", "__dealloc__"):
            continue
        body, inside = begin + 1, found["indent"] + " "
        if found["kind"] == "static":
            end = body if line.endswith("}") else lines.index(found["indent"] + "}", begin) + 1
        else:
            while not lines[body - 1].endswith(":"):
                body += 1
            end = body
            while end < len(lines) and f"{lines[end] or inside} ".startswith(inside):
                end += 1
            quotes = 0
            while '"""' in lines[body] or quotes == 1:
                quotes += lines[body].count('"""')
                body += 1
        nothing = found["type"].strip() == "void" or found["name"] == "__init__"
        call = _call(" ".join(lines[begin:body]), nothing)
        yield Function(found["name"], begin, body, end, call, found["kind"] == "static")


def _call(signature, nothing):
    words, by_name = [], False
    for word in signature[signature.index("(") + 1 : signature.index(")")].split(","):
        stars, name = re.match(r"\s*(\**)(?:.*?(\w+))?(?: not None)?\s*(?:=.*)?$", word).groups()
        by_name = by_name or bool(stars)
        if name:
            words.append(f"{name}={name}" if by_name and not stars else stars + name)
    of = "self." if words[0] == "self" else ""
    call = f"{of}mutant_%d({', '.join(words[bool(of) :])})"
    return f"{call}; return" if nothing else f"return {call}"


_CHOICE = '''\
cdef extern from *:
    """
    static int mutant;
    static char touched[1000];
    """
    int mutant
    char[1000] touched
'''.splitlines()
_CHOOSE = """\
def choose_mutant(int number):
    global mutant
    mutant = number

def functions_called():
    found = {k for k in range(1000) if touched[k]}
    for k in found:
        touched[<int>k] = 0
    return found
""".splitlines()
"""What is added to a file."""


class File:
    """A file, all of its mutants, and how they are built."""

    def __init__(self, title):
        self.title = title
        self.name = INCLUDED.get(title, title.removesuffix(".pyx"))
        self.lines = (SOURCES / title).read_text().splitlines()
        self.mutants = list(_alterations(self.lines))
        self._functions = list(_functions(self.lines))

    def function_of(self, mutant):
        """The number of the function that a mutant is in; None if it is in none."""
        for k, one in enumerate(self._functions):
            if one.begin <= mutant.number < one.end:
                return k
        return None

    def built(self, mutants, folder):
        """Modules by their names, with those of the mutants that compile, and the set of these.

        A mutant that is in no function must be alone.
        """
        left = set(mutants)
        while True:
            lines, owners = self._together(sorted(left))
            modules, wrong = self._compiled(lines, owners, folder)
            if modules:
                return modules, left
            found = {one for one in left if one.index in wrong}
            if not found and len(left) != 1:
                raise RuntimeError("the file does not compile, and no mutant is to blame")
            left -= found or left
            if not left:
                return {}, left

    def _together(self, mutants):
        """Lines, and the index of the mutant that each belongs to."""
        inside = {k: list(found) for k, found in groupby(mutants, self.function_of)}
        lines, last = self.lines[:], 0
        for one in inside.get(None, ()):
            lines[one.number] = one.line
        text = []
        for k, function in enumerate(self._functions):
            text += [(line, -1) for line in lines[last : function.begin]]
            ours = inside.get(k, [])
            copies = [(line, one.index) for one in ours for line in self._copy(function, one)]
            itself = [(line, -1) for line in self._calling(function, k, ours)]
            text += copies + itself if function.in_c else itself + copies
            last = function.end
        text += [(line, -1) for line in lines[last:]]
        return [line for line, _ in text], [owner for _, owner in text]

    def _copy(self, function, mutant):
        """The altered function."""
        lines = self.lines[function.begin : function.end]
        lines[mutant.number - function.begin] = mutant.line
        lines[0] = lines[0].replace(f"{function.name}(", f"mutant_{mutant.index}(", 1)
        return lines

    def _calling(self, function, k, mutants):
        """The function itself, which calls the altered one that is chosen."""
        lines = self.lines[function.begin : function.end]
        calls = [(one.index, function.call % one.index) for one in mutants]
        first, last = (calls[0][0], calls[-1][0]) if calls else (-1, -1)
        if function.in_c:
            begin, brace, rest = lines[0].partition("{")
            inside = " ".join(f"if (mutant == {index}) {{ {call}; }}" for index, call in calls)
            chosen = f"if (mutant >= {first} && mutant <= {last}) {{ {inside} }}"
            return [f"{begin}{brace} touched[{k}] = 1; {chosen if calls else ''}", rest, *lines[1:]]
        body = function.body - function.begin
        space = " " * (len(lines[0]) - len(lines[0].lstrip()) + 4)
        chosen = [f"{space}touched[{k}] = 1", f"{space}if {first} <= mutant <= {last}:"]
        chosen += [f"{space}    if mutant == {index}: {call}" for index, call in calls]
        return [*lines[:body], *chosen[: len(chosen) if calls else 1], *lines[body:]]

    def _compiled(self, lines, owners, folder):
        """Modules by their names, or none and the indices of mutants that do not compile."""
        main = folder / f"{self.name}.pyx"
        for path in (SOURCES / main.name, *SOURCES.glob("*.pxi")):
            (folder / path.name).write_text(path.read_text())
        (folder / self.title).write_text("\n".join(lines) + "\n")
        main.write_text("\n".join([*_CHOICE, *main.read_text().splitlines(), *_CHOOSE]) + "\n")
        before = len(_CHOICE) if self.title == main.name else 0
        options = "boundscheck=False,wraparound=False,cdivision=True,initializedcheck=False"
        c = main.with_suffix(".c")
        commands = [[sys.executable, "-m", "cython", "-3", "-X", options, main, "-o", c]]
        modules = {}
        for module, limbs in LIMBS[self.name].items():
            modules[module] = folder / f"{module}.abi3.so"
            commands.append([
                *["gcc", "-O0", "-w", "-shared", "-fPIC", "-DPy_LIMITED_API=0x030B0000"],
                *[f"-DPIGVERIFY_LIMBS={limbs}", f"-I{sysconfig.get_path('include')}"],
                *[c, "-o", modules[module]],
            ])  # fmt: skip
        for command in commands:
            done = subprocess.run(
                command,
                capture_output=True,
                check=False,
                text=True,
                env=os.environ | {"LC_ALL": "C"},
            )
            if done.returncode:
                numbers = re.findall(rf"{re.escape(self.title)}:(\d+):\d+:", done.stderr)
                wrong = {owners[int(number) - 1 - before] for number in numbers}
                return {}, wrong | set(map(int, re.findall(r"mutant_(\d+)", done.stderr)))
        return modules, set()


def put_in_place(modules):
    """Whoever asks for these modules from now on has those in the files; and they themselves."""
    found = []
    for module, path in modules.items():
        name = f"pigverify.kernels.{module}"
        loader = ExtensionFileLoader(name, str(path))
        sys.modules[name] = module_from_spec(spec_from_loader(name, loader))
        loader.exec_module(sys.modules[name])
        found.append(sys.modules[name])
    return found


def altered(arrays, bounds):
    """(name, place, arrays with one number altered): by one, or to one of the ``bounds``."""
    for name, numbers in arrays.items():
        for place, number in enumerate(numbers):
            for value in sorted({number - 1, number + 1, *bounds} - {number}):
                changed = numbers[:]
                with suppress(OverflowError):  # no number of the array's type
                    changed[place] = value
                    yield name, place, arrays | {name: changed}


def framed(arrays, around):
    """The same arrays as pieces of longer ones, but for those written to: ``around`` is no part."""
    found = {}
    for name, numbers in arrays.items():
        kind = numbers.typecode
        frame = array(kind, [max(around, 0) if kind == "Q" else around] * 3)
        found[name] = np.array(frame + numbers + frame, kind)[3:-3]
    return found | {name: arrays[name] for name in ("low", "high")}


def shortened(length):
    """An array of zeros in whose memory more of them follow: no crash if these are read."""
    zeros = array("q", bytes(8 * length + 64))
    del zeros[length:]
    return zeros

"""Mutants of the verifier's compiled files: their text altered, compiled, and put in their place.

One operator, one number, one name of a pair such as low and high, or one condition is altered in a
line of Cython or of C. Declarations, signatures, messages and comments are left alone.
"""

import re
import subprocess
import sys
import sysconfig
from contextlib import suppress
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

__all__ = ["INCLUDED", "LIMBS", "SOURCES", "altered", "built", "mutants_of", "put_in_place"]

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


def mutants_of(text):
    """(place, line, altered line, altered text) of all mutants, in the order of lines."""
    lines, seen = text.splitlines(), set()
    for number, place, start in _code(lines):
        line = lines[number]
        for begin, end, new in _changes(line, start):
            altered = line[:begin] + new + line[end:]
            if (number, altered) not in seen:
                seen.add((number, altered))
                whole = "\n".join([*lines[:number], altered, *lines[number + 1 :]]) + "\n"
                yield place, line.strip(), altered.strip(), whole


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


def built(title, text, folder):
    """The modules of ``text``, compiled, by their names; None if it does not compile."""
    name = INCLUDED.get(title, title.removesuffix(".pyx"))
    source = folder / f"{name}.pyx"
    for path in (SOURCES / source.name, *SOURCES.glob("*.pxi")):
        (folder / path.name).write_text(path.read_text())
    (folder / title).write_text(text)
    options = "boundscheck=False,wraparound=False,cdivision=True,initializedcheck=False"
    c = folder / f"{name}.c"
    commands = [[sys.executable, "-m", "cython", "-3", "-X", options, source, "-o", c]]
    modules = {}
    for module, limbs in LIMBS[name].items():
        modules[module] = folder / f"{module}.abi3.so"
        commands.append([
            *["gcc", "-O1", "-w", "-shared", "-fPIC", "-DPy_LIMITED_API=0x030B0000"],
            *[f"-DPIGVERIFY_LIMBS={limbs}", f"-I{sysconfig.get_path('include')}"],
            *[c, "-o", modules[module]],
        ])  # fmt: skip
    for command in commands:
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
    return modules


def put_in_place(modules):
    """Whoever asks for these modules from now on has those in the files."""
    for module, path in modules.items():
        name = f"pigverify.kernels.{module}"
        loader = ExtensionFileLoader(name, str(path))
        found = module_from_spec(spec_from_loader(name, loader))
        loader.exec_module(found)
        sys.modules[name] = found


def altered(arrays, bounds):
    """(name, place, arrays with one number altered): by one, or to one of the ``bounds``."""
    for name, numbers in arrays.items():
        for place, number in enumerate(numbers):
            for value in sorted({number - 1, number + 1, *bounds} - {number}):
                changed = numbers[:]
                with suppress(OverflowError):  # no number of the array's type
                    changed[place] = value
                    yield name, place, arrays | {name: changed}

"""Mutants that say the same as the original, or refuse the same in other words.

Each is a line as it was and as it is, with the reason.
"""

# ruff: noqa: E501

_SPACE = "the space for a number is larger than it must be, and no digit moves into another's"
_ONE_OUTCOME = "a choice with one outcome is the same whatever its weight"
_REFUSED = "the choices named were found wrong just before, and are refused just after"
_LONGER = "the numbers are the same modulo the prime, and longer"
_EXACT = "the division leaves no remainder"
_KEPT = "what is kept, and which gains are summed together, costs time alone"
_WHOLE = "a state that waits for nothing is looked at once more, or once: the file is the same"


PRIMES = {
    (
        "n = secrets.randbits(256) | 1 << 255 | 3",
        "n = secrets.randbits(255) | 1 << 255 | 3",
    ): "the first bit is set in any case",
    (
        "n = secrets.randbits(256) | 1 << 255 | 3",
        "n = secrets.randbits(256) | 1 << 255 | 2",
    ): "even numbers are drawn as well, and passed over",
    (
        "if all((pow(secrets.randbelow(n), n >> 1, n) in (1, n - 1) for _ in range(64))):",
        "if all((pow(secrets.randbelow(n), n >> 1, n) in (1, n - 1) for _ in range(65))):",
    ): "one base more",
    (
        "if all((pow(secrets.randbelow(n), n >> 1, n) in (1, n - 1) for _ in range(64))):",
        "if all((pow(secrets.randbelow(n), n >> 1, n) in (1, n - 1) for _ in range(63))):",
    ): "one base less: a number that is no prime passes with a chance of 2^-126",
}

_LINE = "while b'\\n' not in self.text and len(self.text) < most and (not self.packed.eof):"
LINES = {
    (
        _LINE,
        "while len(self.text) < most and (not self.packed.eof):",
    ): "more is unpacked than the line needs",
    (
        _LINE,
        "while b'\\n' not in self.text and len(self.text) <= most and (not self.packed.eof):",
    ): "a line that is too long is read on, and refused then",
}

EQUIVALENT = {
    "race": PRIMES
    | LINES
    | {
        (
            "for total in range(last + last, -1, -1):",
            "for total in range(last + last, -2, -1):",
        ): "no pair of banked scores has a sum below 0",
    },
    "hog": PRIMES
    | LINES
    | {
        ("KEPT, GAP = (1 << 11, 8)", f"KEPT, GAP = ({other})"): _KEPT
        for other in ("2 << 11, 8", "1 << 12, 8", "1 << 10, 8", "1 << 11, 9", "1 << 11, 7")
    }
    | {
        ("whole = whole and known == throw.number", f"whole = {other}"): _WHOLE
        for other in (
            "whole or known == throw.number",
            "known == throw.number",
            "whole",
            "whole and known != throw.number",
        )
    }
    | {
        (
            "found, idle, whole, field = ({}, [], True, (1 << self.wide) - 1)",
            "found, idle, whole, field = ({}, [], False, (1 << self.wide) - 1)",
        ): _WHOLE,
        ("if end <= KEPT:", "if end < KEPT:"): _KEPT,
        ("if known and x < KEPT:", "if known and x >= KEPT:"): _KEPT,
        (
            "lead = max([bounds[choice][0] for choice in best if right], default=0)",
            "lead = max([bounds[choice][0] for choice in best if right], default=1)",
        ): _REFUSED,
        (
            "lead = max([bounds[choice][0] for choice in best if right], default=0)",
            "lead = max([bounds[choice][0] for choice in best if right], default=-1)",
        ): _REFUSED,
        (
            "row[k] = (row.get(k, 0) + a * b) % self.prime",
            "row[k] = row.get(k, 0) + a * b + self.prime",
        ): _LONGER,
        (
            "return {k: a * over % self.prime for k, a in row.items()}",
            "return {k: a * over + self.prime for k, a in row.items()}",
        ): _LONGER,
    },
    "duel": LINES
    | {
        (
            "self.reached[k + g] += self.reached[k] * p // below",
            "self.reached[k + g] += -(-(self.reached[k] * p) // below)",
        ): _EXACT,
        (
            "found[k + g] = found.get(k + g, 0) + reached * p // self.below",
            "found[k + g] = found.get(k + g, 0) + -(-(reached * p) // self.below)",
        ): _EXACT,
        (
            "return {0: self.one - sum(found.values()), **dict(sorted(found.items()))}",
            "return {-1: self.one - sum(found.values()), **dict(sorted(found.items()))}",
        ): "only the order of scores counts, and all others are above 0",
        (
            "other[:] = [(x - factor * y) % prime for x, y in zip(other, row)]",
            "other[:] = [x - factor * y + prime for x, y in zip(other, row)]",
        ): _LONGER,
    },
    "bag": LINES
    | {
        (
            "self.rows = [row.to_bytes((self.size + 1) * y_bits // 8, 'little') for row in rows]",
            "self.rows = [row.to_bytes(-(-((self.size + 1) * y_bits) // 8), 'little') for row in rows]",
        ): _EXACT,
        (
            "self.rows = [row.to_bytes((self.size + 1) * y_bits // 8, 'little') for row in rows]",
            "self.rows = [row.to_bytes((self.size + 2) * y_bits // 8, 'little') for row in rows]",
        ): _SPACE,
        (
            "self.rows = [row.to_bytes((self.size + 1) * y_bits // 8, 'little') for row in rows]",
            "self.rows = [row.to_bytes((self.size + 1) * y_bits // 7, 'little') for row in rows]",
        ): _SPACE,
    },
}

"""Mutants of the checkers that say the same as the original, or refuse the same in other words.

Each is a line as it was and as it is, with the reason.
"""

# ruff: noqa: E501

_ROOM = "the room for a number is larger than it must be, and no digit moves into another's"
_ONE_OUTCOME = "a choice with one outcome is the same whatever its weight"
_REFUSED = "the choices named were found wrong just before, and are refused just after"
_LONGER = "the numbers are the same modulo the prime, and longer"
_EXACT = "the division leaves no remainder"
_MUST = "who has no units of a turn yet must throw, so that this is the better of the two as well"
_HIGHER = "of a score only higher ones are asked about, and these have been looked at before"
_WON = "there are more scores past the goal, with which one has won, than any throw leads to"

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
            "self.hold: list[list[Any]] = [[[one] * (goal + 1) for _ in range(goal)] for _ in range(3)]",
            "self.hold: list[list[Any]] = [[[one] * (goal + 2) for _ in range(goal)] for _ in range(3)]",
        ): _ROOM,
        (
            "self.hold: list[list[Any]] = [[[one] * (goal + 1) for _ in range(goal)] for _ in range(3)]",
            "self.hold: list[list[Any]] = [[[one] * (goal + 1) for _ in range(goal)] for _ in range(4)]",
        ): _ROOM,
        (
            "for total in range(last + last, -1, -1):",
            "for total in range(last + last, -2, -1):",
        ): "no pair of banked scores has a sum below 0",
        (
            "exact = self.throws(i, j, 2, decisions) if self.ties else c_low",
            "exact = self.throws(i, j, 2, decisions) if self.ties else c_high",
        ): "not looked at unless there are ties",
        (
            "rolls = decisions[s - i] == 'r' if side == 2 else c > hold[s]",
            "rolls = decisions[s - i] == 'r' if side == 2 else c >= hold[s]",
        ): "of two that are the same it does not matter which is taken",
        (
            "self.finishes: Any = [False] * goal + [True] + [not self.exact] * goal",
            "self.finishes: Any = [True] * goal + [True] + [not self.exact] * goal",
        ): _HIGHER,
        (
            "goal, sure = (self.goal, [False] * self.goal + [True] * self.goal)",
            "goal, sure = (self.goal, [True] * self.goal + [True] * self.goal)",
        ): _HIGHER,
        (
            "saved = self.after_bust[i] > i and sure[self.after_bust[i]]",
            "saved = sure[self.after_bust[i]]",
        ): "who stays where he is after a bust is not called sure before he has been looked at",
        (
            "saved = self.after_bust[i] > i and sure[self.after_bust[i]]",
            "saved = self.after_bust[i] >= i and sure[self.after_bust[i]]",
        ): "who stays where he is after a bust is not called sure before he has been looked at",
    },
    "hog": PRIMES
    | LINES
    | {
        (
            "several.append((-1, 1 - parity, [(*self.exchange, 1)]))",
            "several.append((-1, 1 - parity, [(*self.exchange, 2)]))",
        ): _ONE_OUTCOME,
        (
            "several.append((0, parity, [(self.bacon[own][opp], self.gifts[own][opp], 1)]))",
            "several.append((0, parity, [(self.bacon[own][opp], self.gifts[own][opp], 2)]))",
        ): _ONE_OUTCOME,
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
            "rows.append({k: a * over % self.prime for k, a in row.items()})",
            "rows.append({k: a * over + self.prime for k, a in row.items()})",
        ): _LONGER,
        (
            "row = {constant: over * sum([w * end.constant for w, end in ends]) % self.prime}",
            "row = {constant: over * sum([w * end.constant for w, end in ends]) + self.prime}",
        ): _LONGER,
        (
            "row[end.record] = (row.get(end.record, 0) + over * w * end.sign) % self.prime",
            "row[end.record] = row.get(end.record, 0) + over * w * end.sign + self.prime",
        ): _LONGER,
        (
            "row = self.equation(state, hog.best[n][0])",
            "row = self.equation(state, hog.best[n][-1])",
        ): "any of the choices named would do",
        (
            "return Landing(won * self.one, won * self.one, won, 0, -1)",
            "return Landing(won * self.one, won * self.one, won, 0, -2)",
        ): "any number below those of the records says that the game is over",
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
        ): _ROOM,
        (
            "self.rows = [row.to_bytes((self.size + 1) * y_bits // 8, 'little') for row in rows]",
            "self.rows = [row.to_bytes((self.size + 1) * y_bits // 7, 'little') for row in rows]",
        ): _ROOM,
    },
    "farkle": PRIMES
    | LINES
    | {
        (
            "equal = least == most or (self.ties and c[at] == h[s])",
            "equal = least == most or (c[at] == h[s])",
        ): "without ties h is 1 here, and if c is 1 then it is more than banking is worth, by boxes "
        "whose lower ends sum to more than 1",
        (
            "best = [one] * ((goal - i + self.reach + 1) * dice)",
            "best = [one] * ((goal + i + self.reach + 1) * dice)",
        ): _WON,
        (
            "best = [one] * ((goal - i + self.reach + 1) * dice)",
            "best = [one] * ((goal - i + self.reach + 2) * dice)",
        ): _WON,
        (
            "one = self.one % prime if exact else self.one",
            "one = self.one + prime if exact else self.one",
        ): _LONGER,
        (
            "banks = states[n][s - first] != 't' if exact else hold[s] > c",
            "banks = states[n][s - first] != 't' if exact else hold[s] >= c",
        ): "the larger of two equal numbers is either",
        (
            "a = self.turn(m, n, 2, decisions)[1][last]",
            "a = self.turn(m, n, 2, decisions)[0][last]",
        ): _MUST,
        (
            "equations.append((a, self.turn(m, n, 2, decisions)[1][last] - a))",
            "equations.append((a, self.turn(m, n, 2, decisions)[0][last] - a))",
        ): _MUST,
    },
}

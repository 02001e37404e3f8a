"""Mutants that say the same as the original, or refuse the same in other words.

Each is a line as it was and as it is, with the reason.
"""

# ruff: noqa: E501

_SPACE = "the space for a number is larger than it must be, and no digit moves into another's"
_ONE_OUTCOME = "a choice with one outcome is the same whatever its weight"
_REFUSED = "the choices named were found wrong just before, and are refused just after"
_LONGER = "the numbers are the same modulo the prime, and longer"
_EXACT = "the division leaves no remainder"
_REFUSED_BEFORE = "what is refused already is refused"
_LINE_WITHIN = "where the line leads lies between the bounds, as all are rounded away from there"
_RISING = "the first is 0, and none is below the one before"


def _same(line, reason, *changes):
    """Alterations of a line, each of one piece of it, that one reason excuses."""
    assert all(line.count(old) == 1 for old, _ in changes), line
    return {(line, line.replace(*change)): reason for change in changes}


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
    "race.pyx": _same(
        "call.throws = least > 0",
        "of what is decided, least is not 0",
        (">", ">="),
    )
    | _same(
        "static inline number_t size_of(signed_t a) { return a < 0 ? -(number_t)a : (number_t)a; }",
        "0 has no sign",
        ("a < 0", "a <= 0"),
        ("a < 0", "a < 1"),
    )
    | _same(
        "return with_sign(size, (a < 0) != (b < 0), exact);",
        "a product that is 0 has no sign",
        ("a < 0", "a <= 0"),
        ("a < 0", "a < 1"),
        ("b < 0", "b <= 0"),
        ("b < 0", "b < 1"),
    )
    | _same(
        "return with_sign(size, excess < 0, exact);",
        "a ratio that is 0 has no sign",
        ("< 0", "<= 0"),
        ("< 0", "< 1"),
    )
    | _same("int exact = 1;", "whatever is not 0 is true", ("1", "2"))
    | _same(
        "it.reciprocal = (uint64_t)(~(wide_t)0 / it.below);",
        "below is even, as it is shifted, and no divisor of 2^128 - 1",
        ("0", "1"),
    )
    | _same(
        "return radius < left ? ratio(radius, left, &exact) : PIGVERIFY_ONE;",
        "the ratio of two equal numbers is ONE",
        ("<", "<="),
    )
    | _same(
        "if modes == 1 and not g.eager:",
        "what is not eager is a roll, with one mode, and what follows does the same with it",
        ("== 1", "!= 1"),
        ("== 1", "== 2"),
        ("== 1", "== 0"),
    )
    | _same(
        "cdef int64_t t, s, k, n, j, o, found, furthest = 0, modes = g.modes, start = g.begins[own]",
        "a unit more is looked at, to which no turn comes",
        ("= 0", "= 1"),
    )
    | _same(
        "for t in range(turn.top - own):",
        "it ends after the furthest, which is below the top",
        ("-", "+"),
    )
    | _same(
        "for o in range(found + 1, g.options[j + 1]):",
        "no option is better than itself",
        ("found + 1", "found + 0"),
    )
    | _same(
        "cdef signed_t low = 0, high = ONE, a = ONE >> 1, b, p, q, old_p = -1, old_q = -1",
        "one of the slopes before the first is still none that a turn can have",
        ("old_p = -1", "old_p = -2"),
        ("old_p = -1", "old_p = -0"),
        ("old_q = -1", "old_q = -2"),
        ("old_q = -1", "old_q = -0"),
    )
    | _same(
        "if excess > 0:",
        "what is nearer to 0 than 4 has ended the steps",
        (">", ">="),
        ("0", "1"),
        ("0", "-1"),
    )
    | _same(
        "cdef int64_t o, n, s, place, units = -1",
        "nobody gains so many units",
        ("-1", "-2"),
    )
    | _same(
        "cdef size_t capacity = 2 * text.capacity + LONGEST_RUN",
        "memory is asked for in smaller or larger pieces",
        ("2 *", "2 +"),
        ("2 *", "1 *"),
        ("2 *", "3 *"),
    )
    | _same(
        "if text.length + LONGEST_RUN > text.capacity:",
        "memory is asked for earlier",
        (">", ">="),
    )
    | _same(
        "text.length, text.full = 0, True",
        "what is written is not read without memory for more",
        ("0", "1"),
        ("0", "-1"),
    )
    | _same(
        "n, before, times = g.named[k], 0, 0",
        "nothing is written as many times as no letter yet",
        ("0, 0", "1, 0"),
        ("0, 0", "-1, 0"),
    )
    | _same(
        "before, times = 0, 0",
        "nothing is written as many times as no letter yet",
        ("0, 0", "1, 0"),
        ("0, 0", "-1, 0"),
    )
    | _same(
        "throws = turn.throw_low[place] > high[s]",
        "bounds that overlap are left open before, unless all are one number",
        ("high", "low"),
    )
    | _same("elif (margin > 0) == throws:", "a margin of 0 is disputed", (">", ">="))
    | _same(
        "if -g.disputed <= margin <= g.disputed:",
        "a margin of just as much is counted alike by who reads what is close",
        ("-g.disputed <= margin", "-g.disputed < margin"),
        ("margin <= g", "margin < g"),
    )
    | _same(
        "counts.nearest = min(counts.nearest, max(least, -most))",
        "a turn is looked at for close calls in vain",
        ("max", "min"),
    )
    | _same(
        "return one.points < other.points if one.points != other.points else one.mode < other.mode",
        "they differ",
        ("points < ", "points <= "),
    )
    | _same(
        "for k in range(g.far + g.most + 1 if g.last else 0):",
        "there are no numbers below 0",
        ("else 0", "else -1"),
    )
    | _same("return 0", "only -1 is read, as an error", ("0", "1"))
    | _same("other = 0", "chances are not below 0", ("0", "-1"))
    | _same(
        "for n in range(g.modes if right else 0):",
        _REFUSED_BEFORE,
        ("else 0", "else 1"),
        ("else 0", "else -1"),
    )
    | _same(
        "for k in range(g.sets[n], g.sets[n + 1] if right else 0):",
        _REFUSED_BEFORE,
        ("else 0", "else 1"),
        ("else 0", "else -1"),
    )
    | _same(
        "for k in range(g.set_names if right else 0):",
        _REFUSED_BEFORE,
        ("else 0", "else -1"),
    )
    | _same(
        "for k in range(options if right else 0):",
        _REFUSED_BEFORE,
        ("else 0", "else -1"),
    )
    | _same(
        "for k in range(2 * begin, 2 * end if right else 0):",
        _REFUSED_BEFORE,
        ("else 0", "else 1"),
        ("else 0", "else -1"),
    )
    | _same(
        "if not (0 < goal <= 1 << 20 and 0 < modes <= 1 << 20 and 0 < most <= 1 << 21",
        "0 modes are refused by start, which must be below",
        ("0 < modes", "-1 < modes"),
        ("0 < modes", "0 <= modes"),
    )
    | _same(
        "self.kept < self.most or counts.nearest <= self.calls[0].least",
        "a turn is looked at for close calls in vain",
        ("least", "most"),
    )
    | _same(
        "g.players, g.others, g.last, g.far = players, goal, far > 0, max(goal, far)",
        "far is larger than the goal where it is given",
        ("> 0", "> 1"),
    )
    | _same(
        "if least:  # and whatever is no tie is decided",
        "of what is decided both ends lie on one side of 0, and of a tie neither does",
        ("least", "most"),
    ),
    "hog.pyx": _same(
        "right = right and 0 <= self.layers[k] <= self.layers[k + 1]",
        _RISING,
        ("0 <=", "-1 <="),
    )
    | _same(
        "right = right and 0 <= self.runs[k] <= self.runs[k + 1] and 0 <= self.offsets[k] < ahead",
        _RISING,
        ("0 <= self.runs", "-1 <= self.runs"),
    )
    | _same(
        "right = right and 0 <= self.rolls[k] <= self.rolls[k + 1] <= runs",
        _RISING,
        ("0 <=", "-1 <="),
    )
    | _same(
        "right = right and 0 <= self.rolls[k] <= self.rolls[k + 1] <= runs",
        "a roll without runs has no ways, and is refused for that",
        ("self.rolls[k] <= ", "self.rolls[k] < "),
    )
    | _same(
        "for k in range(2 * self.goal - 1 if right else 0):",
        _REFUSED_BEFORE,
        ("else 0", "else -1"),
    )
    | _same(
        "for k in range(self.goal * self.goal if self.free else 0):",
        "there are no numbers below 0",
        ("else 0", "else -1"),
    )
    | _same(
        "for k in range(kinds * self.most if right else 0):",
        _REFUSED_BEFORE,
        ("else 0", "else 1"),
        ("else 0", "else -1"),
    )
    | _same("return 0", "only -1 is read, as an error", ("0", "1")),
    "cells.pxi": _same(
        "WON = -(1 << 24)             # names beside those of throws, from 0 on, and banks, "
        "from -1 down",
        "another name of nothing else",
        ("1 << 24", "2 << 24"),
        ("1 << 24", "1 << 25"),
        ("1 << 24", "1 << 23"),
    )
    | _same(
        "WON = -(1 << 24)             # names beside those of throws, from 0 on, and banks, "
        "from -1 down",
        "nothing but another win is worth as much, so that no first place is named beside it for long",
        ("1 << 24", "0 << 24"),
        ("<<", ">>"),
    )
    | _same("wide = 0", "it decides when a cell is left to Python, which says the same", ("0", "1"))
    | _same("BUST = WON - 1", "another name of nothing else", ("- 1", "- 2"), ("- 1", "+ 1"))
    | _same("+ 2 * n * g.goal * sizeof(number_t)", "more memory than is used", ("2 *", "3 *"))
    | _same(
        "+ (span + n * g.goal + n + 4) * width * sizeof(number_t)",
        "more memory than is used",
        ("+ 4", "+ 5"),
    )
    | _same("open_ones += 1", "what is asked is whether there are any", ("1", "2"))
    | _same(
        "if g.options[j + 1] - g.options[j] == 1:",
        "the only option is the best of its set, which has at least one",
        ("1] - g", "1] + g"),
        ("j + 1", "j + 0"),
        ("== 1", "== 0"),
    )
    | _same(
        "rivals += 1",
        "what is asked is whether there are any",
        ("+=", "-="),
        ("1", "2"),
    )
    | _same(
        "for c in range(players, 2 * players + 1):",
        "the slope counts where nothing is open, and what is joined then is the same",
        ("+ 1", "+ 0"),
    )
    | _same(
        "for place in range(size * modes, (size + 1 + g.most) * modes):",
        "nothing leads so far",
        ("+ 1", "+ 0"),
    )
    | _same(
        "cdef number_t slope, wide, before = 0, left, more, step",
        "the first round is compared with nothing",
        ("0", "1"),
        ("0", "-1"),
    )
    | _same(
        "turn.throw_low[place] > turn.bank_high[turn.own + t]",
        "where nothing is open, one is larger, or no player of that score wins anything",
        ("> ", ">= "),
    )
    | _same("most, least = 0, 0", "chances are not below 0", ("= 0", "= -1"))
    | _same(
        "open_ones += between(g, it, scores[m], held, it.cell + m * it.width)",
        "what is asked is whether there are any",
        ("+=", "-="),
    )
    | _same(
        "it.width = width = 2 * n + 1",
        "each tuple has one number more, which nobody reads",
        ("+ 1", "+ 2"),
    )
    | _same(
        "for s in range(scores[m] + 1, g.goal):",
        "handing over at the own score is written over in every round",
        ("+ 1", "+ 0"),
    )
    | _same(
        "it.guess[c] = cell[c] + min(step, cell[n + c] - cell[c])",
        _LINE_WITHIN,
        ("] - cell", "] + cell"),
    )
    | _same(
        "it.guess[n + c] = cell[n + c] - min(step, cell[n + c] - it.guess[c])",
        _LINE_WITHIN,
        ("] - it", "] + it"),
    )
    | _same(
        "if turn.high[place] < least:",
        "where nothing is open, options that may be the best are worth the same, with both ends",
        ("high", "low"),
    )
    | _same(
        "cdef int64_t n = g.players, o, place, name = 0, rivals = 0",
        "the first rival gives the name",
        ("name = 0", "name = 1"),
        ("name = 0", "name = -1"),
    )
    | _same(
        "for k in range(n * begin, n * end if right else 0):",
        _REFUSED_BEFORE,
        ("else 0", "else 1"),
        ("else 0", "else -1"),
    ),
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
        ): _SPACE,
        (
            "self.rows = [row.to_bytes((self.size + 1) * y_bits // 8, 'little') for row in rows]",
            "self.rows = [row.to_bytes((self.size + 1) * y_bits // 7, 'little') for row in rows]",
        ): _SPACE,
    },
}

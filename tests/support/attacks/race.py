"""Damage to certificates of races: boxes, decisions and options in runs, rules as tables."""

from itertools import pairwise

from support.certificates import columns_of, runs_of, word_of

from .anywhere import packed
from .shared import box_by_a_unit, box_by_much, moved_by_a_unit

STATES, ASIDES = 4, 5
"""Where the words of a record stand."""


def box_one_unit_off(random, parts, other):
    return box_by_a_unit(random, parts, random.choice(parts.records), 2)


def box_far_off(random, parts, other):
    return box_by_much(random, parts, random.choice(parts.records), 2)


def _runs(word):
    """A word like ``t3b1,ab2`` as lists of [letters, number]."""
    columns = []
    for column in word.split(","):
        runs = []
        for sign in column:
            if sign.isdigit():
                runs[-1][1] += sign
            elif runs and not runs[-1][1]:
                runs[-1][0] += sign
            else:
                runs.append([sign, ""])
        columns.append([[letters, int(number)] for letters, number in runs])
    return columns


def _altered(random, parts, place, change, wanted=lambda letters: True):
    """The letters of one state by others, in any record that has such a state."""
    random.shuffle(order := [*range(len(parts.records))])
    for number in order:
        columns = _runs(parts.records[number][place])
        several = [(column, run) for column in columns for run in column if wanted(run[0])]
        if not several:
            continue
        column, run = random.choice(several)
        letters, length = run
        at, before = column.index(run), random.randrange(length)
        pieces = [[letters, before], [change(letters), 1], [letters, length - 1 - before]]
        column[at : at + 1] = [piece for piece in pieces if piece[1]]
        parts.records[number][place] = ",".join(
            runs_of([letters for letters, n in column for _ in range(n)]) for column in columns
        )
        break
    return packed(parts.lines())


def decision_altered(random, parts, other):
    return _altered(
        random, parts, STATES, lambda each: random.choice([one for one in "tbe" if one != each])
    )


def aside_altered(random, parts, other):
    """Other options, more or fewer of them, in another order, or one that is none."""

    def change(letters):
        one = random.choice("aabbc")
        return random.choice([
            one, "".join(sorted({*letters} ^ {one})) or one, letters + one, letters[::-1], "z",
        ])  # fmt: skip

    return _altered(random, parts, ASIDES, change)


def exact_tie_broken(random, parts, other):
    """One of two that are worth the same is left out."""
    if any("e" in record[STATES] for record in parts.records) and random.random() < 0.5:
        return _altered(
            random, parts, STATES, lambda one: random.choice("tb"), lambda one: one == "e"
        )
    return _altered(random, parts, ASIDES, random.choice, lambda letters: len(letters) > 1)


def tie_claimed(random, parts, other):
    """A tie where there is none, with boxes so wide that only the prime can tell."""
    parts.header["ties"] = True
    if random.random() < 0.5:
        one = 1 << parts.header["bits"]
        for record in parts.records:
            low, high = (int(end, 16) for end in record[2:4])
            by = 1 << random.randrange(parts.header["bits"])
            record[2:4] = [f"{max(0, low - by):x}", f"{min(one, high + by):x}"]
    if random.random() < 0.5:
        return _altered(random, parts, STATES, lambda each: "e")
    return _altered(random, parts, ASIDES, lambda each: "ab")


def columns_swapped(random, parts, other):
    """Two neighbours of several columns change their places."""
    record = random.choice(parts.records)
    if places := [place for place in (STATES, ASIDES) if "," in record[place]]:
        place = random.choice(places)
        columns = record[place].split(",")
        at = random.randrange(len(columns) - 1)
        columns[at : at + 2] = columns[at + 1], columns[at]
        record[place] = ",".join(columns)
    return packed(parts.lines())


def runs_split(random, parts, other):
    """The same decisions, or nearly: a run as two, one of length 0, one more or one too few."""
    record, place = random.choice(parts.records), random.choice([STATES, ASIDES])
    columns = _runs(record[place])
    column = random.choice(columns)
    if column:
        at = random.randrange(len(column))
        letters, length = column[at]
        column[at : at + 1] = random.choice([
            [[letters, 1], [letters, length - 1]], [[letters, length], [letters, 0]],
            [[letters, length + 1]], [[letters, length - 1]], [],
        ])  # fmt: skip
    record[place] = ",".join("".join(f"{one}{n}" for one, n in column) for column in columns)
    return packed(parts.lines())


def near_tie_flipped(random, parts, other):
    """Where one score is to throw and the next to bank, payoffs are close."""
    for record in random.sample(parts.records, len(parts.records)):
        columns = columns_of(record[STATES])
        borders = [
            (column, n + random.randrange(2))
            for column in columns
            for n, (a, b) in enumerate(pairwise(column))
            if a != b
        ]
        if borders:
            column, n = random.choice(borders)
            column[n] = random.choice([one for one in "tbe" if one != column[n]])
            record[STATES] = word_of(columns)
            break
    return packed(parts.lines())


def wrong_length(random, parts, other):
    record = random.choice(parts.records)
    word = record[STATES]
    record[STATES] = random.choice([
        word[2:], f"{word}b1", f"{word}t0", "t9999", "b0" * 50, "", f"{word}t99999", word.upper(),
        f"{word}x1", f"{word} ", f"{word},t1",
    ])  # fmt: skip
    return packed(parts.lines())


def chance_altered(random, parts, other):
    """One chance more, another less, in units as small as one of a thousand millions."""
    header, by = parts.header, random.choice([1, 10, 1000, 10**9])
    n = random.choice([n for n, below in enumerate(header["denominators"]) if below])
    for name in ("denominators", "busts", "wipes"):
        header[name][n] *= by
    row = header["weights"][n]
    row[:] = [[k, p * by] for k, p in row]
    places = [(header[name], n) for name in ("busts", "wipes")] + [(pair, 1) for pair in row]
    (more, a), (less, b) = random.choice(places), random.choice(places)
    more[a] += 1
    if random.random() < 0.8:
        less[b] -= 1
    else:
        header["denominators"][n] += 1
    return packed(parts.lines())


def column_moved(random, parts, other):
    """Where throws wipe, the values against 0: boxes and fractions."""
    names = ["column_low", "column_high", "column_above", "column_below"]
    lists = [parts.header[name] for name in names if parts.header[name]]
    return moved_by_a_unit(random, parts, lists)


def rule_altered(random, parts, other):
    """What throws lead to, or what one must do, by one unit."""
    header = parts.header
    name = random.choice([
        "sets", "sets", "after_bust", "minimum", "opening", "rolled", "start", "banks", "last_turn",
        "exact", "weights", "end",
    ])  # fmt: skip
    if name == "sets":
        return moved_by_a_unit(
            random, parts, [option for options in header[name] for option in options]
        )
    if name == "weights":
        return moved_by_a_unit(random, parts, [one for row in header[name] for one in row])
    if name == "after_bust":
        return moved_by_a_unit(random, parts, [header[name]])
    if name == "end":
        header[name] = [random.randint(0, 3), random.randint(0, 3)][: random.randint(0, 9)]
    elif name == "banks":
        header[name][random.randrange(len(header[name]))] ^= True
    elif type(header[name]) is bool:
        header[name] = not header[name]
    else:
        header[name] += random.choice([-1, 1])
    return packed(parts.lines())


def set_lost(random, parts, other):
    """One set of options less; a throw that gave it busts, or nothing is done about it."""
    header, k = parts.header, random.randrange(len(parts.header["sets"]))
    del header["sets"][k]
    if random.random() < 0.7:
        for n, row in enumerate(header["weights"]):
            header["busts"][n] += sum(p for m, p in row if m == k)
            row[:] = [[m - (m > k), p] for m, p in row if m != k]
    return packed(parts.lines())


ATTACKS = (
    *[box_one_unit_off] * 3, *[box_far_off] * 2, *[decision_altered] * 3, *[aside_altered] * 2,
    *[near_tie_flipped] * 2, *[exact_tie_broken] * 2, *[tie_claimed] * 2, columns_swapped,
    runs_split, wrong_length, *[chance_altered] * 2, column_moved, *[rule_altered] * 2, set_lost,
)  # fmt: skip

"""Damage to certificates of Farkle: boxes, decisions, what to set aside, rules as tables."""

from support.certificates import runs_of

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
        random, parts, STATES, lambda it: random.choice([one for one in "tbe" if one != it])
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
        return _altered(random, parts, STATES, lambda it: random.choice("tb"), lambda it: it == "e")
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
        return _altered(random, parts, STATES, lambda it: "e")
    return _altered(random, parts, ASIDES, lambda it: "ab")


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
    record[place] = ",".join("".join(f"{it}{n}" for it, n in column) for column in columns)
    return packed(parts.lines())


def face_altered(random, parts, other):
    """One face a little more likely, another less, in units as small as 10⁻⁹ of the least."""
    header, by = parts.header, random.choice([1, 10, 1000, 10**9])
    header["faces"] = [by * weight for weight in header["faces"]]
    header["denominator"] *= by
    more, less = (random.randrange(len(header["faces"])) for _ in range(2))
    header["faces"][more] += 1
    if random.random() < 0.5:
        header["faces"][less] -= 1
    else:
        header["denominator"] += 1
    return packed(parts.lines())


def rule_altered(random, parts, other):
    """What scores and how much, or what one must do, by one unit."""
    header = parts.header
    flags = ["must_roll", "last_turn"]
    name = random.choice(
        ["points", "combinations", "minimum", "opening", "nothing", "rolled", *flags]
    )
    if name in flags:
        header[name] = not header[name]
    elif name == "points":
        return moved_by_a_unit(random, parts, [header[name]])
    elif name == "combinations":
        return moved_by_a_unit(random, parts, header[name])
    else:
        header[name] += random.choice([-1, 1])
    return packed(parts.lines())


def combination_lost(random, parts, other):
    place = random.randrange(len(parts.header["points"]))
    del parts.header["points"][place], parts.header["combinations"][place]
    return packed(parts.lines())


ATTACKS = (
    *[box_one_unit_off] * 3, *[box_far_off] * 2, *[decision_altered] * 3, *[aside_altered] * 3,
    *[exact_tie_broken] * 2, *[tie_claimed] * 2, columns_swapped, runs_split, *[face_altered] * 2,
    *[rule_altered] * 2, combination_lost,
)  # fmt: skip

"""Damage to certificates of races: boxes, decisions in runs, chances."""

from itertools import pairwise

from support.certificates import runs_of, spelled_out

from .anywhere import packed
from .shared import box_by_a_unit, box_by_much, chance_by_a_unit, moved_by_a_unit


def box_one_unit_off(random, parts, other):
    return box_by_a_unit(random, parts, random.choice(parts.records), 2)


def box_far_off(random, parts, other):
    return box_by_much(random, parts, random.choice(parts.records), 2)


def _flipped(random, parts, chosen):
    """Another letter at one of the places that ``chosen`` finds in the letters of a record."""
    for record in random.sample(parts.records, len(parts.records)):
        letters = spelled_out(record[4])
        if places := chosen(letters):
            place = random.choice(places)
            wrong = random.choice(sorted({"r", "h", "t"} - {letters[place]}))
            record[4] = runs_of(letters[:place] + wrong + letters[place + 1 :])
            break
    return packed(parts.lines())


def decision_flipped(random, parts, other):
    return _flipped(random, parts, lambda letters: range(len(letters)))


def near_tie_flipped(random, parts, other):
    """Where one total is to roll and the next to hold, payoffs are close."""

    def borders(letters):
        pairs = list(pairwise(letters))
        return [n + random.randrange(2) for n, (a, b) in enumerate(pairs) if a != b]

    return _flipped(random, parts, borders)


def exact_tie_flipped(random, parts, other):
    return _flipped(random, parts, lambda all_: [n for n, each in enumerate(all_) if each == "t"])


def wrong_length(random, parts, other):
    record = random.choice(parts.records)
    letters = spelled_out(record[4])
    record[4] = random.choice([
        runs_of(letters[1:]), runs_of(letters + "h"), record[4] + "r0", "r9999", "h0" * 50, "",
        record[4] + "r99999", record[4].upper(), record[4] + "x1", record[4] + " ",
    ])  # fmt: skip
    return packed(parts.lines())


def chance_altered(random, parts, other):
    return chance_by_a_unit(random, parts, ("bust", "wipe"))


def column_moved(random, parts, other):
    """Where throws wipe, the values against 0: boxes and fractions."""
    names = ["column_low", "column_high", "column_above", "column_below"]
    lists = [parts.header[name] for name in names if parts.header[name]]
    return moved_by_a_unit(random, parts, lists)


ATTACKS = (
    *[box_one_unit_off] * 3, *[box_far_off] * 2, *[decision_flipped] * 2, *[near_tie_flipped] * 2,
    exact_tie_flipped, wrong_length, *[chance_altered] * 2, column_moved,
)  # fmt: skip

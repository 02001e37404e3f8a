"""Damage to certificates of Hog: boxes, choices, rules as tables, the order of records."""

from .anywhere import packed
from .shared import box_by_a_unit, box_by_much, moved_by_a_unit, set_altered


def box_one_unit_off(random, parts, other):
    return box_by_a_unit(random, parts, random.choice(parts.records), 3)


def box_far_off(random, parts, other):
    return box_by_much(random, parts, random.choice(parts.records), 3)


def choices_of(header):
    """All choices there are."""
    extra = [-1] * bool(header["exchange"]) + [0] * bool(header["bacon"])
    return [*extra, *range(1, 1 + len(header["rolls"][0]))]


def choice_altered(random, parts, other):
    record = random.choice(parts.records)
    return set_altered(random, parts, choices_of(parts.header), record, 5)


def exact_tie_broken(random, parts, other):
    """One of several choices that are worth the same is left out."""
    if ties := [record for record in parts.records if "," in record[5]]:
        record = random.choice(ties)
        best = record[5].split(",")
        best.remove(random.choice(best))
        record[5] = ",".join(best)
    return packed(parts.lines())


def tie_claimed(random, parts, other):
    """A tie where there is none, with boxes so wide that only the prime can tell."""
    record, choices = random.choice(parts.records), choices_of(parts.header)
    parts.header["ties"] = True
    record[5] = ",".join(sorted({*record[5].split(","), str(random.choice(choices))}, key=int))
    if random.random() < 0.5:
        for each in parts.records:
            each[3:5] = ["0", f"{1 << parts.header['bits']:x}"]
    return packed(parts.lines())


def weight_altered(random, parts, other):
    """One outcome of a roll a little more likely, in units as small as 10⁻⁹ of the least."""
    rolls = random.choice(random.choice(parts.header["rolls"]))
    by = random.choice([1, 10, 1000, 10**9])
    for row in rolls:
        row[2] *= by
    random.choice(rolls)[2] += random.choice([-1, 1])
    return packed(parts.lines())


def rule_altered(random, parts, other):
    """What a roll or 0 dice gain and give, or what the end of a turn does, by one point."""
    header = parts.header
    rolls = [roll for several in header["rolls"] for rolls in several for roll in rolls]
    tables = [rolls, header["bacon"], header["bacon_gifts"], header["ends"], [header["exchange"]]]
    return moved_by_a_unit(random, parts, [one for one in random.choice(tables) if one])


def end_lost(random, parts, other):
    if ends := parts.header["ends"]:
        del ends[random.randrange(len(ends))]
    return packed(parts.lines())


def kind_altered(random, parts, other):
    """Other dice at one pair of scores."""
    kinds = parts.header["kinds"]
    row = random.randrange(len(kinds))
    place = random.randrange(len(kinds[row]))
    kinds[row] = kinds[row][:place] + random.choice("0129") + kinds[row][place + 1 :]
    return packed(parts.lines())


def records_shuffled(random, parts, other):
    """In another order the file may not show any more that the game ends."""
    random.choice([random.shuffle, list.reverse])(parts.records)
    return packed(parts.lines())


ATTACKS = (
    *[box_one_unit_off] * 3, *[box_far_off] * 2, *[choice_altered] * 3, exact_tie_broken,
    tie_claimed, *[weight_altered] * 2, *[rule_altered] * 2, end_lost, kind_altered,
    records_shuffled,
)  # fmt: skip

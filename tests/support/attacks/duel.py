"""Damage to certificates of duels: weights, replies, chances, and whether the mixture is unique."""

from .anywhere import packed
from .shared import chance_by_a_unit, moved_by_a_unit, set_altered


def weight_altered(random, parts, other):
    """One weight by a unit, which is as small as 2⁻⁶⁴ of the weight of 1 that it was."""
    bits, place = random.choice([0, 0, 4, 64]), random.randrange(2, len(parts.records[0]))
    for record in parts.records:
        record[place] = f"{int(record[place], 16) << bits:x}"
    record = random.choice(parts.records)
    record[place] = f"{max(0, int(record[place], 16) + random.choice([-1, 1])):x}"
    return packed(parts.lines())


def weights_scaled(random, parts, other):
    """Ten times all of them are the same mixture, but for a word that is not in step."""
    by, place = random.choice([3, 10]), random.randrange(2, len(parts.records[0]))
    for record in parts.records:
        record[place] = f"{by * int(record[place], 16):x}"
    if random.random() < 0.5:
        record = random.choice(parts.records)
        record[place] = f"{int(record[place], 16) // by:x}"
    return packed(parts.lines())


def replies_altered(random, parts, other):
    return set_altered(random, parts, parts.header["holds"], random.choice(parts.records), 1)


def unique_or_not(random, parts, other):
    """The other claim, with a second mixture beside the first or without."""
    parts.header["unique"] = not parts.header["unique"]
    if random.random() < 0.7:
        for record in parts.records:
            second = random.choice([record[2], "0", "1", f"{2 * int(record[2], 16):x}"])
            record[3:] = [] if parts.header["unique"] else [second]
    return packed(parts.lines())


def chance_altered(random, parts, other):
    return chance_by_a_unit(random, parts, ("lost",))


def hold_or_gain_moved(random, parts, other):
    header = parts.header
    if random.random() < 0.5 or not header["gains"]:
        place = random.randrange(len(header["holds"]))
        header["holds"][place] += random.choice([-1, 1])
        parts.records[place][0] = str(header["holds"][place])
        return packed(parts.lines())
    return moved_by_a_unit(random, parts, [header["gains"]])


ATTACKS = (
    *[weight_altered] * 4, *[weights_scaled] * 2, *[replies_altered] * 3, *[unique_or_not] * 2,
    *[chance_altered] * 3, *[hold_or_gain_moved] * 2,
)  # fmt: skip

"""Damage to certificates of bags: letters, the value, dice and payoffs."""

from support.certificates import runs_of, spelled_out

from .anywhere import packed

FACES = ("rock", "paper", "scissors")
LETTERS = "rpsRPStn"


def _flipped(random, parts, wanted):
    """Another letter in the place of one of those wanted."""
    for record in random.sample(parts.records, len(parts.records)):
        letters = spelled_out(record[2])
        if places := [n for n, letter in enumerate(letters) if letter in wanted]:
            place = random.choice(places)
            wrong = random.choice([letter for letter in LETTERS if letter != letters[place]])
            record[2] = runs_of(letters[:place] + wrong + letters[place + 1 :])
            break
    return packed(parts.lines())


def letter_flipped(random, parts, other):
    return _flipped(random, parts, LETTERS)


def exact_tie_flipped(random, parts, other):
    return _flipped(random, parts, "RPSt")


def unseen_flipped(random, parts, other):
    """After counts that the dice never show there is nothing to pick."""
    return _flipped(random, parts, "n")


def wrong_length(random, parts, other):
    record = random.choice(parts.records)
    letters = spelled_out(record[2])
    record[2] = random.choice([
        runs_of(letters[1:]), runs_of(letters + "r"), record[2] + "n0", "r9999", "",
        record[2] + " ", record[2] + "r99999", record[2].swapcase(), record[2] + "x1", "t0" * 50,
    ])  # fmt: skip
    return packed(parts.lines())


def value_by_a_unit(random, parts, other):
    """In the fraction as it is, or far behind its decimal point."""
    header, by = parts.header, random.choice([1, 1, 2, 10**40])
    header["above"] = by * header["above"] + random.choice([-1, 1, 0])
    header["below"] *= by
    return packed(parts.lines())


def die_altered(random, parts, other):
    """One face more likely and another less, in units as small as 10⁻⁹ of the least."""
    header, by = parts.header, random.choice([1, 10, 1000, 10**9])
    die, step = random.randrange(len(header["rock"])), random.choice([-1, 1])
    for name in ("denominators", *FACES):
        header[name][die] *= by
    more, less = random.sample([*FACES, "denominators"], 2)
    header[more][die] += step
    header[less][die] += step if "denominators" in (more, less) else -step
    return packed(parts.lines())


def payoff_altered(random, parts, other):
    """By one unit, in units as small as 10⁻⁹ of theirs; by which close calls turn over."""
    header, by = parts.header, random.choice([1, 10, 10**9])
    names = ["win", "draw", "lose"]
    for name in ("unit", *names):
        header[name] *= by
    header[random.choice(names)] += random.choice([-1, 1])
    return packed(parts.lines())


def dice_swapped(random, parts, other):
    """The same bag in another order, unless only some of a die's numbers go along."""
    names = ["denominators", *FACES]
    a, b = (random.randrange(len(parts.header["rock"])) for _ in range(2))
    for name in names if random.random() < 0.5 else random.sample(names, 2):
        column = parts.header[name]
        column[a], column[b] = column[b], column[a]
    return packed(parts.lines())


ATTACKS = (
    *[letter_flipped] * 4, *[exact_tie_flipped] * 2, unseen_flipped, wrong_length,
    *[value_by_a_unit] * 3, *[die_altered] * 3, *[payoff_altered] * 2, dice_swapped,
)  # fmt: skip

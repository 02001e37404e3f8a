"""What more than one family's certificate can suffer, described where it stands."""

from .anywhere import packed


def box_by_a_unit(random, parts, record, place):
    """One end of the box at this place by one unit, and as far as the least that is false."""
    low, high = (int(end, 16) for end in record[place : place + 2])
    off = random.choice([1, 1, 1, 2, high - low + 1])
    low, high = random.choice([
        (low + off, high), (low - off, high), (low, high + off), (low, high - off),
        (high + off, high + off), (low - off, low - off), (low + off, high + off),
    ])  # fmt: skip
    record[place : place + 2] = [f"{max(0, low):x}", f"{max(0, high):x}"]
    return packed(parts.lines())


def box_by_much(random, parts, record, place):
    """One end of the box at this place, or both, anywhere between 0 and 1."""
    end, one = random.choice([place, place + 1]), 1 << parts.header["bits"]
    off = random.randrange(one) >> random.randrange(parts.header["bits"])
    moved = int(record[end], 16) + random.choice([-1, 1]) * off
    record[end] = f"{min(one, max(0, moved)):x}"
    if random.random() < 0.5:
        record[2 * place + 1 - end] = record[end]
    return packed(parts.lines())


def chance_by_a_unit(random, parts, names):
    """One chance more, another less, in units as small as one of a thousand millions.

    The chances are ``weights`` and those with these names, in units of ``denominator``.
    """
    header, by = parts.header, random.choice([1, 10, 1000, 10**9])
    for name in ("denominator", *names):
        header[name] *= by
    header["weights"] = [by * p for p in header["weights"]]
    step, place = random.choice([-1, 1]), random.randrange(len(header["weights"]))
    header["weights"][place] += step
    choices = [*names, "denominator", *range(len(header["weights"]))]
    from_ = random.choice([choice for choice in choices if choice != place])
    if isinstance(from_, int):
        header["weights"][from_] -= step
    else:
        header[from_] += step if from_ == "denominator" else -step
    return packed(parts.lines())


def moved_by_a_unit(random, parts, lists):
    """One number in one of these lists of whole numbers."""
    if lists:
        numbers = random.choice(lists)
        numbers[random.randrange(len(numbers))] += random.choice([-1, 1])
    return packed(parts.lines())


def set_altered(random, parts, names, record, place):
    """Some of these whole numbers, with commas between, in another choice or order."""
    found = record[place].split(",")
    one = str(random.choice(names))
    record[place] = random.choice([
        one, ",".join(sorted({*found} ^ {one}, key=int)) or one, ",".join([*found, one]),
        ",".join(found[::-1]), ",".join([found[0], *found]), ",".join(map(str, names)),
        f"{record[place]},", "", f"0{record[place]}", f"-{record[place]}",
    ])  # fmt: skip
    return packed(parts.lines())

"""Damage to certificates: by accident, and by an author who can count, hash and compress.

A kind of damage takes a source of random numbers, the certificate in parts (``certificates.Parts``,
its own to alter) and those of another game, and returns the bytes of a file. What it says may still
be true: a wider box, or the same text packed in another way (``HARMLESS``).
"""

import gzip
import io
import json
import math
import zipfile
import zlib
from itertools import pairwise

from support.certificates import Parts, runs_of, sealed, spelled_out
from support.damage import bytes_inserted, cut_off, flipped_bits

STRANGE = [
    "nan", "inf", "-0", "+1", "0x1", "1_0", "1e-320", "1.0", "", "-1", "٤", "f" * 40, "f" * 4000,
    "0" * 3000, "__import__('os')", "../x", "\0",
]  # fmt: skip
JUNK = [
    None, True, False, -1, 0, 1, 2.5, float("nan"), float("inf"), -math.inf, -0.0, 5e-324, "x", [],
    [0], [[]], [None], [True], [0.5], {}, {"goal": 1}, 10**30, 10**3000, -(10**30), 1 << 31,
]  # fmt: skip


def parts_of(data):
    """The parts of a certificate's bytes."""
    first, *records, _ = gzip.decompress(data).decode().split("\n")[:-1]
    return Parts(json.loads(first), [record.split(" ") for record in records])


def packed(text):
    """Lines as bytes of a file."""
    return gzip.compress(text if isinstance(text, bytes) else text.encode(), 1)


# --- accidents: nobody has mended the digest ------------------------------------------------------


def bits_of_the_file(random, parts, other):
    return flipped_bits(random, packed(parts.lines()))


def file_cut_off(random, parts, other):
    return cut_off(random, packed(parts.lines()))


def bytes_put_in(random, parts, other):
    return bytes_inserted(random, packed(parts.lines()))


def bits_of_the_text(random, parts, other):
    return packed(flipped_bits(random, parts.lines().encode()))


def text_cut_off(random, parts, other):
    return packed(cut_off(random, parts.lines().encode()))


def lines_lost(random, parts, other):
    lines = parts.lines().splitlines(keepends=True)
    place = random.randrange(len(lines))
    del lines[place : place + random.choice([1, 1, 2, 10])]
    return packed("".join(lines))


def wrong_end(random, parts, other):
    *lines, end = parts.lines().splitlines(keepends=True)
    word, count, digest = end.split()
    end = random.choice([
        f"{word} {int(count) + 1} {digest}\n", f"{word} {count} {digest[::-1]}\n",
        f"{word} {count} {digest}", f"{word} 0{count} {digest}\n", f"{word} {count} {digest}\n\n",
        f"{word} {count} {digest}\n{end}", "", f"{word} nan {digest}\n",
    ])  # fmt: skip
    return packed("".join(lines) + end)


# --- records --------------------------------------------------------------------------------------


def box_by_a_unit(random, parts, other):
    """One end of a box by one unit, and as far as the least that is false."""
    record = random.choice(parts.records)
    low, high = (int(end, 16) for end in record[2:4])
    off = random.choice([1, 1, 1, 2, high - low + 1])
    low, high = random.choice([
        (low + off, high), (low - off, high), (low, high + off), (low, high - off),
        (high + off, high + off), (low - off, low - off), (low + off, high + off),
    ])  # fmt: skip
    record[2:4] = [f"{max(0, low):x}", f"{max(0, high):x}"]
    return packed(parts.lines())


def box_by_much(random, parts, other):
    record, place = random.choice(parts.records), random.choice([2, 3])
    one = 1 << parts.header["bits"]
    off = random.randrange(one) >> random.randrange(parts.header["bits"])
    moved = int(record[place], 16) + random.choice([-1, 1]) * off
    record[place] = f"{min(one, max(0, moved)):x}"
    if random.random() < 0.5:
        record[5 - place] = record[place]
    return packed(parts.lines())


def _flipped(random, parts, chosen):
    """Another letter at one of the places that ``chosen`` finds in the letters of a record."""
    records = random.sample(parts.records, len(parts.records))
    for record in records:
        letters = spelled_out(record[4])
        if places := chosen(letters):
            place = random.choice(places)
            other = random.choice(sorted({"r", "h", "t"} - {letters[place]}))
            record[4] = runs_of(letters[:place] + other + letters[place + 1 :])
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


def records_swapped(random, parts, other):
    """Two records change their places, or all but their places."""
    a, b = random.sample(range(len(parts.records)), 2)
    first, second = parts.records[a], parts.records[b]
    if random.random() < 0.5:
        parts.records[a], parts.records[b] = second, first
    else:
        first[2:], second[2:] = second[2:], first[2:]
    return packed(parts.lines())


def record_lost(random, parts, other):
    del parts.records[random.randrange(len(parts.records))]
    return packed(parts.lines())


def record_twice(random, parts, other):
    place = random.randrange(len(parts.records))
    parts.records.insert(place, parts.records[place])
    return packed(parts.lines())


def record_of_another(random, parts, other):
    parts.records[random.randrange(len(parts.records))] = random.choice(other.records)
    return packed(parts.lines())


def strange_word(random, parts, other):
    record = random.choice(parts.records)
    record[random.randrange(len(record))] = random.choice(STRANGE)
    return packed(parts.lines())


# --- the header -----------------------------------------------------------------------------------


def header_junk(random, parts, other):
    name = random.choice([*parts.header])
    found = parts.header[name]
    if isinstance(found, list) and found and random.random() < 0.6:
        found[random.randrange(len(found))] = random.choice(JUNK)
    else:
        parts.header[name] = random.choice(JUNK)
    return packed(parts.lines())


def header_by_a_unit(random, parts, other):
    whole = [name for name, found in parts.header.items() if found and type(found) in (int, list)]
    name = random.choice(whole)
    found, step = parts.header[name], random.choice([-1, 1])
    if isinstance(found, list):
        found[random.randrange(len(found))] += step
    else:
        parts.header[name] += step
    return packed(parts.lines())


def chance_by_a_unit(random, parts, other):
    """One chance more, another less, in units as small as one of a thousand millions."""
    header, by = parts.header, random.choice([1, 10, 1000, 10**9])
    for name in ("denominator", "bust", "wipe"):
        header[name] *= by
    header["weights"] = [by * p for p in header["weights"]]
    step, place = random.choice([-1, 1]), random.randrange(len(header["weights"]))
    header["weights"][place] += step
    choices = ["bust", "wipe", "denominator", *range(len(header["weights"]))]
    from_ = random.choice([it for it in choices if it != place])
    if isinstance(from_, int):
        header["weights"][from_] -= step
    else:
        header[from_] += step if from_ == "denominator" else -step
    return packed(parts.lines())


def header_of_another(random, parts, other):
    return packed(Parts(other.header, parts.records).lines())


def rule_of_another(random, parts, other):
    name = random.choice([name for name in parts.header if name in other.header])
    parts.header[name] = other.header[name]
    return packed(parts.lines())


def header_entries(random, parts, other):
    """Entries lost, more, renamed, in another order, or twice."""
    names = list(parts.header)
    name = random.choice(names)
    items = list(parts.header.items())
    place = names.index(name)
    change = random.randrange(5)
    if change == 0:
        del items[place]
    elif change == 1:
        items.append(("more", 1))
    elif change == 2:
        items[place] = (name.upper(), items[place][1])
    elif change == 3:
        random.shuffle(items)
    first = json.dumps(dict(items))
    if change == 4:
        first = f"{first[:-1]}, {json.dumps(name)}: {json.dumps(parts.header[name])}}}"
    return packed(sealed([first, *map(" ".join, parts.records)]))


def header_spelled(random, parts, other):
    """The same header, or nearly, written in another way."""
    first, *rest = parts.lines().split("\n")[:-2]
    goal = f'"goal": {parts.header["goal"]}'
    first = random.choice([
        first.replace(": ", ":"), f" {first}", first.replace(goal, goal + ".0"), f"[{first}]",
        first.replace(goal, f"{goal}, {goal}"), first.replace('"wipe": 0', '"wipe": -0'),
        first.replace('"goal"', '"go\\u0061l"'), first[:-1], f"{first}\r", f"\ufeff{first}",
        "[" * 100_000, f'{{"__class__": {first}}}', first.replace(goal, f'"goal": {"9" * 5000}'),
    ])  # fmt: skip
    return packed(sealed([first, *rest]))


def oversized(random, parts, other):
    """Sizes that would take all memory or time there is."""
    header, huge = parts.header, random.choice([2000, 2001, 10**6, 1 << 31, 10**18])
    if random.random() < 0.5:
        header.update(goal=huge, states=huge**2 * (huge - 1) // 2)
    else:
        header["bits"] = huge
    if random.random() < 0.3:
        header["after_bust"] = list(range(min(huge, 50_000)))
    if random.random() < 0.3:
        header["gains"] = header["weights"] = [1] * 50_000
    return packed(parts.lines())


# --- the file -------------------------------------------------------------------------------------


def bomb(random, parts, other):
    """Few bytes that would be millions."""
    endless = random.choice([b"0", b" ", b"9", b"[", b"\n", b"r1"]) * (1 << 21)
    text = parts.lines().encode()
    place = random.choice([0, text.index(b"\n") - 1, text.index(b"\n") + 1, len(text)])
    place = random.choice([place, random.randrange(len(text))])
    return packed(text[:place] + endless + text[place:])


def another_format(random, parts, other):
    """The text in an archive, with names that lead out of it, or packed by other means."""
    text, buffer = parts.lines().encode(), io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(random.choice(["it.pigcert", "../../it", "/etc/it", "it.npy"]), text)
    header = b"\x1f\x8b\x08\x00" + bytes(6)
    return random.choice([
        buffer.getvalue(), text, b"", zlib.compress(text), header, header + text,
        b"\x80\x04cos\nsystem\n(S'touch executed'\ntR.", b"#!/bin/sh\ntouch executed\n",
    ])  # fmt: skip


def something_more(random, parts, other):
    """Another member of the archive, or a line, after the end."""
    data = packed(parts.lines())
    more = [packed(other.lines()), data, packed("end 0\n"), packed("\n"), b"x", b"PK\3\4"]
    return data + random.choice(more)


def packed_otherwise(random, parts, other):
    """The same text: other compression, a name that leads elsewhere, several members."""
    text, buffer = parts.lines().encode(), io.BytesIO()
    name = random.choice(["", "../../../etc/passwd", "/dev/null", "a" * 500])
    half = random.choice([len(text), random.randrange(len(text))])
    for piece in (text[:half], text[half:]):
        level, time = random.choice([0, 1, 6, 9]), random.choice([0, 1, 2**32 - 1])
        with gzip.GzipFile(name, "wb", level, buffer, time) as stream:
            stream.write(piece)
    return buffer.getvalue()


HARMLESS = (packed_otherwise,)
ATTACKS = (
    bits_of_the_file, file_cut_off, bytes_put_in, bits_of_the_text, text_cut_off, lines_lost,
    wrong_end, box_by_a_unit, box_by_a_unit, box_by_a_unit, box_by_much, box_by_much,
    decision_flipped, decision_flipped, near_tie_flipped, near_tie_flipped, exact_tie_flipped,
    wrong_length, records_swapped, record_lost, record_twice, record_of_another, strange_word,
    header_junk, header_by_a_unit, header_by_a_unit, chance_by_a_unit, chance_by_a_unit,
    header_of_another, rule_of_another, header_entries, header_spelled, oversized, bomb,
    another_format, something_more, packed_otherwise,
)  # fmt: skip

"""Damage to certificates: by accident, and by an author who can count, hash and compress.

A kind of damage takes a source of random numbers, the certificate in parts (``certificates.Parts``,
its own to alter) and those of another game, and returns the bytes of a file. What it says may still
be true: a wider box, or the same text packed in another way (``HARMLESS``).
"""

import gzip
import io
import json
import math
import re
import zipfile
import zlib
from importlib import import_module

from pigverify.families import WRITERS
from support.certificates import Parts, sealed
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


class Claims:
    """A right certificate, with which others that say they are of the same rules are compared."""

    def __init__(self, data):
        self.parts = parts_of(data)
        family = self.parts.header["family"]
        self.rules = import_module(WRITERS[family], "pigverify").RULES
        self.box = {"race": 2, "hog": 3}.get(family)

    def false(self, data):
        """What another one that was taken says that is not so: in words, or None."""
        mine, other = self.parts, parts_of(data)
        names = [name for name in (*self.rules, "rolled") if name in mine.header]
        if any(mine.header[name] != other.header[name] for name in names):
            return None  # it is of other rules
        box, names = self.box, self.box or (1 if mine.header["family"] == "duel" else 2)
        pairs = [*zip(*(sorted(one.records, key=lambda row: row[:names]) for one in (mine, other)))]
        if len(mine.records) != len(other.records):
            return "the number of records"
        for record, words in pairs:
            same = record
            if box:
                same, words = ([*one[:box], *one[box + 2 :]] for one in (record, words))
            elif mine.header["family"] == "duel":
                same, words = record[:2], words[:2]
            if same != words:
                return f"a decision at {' '.join(record[:2])}"
        up, down = other.header.get("bits", 0), mine.header.get("bits", 0)
        for record, words in pairs if box else ():
            low, high = (int(end, 16) << up for end in record[box : box + 2])
            least, most = (int(end, 16) << down for end in words[box : box + 2])
            if low > most or least > high:
                return f"the box of {' '.join(record[:2])}"
        return None


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


def records_swapped(random, parts, other):
    """Two records change their places, or some of their words; a single one cannot."""
    if len(parts.records) < 2:
        return packed(parts.lines())
    a, b = random.sample(range(len(parts.records)), 2)
    first, second = parts.records[a], parts.records[b]
    if random.random() < 0.5:
        parts.records[a], parts.records[b] = second, first
    else:
        words = slice(random.randrange(len(first)), None)
        first[words], second[words] = second[words], first[words]
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


def word_altered(random, parts, other):
    """One sign of a word is another one that stands in such words."""
    place = random.randrange(len(parts.records[0]))
    record, kin = random.choice(parts.records), random.choice(parts.records)
    word = record[place] = record[place] or "x"
    at = random.randrange(len(word))
    record[place] = word[:at] + random.choice(kin[place] or "x") + word[at + 1 :]
    return packed(parts.lines())


def box_by_a_unit(random, parts, other):
    """A number of hexadecimal digits, or a decimal one, by one or by any other number of units."""
    record = random.choice(parts.records)
    places = [n for n, word in enumerate(record) if re.fullmatch("[0-9a-f]+", word)]
    place = random.choice(places)
    off = random.choice([-2, -1, 1, 2, random.randrange(1 << 60), -random.randrange(1 << 60)])
    record[place] = f"{max(0, int(record[place], 16) + off):x}"
    return packed(parts.lines())


def tie_claimed(random, parts, other):
    """Boxes so wide that only the prime can tell."""
    parts.header["ties"] = True
    place = {"race": 2, "hog": 3}.get(parts.header["family"])
    for record in parts.records if place else ():
        record[place : place + 2] = ["0", f"{1 << parts.header['bits']:x}"]
    return word_altered(random, parts, other)


# --- the header -----------------------------------------------------------------------------------


def header_junk(random, parts, other):
    name = random.choice([*parts.header])
    found = parts.header[name]
    if isinstance(found, list) and found and random.random() < 0.6:
        found[random.randrange(len(found))] = random.choice(JUNK)
    else:
        parts.header[name] = random.choice(JUNK)
    return packed(parts.lines())


def _numbers_in(found):
    """(list, place) of all whole numbers in lists of lists."""
    for place, each in enumerate(found):
        if type(each) is int:
            yield found, place
        elif type(each) is list:
            yield from _numbers_in(each)


def header_by_a_unit(random, parts, other):
    header = parts.header
    places = {name: [*_numbers_in(one)] for name, one in header.items() if type(one) is list}
    places = {name: several for name, several in places.items() if several}
    places |= {name: [(header, name)] for name, one in header.items() if type(one) is int}
    numbers, place = random.choice(places[random.choice([*places])])
    numbers[place] += random.choice([-1, 1])
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
    entry = random.choice(re.findall(r'"\w+": \d+', first))
    name = entry.split(": ")[0]
    first = random.choice([
        first.replace(": ", ":"), f" {first}", first.replace(entry, f"{entry}.0"), f"[{first}]",
        first.replace(entry, f"{entry}, {entry}"), re.sub(r": 0\b", ": -0", first), f"{first}\r",
        first.replace(name, f'"\\u00{ord(name[1]):02x}{name[2:]}'), first[:-1], f"\ufeff{first}",
        "[" * 100_000, f'{{"__class__": {first}}}', first.replace(entry, f"{name}: {'9' * 5000}"),
    ])  # fmt: skip
    return packed(sealed([first, *rest]))


def oversized(random, parts, other):
    """Sizes that would take all memory or time there is."""
    header, huge = parts.header, random.choice([2000, 2001, 10**6, 1 << 31, 10**18])
    names = [name for name, found in header.items() if type(found) in (int, list)]
    for name in random.sample(names, random.choice([1, 1, 2])):
        if type(header[name]) is int:
            header[name] = huge
        else:
            header[name] = (header[name] or [1]) * (min(huge, 50_000) // max(1, len(header[name])))
    return packed(parts.lines())


# --- the file -------------------------------------------------------------------------------------


def bomb(random, parts, other):
    """Few bytes that would be millions."""
    endless = random.choice([b"0", b" ", b"9", b"[", b"\n", b"r1", b"1,"]) * (1 << 21)
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
    """Another stream, a line, or nothing but zeros, after the end."""
    data = packed(parts.lines())
    more = [
        packed(other.lines()), data, packed("end 0\n"), packed("\n"), packed(""), b"x", b"PK\3\4",
        bytes(512),
    ]  # fmt: skip
    return data + random.choice(more)


def packed_otherwise(random, parts, other):
    """The same text: other compression, a name that leads elsewhere."""
    buffer = io.BytesIO()
    name = random.choice(["", "../../../etc/passwd", "/dev/null", "a" * 500])
    level, time = random.choice([0, 1, 6, 9]), random.choice([0, 1, 2**32 - 1])
    with gzip.GzipFile(name, "wb", level, buffer, time) as stream:
        stream.write(parts.lines().encode())
    return buffer.getvalue()


def packed_in_pieces(random, parts, other):
    """The same text in two streams, of which the second follows the first."""
    text = parts.lines().encode()
    half = random.randrange(len(text) + 1)
    return packed(text[:half]) + packed(text[half:])


HARMLESS = (packed_otherwise,)
ATTACKS = (
    bits_of_the_file, file_cut_off, bytes_put_in, bits_of_the_text, text_cut_off, lines_lost,
    wrong_end, records_swapped, record_lost, record_twice, record_of_another, strange_word,
    header_junk, header_by_a_unit, header_by_a_unit, header_of_another, rule_of_another,
    header_entries, header_spelled, oversized, bomb, another_format, something_more,
    packed_in_pieces, packed_otherwise, *[word_altered] * 8, *[box_by_a_unit] * 8, tie_claimed,
)  # fmt: skip

"""Damage to saved solutions and to certificates: by accident, and by an author who means harm.

A kind of damage takes a source of random numbers, what is damaged and the same of another game. Of
a solution it alters the members of the archive; of a certificate it takes the parts (see
``certificates.Parts``, its own to alter) and returns the bytes of a file. The author can count,
hash and compress. What a certificate says may still be true: a wider box, or the same text packed
in another way (``HARMLESS``).
"""

import gzip
import io
import json
import math
import re
import struct
import warnings
import zipfile
import zlib

from .certificates import Parts, sealed

METHODS = (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
STRANGE = [
    "nan", "inf", "-0", "+1", "0x1", "1_0", "1e-320", "1.0", "", "-1", "٤", "f" * 40, "f" * 4000,
    "0" * 3000, "__import__('os')", "../x", "\0",
]  # fmt: skip
JUNK = [
    None, True, False, -1, 0, 1, 2.5, float("nan"), float("inf"), -math.inf, -0.0, 5e-324, "x", [],
    [0], [[]], [None], [True], [0.5], {}, {"goal": 1}, 10**30, 10**3000, -(10**30), 1 << 31,
]  # fmt: skip
EXECUTED = "executed"
"""The file that code from a damaged file would make."""


# --- accidents to bytes ---------------------------------------------------------------------------


def flipped_bits(random, data):
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 8])):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(data)


def cut_off(random, data):
    return data[: random.randrange(len(data))]


def bytes_inserted(random, data):
    place = random.choice([0, len(data), random.randrange(len(data))])
    return data[:place] + random.randbytes(random.randint(1, 40)) + data[place:]


ACCIDENTS = (flipped_bits, cut_off, bytes_inserted)


# --- saved solutions ------------------------------------------------------------------------------


def damaged(random, data, other):
    """The bytes of a file like ``data`` with something wrong, and in a word what."""
    damage = random.choice([*ACCIDENTS, *LIES, *LIES])
    if damage in ACCIDENTS:
        return damage(random, data), damage.__name__
    members = _unzipped(data)
    damage(random, members, _unzipped(other))
    return _zipped(random, members), damage.__name__


def _unzipped(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [[name, archive.read(name)] for name in archive.namelist()]


def _zipped(random, members):
    buffer = io.BytesIO()
    method = random.choices(METHODS, [8, 3, 1, 1])[0]
    if sum(len(content) for _, content in members) > 1 << 22:
        method = zipfile.ZIP_DEFLATED
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two members of one name are meant
        with zipfile.ZipFile(buffer, "w", method) as archive:
            for name, content in members:
                archive.writestr(name, content)
    return buffer.getvalue()


def member_of_another(random, members, other):
    found = dict(map(tuple, other))
    mine = random.choice(members)
    mine[1] = found.get(mine[0], mine[1])


def member_twice(random, members, other):
    members.append(list(random.choice(members)))


def member_of_another_name(random, members, other):
    random.choice(members)[0] = random.choice(["x.npy", "starts", "../a.npy", "é.npy", "a" * 500])


def flipped_inside(random, members, other):
    member = random.choice(members)
    member[1] = flipped_bits(random, member[1])


def altered_number(random, members, other):
    """One number of an array is another: slightly, largely, or none at all."""
    arrays = [m for m in members if b"<f8" in m[1][:128] or b"<i8" in m[1][:128]]
    member = random.choice(arrays)
    kind = "d" if b"<f8" in member[1][:128] else "q"
    start = member[1].index(b"\n") + 1
    place = start + 8 * random.randrange((len(member[1]) - start) // 8)
    (number,) = struct.unpack_from(f"<{kind}", member[1], place)
    if kind == "d":
        off = random.choice([1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.5])
        number = random.choice([number + off, number - off, 0.0, 1.0, float("nan"), 1e308])
    else:
        number = random.choice([0, 1, 2, -1, 3, -(2**63)])
    data = bytearray(member[1])
    struct.pack_into(f"<{kind}", data, place, number)
    member[1] = bytes(data)


def _rewritten(members, name, change):
    """Change the text of a member."""
    member = next(m for m in members if m[0] == name)
    text = change(member[1][member[1].index(b"\n") + 1 :].decode("utf-32-le"))
    head = f"{{'descr': '<U{len(text)}', 'fortran_order': False, 'shape': (), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    member[1] = b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode()
    member[1] += text.encode("utf-32-le")


def lying_info(random, members, other):
    """What the file says of itself is more or less than it is."""
    lies = [0.0, 1.0, 0.41, 1e-15, -1, 10**400, True, False, None, "x", [], [1.0], {}, float("nan")]

    def lie(text):
        info = json.loads(text)
        for name in random.sample([*info], min(len(info), random.randint(1, 4))):
            info[name] = random.choice(lies)
        return json.dumps(info)

    _rewritten(members, "info.npy", lie)


def trusting_info(random, members, other):
    """The file says that it is as rough as it may be, and one number of it is altered."""
    rough = {"tolerance": 1.0, "residual": 0.41, "converged": True, "error": 1.0}

    def trust(text):
        info = json.loads(text)
        return json.dumps(info | {name: rough[name] for name in rough if name in info})

    _rewritten(members, "info.npy", trust)
    altered_number(random, members, other)


def altered_rules(random, members, other):
    """A digit of the rules is another."""

    def alter(text):
        place = random.choice([n for n, c in enumerate(text) if c.isdigit()])
        return text[:place] + str(random.randrange(10)) + text[place + 1 :]

    _rewritten(members, "rules.npy", alter)


LIES = (
    member_of_another, member_twice, member_of_another_name, flipped_inside, altered_number,
    altered_number, lying_info, trusting_info, altered_rules,
)  # fmt: skip


# --- certificates: their bytes --------------------------------------------------------------------


def packed(text):
    """Lines as bytes of a file."""
    return gzip.compress(text if isinstance(text, bytes) else text.encode(), 1)


def accident_to_the_file(random, parts, other):
    return random.choice(ACCIDENTS)(random, packed(parts.lines()))


def accident_to_the_text(random, parts, other):
    """Nobody has mended the digest."""
    return packed(random.choice(ACCIDENTS)(random, parts.lines().encode()))


def wrong_end(random, parts, other):
    *lines, end = parts.lines().splitlines(keepends=True)
    word, count, digest = end.split()
    end = random.choice([
        f"{word} {int(count) + 1} {digest}\n", f"{word} {count} {digest[::-1]}\n",
        f"{word} {count} {digest}", f"{word} 0{count} {digest}\n", f"{word} {count} {digest}\n\n",
        f"{word} {count} {digest}\n{end}", "", f"{word} nan {digest}\n",
    ])  # fmt: skip
    return packed("".join(lines) + end)


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
    """Another stream, a line, or nothing but zeros, after the end; or the same in two streams."""
    text, data = parts.lines().encode(), packed(parts.lines())
    half = random.randrange(len(text) + 1)
    return random.choice([
        data + packed(other.lines()), data + data, data + packed("end 0\n"), data + packed("\n"),
        data + packed(""), data + b"x", data + b"PK\3\4", data + bytes(512),
        packed(text[:half]) + packed(text[half:]),
    ])  # fmt: skip


def packed_otherwise(random, parts, other):
    """The same text: other compression, a name that leads elsewhere."""
    buffer = io.BytesIO()
    name = random.choice(["", "../../../etc/passwd", "/dev/null", "a" * 500])
    level, time = random.choice([0, 1, 6, 9]), random.choice([0, 1, 2**32 - 1])
    with gzip.GzipFile(name, "wb", level, buffer, time) as stream:
        stream.write(parts.lines().encode())
    return buffer.getvalue()


# --- certificates: their records ------------------------------------------------------------------


def records_moved(random, parts, other):
    """A record is lost, there twice, or of another game; or two of them, or words, swap places."""
    records, a = parts.records, random.randrange(len(parts.records))
    b, words = random.randrange(len(records)), slice(random.randrange(len(records[0])), None)
    how = random.randrange(5)
    if how == 0:
        del records[a]
    elif how == 1:
        records.insert(a, records[a])
    elif how == 2:
        records[a] = random.choice(other.records)
    elif how == 3:
        records[a], records[b] = records[b], records[a]
    else:
        records[a][words], records[b][words] = records[b][words], records[a][words]
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
    place = random.choice([n for n, word in enumerate(record) if re.fullmatch("[0-9a-f]+", word)])
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


# --- certificates: their header -------------------------------------------------------------------


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
    """One entry, or all."""
    names = [name for name in parts.header if name in other.header]
    name = random.choice(names)
    header = random.choice([other.header, parts.header | {name: other.header[name]}])
    return packed(Parts(header, parts.records).lines())


def header_entries(random, parts, other):
    """Entries lost, more, renamed, in another order, or twice."""
    items = list(parts.header.items())
    place, change = random.randrange(len(items)), random.randrange(5)
    name, found = items[place]
    if change == 0:
        del items[place]
    elif change == 1:
        items.append(("more", 1))
    elif change == 2:
        items[place] = (name.upper(), found)
    elif change == 3:
        random.shuffle(items)
    first = json.dumps(dict(items))
    if change == 4:
        first = f"{first[:-1]}, {json.dumps(name)}: {json.dumps(found)}}}"
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


HARMLESS = (packed_otherwise,)
ATTACKS = (
    accident_to_the_file, accident_to_the_text, wrong_end, *[records_moved] * 3, strange_word,
    header_junk, header_by_a_unit, header_by_a_unit, header_of_another, header_entries,
    header_spelled, oversized, bomb, another_format, something_more, packed_otherwise,
    *[word_altered] * 8, *[box_by_a_unit] * 8, tie_claimed,
)  # fmt: skip

"""Damage to saved solutions: by accident, and by an author who means harm."""

import io
import json
import re
import struct
import warnings
import zipfile
from functools import cache

METHODS = (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


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


# --- to the bytes of the file -------------------------------------------------------------------


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


# --- to its members, in an archive that is whole ------------------------------------------------


def lost_member(random, members, other):
    members.remove(random.choice(members))


def member_of_another(random, members, other):
    found = dict(map(tuple, other))
    mine = random.choice(members)
    mine[1] = found.get(mine[0], mine[1])


def swapped_members(random, members, other):
    a, b = random.sample(members, 2)
    a[1], b[1] = b[1], a[1]


def member_twice(random, members, other):
    members.append(list(random.choice(members)))


def member_of_another_name(random, members, other):
    random.choice(members)[0] = random.choice(["x.npy", "starts", "../a.npy", "é.npy", "a" * 500])


def flipped_inside(random, members, other):
    member = random.choice(members)
    member[1] = flipped_bits(random, member[1])


def cut_inside(random, members, other):
    member = random.choice(members)
    member[1] = cut_off(random, member[1])


def lying_header(random, members, other):
    member = random.choice(members)
    lies = [
        (rb"<f8", random.choice([b"<i8", b">f8", b"|O8", b"<f4", b"<U2"])),
        (rb"<i8", random.choice([b"<f8", b">i8", b"<u8"])),
        (rb"False", b"True "),
        (rb"\((\d+), ", random.choice([b"(9, ", b"(1, ", b"(-1, ", b"(0, "])),
        (rb"\{'descr'", b"{'decsr'"),
    ]
    pattern, by = random.choice(lies)
    start, rest = member[1][:10], member[1][10:]
    member[1] = start + re.sub(pattern, by, rest, count=1)


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


def _text_of(members, name):
    """A member that is a text, and the text."""
    member = next(m for m in members if m[0] == name)
    start = member[1].index(b"\n") + 1
    return member, member[1][start:].decode("utf-32-le")


def _header_of(text):
    head = f"{{'descr': '<U{len(text)}', 'fortran_order': False, 'shape': (), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode()


def lying_info(random, members, other):
    """What the file says of itself is more or less than it is."""
    member, text = _text_of(members, "info.npy")
    info = json.loads(text)
    lies = [0.0, 1.0, 0.41, 1e-15, -1, 10**400, True, False, None, "x", [], [1.0], {}, float("nan")]
    for name in random.sample([*info], min(len(info), random.randint(1, 4))):
        info[name] = random.choice(lies)
    text = json.dumps(info)
    member[1] = _header_of(text) + text.encode("utf-32-le")


def trusting_info(random, members, other):
    """The file says that it is as rough as it may be, and one number of it is altered."""
    member, text = _text_of(members, "info.npy")
    rough = {"tolerance": 1.0, "residual": 0.41, "converged": True, "error": 1.0}
    info = json.loads(text)
    text = json.dumps(info | {name: lie for name, lie in rough.items() if name in info})
    member[1] = _header_of(text) + text.encode("utf-32-le")
    altered_number(random, members, other)


def altered_rules(random, members, other):
    """A digit of the rules is another."""
    member, text = _text_of(members, "rules.npy")
    place = random.choice([n for n, c in enumerate(text) if c.isdigit()])
    text = text[:place] + str(random.randrange(10)) + text[place + 1 :]
    member[1] = _header_of(text) + text.encode("utf-32-le")


LIES = (
    lost_member,
    member_of_another,
    swapped_members,
    member_twice,
    member_of_another_name,
    flipped_inside,
    cut_inside,
    lying_header,
    altered_number,
    altered_number,
    lying_info,
    trusting_info,
    altered_rules,
)


# --- by an author who knows the game, or wants the machine ---------------------------------------


def harmed(random, data, other):
    """As :func:`damaged`, by one of more kinds."""
    damage = random.choice([*ACCIDENTS, *HARM, *HARM])
    if damage in ACCIDENTS:
        return damage(random, data), damage.__name__
    members = _unzipped(data)
    damage(random, members, _unzipped(other))
    return _zipped(random, members), damage.__name__


def _numbers(members):
    """The members that are arrays of doubles, and where their numbers begin."""
    return [(m, m[1].index(b"\n") + 1) for m in members if b"<f8" in m[1][:128] and m[1][128:]]


def number_beyond_tolerance(random, members, other):
    """A number a little beyond what is tolerated, the next double, or none that is a chance."""
    member, start = random.choice(_numbers(members))
    place = start + 8 * random.randrange((len(member[1]) - start) // 8)
    (number,) = struct.unpack_from("<d", member[1], place)
    off = random.choice([1, -1]) * random.choice([1e-16, 1.1e-12, 2e-12, 1e-9, 1e-4])
    strange = [5e-324, -5e-324, -0.0, float("inf"), -float("inf"), float("nan"), -1e308, 1 + 1e-15]
    number = random.choice([number + off, number + off, random.choice(strange)])
    data = bytearray(member[1])
    struct.pack_into("<d", data, place, number)
    member[1] = bytes(data)


def several_numbers(random, members, other):
    """All numbers of a stretch by the same: what lies at one near tie moves to its other side."""
    member, start = random.choice(_numbers(members))
    count = (len(member[1]) - start) // 8
    numbers = list(struct.unpack_from(f"<{count}d", member[1], start))
    first, off = random.randrange(count), random.choice([-1, 1]) * 10 ** random.uniform(-15, -2)
    for place in range(first, min(count, first + random.choice([2, 10, count]))):
        numbers[place] += off
    member[1] = member[1][:start] + struct.pack(f"<{count}d", *numbers)


def rows_swapped(random, members, other):
    member, start = random.choice(_numbers(members))
    count = (len(member[1]) - start) // 8
    length = 8 * max(1, round(count**0.5))
    rows = [member[1][at : at + length] for at in range(start, len(member[1]), length)]
    a, b = random.randrange(len(rows)), random.randrange(len(rows))
    rows[a], rows[b] = rows[b], rows[a]
    member[1] = member[1][:start] + b"".join(rows)


def member_twice_and_other(random, members, other):
    """Two members of one name: whoever reads the first and whoever reads the last see another."""
    member = random.choice(members)
    members.insert(random.randrange(len(members) + 1), [member[0], flipped_bits(random, member[1])])


def name_that_leads_out(random, members, other):
    names = ["../../executed", "/etc/executed.npy", "..", "starts.npy/", "C:\\x.npy", "a.npy\0x"]
    change = [random.choice(names), random.choice(members)[1]]
    if random.random() < 0.5:
        members.append(change)
    else:
        random.choice(members)[0] = change[0]


def oversized_shape(random, members, other):
    member = random.choice(members)
    huge = random.choice(["999999999999", "4294967296", "65536, 65536", "9223372036854775807, 2"])
    shape = f"'shape': ({huge},), }}".encode()
    head, _, rest = member[1].partition(b"\n")
    head = re.sub(rb"'shape': \(.*", shape, head[10:])
    member[1] = b"\x93NUMPY\1\0" + struct.pack("<H", len(head) + 1) + head + b"\n" + rest


@cache
def _zeros():
    return bytes(1 << 23)


def many_zeros(random, members, other):
    """A few thousand bytes that would be 8 million."""
    member = random.choice(members)
    member[1] = random.choice([member[1] + _zeros(), _zeros(), member[1][:128] + _zeros()])


EXECUTED = "executed"
"""The file that code from a damaged file would make."""


def pickled_code(random, members, other):
    """An array of objects, as numpy would unpickle it, and rules that are code."""
    code = f"cos\nsystem\n(S'touch {EXECUTED}'\ntR.".encode()
    head = b"{'descr': '|O', 'fortran_order': False, 'shape': (), }\n"
    member = random.choice(members)
    member[1] = random.choice([
        b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head + code,
        code,
    ])  # fmt: skip


def code_as_text(random, members, other):
    member, text = _text_of(members, random.choice(["rules.npy", "info.npy"]))
    code = f"__import__('os').system('touch {EXECUTED}')"
    place = random.choice([0, len(text), random.randrange(len(text))])
    text = random.choice([code, text[:place] + code + text[place:], f"{{{code}: 1}}"])
    member[1] = _header_of(text) + text.encode("utf-32-le")


HARM = (
    *LIES,
    number_beyond_tolerance,
    number_beyond_tolerance,
    number_beyond_tolerance,
    several_numbers,
    several_numbers,
    rows_swapped,
    member_twice_and_other,
    name_that_leads_out,
    oversized_shape,
    many_zeros,
    pickled_code,
    code_as_text,
)

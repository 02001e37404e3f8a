"""Damage to saved solutions: by accident, and by an author who means harm."""

import io
import json
import struct
import warnings
import zipfile

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
    member_of_another, member_twice, member_of_another_name, flipped_inside, altered_number,
    altered_number, lying_info, trusting_info, altered_rules,
)  # fmt: skip


EXECUTED = "executed"
"""The file that code from a damaged file would make."""

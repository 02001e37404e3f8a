"""Mutants of the checkers that say the same as the original, or refuse the same in other words.

Each is a line as it was and as it is, with the reason.
"""

# ruff: noqa: E501

_ROOM = "the room for a number is larger than it must be, and no digit moves into another's"
_SHORTER = "no end of a certificate is nearly that long"
_BASE = "that the base is 1 has a chance of 2^-255"

EQUIVALENT = {
    "race": {
        (
            "if all((pow(secrets.randbelow(n - 3) + 2, n >> 1, n) in (1, n - 1) for _ in range(64))):",
            "if all((pow(secrets.randbelow(n - 3) + 1, n >> 1, n) in (1, n - 1) for _ in range(64))):",
        ): _BASE,
        (
            "most, wiped = (1 << 2 * MOST_BITS, wiped if self.ties else 0)",
            "most, wiped = (1 << 3 * MOST_BITS, wiped if self.ties else 0)",
        ): "Python reads no number in JSON of more than 4,300 digits",
        (
            "for total in range(2 * last, -1, -1):",
            "for total in range(3 * last, -1, -1):",
        ): "no pair of banked scores has a larger sum",
        (
            "need(self.next(200) == end, f'line {self.number} is not the end with count and SHA-256')",
            "need(self.next(199) == end, f'line {self.number} is not the end with count and SHA-256')",
        ): _SHORTER,
        (
            "self.hold = [[[0] * goal + [one] for _ in range(goal)] for _ in range(2)]",
            "self.hold = [[[-1] * goal + [one] for _ in range(goal)] for _ in range(2)]",
        ): "each entry is written before it is read",
        (
            "n = secrets.randbits(255) | 1 << 255 | 3",
            "n = secrets.randbits(256) | 1 << 255 | 3",
        ): "the first bit is set in any case",
        (
            "(a, q), (b, r) = [((prime + 1) // 2, 0)] * 2",
            "(a, q), (b, r) = [(-(-(prime + 1) // 2), 0)] * 2",
        ): "the prime is odd",
    },
    "bag": {
        (
            "need(self.next(200) == end, f'line {self.number} is not the end with count and SHA-256')",
            "need(self.next(199) == end, f'line {self.number} is not the end with count and SHA-256')",
        ): _SHORTER,
        (
            "self.bytes = (sum([d.bit_length() + 1 for d in below]) + 7) // 8",
            "self.bytes = -(-(sum([d.bit_length() + 1 for d in below]) + 7) // 8)",
        ): _ROOM,
        (
            "self.bytes = (sum([d.bit_length() + 1 for d in below]) + 7) // 8",
            "self.bytes = (sum([d.bit_length() + 1 for d in below]) + 8) // 8",
        ): _ROOM,
    },
}

"""Certificates taken apart, altered and put together again, by an author who can count and hash."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
from collections import Counter
from fractions import Fraction
from itertools import groupby
from types import SimpleNamespace
from typing import Any, NamedTuple

from pigverify.certificates import write_certificate
from support.slow_hogs import InFractions


class Parts(NamedTuple):
    """A certificate: its header, and its records as lists of words."""

    header: dict[str, Any]
    records: list[list[str]]

    def copy(self):
        """One whose parts can be altered."""
        return Parts(json.loads(json.dumps(self.header)), [list(record) for record in self.records])

    def at(self, *place):
        """The record of a turn start, or whatever else its first words say."""
        return next(record for record in self.records if record[: len(place)] == [*map(str, place)])

    def lines(self):
        """The text, with the right count and digest at its end."""
        lines = [json.dumps(self.header), *map(" ".join, self.records)]
        return sealed(lines)

    def stream(self):
        """The file."""
        return packed(self.lines())


def sealed(lines):
    """Lines with the end that they need."""
    text = "".join(f"{line}\n" for line in lines)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f"{text}end {len(lines) - 1} {digest}\n"


def packed(text):
    """Text as an open file."""
    return io.BytesIO(gzip.compress(text.encode() if isinstance(text, str) else text, 1))


WRITTEN: dict[Any, bytes] = {}


def certificate_of(game, folder):
    """The certificate of a game, which must have one, in parts; it is written once only."""
    path = folder / "it.pigcert"
    if game not in WRITTEN:
        assert write_certificate(game, path).ok
        WRITTEN[game] = path.read_bytes()
    path.write_bytes(WRITTEN[game])
    return parts_of(WRITTEN[game])


def parts_of(data):
    """The parts of a certificate's bytes."""
    first, *records, _ = gzip.decompress(data).decode().split("\n")[:-1]
    return Parts(json.loads(first), [record.split(" ") for record in records])


def spelled_out(runs):
    """Runs as a letter for each state."""
    letters, number = "", ""
    for sign in [*runs, "."]:
        if sign.isdigit():
            number += sign
        else:
            letters += letters[-1:] * (int(number or 1) - 1) + sign
            number = ""
    return letters[:-1]


def columns_of(word, most=1):
    """The letters of every state, column by column, of a word like ``t3b1,ab2``.

    No letters may be no column at all, as where there is no choice: ``most`` is 0.
    """
    return [
        [letters for letters, n in re.findall("([a-z]+)([0-9]+)", runs) for _ in range(int(n))]
        for runs in (word.split(",") if most else [])
    ]


def word_of(columns):
    """Columns of letters as runs."""
    return ",".join(map(runs_of, columns))


def runs_of(letters):
    """A letter for each state as runs."""
    return "".join(f"{letter}{len([*run])}" for letter, run in groupby(letters))


class HogOfTables(InFractions):
    """The exact values of the game of Hog that the header of a certificate describes."""

    def __init__(self, header, guess=None):
        self.header, goal = header, header["goal"]
        dice = range(1, len(header["rolls"][0]) + 1)
        extra = [-1] * bool(header["exchange"]) + [0] * bool(header["bacon"])
        parities = 1 + bool(header["exchange"])
        states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(parities)]
        self.ends = {(x, y): rest for x, y, *rest in header["ends"]}
        choices = SimpleNamespace(choices=[*extra, *dice])
        super().__init__(choices, guess or dict.fromkeys(states, Fraction(1, 2)))

    def turn(self, state, choice):
        """(constant, {next state: coefficient}) of what a choice is worth."""
        (own, opp, parity), header = state, self.header
        if choice == -1:
            rolls = [(*header["exchange"], 1)]
        elif choice == 0:
            gifts = header["bacon_gifts"]
            rolls = [(header["bacon"][own][opp], gifts[own][opp] if gifts else 0, 1)]
        else:
            kind = header["kinds"][parity * header["goal"] + own][opp]
            rolls = header["rolls"][int(kind)][choice - 1]
        constant, row = Fraction(0), Counter()
        after, total = parity ^ (choice == -1), sum(number for _, _, number in rolls)
        for gain, gift, number in rolls:
            p, end = Fraction(number, total), (own + gain, opp + gift)
            x, y, again = self.ends.get(end, (*end, 0))
            if max(x, y) >= header["goal"]:
                constant += p * (x >= y)
            elif again:
                row[x, y, after] += p
            else:
                constant += p
                row[y, x, after] -= p
        return constant, row

    def best(self, state):
        """All the best choices."""
        worths = {choice: self.worth(state, choice) for choice in self.game.choices}
        return [choice for choice, worth in worths.items() if worth == max(worths.values())]

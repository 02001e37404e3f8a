"""Write a certificate of a race as a Coq file: ``python in_kernel.py [FILE.pigcert] > FILE.v``.

Coq's kernel then checks it with the machine's integers, so the boxes may have few bits only: times
the largest denominator they must stay below 2^63. Without a FILE, Pig to 100 is proved with boxes
of 60 bits. Nothing here is verified. What the Coq file proves is about the tables and the boxes in
it, for all to read.
"""

import gzip
import json
import re
import sys
import tempfile
from pathlib import Path

HEAD = """\
(** A certificate, checked by Coq's kernel. *)
From Coq Require Import List Uint63 Reals.
From Pig Require Import Game Race Checker Machine Kernel.
Import ListNotations.
Open Scope uint63_scope.
"""
TAIL = """
Lemma accepted : accepts tables one column levels = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** What is proved of this race. *)
Definition proved := certified_by_kernel tables one column levels accepted.
Check proved.
Print Assumptions proved.
"""


def plain(found: object) -> str:
    """A list or a number as Coq writes them."""
    if isinstance(found, list):
        return "[" + "; ".join(map(plain, found)) + "]"
    return str(found).lower()


def runs(text: str, code: dict[str, int] | None) -> list[list[int]]:
    """Columns of decisions and how often they come, one after the other."""
    columns: list[list[int]] = []
    for column in text.split(",") if text else []:
        columns.append([])
        for word, times in re.findall("([a-z]+)([0-9]+)", column):
            what = code[word] if code else sum(1 << ord(letter) - 97 for letter in word)
            columns[-1] += [what, int(times)]
    return columns


def pig() -> str:
    """A certificate of Pig to 100, with few bits."""
    import pigverify
    from pigverify.certificates import race

    import pigcore

    vars(race)["FIRST_BITS"] = 60  # of which six still fit
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "pig.pigcert")
        pigverify.write_certificate(pigcore.Pig(100), path)
        return gzip.decompress(path.read_bytes()).decode()


def main() -> None:
    text = gzip.decompress(Path(sys.argv[1]).read_bytes()).decode() if sys.argv[1:] else pig()
    header, *lines = text.splitlines()
    rules = json.loads(header)
    goal, modes, one = rules["goal"], len(rules["banks"]), 1 << rules["bits"]
    if (one + 1) * max(rules["denominators"]) >= 1 << 63:
        sys.exit("the boxes have too many bits for the machine's integers")
    if rules["last_turn"] or rules["ties"]:
        sys.exit("inside Coq there are no last turns and no ties that the boxes leave open")
    choosing = [n for n in range(modes) if rules["banks"][n] and rules["denominators"][n]]
    levels: list[dict[int, str]] = [{} for _ in range(2 * goal - 1)]
    for line in lines[:-1]:
        own, opp, low, high, states, options = line.split(" ")
        i = int(own)
        letters: list[list[int]] = [[] for _ in range(modes)]
        for n, column in zip(choosing, runs(states, {"t": 0, "b": 1, "e": 2})):
            least = max([rules["minimum"], rules["opening"]][: 2 - bool(i)])
            first = min(least or n == rules["start"], goal - i)
            letters[n] = [0, int(first), *column] if first else column
        words = [f"0x{low}", f"0x{high}", plain(letters), plain(runs(options, None))]
        levels[i + int(opp)][i] = " ".join(["R", *words])
    print(HEAD)
    for total, level in enumerate(levels):
        print(f"Definition level{total} := L {min(level)}%nat [")
        print(";\n".join(level[i] for i in sorted(level)), "].")
    names = "; ".join(f"level{total}" for total in reversed(range(len(levels))))
    print(f"Definition levels := [{names}].")
    print(f"Definition one := {one}.")
    pairs = [f"({low}, {high})" for low, high in zip(rules["column_low"], rules["column_high"])]
    print(f"Definition column (j : nat) := nth j [{'; '.join(pairs)}] (0, one).")
    sets = ["[" + "; ".join(f"({g}, {m})" for g, m in options) + "]" for options in rules["sets"]]
    rows = ["[" + "; ".join(f"({k}%nat, {p})" for k, p in row) + "]" for row in rules["weights"]]
    print("Definition tables : rules int := {|")
    for name in ("goal", "after_bust", "minimum", "opening", "rolled", "start"):
        print(f"  {name} := {plain(rules[name])}%nat;")
    for name in ("exact", "last_turn", "banks", "denominators", "busts", "wipes"):
        print(f"  {name} := {plain(rules[name])};")
    print(f"  sets := [{'; '.join(sets)}]%nat;\n  weights := [{'; '.join(rows)}] |}}.")
    print(TAIL)


if __name__ == "__main__":
    main()

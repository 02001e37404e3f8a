"""What scores in the variants of Farkle that are ready made."""

from .farkle_scoring import kinds

__all__ = ["KCD", "MINIMAL", "STANDARD", "ZILCH"]

_TRIPLES = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
_SINGLES = {"1": 100, "5": 50}

MINIMAL = {**_SINGLES, **kinds(_TRIPLES, doubled=False)}
STANDARD = {
    **_SINGLES,
    **kinds(_TRIPLES | {1: 300}, doubled=False),
    "four of a kind": 1000,
    "five of a kind": 2000,
    "six of a kind": 3000,
    "straight": 1500,
    "three pairs": 1500,
    "four and a pair": 1500,
    "two triplets": 2500,
}
KCD = {
    **_SINGLES,
    **kinds(_TRIPLES, doubled=True),
    "1 2 3 4 5": 500,
    "2 3 4 5 6": 750,
    "straight": 1500,
}
ZILCH = {
    **_SINGLES,
    **kinds(_TRIPLES, doubled=True),
    "straight": 1500,
    "three pairs": 1500,
    "four and a pair": 1500,
    "six of a kind": 1500,
    "nothing": 500,
}

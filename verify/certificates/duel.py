"""A duel's certificate, as in docs/reference/certificate.md. :mod:`.check_duel` checks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from pigcore.games.duel import Duel

from ..duel.prove import certify
from ..duel.verdict import DuelReport
from ..options import Progress
from . import check_duel
from .files import header_of

__all__ = ["RULES", "certificate", "tables"]

RULES = ("holds", "denominator", "lost", "gains", "weights")
"""The entries of the header that say which duel it is."""


def tables(game: Duel) -> dict[str, Any]:
    """The holds and the throw as integers: the entries ``RULES`` of the header."""
    roll, below = game.roll, game.roll.denominator
    return {
        "holds": list(game.holds),
        "denominator": below,
        "lost": int((roll.bust + roll.wipe) * below),
        "gains": [g for g, _ in roll.gains],
        "weights": [int(p * below) for _, p in roll.gains],
    }


def certificate(
    game: Duel, progress: Progress | None = None
) -> tuple[DuelReport, dict[str, Any], Iterator[str]]:
    """Prove the equilibrium and all replies: the report, and header and records of the certificate.

    Raises
    ------
    SizeError
        If the proof, or to check it, would take too long or not fit in memory.
    """
    entries = {**tables(game), "unique": True, "states": len(game.holds)}
    remedy = "take fewer or smaller holds, or chances of fewer digits"
    header, _ = header_of(check_duel, game, entries, remedy)
    report = certify(game, progress=progress)
    header["unique"] = report.unique
    return report, header, _records(report)


def _records(report: DuelReport) -> Iterator[str]:
    mixtures = [_weights(one) for one in (report.mixture, report.other) if one is not None]
    for hold, best in sorted(report.replies.items()):
        weights = " ".join(f"{weights.get(hold, 0):x}" for weights in mixtures)
        yield f"{hold} {','.join(map(str, best))} {weights}"


def _weights(mixture: Mapping[int, Fraction]) -> dict[int, int]:
    """The same mixture in whole numbers."""
    below = lcm(*(weight.denominator for weight in mixture.values()))
    return {hold: int(weight * below) for hold, weight in mixture.items()}

"""The certificate of a game of Hog: docs/reference/certificate.md. :mod:`.check_hog` checks it.

The boxes are those of :mod:`pigverify.hog.enclosure`, also where a proof without a certificate is
exact: there the numbers have thousands of bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pigcore.games.errors import SizeError
from pigcore.games.hog import Hog

from ..hog.enclosure import Enclosure, Unproved, enclose, in_order
from ..hog.prove import Proved, nothing_proved, report_of
from ..hog.rules import Rules, rolls_of
from ..hog.verdict import HogReport
from ..options import Progress
from . import check_hog
from .files import header_of

__all__ = ["RULES", "certificate", "tables"]

RULES = ("goal", "rolls", "kinds", "bacon", "bacon_gifts", "exchange", "ends")
"""The entries of the header that say which game it is."""

_BITS = 128
_REMEDY = "choose a smaller goal"


def tables(game: Hog) -> dict[str, Any]:
    """The rules as whole numbers: the entries ``RULES`` of the header."""
    scores, parities = range(game.goal), range(game.parities)
    sides = [
        [[game.sides(own, opp, parity) for opp in scores] for own in scores] for parity in parities
    ]
    kinds = sorted({dice for rows in sides for row in rows for dice in row})
    rolls = {
        dice: [sorted(rolls_of(game, n, dice).items()) for n in game.choices if n > 0]
        for dice in kinds
    }
    bacon = [
        [game.gain(game.bacon_points(own, opp), 0) for opp in scores] for own in scores
    ] if game.bacon else []  # fmt: skip
    exchange = list(game.gain(1, 0)) if game.exchange else []
    places: set[tuple[int, int]] = set()
    for opp in scores:
        for dice, several in rolls.items():
            owns = [own for own in scores for rows in sides if rows[own][opp] == dice]
            for gain, gift in {gained for roll in several for gained, _ in roll}:
                places.update([(own + gain, opp + gift) for own in owns])
        for own in scores:
            alone = ([bacon[own][opp]] if bacon else []) + ([exchange] if exchange else [])
            places.update([(own + gain, opp + gift) for gain, gift in alone])
    return {
        "goal": game.goal,
        "rolls": [
            [[[*gained, n] for gained, n in roll] for roll in several] for several in rolls.values()
        ],
        "kinds": [
            "".join(str(kinds.index(dice)) for dice in row) for rows in sides for row in rows
        ],
        "bacon": [[gain for gain, _ in row] for row in bacon],
        "bacon_gifts": [[gift for _, gift in row] for row in bacon if game.gift],
        "exchange": exchange,
        "ends": list(_ends(game, places)),
    }


def _ends(game: Hog, places: set[tuple[int, int]]) -> Iterator[list[int]]:
    """The places where the end of a turn does more than to let the other one move."""
    for x, y in sorted(places):
        own, opp = game.finish(x, y)
        again = game.winner(own, opp) is None and game.moves_again(own, opp)
        if (own, opp, again) != (x, y, False):
            yield [x, y, own, opp, int(again)]


def certificate(
    game: Hog, progress: Progress | None = None
) -> tuple[HogReport, dict[str, Any], Iterator[str]]:
    """Prove every choice of the game: the report, and header and records of the certificate.

    Both are empty where something is left undecided.

    Raises
    ------
    RuleError
        If the rules return what they must not, or play need never end.
    SizeError
        If the proof, or to check it, would take too long or not fit in memory.
    """
    if game.goal > check_hog.MOST_GOAL:  # before every pair of scores goes through the rules
        raise SizeError(
            f"{game.name} has no certificate (the goal is {game.goal}, but {check_hog.MOST_GOAL} "
            "is the largest that is checked): choose a smaller goal"
        )
    rules = Rules(game)
    entries = {**tables(game), "bits": _BITS, "states": rules.size, "ties": True}
    header_of(check_hog, game, entries, _REMEDY)  # the sizes before the work
    try:
        found = enclose(rules, progress, _BITS)
    except Unproved as why:
        return nothing_proved(rules, str(why)), {}, iter(())
    report = report_of(rules, Proved(found.judged.items(), "enclosure", found.bits))
    if not report.ok:
        return report, {}, iter(())
    tied = any(judgement.tied for judgement in found.judged.values())
    entries |= {"bits": found.bits, "ties": tied}
    header, _ = header_of(check_hog, game, entries, _REMEDY)
    return report, header, _records(rules, found)


def _records(rules: Rules, found: Enclosure) -> Iterator[str]:
    for state in in_order(rules):
        low, high = found.values[state]
        best = ",".join(map(str, found.judged[state].best))
        yield f"{' '.join(map(str, state))} {low:x} {high:x} {best}"

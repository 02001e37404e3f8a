"""Judgements as text: for a terminal, and as a table in Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from pigcore.games.spelling import counted

from ..printing import lay_out
from .figures import Figure
from .verdicts import (
    AGREES,
    CONTRADICTED,
    IRREPRODUCIBLE,
    SAMPLED,
    UNDECIDED,
    Judgement,
)  # fmt: skip

__all__ = ["heading", "listed", "row", "spelled", "summary", "table"]

_HEADINGS = ("figure", "printed", "certified", "verdict")
_LONG = " (takes many minutes: judged only if it is named)"
_WORDS = {
    AGREES: "agree",
    SAMPLED: "within their own sampling error",
    UNDECIDED: "undecided",
    IRREPRODUCIBLE: "not reproducible",
    CONTRADICTED: "contradicted",
}


def spelled(judged: Judgement) -> str:
    """One judgement for a terminal."""
    figure = judged.figure
    name = "certified" if judged.proved else "computed"
    rows = [
        ("source", figure.source.reference),
        ("figure", f"{figure.game}: {figure.quantity}"),
        ("printed", _printed(figure)),
        *([(name, _joined(judged.certified, figure))] if judged.certified else []),
        ("verdict", _verdict(judged)),
    ]
    rows += [
        (("agrees" if agrees else "no"), f"if {says}: {_joined(gives, figure)}")
        for says, gives, agrees in judged.tried
    ]
    if figure.note:
        rows.append(("note", figure.note))
    return lay_out(figure.id, rows)


def listed(figures: Sequence[Figure]) -> str:
    """What is claimed, source by source, for a terminal."""
    parts = []
    for source, claims in groupby(figures, lambda figure: figure.source):
        rows = [
            (claim.id, f"{claim.game}: {claim.quantity}: {_printed(claim)}{_LONG * claim.long}")
            for claim in claims
        ]
        parts.append(lay_out(f"{source.key}: {source.reference}", rows))
    return "\n\n".join([*parts, f"{counted(len(figures), 'figure')}."])


def summary(judged: Sequence[Judgement]) -> str:
    """How many figures there are of each verdict."""
    counts = Counter(one.verdict for one in judged)
    parts = [f"{counts[name]} {words}" for name, words in _WORDS.items() if counts[name]]
    reconciled = sum(one.reconciled for one in judged)
    more = f" ({reconciled} of them right in another reading)" if reconciled else ""
    return f"{counted(len(judged), 'figure')}: {', '.join(parts)}{more}"


def table(judged: Sequence[Judgement]) -> str:
    """All judgements as a table in Markdown, by source, with a line that counts them."""
    lines = [heading()]
    lines += [row(one) for one in judged]
    return "\n".join([*lines, "", summary(judged) + "."])


def heading() -> str:
    """The first two lines of the table."""
    return f"| {' | '.join(_HEADINGS)} |\n|{'---|' * len(_HEADINGS)}"


def row(judged: Judgement) -> str:
    """One judgement as a line of the table."""
    figure = judged.figure
    found = _joined(judged.certified, figure)
    wrong = judged.verdict in (CONTRADICTED, IRREPRODUCIBLE)
    says = [f"**{judged.verdict}**" if wrong else judged.verdict]
    if judged.detail:
        says.append(judged.detail)
    for reading, gives, agrees in judged.tried:
        outcome = "the figure agrees" if agrees else "no"
        says.append(f"if {reading}: {_joined(gives, figure)}, {outcome}")
    if figure.note:
        says.append(figure.note)
    name = f"`{figure.id}` [{figure.source.key}] {figure.game}: {figure.quantity}"
    if not judged.proved and judged.certified:
        found += " (not certified)"
    cells = (name, _printed(figure), found)
    return f"| {' | '.join(cell.replace('|', '/') for cell in (*cells, '; '.join(says)))} |"


def _verdict(judged: Judgement) -> str:
    return f"{judged.verdict}, {judged.detail}" if judged.detail else judged.verdict


def _printed(figure: Figure) -> str:
    return figure.printed + (f" {figure.unit}" if figure.unit else "")


def _joined(found: Sequence[str], figure: Figure) -> str:
    return ("; " if not figure.numbers or len(found) < 2 else " ").join(found) + (
        f" {figure.unit}" if figure.unit else ""
    )

"""Plain data in words and digits, for a terminal and for a notebook alike."""

from __future__ import annotations

from typing import Any

__all__ = ["spell"]

_ONE_LINE = 6


def spell(value: Any) -> str:
    """``value`` as a person wants to read it; a long table gets a line for each entry.

    Examples
    --------
    >>> spell(0.25), spell(19 / 3), spell(2.5e-8), spell(True), spell({"own": 1, "opp": 2})
    ('0.250000000000', '6.33333333333', '2.5e-08', 'yes', 'own 1, opp 2')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        if abs(value) < 1e-3:
            return f"{value:.6g}"
        return f"{value:.12f}" if abs(value) <= 1 else f"{value:.12g}"
    if isinstance(value, dict):
        entries = [f"{name} {spell(entry)}" for name, entry in value.items()]
        return ("\n" if len(entries) > _ONE_LINE else ", ").join(entries)
    if isinstance(value, (list, tuple)):
        return ", ".join(map(spell, value))
    return "-" if value is None else str(value)

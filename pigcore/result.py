"""Results that say themselves: facts and rows, from which everything that is shown of them follows.

A :class:`Result` says in ``facts`` what it comes to, each fact with the name that programs use and
the words that people read; and in ``rows`` what there is a list of. The lines on a terminal, plain
data (``as_dict``, which ``--json`` prints), CSV, data frames and what a notebook shows are made of
these here, and nowhere else.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any, ClassVar, NamedTuple

from .games.spelling import number, spell

__all__ = ["Fact", "Result", "plain", "told"]


class Fact(NamedTuple):
    """One thing that a result says."""

    name: str
    """What programs call it."""
    value: Any
    words: str | None = ""
    """What people call it, if not by its name; None: they are told something else."""
    said: str | None = None
    """The value as people read it, if not as :func:`~pigcore.games.spelling.spell` writes it."""


class Result:
    """Something computed, with what is said of it."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        for value in state.values():
            if hasattr(value, "setflags"):  # a copy of an array that cannot be written
                value.setflags(write=False)
        vars(self).update(state)

    _HEADS: ClassVar[Mapping[str, str]] = {}
    """What the columns of the rows are called that people see; all of them, if none is named."""
    _FORM: ClassVar[Callable[[float], str]] = number
    """How numbers in such columns are written."""

    def facts(self) -> Iterable[Fact]:
        """What it comes to."""
        return ()

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """What it lists, or the first of it, each row with the same entries."""
        return []

    def records(self) -> list[dict[str, Any]]:
        """The rows of CSV and data frames: those that there are, or one of all facts."""
        return self.rows() or [{fact.name: fact.value for fact in self.facts()}]

    def as_dict(self) -> dict[str, Any]:
        """The facts as plain data: None for what is no finite number."""
        return {fact.name: plain(fact.value) for fact in self.facts()}

    def columns(self) -> dict[str, Any]:
        """Plain columns by name, lists or arrays of one length."""
        records = self.records()
        return {name: [row[name] for row in records] for name in records[0]}

    def to_csv(self) -> str:
        """The same as CSV text: a line of names, and a line for each row."""
        rows, text = self.records(), io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([rows[0], *(row.values() for row in rows)])
        return text.getvalue()

    def to_dataframe(self) -> Any:
        """The :meth:`columns` as a pandas DataFrame.

        Polars, PyArrow and others take the columns themselves: ``polars.DataFrame(it.columns())``.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        try:
            import pandas  # type: ignore[import-untyped,unused-ignore]
        except ImportError:
            raise ImportError(
                "to_dataframe needs pandas, which is not installed: pip install 'pigcore[frame]', "
                "or take columns(), which needs nothing"
            ) from None
        return pandas.DataFrame(self.columns())

    # --- for people -------------------------------------------------------------------------------

    def told(self) -> dict[str, Any]:
        """The facts in words."""
        return told(self.facts())

    def listed(self, count: int | None = None) -> list[dict[str, str]]:
        """The rows in words."""
        rows, form = self.rows(count), type(self)._FORM
        return [
            {
                head: form(row[name]) if isinstance(row[name], float) else spell(row[name])
                for name, head in (self._HEADS or dict(zip(row, row))).items()
            }
            for row in rows
        ]

    def listings(self, count: int | None = None) -> Iterable[tuple[str, list[dict[str, Any]]]]:
        """All that it lists in words, so many rows of what is longest, each with what is said
        above.
        """
        return [("", self.listed(count))]

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str | None:
        from html import escape

        def cells(kind: str, each: Iterable[Any]) -> str:
            return "".join(f"<{kind}>{escape(spell(one))}</{kind}>" for one in each)

        told = self.told().items()
        tables = [[f"<tr>{cells('th', [name])}{cells('td', [fact])}</tr>" for name, fact in told]]
        for _, rows in self.listings():
            lines = [cells("th", row) for row in rows[:1]]
            lines += [cells("td", row.values()) for row in rows]
            tables.append([f"<tr>{line}</tr>" for line in lines])
        found = "".join(f"<table>{''.join(table)}</table>" for table in tables if table)
        return found or None  # notebooks then show the text


def told(facts: Iterable[Fact]) -> dict[str, Any]:
    """What people are told of facts, in words."""
    return {
        fact.words or fact.name: fact.value if fact.said is None else fact.said
        for fact in facts
        if fact.words is not None
    }


def plain(value: Any) -> Any:
    """``value`` as JSON has it.

    Examples
    --------
    >>> plain({"turns": float("inf"), "wins": (0.25, 1)})
    {'turns': None, 'wins': [0.25, 1]}
    """
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Result):
        return value.as_dict()
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)

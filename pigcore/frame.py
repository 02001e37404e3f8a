"""Results as tables for other programs: plain columns, which any of them takes; pandas; CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

__all__ = ["Framed", "columns_of_rows", "csv_of_rows", "text_of_rows"]


class Framed:
    """A result that is also a table."""

    def columns(self) -> dict[str, Any]:
        """Plain columns by name, lists or arrays of one length."""
        raise NotImplementedError

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


def columns_of_rows(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """The columns of rows that all have the same entries, one row at least.

    Examples
    --------
    >>> columns_of_rows([{"policy": "hold:20", "wins": 1}, {"policy": "hold:25", "wins": 2}])
    {'policy': ['hold:20', 'hold:25'], 'wins': [1, 2]}
    """
    return {name: [row[name] for row in rows] for name in rows[0]}


def csv_of_rows(rows: Sequence[Mapping[str, Any]]) -> str:
    r"""The same as CSV with a heading, lines ending in a newline.

    Examples
    --------
    >>> csv_of_rows([{"policy": "hold:20", "wins": 1}])
    'policy,wins\nhold:20,1\n'
    """
    return text_of_rows([rows[0], *(row.values() for row in rows)])


def text_of_rows(rows: Iterable[Iterable[Any]]) -> str:
    r"""Rows as CSV, lines ending in a newline.

    Examples
    --------
    >>> text_of_rows([("goal", "kind"), (4, "tie")])
    'goal,kind\n4,tie\n'
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()

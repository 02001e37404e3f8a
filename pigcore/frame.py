"""Columns as a pandas DataFrame, for whoever has pandas installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["data_frame", "frame_of_rows"]


def data_frame(columns: Mapping[str, Any]) -> Any:
    """A pandas DataFrame of equally long columns.

    Raises
    ------
    ImportError
        If pandas is not installed.
    """
    try:
        import pandas  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        raise ImportError(
            "to_dataframe needs pandas, which is not installed: pip install 'pigcore[frame]'"
        ) from None
    return pandas.DataFrame(columns)


def frame_of_rows(rows: Sequence[Mapping[str, Any]]) -> Any:
    """The same of rows that all have the same entries, one row at least."""
    return data_frame({name: [row[name] for row in rows] for name in rows[0]})

"""Results as tables for other programs: a pandas DataFrame, if pandas is installed, or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["csv_of_rows", "data_frame", "frame_of_rows"]


def data_frame(columns: Mapping[str, Any]) -> Any:
    """A pandas DataFrame of equally long columns."""
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


def csv_of_rows(rows: Sequence[Mapping[str, Any]]) -> str:
    r"""The same as CSV with a heading, lines ending in a newline.

    Examples
    --------
    >>> csv_of_rows([{"policy": "hold:20", "wins": 1}])
    'policy,wins\nhold:20,1\n'
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()

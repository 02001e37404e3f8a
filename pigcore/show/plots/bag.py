"""Pictures of bags."""

from __future__ import annotations

from .canvas import Kind
from .charts import close_calls

__all__ = ["KINDS"]

KINDS = {"closeness": Kind(close_calls("points of the next die"), (6.4, 4.4))}
"""What can be drawn of a bag."""

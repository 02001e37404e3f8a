"""Worksheets: exercises about a game with an answer key, different for every seed.

``race`` and ``hog`` make the exercises of their families; ``sheet`` prints them.
"""

from .exercises import Exercise, Section, Worksheet, worksheet
from .sheet import as_page, as_text

__all__ = ["Exercise", "Section", "Worksheet", "as_page", "as_text", "worksheet"]

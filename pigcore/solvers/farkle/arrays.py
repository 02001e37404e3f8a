"""Names until the forward pass is one."""

from ..race.arrays import (
    NEGLIGIBLE,
    Floats,
    arrays_to_ask,
    chances_of_a_turn,
    choices_worth_keeping,
)
from ..race.arrays import RaceArrays as FarkleArrays

__all__ = [
    "NEGLIGIBLE", "FarkleArrays", "Floats", "arrays_to_ask", "chances_of_a_turn",
    "choices_worth_keeping",
]  # fmt: skip

"""Names until the forward pass is one."""

from ..race import RacePolicy as FarklePolicy
from ..race import RaceSolution as FarkleSolution
from ..race import from_arrays, refuse_penalty, solve

__all__ = ["FarklePolicy", "FarkleSolution", "from_arrays", "refuse_penalty", "solve"]

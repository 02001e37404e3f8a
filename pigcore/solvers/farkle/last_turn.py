"""Names until the forward pass is one."""

from ..race.last_turn import best_of_last_turn, chances_to_pass, payoffs_of_last_turn

__all__ = ["best_of_last_turn", "chances_to_pass", "payoffs_of_last_turn"]

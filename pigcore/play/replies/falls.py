"""Best replies in a race in which busts in a row cost points: those of any race."""

from .race import best_response, loss

__all__ = ["best_response", "loss"]

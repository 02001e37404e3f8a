"""Boards of races in which busts in a row cost points: those of any race."""

from .race import board_of, rules_of, seat_of

__all__ = ["board_of", "rules_of", "seat_of"]

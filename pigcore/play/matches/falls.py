"""Matches of a race in which busts in a row cost points: those of any race."""

from .race import match, prepared

__all__ = ["match", "prepared"]

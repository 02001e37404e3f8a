"""Boards of races in which busts in a row cost points: those of any race."""

"""Matches: policies against each other, exactly.

Each family that has them has a module of its name with ``match(game, first, second, *, start)``.
"""

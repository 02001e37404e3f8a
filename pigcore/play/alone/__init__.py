"""A player alone: the fewest turns to the goal.

Each family that has this has a module of its name with ``solitaire(game, **options)``.
"""

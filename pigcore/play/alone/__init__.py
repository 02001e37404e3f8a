"""A player alone: the fewest turns to the goal, or the most points in some turns.

``results`` is what one may aim at and what it comes to. Each family that has this has a module of
its name with ``solitaire(game, **options)``.
"""

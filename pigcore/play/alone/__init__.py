"""A player alone: the fewest turns to the goal, or the most points in some turns.

``objectives``  what one may aim at
``results``     what it comes to

Each family that has this has a module of its name with ``solitaire(game, **options)``.
"""

"""What a policy is worth by itself, in a game that is played against nobody.

Each family that has such games has a module of its name with ``evaluate(game, policy)``.
"""

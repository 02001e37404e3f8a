"""Best replies: the policy that does best against a given one, and what a policy gives away.

Each family that has them has a module of its name with ``best_response(game, policy)`` and
``loss(game, policy)``.
"""

"""Games as policies play them: matches, best replies, and what is given away.

Each family that has them has a module of its name with ``prepared(game, policy)``, ``match(game,
policies, start)``, ``best_response(game, others)`` and ``loss(game, policy)``.
"""

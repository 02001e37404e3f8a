"""The best reply to hold-at-20 with QuantEcon's DiscreteDP, by its policy iteration.

It asks for a discount below 1, and 1 - 1e-13 costs less than a game's length times 1e-13.
"""

import time

import numpy as np
from answers import answer, asked
from quantecon.markov import DiscreteDP
from scipy import sparse
from turns import gains


def starts(goal: int) -> list[list[float]]:
    """The chances to win of the best reply from every turn start."""
    turns = [gains(goal - score) for score in range(goal)]
    numbers = np.full((goal, goal, goal), -1)
    places = [
        (own, opp, hand) for own in range(goal) for opp in range(goal) for hand in range(goal - own)
    ]
    for number, place in enumerate(places):
        numbers[place] = number
    end = len(places)  # the game is over
    pairs: list[tuple[int, int, float]] = []  # of a state and an action, and what it wins at once
    moves: list[tuple[int, int, float]] = []

    def passes(own: int, opp: int, chance: float) -> None:
        """The other player's turn, after which it is ours again."""
        for gain, share in turns[opp].items():
            after = end if opp + gain >= goal else numbers[own, opp + gain, 0]
            moves.append((len(pairs), after, chance * float(share)))

    for state, (own, opp, hand) in enumerate(places):
        here = own + hand
        passes(own, opp, 1 / 6)
        for face in range(2, 7):
            after = end if here + face >= goal else numbers[own, opp, hand + face]
            moves.append((len(pairs), after, 1 / 6))
        pairs.append((state, 0, sum(here + face >= goal for face in range(2, 7)) / 6))
        if hand:
            passes(here, opp, 1.0)
            pairs.append((state, 1, 0.0))
    moves.append((len(pairs), end, 1.0))
    pairs.append((end, 0, 0.0))
    rows, columns, chances = zip(*moves)
    states, actions, rewards = map(np.array, zip(*pairs))
    chain = sparse.csr_matrix((chances, (rows, columns)), shape=(len(pairs), end + 1))
    process = DiscreteDP(rewards, chain, 1 - 1e-13, states, actions)
    found = process.solve(method="policy_iteration")
    return found.v[numbers[:, :, 0]].tolist()


_, goal = asked()
starts(5)  # compiled
begin = time.process_time()
values = starts(goal)
answer(time.process_time() - begin, "quantecon", values)

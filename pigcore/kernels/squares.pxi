# How the turns of a player end, packed (float64):
#
#     ends     (size,)                  P(the turn ends with s banked), s = own ... goal - 1, at
#                                       start(own) + opp (goal - own) + s - own, or, for one who does
#                                       the same against all opponents, as if there were but one. At
#                                       s = own are busts and wipes, too, that change nothing
#     squares  (6 or more, goal, others) at [., own, opp]; among more than two players opp stands for
#                                       the scores of all others, as a number; where busts in a row
#                                       count, those of both follow opp:
#         WON      P(the turn wins)
#         PASSED   P(it banks the goal or more and is passed in the last turn), by the next player
#         WIPED    P(wipe), 0 where own = 0
#         BONUS    P(bust) where it leads to another score, or busts in a row count
#         LEAVE    the chance to end elsewhere than at s = own
#         FINAL    E[final score in points; the turn banks the goal or more]
#                                       and if more than one player has a last turn then, PASSED of the
#                                       second one, the third, ... in further rows

cdef enum:
    WON, PASSED, WIPED, BONUS, LEAVE, FINAL, SQUARES


cdef inline Py_ssize_t passed_by(Py_ssize_t k) noexcept nogil:
    """Where it stands how likely a turn ends the game in favour of the k-th player after the mover.

    Each of them has a last turn; what the second one, the third … wins follows all others.
    """
    return PASSED if k == 1 else SQUARES + k - 2


cdef inline Py_ssize_t start(Py_ssize_t goal, Py_ssize_t own) noexcept nogil:
    """Where the ends of the turns from `own` start, against one opponent."""
    return own * goal - own * (own - 1) // 2

# One turn of Hog: what each choice is worth in a state, and the best of them. hog.pyx has the
# mathematics and the arrays.

cdef struct Dice:
    const Py_ssize_t* begin    # of one kind
    const Py_ssize_t* runs
    const double* chances
    Py_ssize_t most            # dice at once
    Py_ssize_t stride


cdef inline lanes rolled(
    const Dice* dice, Py_ssize_t n, const double* ended, Py_ssize_t total, Py_ssize_t opp
) noexcept nogil:
    """What rolling n dice is worth in the states (total - opp, opp), opp + 1, ... side by side."""
    cdef Py_ssize_t r, k
    cdef const Py_ssize_t* run
    cdef const double* row
    cdef lanes worth = all_lanes(0.0)
    for r in range(dice.begin[n], dice.begin[n + 1]):
        run = dice.runs + 4 * r
        row = ended + (total + run[0] + run[1]) * dice.stride + opp + run[0]
        for k in range(run[2]):
            worth = madd(worth, dice.chances[run[3] + k], load(row + k * dice.stride))
    return worth


cdef void best_roll(
    const Dice* dice, const double* ended, Py_ssize_t total, Py_ssize_t opp, double* best
) noexcept nogil:
    """The largest worth of any number of dice from 1 on, lane by lane."""
    cdef Py_ssize_t n
    cdef lanes most = rolled(dice, 1, ended, total, opp)
    cdef lanes worth
    for n in range(2, dice.most + 1):
        worth = rolled(dice, n, ended, total, opp)
        most = greatest(worth, most)
    store(best, most)


cdef inline double rolled_once(
    const Dice* dice, Py_ssize_t n, const double* ended, Py_ssize_t total, Py_ssize_t opp
) noexcept nogil:
    """The same for a single state; the additions come in the same order, so the bits agree."""
    cdef Py_ssize_t r, k
    cdef const Py_ssize_t* run
    cdef const double* row
    cdef double worth = 0.0
    for r in range(dice.begin[n], dice.begin[n + 1]):
        run = dice.runs + 4 * r
        row = ended + (total + run[0] + run[1]) * dice.stride + opp + run[0]
        for k in range(run[2]):
            worth = worth + dice.chances[run[3] + k] * row[k * dice.stride]
    return worth


cdef struct Choices:
    # What each choice leads to, in each state.
    Dice[2] dice               # by kind; at parity 1 the other one is rolled
    const unsigned char* kind
    const Py_ssize_t* certain
    Py_ssize_t goal
    Py_ssize_t gain            # of the choice -1, below 0 where there is none
    Py_ssize_t gift


cdef inline double special(
    const Choices* game, const double* ended, const double* other, Py_ssize_t own, Py_ssize_t opp,
    Py_ssize_t choice,
) noexcept nogil:
    """What 0 dice or (-1) exchanging is worth; below 0 where there is no such choice."""
    cdef Py_ssize_t stride = game.dice[0].stride
    if choice == 0:
        return -1.0 if game.certain[own * game.goal + opp] < 0 \
            else ended[game.certain[own * game.goal + opp]]
    if game.gain < 0:
        return -1.0
    return other[(own + opp + game.gain + game.gift) * stride + opp + game.gift]


cdef inline double chosen(
    const Choices* game, const double* ended, const double* other, Py_ssize_t own, Py_ssize_t opp,
    Py_ssize_t parity, Py_ssize_t choice,
) noexcept nogil:
    """What one choice is worth in one state."""
    if choice <= 0:
        return special(game, ended, other, own, opp, choice)
    return rolled_once(
        &game.dice[game.kind[own * game.goal + opp] ^ parity], choice, ended, own + opp, opp
    )


cdef void maximize(
    const Choices* game, double* value, const double* ended, const double* other, Py_ssize_t parity,
    Py_ssize_t total,
) noexcept nogil:
    """V of every state of one total for a player who chooses the best."""
    cdef Py_ssize_t goal = game.goal
    cdef Py_ssize_t opp = total - goal + 1 if total >= goal else 0
    cdef Py_ssize_t last = total if total < goal else goal - 1
    cdef Py_ssize_t own, l, k, count
    cdef bint[2] rolled_kind
    cdef double[2][MOST_LANES] best
    cdef double most
    while opp <= last:
        count = last - opp + 1 if last - opp + 1 < LANES else LANES
        rolled_kind[0] = rolled_kind[1] = False
        for l in range(count):
            rolled_kind[game.kind[(total - opp - l) * goal + opp + l] ^ parity] = True
        for k in range(2):
            if rolled_kind[k]:
                best_roll(&game.dice[k], ended, total, opp, best[k])
        for l in range(count):
            own = total - opp - l
            most = best[game.kind[own * goal + opp + l] ^ parity][l]
            for k in range(-1, 1):
                most = max(most, special(game, ended, other, own, opp + l, k))
            value[own * goal + opp + l] = min(most, 1.0)
        opp += count


cdef void follow(
    const Choices* game, double* value, const double* ended, const double* other, const short* policy,
    Py_ssize_t parity, Py_ssize_t total, bint counting,
) noexcept nogil:
    """V of every state of one total for a player with a policy."""
    cdef Py_ssize_t goal = game.goal
    cdef Py_ssize_t own, opp
    cdef double worth
    for opp in range(total - goal + 1 if total >= goal else 0, min(total, goal - 1) + 1):
        own = total - opp
        worth = chosen(game, ended, other, own, opp, parity, policy[own * goal + opp])
        value[own * goal + opp] = 1.0 + worth if counting else min(worth, 1.0)

# One turn of Hog: what each choice is worth in a state, and the best of them. hog.pyx has the
# mathematics and the arrays.

cdef struct Dice:
    const Py_ssize_t* begin    # of one kind
    const Py_ssize_t* runs
    const double* chances
    Py_ssize_t most            # dice at once
    Py_ssize_t stride


cdef enum:
    # Registers of states, at most, that are worked on side by side. They share the chances, and
    # while the sum of one waits for its last addition, those of the others are added to.
    ABREAST = 4


cdef inline unfolded roll(
    const Dice* dice, Py_ssize_t n, const double* ended, Py_ssize_t total, Py_ssize_t opp,
    lanes* worth, int abreast,
) noexcept nogil:
    """What rolling n dice is worth in the states (total - opp, opp), opp + 1, ... of some registers.

    `abreast`, how many, is a constant to the compiler.
    """
    cdef Py_ssize_t r, k
    cdef int j
    cdef const Py_ssize_t* run
    cdef const double* row
    for j in range(abreast):
        worth[j] = all_lanes(0.0)
    for r in range(dice.begin[n], dice.begin[n + 1]):
        run = dice.runs + 4 * r
        row = ended + (total + run[0] + run[1]) * dice.stride + opp + run[0]
        for k in range(run[3], run[3] + run[2]):
            for j in range(abreast):
                worth[j] = madd(worth[j], dice.chances[k], load(row + j * LANES))
            row += dice.stride


cdef inline unfolded best_roll(
    const Dice* dice, const double* ended, Py_ssize_t total, Py_ssize_t opp, double* best,
    int abreast,
) noexcept nogil:
    """The largest worth of any number of dice from 1 on, lane by lane."""
    cdef Py_ssize_t n
    cdef int j
    cdef lanes[ABREAST] most
    cdef lanes[ABREAST] worth
    roll(dice, 1, ended, total, opp, most, abreast)
    for n in range(2, dice.most + 1):
        roll(dice, n, ended, total, opp, worth, abreast)
        for j in range(abreast):
            most[j] = greatest(worth[j], most[j])
    for j in range(abreast):
        store(best + j * LANES, most[j])


cdef void best_rolls(
    const Dice* dice, const double* ended, Py_ssize_t total, Py_ssize_t opp, double* best,
    Py_ssize_t abreast,
) noexcept nogil:
    """`best_roll` for up to ABREAST registers of states."""
    if abreast == 4:
        best_roll(dice, ended, total, opp, best, 4)
    elif abreast == 3:
        best_roll(dice, ended, total, opp, best, 3)
    elif abreast == 2:
        best_roll(dice, ended, total, opp, best, 2)
    else:
        best_roll(dice, ended, total, opp, best, 1)


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
    unsigned char* kinds       # by total: 1, 2 or 3 as kind 0, kind 1 or both are met in `kind`
    const Py_ssize_t* certain
    Py_ssize_t goal
    Py_ssize_t gain            # of the choice -1, below 0 where there is none
    Py_ssize_t gift


cdef void find_kinds(Choices* game) noexcept nogil:
    """Fill `kinds`, which is 0 everywhere."""
    cdef Py_ssize_t own, opp
    for own in range(game.goal):
        for opp in range(game.goal):
            game.kinds[own + opp] |= 1 + game.kind[own * game.goal + opp]


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
    # A register begins where rows are aligned; lanes of who has the goal already mean nothing.
    cdef Py_ssize_t begin = opp - opp % LANES
    cdef Py_ssize_t end, abreast, k, state
    cdef double[2][ABREAST * MOST_LANES] best
    cdef double most
    while opp <= last:
        abreast = min((last - begin) // LANES + 1, ABREAST)
        end = min(begin + abreast * LANES, last + 1)
        for k in range(2):
            if game.kinds[total] & (1 + k):
                best_rolls(&game.dice[k ^ parity], ended, total, begin, best[k], abreast)
        for opp in range(opp, end):
            state = (total - opp) * goal + opp
            most = best[game.kind[state]][opp - begin]
            most = max(most, special(game, ended, other, total - opp, opp, 0))
            most = max(most, special(game, ended, other, total - opp, opp, -1))
            value[state] = min(most, 1.0)
        begin = opp = end


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

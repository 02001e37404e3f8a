# Games played with random bits, and counted: an independent witness of what is computed exactly.
#
# Mathematics
#     An outcome is drawn from an urn of 2^m cells (A. Walker's alias method). A random number u of
#     64 bits is a cell, its upper m bits, and a rest, its lower 64 - m bits; the cell gives its
#     first outcome where the rest is below the cell's share, and its second one otherwise. The
#     shares are made from whole numbers and rounded down once, to a multiple of 2^-64 of the
#     whole, so the total variation distance from the exact chances is below 2^m 2^-64; with
#     fewer than twice as many cells as there are outcomes n (or two) that is n 2^-63 a draw.
#     A decision that is itself random compares 53 bits with its chance: off by at most 2^-53.
#
#     Races: a player throws what is in hand, by its urn; what falls is a bust, a wipe, or a set of
#     options, of which he takes the one whose state is worth most to him, the first of equal ones.
#     It makes s = own + points larger and leads to a mode; there his table says whether the turn
#     goes on. With one mode and single options that is a race of one roll.
#     Hog: a player at the scores (own, opp) makes a choice, which has an urn there; what is drawn
#     is how far the turn moves in the flat table of (own, opp) after it, which tells what follows.
#
# Arrays
#     shares    (c,)     uint64   the rest below which a cell gives its first outcome
#     outcomes  (c, 2)   intp     its two outcomes
#     urns      (n, 2)   intp     the first cell of each urn and its power m, 0 where there is none
#     counts    (n, 3 + 2 n)  int64  by who began: games; turns and their squares in those that
#                                 somebody won, how many each player won, and their final scores
#
# What limits it
#     Branches that cannot be predicted: some two a turn (the bust, the decision to hold) of about
#     15 cycles each; then the chain from random bits to cell, outcome and decision of every throw.
#
# Source: A. Walker, "An efficient method for generating discrete random variables with general
# distributions", ACM TOMS 3, 1977; numpy's manual, "Extending numpy.random via Cython".

from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

cdef Py_ssize_t MOST_GAIN = 1 << 60    # a score and this do not overflow,
cdef int64_t MOST_POINTS = 1 << 40     # nor does the sum of these over 2^20 games

cdef enum:
    THROW, BANK, MIXED, BUSTS          # what a table says of a state; a BUST or WIPE is thrown
    BUST = -1
    WIPE = -2
    WON = -1
    LOST = -2
    MOST_PLAYERS = 6
    A_WHILE = 200_000                  # turns between two looks for signals: some ten milliseconds


cdef struct BitGenerator:
    # What a numpy bit generator's capsule points to (numpy/random/bitgen.h, stable since 1.17).
    # Declared here, so that neither numpy's headers nor its C interface are needed to build.
    void* state
    uint64_t (*next_uint64)(void* state) noexcept nogil
    uint32_t (*next_uint32)(void* state) noexcept nogil
    double (*next_double)(void* state) noexcept nogil
    uint64_t (*next_raw)(void* state) noexcept nogil


cdef struct Urn:
    const uint64_t* shares
    const Py_ssize_t* outcomes
    int shift                          # 64 - m, for 2^m cells
    uint64_t rest


cdef struct Course:
    # One game under way, and where its random bits come from.
    BitGenerator* random
    Py_ssize_t[MOST_PLAYERS] score
    Py_ssize_t mover
    Py_ssize_t winner                  # -1 while nobody has won
    Py_ssize_t turns
    Py_ssize_t memory          # what is remembered between turns, as a number


cdef inline double uniform(BitGenerator* random) noexcept nogil:
    """A multiple of 2^-53 in [0, 1)."""
    return (random.next_uint64(random.state) >> 11) * (1.0 / 9007199254740992.0)


cdef inline Py_ssize_t drawn(const Urn* urn, BitGenerator* random) noexcept nogil:
    cdef uint64_t u = random.next_uint64(random.state)
    cdef uint64_t cell = u >> urn.shift
    return urn.outcomes[2 * cell + ((u & urn.rest) >= urn.shares[cell])]


cdef class Games:
    """A game to be played often; its arrays must not change as long as it lives."""
    cdef Urn* urns
    cdef Py_ssize_t players
    cdef object keep                   # the buffers behind the pointers

    def __cinit__(
        self, const uint64_t[::1] shares not None, const Py_ssize_t[:, ::1] outcomes not None,
        const Py_ssize_t[:, ::1] urns not None, *others,
    ):
        cdef Py_ssize_t n
        self.keep = shares, outcomes, others
        self.urns = <Urn*> calloc(urns.shape[0], sizeof(Urn))
        if self.urns == NULL:
            raise MemoryError
        for n in range(urns.shape[0]):
            if urns[n, 1]:
                self.urns[n].shares = &shares[urns[n, 0]]
                self.urns[n].outcomes = &outcomes[urns[n, 0], 0]
                self.urns[n].shift = 64 - urns[n, 1]
                self.urns[n].rest = (<uint64_t> 1 << self.urns[n].shift) - 1

    def __dealloc__(self):
        free(self.urns)

    cdef bint turn(self, Course* game) noexcept nogil:
        """Play a turn, unless nobody can win any more; whether another one follows."""
        return False

    def play(
        self, bit_generator, start, Py_ssize_t games, Py_ssize_t longest,
        int64_t[:, ::1] counts not None,
    ):
        """Play games in which the players have the scores of `start`; add what happens to `counts`.

        The players begin in turn. Games that nobody can win any more, or that have had `longest`
        turns, stop.
        """
        cdef Course game
        cdef Py_ssize_t g, n, began = 0, worked = 0, players = self.players
        cdef Py_ssize_t[MOST_PLAYERS] scores
        cdef int64_t* row
        for n in range(players):
            scores[n] = start[n]
        # It lives as long as its functions are called.
        game.random = <BitGenerator*> PyCapsule_GetPointer(bit_generator.capsule, b"BitGenerator")
        with nogil:
            for g in range(games):
                game.mover, game.winner, game.turns, game.memory = began, -1, 0, 0
                for n in range(players):
                    game.score[n] = scores[n]
                while game.turns < longest and self.turn(&game):
                    pass
                row = &counts[began, 0]
                row[0] += 1
                if game.winner >= 0:
                    row[1] += game.turns
                    row[2] += <int64_t> game.turns * game.turns
                    row[3 + game.winner] += 1
                    for n in range(players):
                        row[3 + players + n] += min(game.score[n], MOST_POINTS)
                began = began + 1 if began + 1 < players else 0
                worked += game.turns
                if worked > A_WHILE:
                    worked = 0
                    with gil:
                        PyErr_CheckSignals()


cdef struct Strategy:
    const unsigned char* table
    const double* chances
    const double* worth
    Py_ssize_t columns


cdef class Races(Games):
    """A race; each mode has an urn, of sets of options, BUST and WIPE.

    `first` (sets + 1,): the first option of each set; `gains`, `after` (options,): what each gains
    in units, and the mode then. `landing` (goal,): the score after a bust. `dead` (goal,): whether
    nobody wins from there. `chase` (units, modes): at [d, m] the best chance to make d units more
    in mode m, which is all of a last turn; (0, modes) where the goal wins.

    `seats`: of each player three arrays at [own, the others' scores, own + points, mode], in units;
    in the last line are those who have more. `table` uint8 says THROW, BANK, MIXED, where `chances`
    has the chance to throw on, or BUSTS, and `worth` by which he takes an option; the two are empty
    where they are not needed. Who does the same against all has one column for them.
    """
    cdef Strategy[MOST_PLAYERS] seats
    cdef Py_ssize_t goal, height, modes, block, start, needs
    cdef bint some_are_dead
    cdef const Py_ssize_t* first
    cdef const Py_ssize_t* gains
    cdef const Py_ssize_t* after
    cdef const Py_ssize_t* landing
    cdef const unsigned char* dead
    cdef const double* chase

    def __init__(
        self, shares, outcomes, const Py_ssize_t[:, ::1] urns not None,
        const Py_ssize_t[::1] first not None, const Py_ssize_t[::1] gains not None,
        const Py_ssize_t[::1] after not None, Py_ssize_t start,
        const Py_ssize_t[::1] landing not None, const unsigned char[::1] dead not None,
        const double[:, ::1] chase not None, seats,
    ):
        cdef Py_ssize_t n
        cdef const unsigned char[:, :, :, ::1] table
        cdef const double[:, :, :, ::1] chances, worth
        self.goal, self.modes, self.start = landing.shape[0], urns.shape[0], start
        self.players, self.needs = len(seats), chase.shape[0]
        self.some_are_dead = any(dead)
        for n in range(self.players):
            table, chances, worth = seats[n]
            self.height, self.seats[n].columns = table.shape[2], table.shape[1]
            self.seats[n].table = &table[0, 0, 0, 0]
            self.seats[n].chances = &chances[0, 0, 0, 0] if chances.size else NULL
            self.seats[n].worth = &worth[0, 0, 0, 0] if worth.size else NULL
        self.block = self.height * self.modes
        self.first, self.landing, self.dead = &first[0], &landing[0], &dead[0]
        self.gains = &gains[0] if gains.size else NULL
        self.after = &after[0] if gains.size else NULL
        self.chase = &chase[0, 0] if self.needs else NULL

    cdef inline Py_ssize_t row(self, const Course* game) noexcept nogil:
        """Where the mover's turn begins in the tables."""
        cdef const Strategy* player = &self.seats[game.mover]
        cdef Py_ssize_t others = 0, n, k
        if player.columns > 1:
            for n in range(game.mover + 1, game.mover + self.players):
                k = n if n < self.players else n - self.players
                others = others * self.goal + game.score[k]
        return (game.score[game.mover] * player.columns + others) * self.block

    cdef inline Py_ssize_t taken(
        self, Py_ssize_t thrown, const double* worth, Py_ssize_t s, Py_ssize_t sign, Py_ssize_t end,
    ) noexcept nogil:
        """The option of a set whose place in `worth` has the greatest number, the first of equals.

        The row is s + sign times the gain, from 0 to `end`.
        """
        cdef Py_ssize_t best = self.first[thrown], n, line
        cdef double most = -1e300
        if self.first[thrown + 1] - best == 1:
            return best
        for n in range(self.first[thrown], self.first[thrown + 1]):
            line = max(min(s + sign * self.gains[n], end), 0) * self.modes + self.after[n]
            if worth[line] > most:
                best, most = n, worth[line]
        return best

    cdef bint passes(self, Course* game) noexcept nogil:
        """Whether a last turn, played best, passes the other's score."""
        cdef Py_ssize_t need = game.score[1 - game.mover] - game.score[game.mover] + 1
        cdef Py_ssize_t mode = self.start, thrown
        need = min(need, self.needs - 1)
        while need > 0:
            if self.urns[mode].shares == NULL:
                return False
            thrown = drawn(&self.urns[mode], game.random)
            if thrown < 0:
                return False
            thrown = self.taken(thrown, self.chase, need, -1, self.needs - 1)
            need -= self.gains[thrown]
            mode = self.after[thrown]
        return True

    cdef bint all_are_dead(self, const Course* game) noexcept nogil:
        cdef Py_ssize_t n
        for n in range(self.players):
            if not self.dead[game.score[n]]:
                return False
        return True

    cdef bint turn(self, Course* game) noexcept nogil:
        cdef Py_ssize_t own = game.score[game.mover], s = own, mode = self.start
        cdef Py_ssize_t row, place, option
        cdef const Strategy* player = &self.seats[game.mover]
        cdef unsigned char decision
        if self.some_are_dead and self.all_are_dead(game):
            return False
        game.turns += 1
        if self.needs and game.score[1 - game.mover] >= self.goal:
            game.winner = game.mover if self.passes(game) else 1 - game.mover
            return False
        row = self.row(game)
        while True:
            option = drawn(&self.urns[mode], game.random)
            if option < 0:
                s = self.landing[own] if option == BUST else 0
                break
            if player.worth != NULL:
                option = self.taken(option, player.worth + row, s, 1, self.height - 1)
            else:
                option = self.first[option]
            mode = self.after[option]
            s = min(s + self.gains[option], MOST_GAIN)
            place = row + min(s, self.height - 1) * self.modes + mode
            decision = player.table[place]
            if decision == THROW:
                continue
            if decision == MIXED and uniform(game.random) < player.chances[place]:
                continue
            if decision == BUSTS:
                s = self.landing[own]
            break
        game.score[game.mover] = s
        if s >= self.goal and not self.needs:
            game.winner = game.mover
            return False
        game.mover = game.mover + 1 if game.mover + 1 < self.players else 0
        return True


cdef struct Chooser:
    const short* table
    const double* chances


cdef class Hogs(Games):
    """Hog: the dice of a turn are chosen at once; what is drawn is how far it moves in `target`.

    `places` (choices, memories, goal goal) intp: the urn of each choice, or -1 less what is certain.
    `target` (E, R, S): the flat state (memory' goal + own') goal + opp' of the next mover after a
    turn ended at [ending, own + opp, opp], or WON or LOST; `same`: 1 where he is the same player;
    `final` (R, S, 2): both scores, the mover's first, then. `seats`: of each player the
    place of his choice, int16 (memories, goal goal), -1 where he mixes; then `chances` (memories,
    goal goal, choices) has theirs, and is empty where nobody does.
    """
    cdef Py_ssize_t goal, stride, size, states, choices
    cdef const Py_ssize_t* places
    cdef const Py_ssize_t* target
    cdef const unsigned char* same
    cdef const int* final
    cdef Chooser[2] seats

    def __init__(
        self, shares, outcomes, urns, const Py_ssize_t[:, :, ::1] places not None,
        Py_ssize_t goal, const Py_ssize_t[:, :, ::1] target not None,
        const unsigned char[:, :, ::1] same not None, const int[:, :, ::1] final not None, seats,
    ):
        cdef Py_ssize_t n
        cdef const short[:, ::1] table
        cdef const double[:, :, ::1] chances
        self.players, self.goal = 2, goal
        self.choices, self.states = places.shape[0], places.shape[1] * places.shape[2]
        self.stride, self.size = target.shape[2], target.shape[1] * target.shape[2]
        self.places, self.target = &places[0, 0, 0], &target[0, 0, 0]
        self.same, self.final = &same[0, 0, 0], &final[0, 0, 0]
        for n in range(2):
            table, chances = seats[n]
            self.seats[n].table = &table[0, 0]
            self.seats[n].chances = &chances[0, 0, 0] if chances.size else NULL

    cdef bint turn(self, Course* game) noexcept nogil:
        cdef Py_ssize_t own = game.score[game.mover], opp = game.score[1 - game.mover], n
        cdef Py_ssize_t at = (game.memory * self.goal + own) * self.goal + opp, state
        cdef Py_ssize_t choice = self.seats[game.mover].table[at]
        cdef const double* chances
        cdef double u
        if choice < 0:
            chances, u = self.seats[game.mover].chances + at * self.choices, uniform(game.random)
            for n in range(self.choices):
                if chances[n] > 0:
                    choice = n
                    u -= chances[n]
                    if u < 0:
                        break
        game.turns += 1
        n = self.places[choice * self.states + at]
        n = (own + opp) * self.stride + opp + (drawn(&self.urns[n], game.random) if n >= 0 else -1 - n)
        state = self.target[n]
        if state < 0:
            game.winner = game.mover if state == WON else 1 - game.mover
            n %= self.size
            game.score[game.mover] = self.final[2 * n]
            game.score[1 - game.mover] = self.final[2 * n + 1]
            return False
        if not self.same[n]:
            game.mover = 1 - game.mover
        game.memory, state = state // (self.goal * self.goal), state % (self.goal * self.goal)
        game.score[game.mover] = state // self.goal
        game.score[1 - game.mover] = state % self.goal
        return True

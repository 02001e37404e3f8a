# Hog with random dice: the dice of a turn are chosen at once. simulate.pyx has the mathematics and the arrays.

cdef class Chooser:
    """How a player of rolls decides; the arrays must not change as long as it lives.

    `table`: (Q, goal, goal) int16, the choice at [parity, own, opp], or MIXED_CHOICE, where
    `chances` (Q, goal, goal, n) has the chance of each of the n `choices`; it is (0, 0, 0, 0)
    where nothing is mixed.
    """
    cdef const short[:, :, ::1] table
    cdef const double[:, :, :, ::1] chances
    cdef const Py_ssize_t[::1] choices

    def __init__(
        self, const short[:, :, ::1] table not None, const double[:, :, :, ::1] chances not None,
        const Py_ssize_t[::1] choices not None,
    ):
        self.table, self.chances, self.choices = table, chances, choices


cdef struct Chances:
    const short* table
    const double* chances
    const Py_ssize_t* choices
    Py_ssize_t count


cdef class Rolls:
    """Dice chosen at once.

    `urns` (n, 4) intp: kind of dice, number of dice, first cell and power of each urn; what is
    drawn is how far the turn moves in `target`. `kind` (goal, goal) uint8: the dice at parity 0.
    `free` (goal, goal): how far no dice move, or -1; `exchange`: how far the choice -1 does, or -1.
    `target` (W, H): the flat state own' goal + opp' of the next mover after a turn ended at
    [own, opp], or WON or LOST; `same`: 1 where he is the same player; `final` (W, H, 2): both
    scores, the mover's first, where the game is over.
    """
    cdef Urn[2][MOST_DICE + 1] urns
    cdef Py_ssize_t goal, height, exchange, parities
    cdef const unsigned char* kind
    cdef const Py_ssize_t* free
    cdef const Py_ssize_t* target
    cdef const unsigned char* same
    cdef const int* final
    cdef Chances[2] players
    cdef object keep           # the buffers behind the pointers

    def __init__(
        self, const uint64_t[::1] shares not None, const Py_ssize_t[:, ::1] outcomes not None,
        const Py_ssize_t[:, ::1] urns not None, const unsigned char[:, ::1] kind not None,
        const Py_ssize_t[:, ::1] free not None, Py_ssize_t exchange,
        const Py_ssize_t[:, ::1] target not None, const unsigned char[:, ::1] same not None,
        const int[:, :, ::1] final not None, Chooser first not None, Chooser second not None,
    ):
        cdef Py_ssize_t n
        cdef Chooser player
        self.goal, self.height, self.exchange = kind.shape[0], target.shape[1], exchange
        self.parities = first.table.shape[0]
        self.kind, self.free, self.target = &kind[0, 0], &free[0, 0], &target[0, 0]
        self.same, self.final = &same[0, 0], &final[0, 0, 0]
        self.keep = (shares, outcomes, kind, free, target, same, final, first, second)
        for n in range(urns.shape[0]):
            fill_urn(&self.urns[urns[n, 0]][urns[n, 1]], shares, outcomes, urns[n, 2], urns[n, 3])
        for n, player in enumerate((first, second)):
            self.players[n].table = &player.table[0, 0, 0]
            self.players[n].chances = &player.chances[0, 0, 0, 0] if player.chances.shape[0] else NULL
            self.players[n].choices = &player.choices[0] if player.choices.shape[0] else NULL
            self.players[n].count = player.choices.shape[0]

    cdef inline Py_ssize_t choose(self, Course* game, Py_ssize_t parity, Py_ssize_t at) noexcept nogil:
        """What the mover does in the flat state `at`."""
        cdef const Chances* player = &self.players[game.mover]
        cdef Py_ssize_t place = parity * self.goal * self.goal + at
        cdef Py_ssize_t choice = player.table[place], n, last = 0
        cdef double u
        if choice != MIXED_CHOICE:
            return choice
        u = uniform(game.random)
        for n in range(player.count):
            if player.chances[place * player.count + n] > 0:
                last = player.choices[n]
                u -= player.chances[place * player.count + n]
                if u < 0:
                    break
        return last

    cdef inline Py_ssize_t turn(self, Course* game, Py_ssize_t* parity) noexcept nogil:
        """The flat place in `target` where the mover's turn ends."""
        cdef Py_ssize_t own = game.score[game.mover], opp = game.score[1 - game.mover]
        cdef Py_ssize_t at = own * self.goal + opp, by
        cdef Py_ssize_t choice = self.choose(game, parity[0], at)
        if choice > 0:
            by = drawn(&self.urns[self.kind[at] ^ parity[0]][choice], game.random)
        elif choice == 0:
            by = self.free[at]
        else:
            by = self.exchange
            parity[0] ^= 1
        return own * self.height + opp + by

    def play(
        self, bit_generator, start, Py_ssize_t games, Py_ssize_t longest,
        int64_t[:, ::1] counts not None, polled=None,
    ):
        """As `Races.play`; the parity is 0 at the start."""
        cdef Course game
        cdef Py_ssize_t g, place, state, parity, worked = 0
        cdef Py_ssize_t own = start[0], opp = start[1]
        game.random, game.longest, game.players = generator(bit_generator), longest, 2
        with nogil:
            for g in range(games):
                game.mover, game.winner, game.turns, parity = g & 1, -1, 0, 0
                game.score[0], game.score[1] = own, opp
                while game.turns < longest:
                    place = self.turn(&game, &parity)
                    game.turns += 1
                    state = self.target[place]
                    if state < 0:
                        game.winner = game.mover if state == WON else 1 - game.mover
                        game.score[game.mover] = self.final[2 * place]
                        game.score[1 - game.mover] = self.final[2 * place + 1]
                        break
                    if not self.same[place]:
                        game.mover = 1 - game.mover
                    game.score[game.mover] = state // self.goal
                    game.score[1 - game.mover] = state % self.goal
                count(&counts[g & 1, 0], &game)
                worked += game.turns
                if worked > A_WHILE:
                    worked = 0
                    look_up(polled)

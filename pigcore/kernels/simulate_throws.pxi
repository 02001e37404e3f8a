# A race with random dice: one throw after another, until the player holds. simulate.pyx has the mathematics and the arrays.

cdef class Player:
    """How a player of throws decides; the arrays must not change as long as it lives."""
    cdef const unsigned char[:, :, :, ::1] table
    cdef const double[:, :, :, ::1] chances
    cdef const Py_ssize_t[:, ::1] after

    def __init__(
        self, const unsigned char[:, :, :, ::1] table not None,
        const double[:, :, :, ::1] chances not None, const Py_ssize_t[:, ::1] after not None,
    ):
        cdef Py_ssize_t memories = table.shape[0], goal = table.shape[1], m, n
        cdef const unsigned char* cell
        cdef bint mixed = False, known = True
        if table.shape[2] != goal or table.shape[3] != goal or goal < 1 or memories < 1:
            raise ValueError(f"a table is {tuple(memoryview(table).shape)}, which is no table")
        if after.shape[0] != memories or after.shape[1] != 2:
            raise ValueError(f"{memories} memories need {memories} rows of two that follow")
        for m in range(memories):
            for n in range(2):
                if not 0 <= after[m, n] < memories:
                    raise ValueError(f"memory {after[m, n]} is none of {memories}")
        cell = &table[0, 0, 0, 0]
        with nogil:
            for n in range(memories * goal * goal * goal):
                mixed = mixed or cell[n] == MIXED
                known = known and cell[n] <= MIXED
        if not known:
            raise ValueError(f"a decision is none of {HOLD}, {ROLL} and {MIXED}")
        if mixed and tuple(memoryview(chances).shape) != tuple(memoryview(table).shape):
            raise ValueError("decisions by chance need the chances of all states")
        self.table, self.chances, self.after = table, chances, after


cdef struct Strategy:
    const unsigned char* table
    const double* chances
    const Py_ssize_t* after


cdef class Throws:
    """A race, checked once: who throws, goes on or holds."""
    cdef Urn urn
    cdef Py_ssize_t goal
    cdef bint exact
    cdef bint some_are_dead
    cdef Strategy[2] players
    cdef const Py_ssize_t* landing
    cdef const unsigned char* dead
    cdef object keep           # the buffers behind the pointers

    def __init__(
        self, const uint64_t[::1] shares not None, const Py_ssize_t[:, ::1] outcomes not None,
        int power, bint exact, const Py_ssize_t[::1] landing not None,
        const unsigned char[::1] dead not None, Player first not None, Player second not None,
    ):
        cdef Py_ssize_t n, outcome, goal = landing.shape[0]
        cdef Player player
        fill_urn(&self.urn, shares, outcomes, 0, power)
        for n in range(shares.shape[0]):
            for outcome in range(2):
                if not WIPE <= outcomes[n, outcome] <= MOST_GAIN:
                    raise ValueError(f"a throw comes to {outcomes[n, outcome]}, which is none")
        if dead.shape[0] != goal or goal < 1:
            raise ValueError(f"{dead.shape[0]} scores are dead or alive, but there are {goal}")
        for n in range(goal):
            if not n <= landing[n] <= n + goal:
                raise ValueError(f"a bust at {n} lands on {landing[n]}")
            self.some_are_dead = self.some_are_dead or dead[n]
        for n, player in enumerate((first, second)):
            if player.table.shape[1] != goal:
                raise ValueError(f"a player's goal is {player.table.shape[1]}, not {goal}")
            self.players[n].table = &player.table[0, 0, 0, 0]
            self.players[n].chances = &player.chances[0, 0, 0, 0] if player.chances.shape[0] else NULL
            self.players[n].after = &player.after[0, 0]
        self.goal, self.exact = goal, exact
        self.landing, self.dead = &landing[0], &dead[0]
        self.keep = (shares, outcomes, landing, dead, first, second)

    cdef inline Py_ssize_t turn(self, Course* game) noexcept nogil:
        """The mover's score after his turn."""
        cdef Py_ssize_t own = game.score[game.mover], s = own, outcome
        cdef const Strategy* player = &self.players[game.mover]
        cdef Py_ssize_t row = self.goal * (
            (game.memory[game.mover] * self.goal + own) * self.goal + game.score[1 - game.mover]
        )
        cdef unsigned char decision
        game.scored = False
        while True:
            outcome = drawn(&self.urn, game.random)
            if outcome <= 0:
                return self.landing[own] if outcome == BUST else 0
            s += outcome
            if s >= self.goal:
                return self.landing[own] if self.exact and s > self.goal else s
            decision = player.table[row + s]
            if decision == HOLD or (
                decision == MIXED and uniform(game.random) >= player.chances[row + s]
            ):
                game.scored = True
                return s

    cdef inline bint ended(self, const Course* game) noexcept nogil:
        """Whether it is over, goes on for ever, or has gone on for too long."""
        return game.winner >= 0 or game.turns == game.longest or (
            self.some_are_dead and self.dead[game.score[0]] and self.dead[game.score[1]]
        )

    def play(
        self, bit_generator, Py_ssize_t own, Py_ssize_t opp, Py_ssize_t games, Py_ssize_t longest,
        int64_t[:, ::1] counts not None, heard=None,
    ):
        """Play games in which the first player has own at the start; add what happens to `counts`.

        The first player begins in the games 0, 2, …. Those that nobody can win any more, or that
        have had `longest` turns, stop. `heard` is called now and then and may raise.
        """
        cdef Course game
        cdef Py_ssize_t g, after, worked = 0
        check_play(games, longest, counts, own, opp, self.goal)
        game.random, game.longest = generator(bit_generator), longest
        with nogil:
            for g in range(games):
                game.mover, game.winner, game.turns = g & 1, -1, 0
                game.score[0], game.score[1] = own, opp
                game.memory[0] = game.memory[1] = 0
                while not self.ended(&game):
                    after = self.turn(&game)
                    game.turns += 1
                    game.score[game.mover] = after
                    if after >= self.goal:
                        game.winner = game.mover
                        break
                    game.memory[game.mover] = self.players[game.mover].after[
                        2 * game.memory[game.mover] + game.scored
                    ]
                    game.mover = 1 - game.mover
                count(&counts[g & 1, 0], &game)
                worked += game.turns
                if worked > A_WHILE:
                    worked = 0
                    look_up(heard)

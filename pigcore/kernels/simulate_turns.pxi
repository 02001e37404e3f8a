# A race with random dice, of any turn and any number of players. simulate.pyx has the mathematics and the arrays.

cdef class Player:
    """How a player of a race decides; the arrays must not change as long as it lives.

    At [own, the others' scores, own + points, mode], in units: `bank` THROW, BANK or MIXED,
    where `chances` has the chance to throw on, and `worth` by which he takes an option. Where he
    does the same against all, the others' scores are one column.
    """
    cdef const unsigned char[:, :, :, ::1] bank
    cdef const double[:, :, :, ::1] chances
    cdef const double[:, :, :, ::1] worth

    def __init__(
        self, const unsigned char[:, :, :, ::1] bank not None,
        const double[:, :, :, ::1] chances not None, const double[:, :, :, ::1] worth not None,
    ):
        self.bank, self.chances, self.worth = bank, chances, worth


cdef struct Strategy:
    const unsigned char* bank
    const double* chances
    const double* worth
    Py_ssize_t columns


cdef class Races:
    """A race.

    `urns` (modes, 2) intp: the first cell of each mode's urn and its power, 0 where nothing is
    thrown; what is drawn is a set of options, BUST or WIPE. `first` (sets + 1,): the first option of
    each; `gains`, `after` (options,): what each gains in units, and the mode then. `least` and
    `landing` (goal,): the fewest units to bank where nothing is thrown, and the score after a bust.
    `dead` (goal,): whether nobody wins from there. `chase` (units, modes): at [d, m] the best chance
    to make d units more in mode m, which is all of a last turn; (0, modes) where the goal wins.
    """
    cdef Urn* urns
    cdef Urn only              # of the one mode with single options, where gains are drawn
    cdef Strategy[MOST_PLAYERS] seats
    cdef Py_ssize_t players, goal, height, modes, block, start, needs
    cdef bint exact, some_are_dead, plain
    cdef const Py_ssize_t* first
    cdef const Py_ssize_t* gains
    cdef const Py_ssize_t* after
    cdef const Py_ssize_t* least
    cdef const Py_ssize_t* landing
    cdef const unsigned char* dead
    cdef const double* chase
    cdef object keep           # the buffers behind the pointers

    def __init__(
        self, const uint64_t[::1] shares not None, const Py_ssize_t[:, ::1] outcomes not None,
        const Py_ssize_t[:, ::1] urns not None, const Py_ssize_t[::1] first not None,
        const Py_ssize_t[::1] gains not None, const Py_ssize_t[::1] after not None,
        Py_ssize_t start, bint exact, const Py_ssize_t[::1] least not None,
        const Py_ssize_t[::1] landing not None, const unsigned char[::1] dead not None,
        const double[:, ::1] chase not None, seats,
    ):
        cdef Py_ssize_t n, k, sets = first.shape[0] - 1
        cdef Player player = seats[0]
        self.goal, self.height, self.modes = landing.shape[0], player.bank.shape[2], urns.shape[0]
        self.players, self.start, self.exact = len(seats), start, exact
        self.block = self.height * self.modes
        self.needs = chase.shape[0]
        held = bytearray(self.modes * sizeof(Urn))
        self.urns = <Urn*> <char*> held
        for n in range(self.modes):
            if urns[n, 1] == 0 and n != start:
                self.urns[n].shares = NULL
            else:
                fill_urn(&self.urns[n], shares, outcomes, urns[n, 0], urns[n, 1])
        for n in range(self.goal):
            self.some_are_dead = self.some_are_dead or dead[n]
        for n, player in enumerate(seats):
            self.seats[n].bank = &player.bank[0, 0, 0, 0]
            self.seats[n].chances = &player.chances[0, 0, 0, 0] if player.chances.size else NULL
            self.seats[n].worth = &player.worth[0, 0, 0, 0] if player.worth.size else NULL
            self.seats[n].columns = player.bank.shape[1]
        self.plain = self.modes == 1 and sets == gains.shape[0] and not self.needs
        if self.plain:
            drawn_gains = bytearray(outcomes.size * sizeof(Py_ssize_t))
            self.only = self.urns[0]
            self.only.outcomes = <Py_ssize_t*> <char*> drawn_gains
            for n in range(outcomes.shape[0]):
                for k in range(2):
                    (<Py_ssize_t*> self.only.outcomes)[2 * n + k] = (
                        gains[outcomes[n, k]] if outcomes[n, k] >= 0 else outcomes[n, k]
                    )
            held = held, drawn_gains
        self.first = &first[0]
        self.gains = &gains[0] if sets else NULL
        self.after = &after[0] if sets else NULL
        self.least, self.landing, self.dead = &least[0], &landing[0], &dead[0]
        self.chase = &chase[0, 0] if self.needs else NULL
        self.keep = shares, outcomes, first, gains, after, least, landing, dead, chase, seats, held

    cdef inline Py_ssize_t row(self, const Course* game) noexcept nogil:
        """Where the mover's turn begins in the tables."""
        cdef const Strategy* player = &self.seats[game.mover]
        cdef Py_ssize_t others = 0, n
        if player.columns > 1 and self.players == 2:
            others = game.score[1 - game.mover]
        elif player.columns > 1:
            for n in range(game.mover + 1, self.players):
                others = others * self.goal + game.score[n]
            for n in range(game.mover):
                others = others * self.goal + game.score[n]
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

    cdef inline bint passes(self, Course* game) noexcept nogil:
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

    cdef inline bint ended(self, const Course* game) noexcept nogil:
        """Whether it goes on for ever, or has gone on for too long."""
        cdef Py_ssize_t n
        if game.turns == game.longest or not self.some_are_dead:
            return game.turns == game.longest
        for n in range(self.players):
            if not self.dead[game.score[n]]:
                return False
        return True

    def play(
        self, bit_generator, start, Py_ssize_t games, Py_ssize_t longest,
        int64_t[:, ::1] counts not None, polled=None,
    ):
        """Play games in which the players have the scores of `start`; add what happens to `counts`.

        The players begin in turn. Games that nobody can win any more, or that have had `longest`
        turns, stop. `polled` is called now and then and may raise.
        """
        cdef Course game
        cdef Py_ssize_t g, n, began = 0, worked = 0
        cdef Py_ssize_t[MOST_PLAYERS] scores
        for n in range(self.players):
            scores[n] = start[n]
        game.random, game.longest, game.players = generator(bit_generator), longest, self.players
        with nogil:
            for g in range(games):
                game.mover, game.winner, game.turns = began, -1, 0
                for n in range(self.players):
                    game.score[n] = scores[n]
                if self.plain:
                    course(self, &game, True)
                else:
                    course(self, &game, False)
                count(&counts[began, 0], &game)
                began = began + 1 if began + 1 < self.players else 0
                worked += game.turns
                if worked > A_WHILE:
                    worked = 0
                    look_up(polled)


cdef inline unfolded turn(Races self, Course* game, bint plain) noexcept nogil:
    """Play the mover's turn, which changes his score."""
    cdef Py_ssize_t own = game.score[game.mover], s = own, mode = self.start, thrown
    cdef Py_ssize_t row = self.row(game), place
    cdef const Strategy* player = &self.seats[game.mover]
    cdef unsigned char decision
    while True:
        thrown = drawn(&self.only if plain else &self.urns[mode], game.random)
        if thrown < 0:
            s = self.landing[own] if thrown == BUST else 0
            break
        if plain:
            s += thrown
        else:
            if player.worth != NULL:
                thrown = self.taken(thrown, player.worth + row, s, 1, self.height - 1)
            mode = self.after[thrown]
            s += self.gains[thrown]
        if s >= self.goal and (plain or not self.needs):
            if self.exact and s > self.goal:
                s = self.landing[own]
            break
        if plain:
            place = row + s
        else:
            s = min(s, MOST_GAIN)
            if self.urns[mode].shares == NULL:
                if s < self.goal and s - own < self.least[own]:
                    s = self.landing[own]
                break
            place = row + min(s, self.height - 1) * self.modes + mode
        decision = player.bank[place]
        if decision == BANK or (
            decision == MIXED and uniform(game.random) >= player.chances[place]
        ):
            break
    game.score[game.mover] = s


cdef inline unfolded course(Races self, Course* game, bint plain) noexcept nogil:
    """Play one game, which has been set up."""
    while not self.ended(game):
        game.turns += 1
        if not plain and self.needs and game.score[1 - game.mover] >= self.goal:
            game.winner = game.mover if self.passes(game) else 1 - game.mover
            return
        turn(self, game, plain)
        if game.score[game.mover] >= self.goal and (plain or not self.needs):
            game.winner = game.mover
            return
        game.mover = game.mover + 1 if game.mover + 1 < self.players else 0

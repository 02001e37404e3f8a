# Farkle with random dice: some are set aside of each throw. simulate.pyx has the mathematics and the arrays.

cdef class Setter:
    """How a player of dice set aside decides; the arrays must not change as long as it lives.

    At [own, points of the turn, dice in hand - 1, opp], in units: `bank` whether he banks, and
    `worth` by which he chooses what to set aside. The last row is of all points from there on, and
    banks; the last column of all opponents' scores.
    """
    cdef const unsigned char[:, :, :, ::1] bank
    cdef const double[:, :, :, ::1] worth

    def __init__(
        self, const unsigned char[:, :, :, ::1] bank not None,
        const double[:, :, :, ::1] worth not None,
    ):
        cdef Py_ssize_t own, n, opp, last = bank.shape[1] - 1
        shape = tuple(memoryview(bank).shape)
        if tuple(memoryview(worth).shape) != shape or 0 in shape:
            raise ValueError(f"tables of {shape} and {tuple(memoryview(worth).shape)} are no tables")
        for own in range(shape[0]):
            for n in range(shape[2]):
                for opp in range(shape[3]):
                    if not bank[own, last, n, opp]:
                        raise ValueError("who has all the points of the table must bank")
        self.bank, self.worth = bank, worth


cdef struct Setting:
    const unsigned char* bank
    const double* worth
    Py_ssize_t columns


cdef class Asides:
    """Dice set aside, checked once.

    `urns` (dice, 2) intp: the first cell and the power of the urn of so many dice less one; what is
    drawn is a throw. `first` (throws + 1,): its first choice; `gains`, `hands` (choices,): what each
    scores in units, and the dice in hand then. `chase` (units, dice): at [d, n - 1] the best chance to
    make d units more with n dice in hand, which is all of a last turn; (0, dice) where banking the
    goal wins.
    """
    cdef Urn[MOST_DICE + 1] urns
    cdef Setting[2] players
    cdef Py_ssize_t goal, rows, dice, needs
    cdef const Py_ssize_t* first
    cdef const Py_ssize_t* gains
    cdef const Py_ssize_t* hands
    cdef const double* chase
    cdef object keep           # the buffers behind the pointers

    def __init__(
        self, const uint64_t[::1] shares not None, const Py_ssize_t[:, ::1] outcomes not None,
        const Py_ssize_t[:, ::1] urns not None, const Py_ssize_t[::1] first not None,
        const Py_ssize_t[::1] gains not None, const Py_ssize_t[::1] hands not None,
        const double[:, ::1] chase not None, Setter one not None, Setter other not None,
    ):
        cdef Py_ssize_t n, k, throws = first.shape[0] - 1
        cdef Setter player
        self.goal, self.rows, self.dice = one.bank.shape[0], one.bank.shape[1], one.bank.shape[2]
        if urns.shape[0] != self.dice or urns.shape[1] != 2 or not 1 <= self.dice <= MOST_DICE:
            raise ValueError(f"{urns.shape[0]} urns for {self.dice} dice")
        for n in range(self.dice):
            fill_urn(&self.urns[n + 1], shares, outcomes, urns[n, 0], urns[n, 1])
        for n in range(outcomes.shape[0]):
            for k in range(2):
                if not 0 <= outcomes[n, k] < throws:
                    raise ValueError(f"a throw is {outcomes[n, k]}, which is none of {throws}")
        if throws < 1 or first[0] != 0 or first[throws] != gains.shape[0] or gains.shape[0] < 1 \
                or gains.shape[0] != hands.shape[0]:
            raise ValueError("the choices of the throws are not all there")
        for n in range(throws):
            if first[n] > first[n + 1]:
                raise ValueError(f"throw {n} has fewer choices than none")
        for n in range(gains.shape[0]):
            if not (1 <= gains[n] <= MOST_GAIN and 1 <= hands[n] <= self.dice):
                raise ValueError(f"a choice gains {gains[n]} and leaves {hands[n]} dice")
        for n, player in enumerate((one, other)):
            if tuple(memoryview(player.bank).shape)[:3] != (self.goal, self.rows, self.dice):
                raise ValueError(f"a player's table is {tuple(memoryview(player.bank).shape)}")
            self.players[n].bank = &player.bank[0, 0, 0, 0]
            self.players[n].worth = &player.worth[0, 0, 0, 0]
            self.players[n].columns = player.bank.shape[3]
        if chase.shape[1] != self.dice:
            raise ValueError(f"the chances of {chase.shape[1]} dice are not those of {self.dice}")
        for n in range(chase.shape[0]):
            for k in range(self.dice):
                if not 0 <= chase[n, k] <= 1:
                    raise ValueError(f"a chance is {chase[n, k]}")
        self.first, self.gains, self.hands = &first[0], &gains[0], &hands[0]
        self.needs = chase.shape[0]
        self.chase = &chase[0, 0] if self.needs else NULL
        self.keep = (shares, outcomes, first, gains, hands, chase, one, other)

    cdef inline Py_ssize_t turn(self, Course* game) noexcept nogil:
        """The units of a turn, 0 where it busts."""
        cdef const Setting* player = &self.players[game.mover]
        cdef Py_ssize_t opp = min(game.score[1 - game.mover], player.columns - 1)
        cdef Py_ssize_t start = game.score[game.mover] * self.rows * self.dice
        cdef Py_ssize_t points = 0, hand = self.dice, thrown, n, place, best, gain = 0
        cdef double most
        while True:
            thrown = drawn(&self.urns[hand], game.random)
            if self.first[thrown] == self.first[thrown + 1]:
                return 0
            best = -1
            most = 0.0
            for n in range(self.first[thrown], self.first[thrown + 1]):
                place = start + min(points + self.gains[n], self.rows - 1) * self.dice + self.hands[n] - 1
                place = place * player.columns + opp
                if best < 0 or player.worth[place] > most:
                    best, most, gain, hand = place, player.worth[place], self.gains[n], self.hands[n]
            points = min(points + gain, MOST_GAIN)
            if player.bank[best]:
                return points

    cdef inline bint passes(self, Course* game) noexcept nogil:
        """Whether a last turn, played best, passes the other's score."""
        cdef Py_ssize_t need = game.score[1 - game.mover] - game.score[game.mover] + 1
        cdef Py_ssize_t hand = self.dice, thrown, n, place, gain = 0
        cdef double most
        need = min(need, self.needs - 1)
        while need > 0:
            thrown = drawn(&self.urns[hand], game.random)
            if self.first[thrown] == self.first[thrown + 1]:
                return False
            most = -1.0
            for n in range(self.first[thrown], self.first[thrown + 1]):
                place = max(need - self.gains[n], 0) * self.dice + self.hands[n] - 1
                if self.chase[place] > most:
                    most, gain, hand = self.chase[place], self.gains[n], self.hands[n]
            need -= gain
        return True

    def play(
        self, bit_generator, Py_ssize_t own, Py_ssize_t opp, Py_ssize_t games, Py_ssize_t longest,
        int64_t[:, ::1] counts not None, heard=None,
    ):
        """As `Throws.play`, in units."""
        cdef Course game
        cdef Py_ssize_t g, worked = 0
        check_play(games, longest, counts, own, opp, self.goal)
        game.random, game.longest = generator(bit_generator), longest
        with nogil:
            for g in range(games):
                game.mover, game.winner, game.turns = g & 1, -1, 0
                game.score[0], game.score[1] = own, opp
                while game.turns < longest:
                    game.turns += 1
                    if game.score[1 - game.mover] >= self.goal:
                        game.winner = game.mover if self.passes(&game) else 1 - game.mover
                        break
                    game.score[game.mover] += self.turn(&game)
                    if game.score[game.mover] >= self.goal and not self.needs:
                        game.winner = game.mover
                        break
                    game.mover = 1 - game.mover
                count(&counts[g & 1, 0], &game)
                worked += game.turns
                if worked > A_WHILE:
                    worked = 0
                    look_up(heard)

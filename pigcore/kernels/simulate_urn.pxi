# Random bits, and urns to draw outcomes from with them. simulate.pyx has the mathematics.

cdef struct BitGenerator:
    # What a numpy bit generator's capsule points to (numpy/random/bitgen.h, stable since 1.17).
    # Declared here, so that neither numpy's headers nor its C interface are needed to build.
    void* state
    uint64_t (*next_uint64)(void* state) noexcept nogil
    uint32_t (*next_uint32)(void* state) noexcept nogil
    double (*next_double)(void* state) noexcept nogil
    uint64_t (*next_raw)(void* state) noexcept nogil


cdef inline uint64_t bits(BitGenerator* random) noexcept nogil:
    return random.next_uint64(random.state)


cdef inline double uniform(BitGenerator* random) noexcept nogil:
    """A multiple of 2^-53 in [0, 1)."""
    return (bits(random) >> 11) * (1.0 / 9007199254740992.0)


cdef struct Urn:
    const uint64_t* shares
    const Py_ssize_t* outcomes
    int shift                  # 64 - m, for 2^m cells
    uint64_t rest


cdef inline Py_ssize_t drawn(const Urn* urn, BitGenerator* random) noexcept nogil:
    cdef uint64_t u = bits(random)
    cdef uint64_t cell = u >> urn.shift
    return urn.outcomes[2 * cell + ((u & urn.rest) >= urn.shares[cell])]


cdef void fill_urn(
    Urn* urn, const uint64_t[::1] shares, const Py_ssize_t[:, ::1] outcomes, Py_ssize_t first,
    int power,
) noexcept:
    """An urn of the 2^power cells from `first` on."""
    urn.shares, urn.outcomes = &shares[first], &outcomes[first, 0]
    urn.shift = 64 - power
    urn.rest = (<uint64_t> 1 << urn.shift) - 1


cdef BitGenerator* generator(object bit_generator) except NULL:
    """The functions of a numpy bit generator, which must live as long as they are called."""
    return <BitGenerator*> PyCapsule_GetPointer(bit_generator.capsule, b"BitGenerator")

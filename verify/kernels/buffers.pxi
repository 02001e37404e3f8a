# The arrays that a kernel of the verifier works on, for as long as it works.

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_ND, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from libc.stdint cimport int64_t

cdef enum:
    ARRAYS = 48              # no kernel has so many

@cython.internal
cdef class Buffers:
    """Numbers of 64 bits in arrays that have names."""
    cdef dict arrays
    cdef Py_buffer[ARRAYS] views
    cdef int held

    def __cinit__(self, dict arrays not None):
        self.arrays = arrays

    def __dealloc__(self):
        cdef int k
        for k in range(self.held):
            PyBuffer_Release(&self.views[k])

    cdef void* take(
        self, str name, bytes kind, int64_t length, bint write=False
    ) except? NULL:
        """Hold the numbers of an array for as long as this lives."""
        assert self.held < ARRAYS, "make room for more arrays"
        cdef Py_buffer* view = &self.views[self.held]
        cdef int flags = PyBUF_FORMAT | PyBUF_ND | (PyBUF_WRITABLE if write else 0)
        PyObject_GetBuffer(self.arrays[name], view, flags)
        self.held += 1
        if view.format != kind or view.itemsize != 8 or view.len != 8 * length:
            raise ValueError(f"the array {name} is of another type or length")
        return view.buf

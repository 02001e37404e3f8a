"""The compiled loops: typed arrays in, typed arrays out; no kernel knows a game by name."""

LANES = 8
"""Doubles to a row of simd.h, PIGCORE_LANES there: what callers pad their arrays to."""

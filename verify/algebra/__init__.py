"""Arithmetic that the proofs use, one idea a file.

``intervals``    a number between two fractions; which of several such numbers is the largest
``decimals``     numbers in print: proved digits only
``arithmetic``   what the linear algebra asks of an arithmetic, of which there are three:
``fixed_point``  integers that stand for n / 2^bits; rounded, never trusted
``modular``      fractions modulo a prime; exact
``rational``     the fractions themselves; exact
``primes``       random primes, and how likely they are to hide a difference
``elimination``  sparse linear equations in any of the three
``simplex``      linear programs of symmetric games, in fractions
"""

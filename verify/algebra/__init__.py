"""Arithmetic that the proofs use, one idea a file.

``intervals``    a number between two fractions; which of several such numbers is the largest
``decimals``     numbers in print: proved digits only
``arithmetic``   what the linear algebra asks of an arithmetic, and those there are: fixed point,
                 never trusted; fractions, and fractions modulo a prime, exact
``primes``       random primes, and how likely they are to hide a difference
``elimination``  sparse linear equations in any arithmetic
``simplex``      linear programs of symmetric games, in fractions
"""

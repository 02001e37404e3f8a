"""Arithmetic that the proofs use, one idea a file.

``intervals``    a number between two fractions; which of several such numbers is the largest
``decimals``     numbers in print: proved digits only
``primes``       random primes, and how likely they are to hide a difference
``elimination``  sparse linear equations, exactly
``simplex``      linear programs of symmetric games, in fractions
"""

"""Arithmetic that every proof uses: fixed-point, modular and rational numbers, and decimals."""

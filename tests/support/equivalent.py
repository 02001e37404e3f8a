"""Mutants of the checkers that say the same as the original, or refuse the same in other words.

Each is a line as it was and as it is, with the reason.
"""

EQUIVALENT = {}

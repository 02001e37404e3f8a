"""Hog, proved: whole numbers rounded outward, which the rules take into themselves.

``find`` makes what a certificate holds, a box for the value of every state and the best choices in
it, and is believed by nobody: ``certificates/check_hog`` is the checker, of a file and of what is
found here. ``tables`` makes whole numbers of the rules, ``report`` wraps what the checker returned;
``match`` plays two strategies without rounding.
"""

from .report import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]

"""Certificates: files that prove a solution to whoever trusts neither pigcore nor pigverify.

``entry`` writes and checks them with a family's two files: ``race`` says what goes into one, and
``check_race`` checks it with the standard library alone, without importing anything from here; so
do those of ``hog``, ``duel`` and ``bag``. A checker is to be copied alone, so that what all of them
do to read a file stands in each. ``files`` keeps certificates. docs/reference/certificate.md has
the format and the mathematics.
"""

from .entry import check_certificate, write_certificate

__all__ = ["check_certificate", "write_certificate"]

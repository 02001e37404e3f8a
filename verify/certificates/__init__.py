"""Certificates: files that prove a solution to whoever trusts neither pigcore nor pigverify.

``entry`` writes and checks them with a family's two files: ``race`` says what goes into one, and
``check_race`` checks it with the standard library alone, and nothing from here but ``reading``; so
do those of ``hog``, ``duel`` and ``bag``. ``reading`` is what all checkers do, and is copied with
them. ``files`` keeps certificates. docs/reference/certificate.md has the format and the
mathematics.
"""

from .entry import check_certificate, write_certificate

__all__ = ["check_certificate", "write_certificate"]

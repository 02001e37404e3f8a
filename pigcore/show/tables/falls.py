"""What a solved race in which busts in a row cost points says in sentences.

It has no booklet: a table for each pair of counts of busts would fill a book.
"""

from __future__ import annotations

from .race import sentences

__all__ = ["sentences"]

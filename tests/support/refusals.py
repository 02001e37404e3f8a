"""What is refused in one sentence; and tables of that, a line for each call and what is said."""

from contextlib import contextmanager

import pytest

from pigcore.games import PigcoreError


@contextmanager
def refuses(message, error=PigcoreError):
    """Whatever is done here is refused in one sentence that says so."""
    with pytest.raises(error) as refusal:
        yield
    said = str(refusal.value)
    assert isinstance(refusal.value, ValueError)
    assert message in said
    assert said.isprintable()
    assert len(said) < 500


def rows(text):
    """(call, part of what is said) of lines "call -> part"; what is indented goes on a line."""
    lines = text.strip().replace("\n    ", " ").splitlines()
    return [tuple(line.split(" -> ")) for line in lines if line]

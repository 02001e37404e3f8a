"""What is refused in one sentence."""

from contextlib import contextmanager

import pytest

from pigcore.games import PigcoreError


@contextmanager
def refuses(message, error=PigcoreError):
    """Whatever is done here is refused in one sentence that says so."""
    with pytest.raises(error) as refusal:
        yield
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)

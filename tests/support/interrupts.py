"""Ctrl-C in the middle of long work."""

import signal
import subprocess
import time

from support.commands import child, python


def interrupt(code):
    """Run ``code`` in a child, interrupt it half a second after it prints "go".

    Returns the seconds that it took to end, and what it printed on stderr.
    """
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with child(*python("-c", code), **streams) as process:
        assert process.stdout.readline() == "go\n"
        time.sleep(0.5)
        assert process.poll() is None, process.communicate()
        process.send_signal(signal.SIGINT)
        begin = time.perf_counter()
        _, errors = process.communicate(timeout=20)
    return time.perf_counter() - begin, errors

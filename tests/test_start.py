"""Where both commands begin: an interrupt is quiet from their first steps on."""

import os
import subprocess

import pytest
from support.commands import python

STEPS = [0, 1, 2, 3, 4, 6, 9, 15, 30, 60, 150, 400, 1000, 3000]
"""Calls of Python functions after which the interrupt comes, counted from the first in a guard."""

DRIVER = """
import os, signal, sys
from pigcore import start

signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it
sys.argv = [{command!r}, *{words!r}]
for steps in {steps}:
    reader, writer = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if not child:
        os.dup2(writer, 2)
        os.close(reader), os.close(1), os.open(os.devnull, os.O_WRONLY)
        left = [steps, False]

        def count(frame, event, what):
            left[1] |= frame.f_code.co_name == "_note_interrupts"
            if left[1] and event == "call":
                left[0] -= 1
                if left[0] == -1:
                    os.kill(os.getpid(), signal.SIGINT)

        sys.setprofile(count)
        start.{command}()
    os.close(writer)
    said = os.fdopen(reader).read()
    print(steps, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), repr(said))
"""

LONG = {"pigcore": ["solve", "hog"], "pigverify": ["pig", "--all"]}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="another way to start processes")
@pytest.mark.parametrize("command", LONG)
def test_an_interrupt_is_quiet_from_the_first_steps_on(command):
    code = DRIVER.format(command=command, words=LONG[command], steps=STEPS)
    done = subprocess.run(
        python("-c", code), capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines() == [
        f"{steps} 130 '{command}: interrupted\\n'" for steps in STEPS
    ]


def test_nothing_loads_before_the_handler_stands():
    code = "import sys; old = {*sys.modules}; import pigcore.start; print(*{*sys.modules} - old)"
    done = subprocess.run(python("-c", code), capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if "editable" not in name}
    assert loaded <= {"__future__", "pigcore", "pigcore.version", "pigcore.start"}

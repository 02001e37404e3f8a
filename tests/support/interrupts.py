"""Ctrl-C in the middle of long work."""

import subprocess

from support.commands import ENVIRONMENT, PATIENCE, python

SCRIPT = """
import _thread, signal, threading, time
{prepare}
begin = time.process_time()
if hasattr(signal, "setitimer"):
    signal.signal(signal.SIGPROF, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_PROF, 0.2)
else:  # Windows, where the clock on the wall must do
    threading.Timer(0.2, _thread.interrupt_main).start()
try:
    {work}
finally:
    print(time.process_time() - begin - 0.2)
"""


def interrupt(prepare, work):
    """Run ``work`` in a child after ``prepare``, and interrupt it after a fifth of a second.

    Returns for how many seconds it went on, and what it printed on stderr. All these seconds are
    the processor's, which do not grow when the machine has other things to do: only a timer
    counts them, so its signal stands for that of Ctrl-C.
    """
    done = subprocess.run(
        python("-c", SCRIPT.format(prepare=prepare, work=work)),
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    return float(done.stdout), done.stderr

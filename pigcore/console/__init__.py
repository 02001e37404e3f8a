"""What the commands ``pigcore`` and ``pigverify`` share, so that they agree in everything.

``process``     how a command starts and ends: statuses, refusals, Ctrl-C, pipes, full disks
``arguments``   what the words on the command line mean: whole numbers, games, states
``output``      facts and rows as tables or JSON; the progress bar; widths

Click and rich, no numpy, no mathematics. Nothing here is imported before a command runs.
"""

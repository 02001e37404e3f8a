"""The verbs of the command ``pigcore``, one file each."""

"""The verbs of the command ``pigcore``; each file holds that of its name."""

"""Face people: the command line, and tables to play by.

``cli``       the command ``pigcore``, made of the verbs
``commands``  one file for each verb
``options``   what several verbs take
``solved``    the solution that the words after a verb mean
``workers``   the threads that work is shared among
``words``     solutions and advice as a person reads them
``session``   a game at a terminal
``tables``    what a player takes along: thresholds and best choices, to print
``judge``     the contest's own input and output
"""

"""Where play can come to when one player plays optimally and the other does whatever he likes.

``race``  the states of a race that such a player can have before him
"""

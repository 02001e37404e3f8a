"""Where two policies decide otherwise, and how often play comes there.

``race``  turn starts from which they part
``hog``   states in which they roll different dice
"""

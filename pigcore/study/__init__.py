"""Studies: many games, or many policies, at once.

``hog_hijinks``  the strategies of Hog that cannot see whether the dice are exchanged
"""

__all__: list[str] = []

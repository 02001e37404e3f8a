"""What a game came down to: luck and mistakes, in numbers and in words.

``words``    margins as so many games in so many, for whoever speaks of them
"""

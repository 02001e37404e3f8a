"""The page: a game in one HTML file, to play, to ask for advice and to see the whole map of.

``document``  puts the file together: the pieces below, in their order, and the data
``race``      what the page is given of a race; ``hog``: of Hog
``throws``    what can fall in a race, with the faces that are shown

The pieces are plain scripts, one or two names each, and are only read here:

``page.html``   the skeleton           ``style.css``   what it looks like
``strings/``    every sentence, a file for each language
``language.js`` which of them is spoken, and numbers; ``words.js``: sentences made of them
``data.js``     the tables, decoded    ``survey.js``   every pair of scores, looked at in slices
``rival.js``    programs that bank from so many points on
``engine.js``   what the engines of all families have in common: which states there are, what
                every action is worth, what follows
``turn.js``     one turn of a race, which its engine and the solver look at
``race.js``     a race, state by state, from its turn starts; ``party.js``: one for three or more,
                from its decisions; ``hog.js``: Hog, from its tables
``play.js``     the view to play, and what it is made of: ``board.js`` (a game under way),
                ``ledger.js`` (luck and mistakes), ``story.js`` (both in words), ``dice.js``,
                ``scene.js``, ``account.js`` and ``setup.js`` (what is seen), ``play.css``
``review.js``   a game to step through; ``practice.js``: the game of the day, drills, games that are
                kept (``kept.js``), and a game as text (``code.js``); ``review.css``
``tray.js``     dice that are picked, or entered as they fell
``advise.js``   what to do in a state  ``map.js``      what to do in all of them
``solve.js``    games solved by the page itself: races for two; ``cells.js``: for three or more;
                ``induction.js``: Hog. These need no document: ``worker.js`` lets them run in a
                Worker, and ``values.js`` shows how far that has come
``main.js``     tabs, the address and settings of a game, which is opened and closed again;
                ``single.js``: of the page of one game
"""

from .document import check, page
from .workshop import workshop

__all__ = ["check", "page", "workshop"]

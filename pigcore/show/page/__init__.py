"""The page: games in one HTML file, to play, to ask for advice and to see the whole map of.

Rules go in, the page comes out: a page of one game is the workshop, which opens that game. The page
makes tables of the rules and solves them itself.

``document``  puts the file together: the scripts in the order in which they need each other (the
              second line of each says what it needs), the styles and the data
``site``      the workshop as a folder for a host: an icon, a manifest and a service worker

A view is a script (``play.js``, ``review.js``, ``practice.js``, ``advise.js``, ``map.js``,
``rules.js``, ``whatif.js``), ``main.js`` the frame around them, ``shelf.js`` the workshop.
``tables.js`` makes tables of rules (``aside.js`` counts dice), ``solve.js``, ``cells.js`` and
``induction.js`` solve them in a Worker (``worker.js``), ``race.js`` and ``hog.js`` are the engines
that views ask. All that people read is in ``strings.js``, each sentence in all languages.
"""

from .document import check, page, workshop

__all__ = ["check", "page", "workshop"]

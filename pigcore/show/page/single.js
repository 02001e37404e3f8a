"use strict";
// The page of a single game: it is open as long as the page is. A turn of thousands of modes would make
// a large file: there the rules are `made` into tables in a Worker, before all else.

const values = new Values();

/** Open the game of these tables. */
function open(data) {
  const app = new App(data);
  /** What tests ask. */
  window.pigcore = {
    app, engine: app.engine, get table() { return app.views.play.table; },
    verdict, marginInWords,
  };
  app.frame();
  // What takes longer than a picture of it waits until that is painted.
  requestAnimationFrame(() => setTimeout(() => {
    app.start();
    if (app.engine.known) return;
    app.content.prepend(values.root);
    values.find(app.engine.rules, (found) => app.learn(found));
  }));
}

settings.frame();
const { made, ...given } = embedded();
if (made) {
  document.getElementById("name").textContent = given.name;
  document.getElementById("content").prepend(values.root);
  values.find(made, null, (tables) => {
    values.close();
    open({ ...tables, ...given });
  });
} else {
  open(given);
}

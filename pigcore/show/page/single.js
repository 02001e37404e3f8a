"use strict";
// The page of a single game: it is open as long as the page is.

const app = new App(embedded());
/** What tests ask. */
window.pigcore = {
  app, engine: app.engine, get table() { return app.views.play.table; },
  get rivals() { return app.views.play.rivals; }, verdict, marginInWords,
};
settings.frame();
app.frame();
// What takes longer than a picture of it waits until that is painted.
requestAnimationFrame(() => setTimeout(() => {
  app.start();
  if (app.engine.known) return;
  const values = new Values();
  app.content.prepend(values.root);
  values.find(app.engine.rules, (found) => app.learn(found));
}));

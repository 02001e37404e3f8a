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
app.start();
if (!app.engine.known) {
  const values = new Values();
  app.content.prepend(values.root);
  // The Worker has the processor when the first picture is painted.
  requestAnimationFrame(() => setTimeout(() => values.find(app.engine.rules, (found) => app.learn(found))));
}

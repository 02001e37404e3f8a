"use strict";
// The page of a single game: it is open as long as the page is.

const app = new App(embedded());
const soon = document.getElementById("soon");
/** What tests ask. */
window.pigcore = {
  app, engine: app.engine, get table() { return app.views.play.table; },
  get rivals() { return app.views.play.rivals; }, verdict, marginInWords,
};
settings.frame();
app.frame();
app.content.inert = true;
soon.hidden = false;
app.engine.ready(() => {
  soon.hidden = true;
  app.content.inert = false;
  app.start();
});

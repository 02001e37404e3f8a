"use strict";
// Map: what to do at every pair of scores, on a canvas.

class MapView {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    root.append(element("h2", { id: "map-title" }, say("mapTitle")));
  }

  show(state) { this.app.write(state); }
}

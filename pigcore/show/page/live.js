"use strict";
// Needs map.js
// The map beside the board: small, with the scores of the game, and a link to the whole map there.

class LiveMap extends MapView {
  constructor(place, view) {
    super(place, view.app, "live");
    this.view = view;
  }

  get small() { return true; }

  /** The scores as whoever is at the keys sees them, at the start of a turn. */
  get state() {
    const { engine, view: { me, seen: { state, scores, mover } } } = this;
    const mine = Object.fromEntries(engine.scoreNames.map((name, n) => [name, scores[(me + n) % scores.length]]));
    const facing = mover === me ? state : engine.facing(state, me - mover + scores.length);
    return engine.turnStart({ ...facing, ...mine });
  }

  build() {
    this.toggles = [];
    this.canvas = element("canvas", { "aria-hidden": "true" });
    this.words = element("p", { class: "small" });
    this.way = element("a", {}, say("toMap"));
    const redraw = () => this.draw(), { signal } = this.app, observer = new ResizeObserver(redraw);
    observer.observe(this.root);
    signal.addEventListener("abort", () => observer.disconnect());
    matchMedia("screen and (prefers-color-scheme: dark)").addEventListener("change", redraw, { signal });
    this.root.replaceChildren(element("h3", {}, say("play.liveMap")), element("div", { class: "chart" }, this.canvas),
      this.words, element("p", { class: "links" }, this.way));
  }

  /** Draw the map where it is seen, and say what it says only where a hint is asked for. */
  show(hinted) {
    const { engine, view: { app, seen } } = this;
    this.root.hidden = !engine.mapped || !engine.known || !engine.survey.done || this.closed || (this.still && !this.drawn);
    if (this.root.hidden || this.still) return;
    this.layer ??= engine.layers?.first;
    const { state, engine: { modeName } } = this;
    if (modeName && engine.rules.layers.includes(engine.modeOf(seen.state))) this.layer = engine.modeOf(seen.state);
    this.way.href = app.link("map", state);
    this.words.textContent = hinted ? engine.reading(state, this.value(state), this.layer) : "";
    const drawn = JSON.stringify([state, this.layer]);
    if (this.drawn !== drawn) this.draw();
    this.drawn = drawn;
  }

  /** At the goal the map stays as it was. */
  get still() {
    const { view: { seen }, engine } = this;
    return seen.over || seen.scores.some((score) => score >= engine.goal);
  }

  draw() { if (!this.still && this.root.checkVisibility()) super.draw(); }
}

"use strict";
// Map: what to do at every pair of scores, drawn on a canvas that a click or the arrow keys walk on.

class MapView {
  constructor(root, app, name = "map") {
    Object.assign(this, { root, app, name, across: app.engine.scoreNames[1] });
    this.build();
  }

  /** The engine whose map is shown, and the state in it that is marked. */
  get engine() { return this.app.engine; }

  get state() { return this.app.state; }

  get title() { return say("mapTitle"); }

  /** Make all that is seen; without values there is nothing to be shown but that they are awaited. */
  build() {
    const { engine, name } = this, title = element("h2", { id: `${name}-title` }, this.title);
    this.toggles = [];
    if (!engine.known) {
      this.root.replaceChildren(title, element("p", { class: "hint" }, say("mapSoon")));
      return;
    }
    this.layer ??= engine.layers?.first;
    this.canvas = element("canvas", {
      tabindex: 0, role: "application", "aria-label": say("mapLabel"), "aria-describedby": `${name}-here`,
    });
    this.here = element("div", { id: `${name}-here` });
    this.panel = element("div", { class: "card panel" }, ...this.choices(), ...this.opponents(), this.here,
      ...engine.switches.map((part) => this.toggle(part)), this.legend());
    this.root.replaceChildren(
      title,
      element("p", { class: "hint" }, say(engine.legend.hint)),
      element("div", { class: "sides map" },
        element("figure", { class: "chart" }, this.canvas), this.panel));
    this.listen();
  }

  /** Where advice is asked for in a state. */
  link(state) { return this.app.link("advise", state); }

  /** The values are there. */
  learned() { if (!this.root.hidden) this.show(this.state, this.app.params); }

  show(state, params) {
    if (!this.canvas) this.build();
    if (!this.canvas) return;  // the address is read again when the values are there
    const { layers } = this.engine;
    const asked = layers?.all.find(({ word }) => word === params.get(layers.label));
    if (asked) this.layer = asked.mode;
    if (this.engine.scoreNames.slice(1).includes(params.get("across"))) this.across = params.get("across");
    this.write(state);
    this.draw();
    this.tell();
  }

  // --- moving about -----------------------------------------------------------------------------

  listen() {
    const { canvas } = this;
    const at = (event) => {
      if (!this.frame) return;
      const box = canvas.getBoundingClientRect();
      const { left, top, side } = this.frame;
      const { scores, unit } = this.engine;
      this.move({
        own: unit * Math.floor((top + side - (event.clientY - box.top)) / side * scores),
        [this.across]: unit * Math.floor((event.clientX - box.left - left) / side * scores),
      });
    };
    canvas.addEventListener("click", at);
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && event.buttons === 1) at(event);
    });
    canvas.addEventListener("keydown", (event) => {
      const steps = {
        ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
      };
      const { own, [this.across]: opp } = this.state;
      if (event.key in steps) {
        const far = this.engine.unit * (event.shiftKey ? 10 : 1);
        const [x, y] = steps[event.key].map((step) => step * far);
        this.move({ own: own + y, [this.across]: opp + x });
      } else if (event.key === "Enter") {
        location.hash = this.link(this.state);
      } else {
        return;
      }
      event.preventDefault();
    });
    const { signal } = this.app, redraw = () => { if (!this.root.hidden) this.draw(); };
    const observer = new ResizeObserver(redraw);
    observer.observe(canvas.parentElement);
    signal.addEventListener("abort", () => observer.disconnect());
    matchMedia("screen and (prefers-color-scheme: dark)").addEventListener("change", redraw, { signal });
  }

  /** The state changes as asked, or as near to it as there is. */
  move(parts) {
    this.write(nearest(this.engine, { ...this.state, ...parts }));
    this.draw();
    this.app.announce(this.tell());
  }

  /** The map that is shown: [own, the opponent's score across]. */
  get found() { return this.engine.map(this.state, this.layer, this.across); }

  /** The address keeps which of several maps is shown. */
  write(state) {
    const { layers, players } = this.engine;
    this.app.write(state, {
      ...(layers && { [layers.label]: layers.all.find(({ mode }) => mode === this.layer).word }), ...(players > 2 && { across: this.across }),
    });
  }

  /** The survey is done. */
  surveyed() {
    if (!this.canvas) return;
    this.draw();
    this.tell();
  }

  /** What the map says where the mark is; also as a sentence. */
  tell() {
    const { engine, state } = this;
    if (!engine.survey.done) {
      this.here.replaceChildren(element("p", { class: "where" }, say("mapSoon")));
      return say("mapSoon");
    }
    const { values } = this.found;
    const place = (state.own * engine.scores + state[this.across]) / engine.unit;
    const words = engine.reading(state, values[place], this.layer);
    const where = this.where(state);
    const reached = whetherReached(engine, engine.turnStart(state));
    this.here.replaceChildren(
      element("p", { class: "where" }, where),
      element("p", { class: "decision" }, words),
      ...turnStrip(engine, state),
      ...(reached ? [element("p", { class: "small" }, reached)] : []),
      element("p", { class: "links" },
        element("a", { href: this.link(state) }, say("toAdvise"))));
    return `${where} ${words}`;
  }

  /** The scores in words. */
  where(state) {
    const { engine } = this;
    if (engine.players === 2) return say("mapHere", { own: state.own, opp: state.opp });
    const scores = engine.scoreNames.map((name, n) => `${n ? inside(say(name)) : say("you")} ${state[name]}`);
    return say("mapHere.all", { scores: scores.join(", ") });
  }

  /** Whose score is across the map, where there are several opponents, and a slider for each other. */
  opponents() {
    const [, ...names] = this.engine.scoreNames;
    if (names.length < 2) return [];
    const choose = element("select", { id: `${this.name}-across` },
      ...names.map((name) => element("option", { value: name }, say(name))));
    choose.addEventListener("change", () => {
      this.across = choose.value;
      this.move({});
    });
    this.toggles.push(() => { choose.value = this.across; });
    return [
      element("div", { class: "field" }, element("label", { for: `${this.name}-across` }, say("mapAgainst")), choose),
      ...names.map((name) => this.slider(name)),
    ];
  }

  /** The score of an opponent who is not across the map. */
  slider(name) {
    const range = { type: "range", id: `${this.name}-${name}`, min: 0, max: this.engine.goal - 1 };
    const input = element("input", range), shown = element("output", { for: range.id });
    const field = element("div", { class: "field" },
      element("label", { for: range.id }, say(name)), shown, input);
    input.addEventListener("input", () => this.move({ [name]: input.valueAsNumber }));
    this.toggles.push(() => {
      field.hidden = name === this.across;
      input.max = this.engine.goal - 1;
      input.value = shown.value = this.state[name];
    });
    return field;
  }

  /** A choice between the maps, where there are several. */
  choices() {
    const { layers } = this.engine;
    if (!layers) return [];
    const { all, label } = layers;
    const choose = element("select", { id: `${this.name}-layer` }, ...all.map(({ mode, text }) => (
      element("option", { value: mode }, text))));
    choose.addEventListener("change", () => {
      this.layer = Number(choose.value);
      this.move({});
    });
    this.toggles.push(() => { choose.value = this.layer; });
    return [element("div", { class: "field" }, element("label", { for: `${this.name}-layer` }, say(label)), choose)];
  }

  /** A part of the state that is no axis of the map, on or off. */
  toggle(name) {
    const box = element("input", { type: "checkbox", role: "switch" });
    box.addEventListener("change", () => this.move({ [name]: Number(box.checked) }));
    this.toggles.push(() => { box.checked = this.state[name] === 1; });
    return element("label", { class: "switch" }, box, element("span", {}, say(name)));
  }

  // --- drawing ----------------------------------------------------------------------------------

  /** The smallest value, and one that hardly any is above, so that a few do not stretch the scale. */
  scale({ values }) {
    const { engine } = this;
    const { scores, unit } = engine;
    const inside = values.filter((value, place) => !engine.extreme(unit * Math.floor(place / scores), value));
    if (!inside.length) return { low: 1, high: 1, more: false, empty: true };
    inside.sort();
    const high = inside[Math.floor((inside.length - 1) * 0.995)];
    return { low: inside[0], high, more: high < inside[inside.length - 1] };
  }

  legend() {
    this.bar = element("canvas", { width: 240, height: 14, "aria-hidden": "true" });
    this.ends = element("p", { class: "ends" });
    const { beyond, legend: { marked, met, faded } } = this.engine;
    const entry = (kind, text) => element("li", {}, element("span", { class: `swatch ${kind}` }), text);
    return element("div", { class: "legend" },
      element("h3", {}, say("legend")),
      this.bar, this.ends,
      element("ul", {},
        ...(beyond ? [entry("extreme", beyond)] : []),
        ...(marked ? [entry("marked", say(marked))] : []),
        ...(met ? [entry("marked met", say(met))] : []),
        ...(faded ? [entry("faded", say(faded))] : []),
        entry("ring", say("legendHere"))));
  }

  draw() {
    const { canvas } = this;
    const { engine, state } = this;
    for (const set of this.toggles) set();
    if (!engine.survey.done) return;
    const { found } = this, colours = palette(this.root);
    const { low, high, more, empty = false } = this.scale(found);
    const size = canvas.parentElement.clientWidth, sharp = window.devicePixelRatio || 1;
    canvas.style.width = canvas.style.height = `${size}px`;
    canvas.width = canvas.height = Math.round(size * sharp);
    const margin = 28 + 6 * Math.max(2, `${engine.goal - engine.unit}`.length);  // room for the digits
    const side = size - margin - 10;
    this.frame = { left: margin, top: 10, side };
    const brush = canvas.getContext("2d");
    brush.scale(sharp, sharp);
    brush.imageSmoothingEnabled = false;
    brush.drawImage(this.picture(found, low, high, colours), margin, 10, side, side);
    this.stripes(brush, found, colours);
    this.marks(brush, found, colours);
    this.outline(brush, found, colours);
    this.axes(brush, colours);
    this.mark(brush, state, colours);
    if (!this.bar) return;
    this.bar.hidden = this.ends.hidden = empty;  // every value is extreme: there is no scale
    this.keys(low, high, more);
  }

  /** The map itself, a pixel for each pair of scores: own upwards, the opponent's
   * to the right, as the pictures on paper have it. */
  picture({ values, reached }, low, high, colours) {
    const { engine } = this;
    const { scores, unit } = engine;
    const plate = new OffscreenCanvas(scores, scores);
    const brush = plate.getContext("2d"), image = brush.createImageData(scores, scores);
    for (let own = 0; own < scores; own++) {
      for (let opp = 0; opp < scores; opp++) {
        const place = own * scores + opp, value = values[place];
        const flat = engine.extreme(unit * own, value);
        const colour = flat ? colours.extreme : shade((value - low) / (high - low || 1));
        const pixel = 4 * ((scores - 1 - own) * scores + opp);
        const seen = reached[place] ? colour : faded(colour, colours);
        seen.forEach((part, n) => { image.data[pixel + n] = part; });
        image.data[pixel + 3] = 255;
      }
    }
    brush.putImageData(image, 0, 0);
    return plate;
  }

  /** Stripes over the extreme cells, as far apart as in the legend: as pixels of the picture they
   * would come out in other widths, or vanish, where it is enlarged by no whole number. */
  stripes(brush, { values, reached }, colours) {
    const { engine } = this;
    const { scores, unit } = engine;
    const { left, top, side } = this.frame;
    const cell = side / scores;
    for (const met of [true, false]) {
      const cells = new Path2D();
      for (let own = 0; own < scores; own++) {
        const striped = (opp) => opp < scores && Boolean(reached[own * scores + opp]) === met
          && engine.extreme(unit * own, values[own * scores + opp]);
        for (let opp = 0, from; opp < scores; opp++) {
          if (!striped(opp)) continue;
          for (from = opp; striped(opp); opp++);
          cells.rect(left + from * cell, top + side - (own + 1) * cell, (opp - from) * cell, cell);
        }
      }
      brush.save();
      brush.clip(cells);
      brush.strokeStyle = `rgb(${met ? colours.stripe : faded(colours.stripe, colours)})`;
      brush.lineWidth = 2;
      brush.beginPath();
      for (let x = left - side; x < left + side; x += STRIPES) {
        brush.moveTo(x, top + side);
        brush.lineTo(x + side, top);
      }
      brush.stroke();
      brush.restore();
    }
  }

  /** A dot on each marked cell, a large one where optimal play meets what it stands for. */
  marks(brush, { values, marks }, colours) {
    const { scores } = this.engine;
    const { left, top, side } = this.frame;
    const cell = side / scores, dots = [0, Math.max(0.6, Math.min(cell / 4, 3)), 0.7 * cell];
    brush.fillStyle = colours.dot;
    marks.forEach((kind, place) => {
      if (!kind) return;
      const dot = dots[kind];
      const own = Math.floor(place / scores), opp = place % scores;
      brush.fillRect(left + (opp + 0.5) * cell - dot / 2, top + side - (own + 0.5) * cell - dot / 2, dot, dot);
    });
  }

  /** A line between what optimal play comes to and what it does not. */
  outline(brush, { reached }, { ink }) {
    const { scores } = this.engine;
    const { left, top, side } = this.frame;
    const across = (opp) => left + opp / scores * side, up = (own) => top + side - own / scores * side;
    brush.strokeStyle = ink;
    brush.lineWidth = 0.75;
    brush.beginPath();
    for (let own = 0; own < scores; own++) {
      for (let opp = 0; opp < scores; opp++) {
        const here = reached[own * scores + opp];
        if (own + 1 < scores && here !== reached[(own + 1) * scores + opp]) {
          brush.moveTo(across(opp), up(own + 1));
          brush.lineTo(across(opp + 1), up(own + 1));
        }
        if (opp + 1 < scores && here !== reached[own * scores + opp + 1]) {
          brush.moveTo(across(opp + 1), up(own));
          brush.lineTo(across(opp + 1), up(own + 1));
        }
      }
    }
    brush.stroke();
  }

  axes(brush, { ink }) {
    const { goal, unit } = this.engine;
    const { left, top, side } = this.frame;
    brush.strokeStyle = brush.fillStyle = ink;
    brush.lineWidth = 1;
    brush.strokeRect(left - 0.5, top - 0.5, side + 1, side + 1);
    brush.font = "12px system-ui, sans-serif";
    const step = Math.max(unit, tickStep(goal, side));
    for (let score = 0; score < goal; score += step) {
      const along = (score + unit / 2) / goal * side;
      brush.textAlign = "center";
      brush.fillText(score, left + along, top + side + 15);
      brush.textAlign = "right";
      brush.fillText(score, left - 5, top + side - along + 4);
    }
    brush.textAlign = "center";
    brush.fillText(say(this.engine.players > 2 ? this.across : "mapAcross"), left + side / 2, top + side + 29);
    brush.save();
    brush.translate(11, top + side / 2);
    brush.rotate(-Math.PI / 2);
    brush.fillText(say("mapUp"), 0, 0);
    brush.restore();
  }

  /** A ring around the present state, with hairlines to both axes. */
  mark(brush, { own, [this.across]: opp }, { ring, halo }) {
    const { goal, unit } = this.engine;
    const { left, top, side } = this.frame;
    const x = left + (opp + unit / 2) / goal * side, y = top + side - (own + unit / 2) / goal * side;
    for (const [colour, width] of [[halo, 3], [ring, 1.25]]) {
      brush.strokeStyle = colour;
      brush.lineWidth = width;
      brush.beginPath();
      brush.arc(x, y, 8, 0, 2 * Math.PI);
      brush.moveTo(left, y);
      brush.lineTo(x - 8, y);
      brush.moveTo(x, y + 8);
      brush.lineTo(x, top + side);
      brush.stroke();
    }
  }

  /** The colours of the legend. */
  keys(low, high, more) {
    const brush = this.bar.getContext("2d");
    for (let x = 0; x < this.bar.width; x++) {
      brush.fillStyle = `rgb(${shade(x / (this.bar.width - 1))})`;
      brush.fillRect(x, 0, 1, this.bar.height);
    }
    const name = say(this.engine.legend.scale);
    this.ends.replaceChildren(element("span", {}, `${low}`), element("span", {}, name), element("span", {}, `${high}${more ? "+" : ""}`));
  }
}

VIEWS.map = MapView;

/** Pixels of the screen from one stripe to the next, along a row. */
const STRIPES = 10;

/** The colour of a cell that optimal play never comes to. */
function faded(colour, { paper }) {
  return colour.map((part, n) => Math.round(part + 0.62 * (paper[n] - part)));
}

/** A colour from light sand over green to deep blue: darker means more, also in grey print and to
 * eyes that do not tell red from green. */
function shade(share) {
  const stops = [[246, 226, 160], [150, 182, 128], [56, 132, 134], [34, 76, 122]];
  const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const from = Math.min(Math.floor(place), stops.length - 2);
  return stops[from].map((part, n) => Math.round(part + (place - from) * (stops[from + 1][n] - part)));
}

/** The colours of the style sheet, as the canvas needs them. */
function palette(root) {
  const style = getComputedStyle(root);
  const read = (name) => style.getPropertyValue(name).trim();
  const parts = (name) => [1, 3, 5].map((n) => parseInt(read(name).slice(n, n + 2), 16));
  return {
    paper: parts("--card"), extreme: parts("--extreme"), stripe: parts("--stripe"), ink: read("--ink"), dot: read("--dot"),
    ring: read("--ring"), halo: read("--halo"),
  };
}

/** A distance of ticks: 1, 2 or 5 times a power of ten, far enough apart for the digits. */
function tickStep(goal, side) {
  const least = Math.max(32, 9 * `${goal}`.length) * goal / side;
  for (let power = 1; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) if (step >= least) return step;
  }
}

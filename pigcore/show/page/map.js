"use strict";
// Needs choices.js
// Map: what to do at every pair of scores, drawn on a canvas that a click or the arrow keys move on.
//
// It has levels. From afar cells are smaller than an eye tells apart: then there are zones, of values
// that are close. One comes nearer by buttons, keys or the wheel; then the map is a window that has the
// mark in it, and cells have their own colours and dots, at last numbers.

class MapView {
  constructor(root, app, name = "map") {
    Object.assign(this, { root, app, name, across: app.engine.scoreNames[1], near: 0, corner: [0, 0] });
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
    if (!engine.charted) {
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
        element("figure", { class: "chart" }, this.canvas, this.levels()), this.panel));
    this.listen();
  }

  link(state) { return this.app.link("advise", state); }

  learned() { if (!this.root.hidden) this.show(this.state, this.app.params); }

  show(state, params) {
    if (!this.canvas) this.build();
    // The address is read again when the values are there.
    if (!this.canvas) return;
    const { layers } = this.engine;
    const asked = layers?.all.find(({ word }) => word === params.get(layers.label));
    if (asked) this.layer = asked.mode;
    if (this.engine.scoreNames.slice(1).includes(params.get("across"))) this.across = params.get("across");
    const { scoreNames, goal, unit } = this.engine, below = scoreNames.map((name) => [name, Math.min(state[name], goal - unit)]);
    this.write({ ...state, ...Object.fromEntries(below) });  // once somebody has the goal there is no map
    this.draw();
    this.tell();
  }

  // --- moving about -----------------------------------------------------------------------------

  listen() {
    const { canvas } = this;
    const at = (event) => { if (this.frame) this.move(this.placed(event)); };
    canvas.addEventListener("click", at);
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && event.buttons === 1) at(event);
    });
    canvas.addEventListener("wheel", (event) => {
      // The page scrolls; what pinches a touch pad has this key as well.
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.come(event.deltaY < 0 ? 1 : -1);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const steps = {
        ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
      };
      const { own, [this.across]: opp } = this.state;
      if (event.key in steps) {
        const far = this.engine.unit * (event.shiftKey ? 10 : 1);
        const [x, y] = steps[event.key].map((step) => step * far);
        this.move({ own: own + y, [this.across]: opp + x });
      } else if (["+", "=", "-"].includes(event.key)) {
        this.come(event.key === "-" ? -1 : 1);
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

  placed({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect(), { left, top, side, span, own, opp } = this.frame;
    const { engine } = this, within = (place) => engine.unit * Math.min(Math.max(Math.floor(place), 0), engine.scores - 1);
    return {
      own: within(own + (top + side - (clientY - box.top)) / side * span),
      [this.across]: within(opp + (clientX - box.left - left) / side * span),
    };
  }

  levels() {
    const button = (sign, key, step) => {
      const made = pressable(sign, () => this.come(step), "step");
      made.setAttribute("aria-label", say(key));
      this.toggles.push(() => made.setAttribute("aria-disabled", !this.comes(step)));
      return made;
    };
    return element("div", { class: "levels" }, button("−", "mapFarther", -1), button("+", "mapNearer", 1),
      this.level = element("span", { class: "small" }));
  }

  comes(step) {
    const near = this.near + step;
    return near >= 0 && (step < 0 || this.engine.scores / 2 ** near >= FEWEST);
  }

  come(step) {
    if (!this.comes(step)) return;
    this.near += step;
    this.corner = null;
    this.draw();
    announce(this.level.textContent);
  }

  /** The state changes as asked, or as near to it as there is. */
  move(parts) {
    this.write(nearest(this.engine, { ...this.state, ...parts }));
    this.draw();
    announce(this.tell());
  }

  get found() { return this.engine.map(this.state, this.layer, this.across); }

  /** The address keeps which of several maps is shown. */
  write(state) {
    const { layers, players } = this.engine;
    this.app.write(state, {
      ...(layers && { [layers.label]: layers.all.find(({ mode }) => mode === this.layer).word }), ...(players > 2 && { across: this.across }),
    });
  }

  /** What the map says where the mark is; also as a sentence. */
  tell() {
    const { engine, state } = this;
    const words = engine.reading(state, this.value(state), this.layer);
    const where = this.where(state);
    this.here.replaceChildren(
      element("p", { class: "where" }, where),
      element("p", { class: "decision" }, words),
      element("p", { class: "links" },
        element("a", { href: this.link(state) }, say("toAdvise"))));
    return `${where} ${words}`;
  }

  value(state) {
    const { engine } = this, [own, opp] = this.places(state);
    return this.found.values[own * engine.scores + opp];
  }

  /** The two scores of a state that the map has, in units.
   * @param {State} state */
  places({ own, [this.across]: opp }) { return [own, opp].map((score) => score / this.engine.unit); }

  where(state) {
    const { engine } = this;
    if (engine.players === 2) return say("mapHere", { own: state.own, opp: state.opp });
    const scores = engine.scoreNames.map((name, n) => `${n ? inside(say(name)) : say("you")} ${state[name]}`);
    return `${scores.join(", ")}.`;
  }

  /** Whose score is across the map, where there are several opponents, and a slider for each other. */
  opponents() {
    const [, ...names] = this.engine.scoreNames;
    if (names.length < 2) return [];
    const choose = selection(`${this.name}-across`, names.map((name) => [name, say(name)]), (name) => {
      this.across = name;
      this.move({});
    });
    this.toggles.push(() => { choose.value = this.across; });
    return [
      element("div", { class: "field" }, element("label", { for: `${this.name}-across` }, say("mapAgainst")), choose),
      ...names.map((name) => this.slider(name)),
    ];
  }

  /** A number that is not across the map, such as the score of another opponent. */
  slider(name) {
    const id = `${this.name}-${name}`, input = element("input", { type: "range", id, min: this.engine.leastOf(name) }), shown = element("output", { for: id });
    const field = element("div", { class: "field" }, element("label", { for: id }, say(name)), shown, input);
    input.addEventListener("input", () => this.move({ [name]: input.valueAsNumber }));
    this.toggles.push(() => {
      field.hidden = name === this.across;
      const { engine, engine: { goal, unit } } = this, score = engine.scoreNames.includes(name);
      input.max = score ? goal - unit : engine.limits(this.state)[name];  // there is no map of a last turn
      input.value = shown.value = this.state[name];
    });
    return field;
  }

  choices() {
    const { layers } = this.engine;
    if (!layers) return [];
    const { all, label } = layers;
    const choose = selection(`${this.name}-layer`, all.map(({ mode, text }) => [mode, text]), (mode) => {
      this.layer = Number(mode);
      this.move({});
    });
    this.toggles.push(() => { choose.value = this.layer; });
    return [element("div", { class: "field" }, element("label", { for: `${this.name}-layer` }, say(label)), choose)];
  }

  /** A part of the state that is no axis of the map: on or off, or a number. */
  toggle(name) {
    if (this.engine.limits(this.state)[name] > 1) return this.slider(name);
    const { box, label } = switching(say(name), (on) => this.move({ [name]: Number(on) }));
    this.toggles.push(() => { box.checked = this.state[name] === 1; });
    return label;
  }

  // --- drawing ----------------------------------------------------------------------------------

  /** The smallest value, and one that hardly any is above, so that a few do not stretch the scale. */
  scale({ values }) {
    const { engine, engine: { scores } } = this;
    const inside = values.filter((value, place) => !engine.extreme(Math.floor(place / scores), value));
    if (!inside.length) return { low: 1, high: 1, more: false, empty: true };
    inside.sort();
    const high = inside[Math.floor((inside.length - 1) * 0.995)];
    return { low: inside[0], high, more: high < inside[inside.length - 1], empty: false };
  }

  legend() {
    this.bar = element("canvas", { width: 240, height: 14, "aria-hidden": "true" });
    this.ends = element("p", { class: "ends" });
    const { beyond, legend: { marked, met } } = this.engine;
    const entry = (kind, text, seen) => {
      const made = element("li", {}, element("span", { class: `swatch ${kind}` }), text);
      if (seen) this.toggles.push(() => { made.hidden = !seen(); });
      return made;
    };
    return element("div", { class: "legend" },
      element("h3", {}, say("legend")),
      this.bar, this.ends,
      element("ul", {},
        ...(beyond ? [entry("extreme", beyond)] : []),
        ...(marked ? [entry("marked", say(marked), () => !this.zones)] : []),
        ...(met ? [entry("marked met", say(met), () => !this.zones)] : []),
        entry("ring", say("legendHere"))));
  }

  draw() {
    const { canvas, engine, state } = this;
    const colours = palette(this.root), scale = this.scale(this.found);
    const size = canvas.parentElement.clientWidth, sharp = window.devicePixelRatio || 1;
    canvas.style.width = canvas.style.height = `${size}px`;
    canvas.width = canvas.height = Math.round(size * sharp);
    const margin = 28 + 6 * Math.max(2, `${engine.goal - engine.unit}`.length);
    this.frame = this.window({ left: margin, top: 10, side: size - margin - 10 });
    this.zones = this.zonesOf(this.frame, scale);
    const { found } = this;
    for (const set of this.toggles) set();
    const brush = canvas.getContext("2d");
    brush.scale(sharp, sharp);
    brush.imageSmoothingEnabled = false;
    const { frame, frame: { left, top, side } } = this;
    brush.save();
    brush.beginPath();
    brush.rect(left, top, side, side);
    brush.clip();
    this.picture(brush, frame, found, scale, colours);
    if (!this.zones) {
      this.marks(brush, frame, found, colours);
      this.numbers(brush, frame, found, scale, colours);
    }
    brush.restore();
    this.axes(brush, colours);
    this.mark(brush, state, colours);
    if (!this.bar) return;
    // Every value is extreme: there is no scale.
    this.bar.hidden = this.ends.hidden = scale.empty;
    this.keys(scale, colours);
    if (this.level) this.level.textContent = say(this.zones ? "mapZones" : "mapCells");
  }

  /** The scores that are seen: all, or so many that have the mark among them. */
  window(square) {
    const { scores } = this.engine, span = Math.ceil(scores / 2 ** this.near), marked = this.places(this.state);
    const inside = (first, n) => Math.min(Math.max(Math.round(first), 0), scores - span, marked[n]);
    const seen = this.corner?.every((first, n) => first <= marked[n] && marked[n] < first + span);
    this.corner = seen ? this.corner.map(inside) : marked.map((score, n) => inside(score - span / 2, n));
    const [own, opp] = this.corner;
    return { ...square, own, opp, span };
  }

  /** The step between the zones of a frame; 0 where there are cells: from near, and where what is best
   * changes from each score to the next. */
  zonesOf({ side, span }, { low, high, empty }) {
    if (empty || this.engine.patchy || side / span >= DISTINCT) return 0;
    return [1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => step * this.engine.unit)
      .find((step) => (high - low) / step < MOST_ZONES) ?? 0;
  }

  /** The colour of a value, or of the zone in which it lies. */
  coloured(value, { low, high }, { scale }) {
    const { zones, engine: { unit } } = this;
    const middle = zones ? (Math.floor(value / zones) + 0.5) * zones - unit / 2 : value;
    return shade((middle - low) / (high - low || 1), scale);
  }

  /** The map itself, a pixel for each pair of scores: own upwards, the opponent's
   * to the right, as the pictures on paper have it. */
  picture(brush, { left, top, side, own: lowest, opp: first, span }, found, scale, colours) {
    const { engine, engine: { scores } } = this, plate = new OffscreenCanvas(scores, scores);
    const dots = plate.getContext("2d"), image = dots.createImageData(scores, scores);
    for (let own = 0; own < scores; own++) {
      for (let opp = 0; opp < scores; opp++) {
        const place = own * scores + opp, value = found.values[place];
        const colour = engine.extreme(own, value) ? colours.extreme : this.coloured(value, scale, colours);
        const pixel = 4 * ((scores - 1 - own) * scores + opp);
        colour.forEach((part, n) => { image.data[pixel + n] = part; });
        image.data[pixel + 3] = 255;
      }
    }
    dots.putImageData(image, 0, 0);
    brush.drawImage(plate, first, scores - lowest - span, span, span, left, top, side, side);
  }

  /** A dot on each marked cell, a large one where the mover mixes. */
  marks(brush, frame, { marks }, colours) {
    const { scores } = this.engine, cell = cellOf(frame), small = Math.max(0.6, Math.min(cell / 4, 5));
    const dots = [0, small, 0.7 * cell];
    brush.fillStyle = colours.dot;
    marks.forEach((kind, place) => {
      if (!kind) return;
      const dot = dots[kind], [x, y] = middleIn(frame, Math.floor(place / scores), place % scores);
      // Below the number.
      const down = cell < WRITTEN ? y : y + cell / 2 - dot / 2 - 2;
      brush.fillRect(x - dot / 2, down - dot / 2, dot, dot);
    });
  }

  numbers(brush, frame, { values }, scale, colours) {
    const { engine, engine: { scores } } = this, cell = cellOf(frame);
    if (cell < WRITTEN) return;
    const { own: lowest, opp: first, span } = frame;
    const end = (score) => Math.min(Math.ceil(score + span), scores);
    brush.font = `${Math.min(13, Math.round(cell / 2.2))}px system-ui, sans-serif`;
    brush.textAlign = "center";
    for (let own = Math.max(0, Math.floor(lowest)); own < end(lowest); own++) {
      for (let opp = Math.max(0, Math.floor(first)); opp < end(first); opp++) {
        const value = values[own * scores + opp], [x, y] = middleIn(frame, own, opp);
        if (engine.extreme(own, value)) continue;
        const [red, green, blue] = this.coloured(value, scale, colours);
        brush.fillStyle = 0.3 * red + 0.59 * green + 0.11 * blue > 110 ? "black" : "white";
        brush.fillText(value, x, y + 3);
      }
    }
  }

  axes(brush, { ink }) {
    const { engine, frame, frame: { left, top, side, own: lowest, opp: first, span } } = this;
    brush.strokeStyle = brush.fillStyle = ink;
    brush.lineWidth = 1;
    brush.strokeRect(left - 0.5, top - 0.5, side + 1, side + 1);
    brush.font = "12px system-ui, sans-serif";
    const step = Math.max(1, tickStep(engine.unit * span, side, `${engine.goal}`.length) / engine.unit);
    for (let place = 0; place < engine.scores; place += step) {
      const [x, y] = middleIn(frame, place, place), score = engine.unit * place;
      brush.textAlign = "center";
      if (place >= first && place < first + span) brush.fillText(score, x, top + side + 15);
      brush.textAlign = "right";
      if (place >= lowest && place < lowest + span) brush.fillText(score, left - 5, y + 4);
    }
    brush.textAlign = "center";
    brush.fillText(say(engine.players > 2 ? this.across : "mapAcross"), left + side / 2, top + side + 29);
    brush.save();
    brush.translate(11, top + side / 2);
    brush.rotate(-Math.PI / 2);
    brush.fillText(say("own"), 0, 0);
    brush.restore();
  }

  /** A ring around the present state, with hairlines to both axes. */
  mark(brush, state, { ring, halo }) {
    const { frame, frame: { left, top, side } } = this;
    const [x, y] = middleIn(frame, ...this.places(state)), radius = Math.max(8, 0.6 * cellOf(frame));
    for (const [colour, width] of [[halo, 3], [ring, 1.25]]) {
      brush.strokeStyle = colour;
      brush.lineWidth = width;
      brush.beginPath();
      brush.arc(x, y, radius, 0, 2 * Math.PI);
      brush.moveTo(left, y);
      brush.lineTo(x - radius, y);
      brush.moveTo(x, y + radius);
      brush.lineTo(x, top + side);
      brush.stroke();
    }
  }

  /** The colours of the legend: those of the zones, where there are zones. */
  keys(scale, colours) {
    const { low, high, more } = scale, brush = this.bar.getContext("2d"), { width, height } = this.bar;
    for (let x = 0; x < width; x++) {
      brush.fillStyle = `rgb(${this.coloured(low + x / (width - 1) * (high - low), scale, colours)})`;
      brush.fillRect(x, 0, 1, height);
    }
    const name = say(this.engine.legend.scale);
    this.ends.replaceChildren(element("span", {}, `${low}`), element("span", {}, name), element("span", {}, `${high}${more ? "+" : ""}`));
  }
}

VIEWS.map = MapView;

/** Pixels of a cell from which on one cell is distinct from the next, and a number fits into it. */
const DISTINCT = 9, WRITTEN = 22;

/** So many zones a map has at most, and so many scores the nearest level at least. */
const MOST_ZONES = 12, FEWEST = 10;

/** A colour of the scale at a share of the way: darker means more. */
function shade(share, stops) {
  const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const from = Math.min(Math.floor(place), stops.length - 2);
  return stops[from].map((part, n) => Math.round(part + (place - from) * (stops[from + 1][n] - part)));
}

function palette(root) {
  const style = getComputedStyle(root);
  const read = (name) => style.getPropertyValue(name).trim();
  const parts = (name) => [1, 3, 5].map((n) => parseInt(read(name).slice(n, n + 2), 16));
  return {
    scale: [0, 1, 2, 3].map((n) => parts(`--scale-${n}`)),
    paper: parts("--card"), extreme: parts("--extreme"), ink: read("--ink"), dot: read("--dot"),
    ring: read("--ring"), halo: read("--halo"),
  };
}

/** Pixels of a cell of a frame, and where its scores are. */
function cellOf({ side, span }) { return side / span; }

function middleIn(frame, own, opp) {
  const { left, top, side } = frame, cell = cellOf(frame);
  return [left + (opp + 0.5 - frame.opp) * cell, top + side - (own + 0.5 - frame.own) * cell];
}

/** A distance of ticks: 1, 2 or 5 times a power of ten, far enough apart for so many letters. */
function tickStep(reach, side, letters) {
  const least = Math.max(32, 9 * letters) * reach / side;
  for (let power = 1; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) if (step >= least) return step;
  }
}

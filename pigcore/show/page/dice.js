"use strict";
// What is thrown, drawn and seen to fall: dice with pips or numbers, coins, pigs, and cards with
// points for throws that are none of these. All drawn here, in inline SVG.

const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[28, 28], [50, 50], [72, 72]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
  6: [[28, 26], [72, 26], [28, 50], [72, 50], [28, 74], [72, 74]],
};

/** The outline of a die by its number of sides, in a square of 100. */
const OUTLINES = {
  4: "M50 8 94 86Q96 90 91 90H9Q4 90 6 86Z",
  6: "M20 4H80Q96 4 96 20V80Q96 96 80 96H20Q4 96 4 80V20Q4 4 20 4Z",
  8: "M50 3 95 50 50 97 5 50Z",
  10: "M50 4 94 40 78 92H22L6 40Z",
};

/** A pig that stands, looking right, in a box of 120 by 90. */
function pigDrawn() {
  const part = (tag, kind, attributes) => svg(tag, { class: `pig-${kind}`, ...attributes });
  const leg = (x, y, height) => svg("rect", { x, y, width: 10, height, rx: 4 });
  return [
    part("path", "tail", { d: "M22 42q-13-1-12-11t10-5-3 10" }),
    svg("g", { class: "pig-legs" }, leg(28, 56, 25), leg(43, 58, 23), leg(66, 58, 23), leg(79, 56, 25)),
    part("ellipse", "body", { cx: 56, cy: 45, rx: 37, ry: 24 }),
    part("circle", "body", { cx: 92, cy: 38, r: 17 }),
    part("path", "ear", { d: "M79 27 83 9 96 23Z" }),
    part("rect", "ear", { x: 104, y: 32, width: 12, height: 15, rx: 5 }),
    part("circle", "ink", { cx: 97, cy: 32, r: 2.2 }),
    part("circle", "ink", { cx: 110, cy: 37, r: 1.3 }), part("circle", "ink", { cx: 110, cy: 42, r: 1.3 }),
  ];
}

/** How a pig lies: turned about the middle of its box. One on its side is seen from above. */
const POSES = {
  "dot up": { turned: "translate(0 3) rotate(-8 60 45)", side: true, dot: true },
  "dot down": { turned: "matrix(-1 0 0 1 120 3) rotate(-8 60 45)", side: true },
  trotter: { turned: "translate(0 4)" },
  razorback: { turned: "matrix(1 0 0 -1 0 96)" },
  snouter: { turned: "rotate(40 60 45) translate(-6 0)" },
  "leaning jowler": { turned: "rotate(125 60 45) translate(-8 -4)" },
  touching: { turned: "rotate(-24 60 45) translate(-2 4)" },
  "": { turned: "rotate(-60 60 45)" },  // in the air: like none of the others
};

/** A face on a die of some outline. */
function onDie(outline, ...shown) {
  return svg("svg", { viewBox: "0 0 100 100" }, svg("path", { class: "die-body", d: outline }),
    svg("g", { class: "die-ink" }, ...shown));
}

/** How each kind of face is drawn. What it shows may be anybody's words. */
const FACES = {
  die({ value, sides }) {
    const outline = OUTLINES[sides] ?? OUTLINES[sides > 8 ? 10 : 6];
    if (outline === OUTLINES[6] && Object.hasOwn(PIPS, value)) {
      return onDie(outline, ...PIPS[value].map(([cx, cy]) => svg("circle", { cx, cy, r: 9 })));
    }
    return onDie(outline, svg("text", { x: 50, y: sides === 4 ? 74 : 64, "font-size": 42, "text-anchor": "middle" }, `${value}`));
  },

  coin({ value }) {
    const shown = {
      heads: () => [svg("circle", { class: "coin-head", cx: 50, cy: 41, r: 13 }), svg("path", { class: "coin-head", d: "M26 76q4-20 24-20t24 20z" })],
      tails: () => [svg("path", { class: "coin-tail", d: "M30 50h40M50 30v40" })],
    }[value]?.() ?? [];
    return svg("svg", { viewBox: "0 0 100 100" }, svg("circle", { class: "coin-body", cx: 50, cy: 50, r: 46 }),
      svg("circle", { class: "coin-rim", cx: 50, cy: 50, r: 38 }), ...shown);
  },

  pig({ value }) {
    const { turned, side, dot } = POSES[value];
    const shadow = side ? { cy: 52, rx: 58, ry: 44 } : { cy: 88, rx: 44, ry: 5 };
    return svg("svg", { viewBox: "0 0 120 96" }, svg("ellipse", { class: "pig-shadow", cx: 60, ...shadow }),
      svg("g", { transform: turned }, ...pigDrawn(), ...(dot ? [svg("circle", { class: "pig-dot", cx: 56, cy: 45, r: 8 })] : [])));
  },

  /** A score, or a sign between two. */
  score({ value }) { return element("span", {}, `${value}`); },

  points({ value }) {
    const size = value.length > 3 ? 24 : 38;
    return onDie(OUTLINES[6], svg("text", { x: 50, y: 63, "font-size": size, "text-anchor": "middle" }, `${value}`));
  },
};

class Dice {
  /** `stage` is the element that they fall on; `pace()` the milliseconds that a fall may take. */
  constructor(stage, pace) {
    this.stage = stage;
    this.pace = pace;
    this.falling = [];
  }

  /** Let `faces`, each {kind, value, sides, name}, fall, blank until `show` draws what they show;
   * resolves when they lie or were hurried. */
  async fall(faces) {
    this.show(faces.map(({ kind, sides }) => ({ kind, sides, value: "" })));
    const pace = this.pace();
    if (!pace) return;
    this.falling = [...this.stage.children].map((die, place) => {
      const side = place % 2 ? 1 : -1;
      const spin = faces[place].kind === "coin" ? "rotateX" : "rotate";
      const from = (x, y, turns, scale) => ({
        transform: `translate(${side * x}%, ${y}%) ${spin}(${side * turns}turn) scale(${scale})`,
      });
      const timing = { duration: pace, delay: Math.min(60 * place, pace / 2), fill: "backwards" };
      return die.firstElementChild.animate([
        { ...from(60, -190, 1.5, 1.25), opacity: 0, easing: "cubic-bezier(.45,0,.9,.6)" },
        { opacity: 1, offset: 0.15 },
        { ...from(14, 0, 0.4, 1), offset: 0.55, easing: "cubic-bezier(.1,.6,.5,1)" },
        { ...from(8, -28, 0.15, 1.05), offset: 0.72, easing: "cubic-bezier(.5,0,.9,.5)" },
        { ...from(2, 0, 0, 1), offset: 0.88 },
        { ...from(0, 0, 0, 1) },
      ], timing);
    });
    await Promise.allSettled(this.falling.map(({ finished }) => finished));
    this.falling = [];
  }

  /** Show a bust by sinking and shaking, a win by leaps, within less than a second. */
  move(kind) {
    if (!this.pace()) return;
    const tilt = (turn, y, x = 0) => ({ transform: `translate(${x}%, ${y}%) rotate(${turn}deg)` });
    const frames = kind === "bust"
      ? [tilt(0, 0), tilt(-9, 4, -12), tilt(9, 8, 12), tilt(-7, 12, -9), { ...tilt(24, 30), opacity: 0.35 }, { ...tilt(0, 0), opacity: 1 }]
      : [tilt(0, 0), tilt(-14, -70), tilt(0, 0), tilt(14, -45), tilt(0, 0), tilt(0, -18), tilt(0, 0)];
    const timing = { duration: MOVES, easing: "ease-in-out", id: kind };
    this.moving = [...this.stage.children].map((die, place) => (
      die.firstElementChild.animate(frames, { ...timing, delay: kind === "win" ? 40 * Math.min(place, 5) : 0 })));
  }

  get isMoving() { return Boolean(this.moving?.some(({ playState }) => playState === "running")); }

  get isFalling() { return this.falling.length > 0; }

  /** Let them lie at once. */
  hurry() { for (const animation of this.falling) animation.finish(); }

  /** Draw them where they lie; what they show is said in words beside the stage. A face with a `press`
   * is a button that does it. */
  show(faces) {
    this.stage.toggleAttribute("aria-hidden", false);
    if (!faces.some(({ press }) => press)) this.stage.setAttribute("aria-hidden", "true");
    this.stage.replaceChildren(...faces.map((face) => {
      const kind = `die ${face.kind}${face.scores ? " scores" : ""}`;
      const die = face.press ? pressable("", face.press, kind) : element("span", { class: kind });
      for (const [name, value] of Object.entries(face.attributes ?? {})) die.setAttribute(name, value);
      die.append(FACES[face.kind](face), ...(face.name ? [element("small", {}, face.name)] : []));
      return die;
    }));
    this.stage.classList.toggle("many", faces.length > 3);
  }
}

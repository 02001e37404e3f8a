"use strict";
// What is thrown, drawn and seen to fall: dice with pips or numbers, and cards with points
// for throws of anything else. All drawn here, in inline SVG.

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
      const from = (x, y, turns, scale) => ({
        transform: `translate(${side * x}%, ${y}%) rotate(${side * turns}turn) scale(${scale})`,
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

  get isFalling() { return this.falling.length > 0; }

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

"use strict";
// Needs advise.js
// Zombie Dice at the table. A mode is by colour (green, yellow, red) the dice in the cup, the feet in
// hand and the shotguns on the table. A cup that has too few dice for a throw is filled again, with all
// that are neither.

class ZombiePad extends DicePad {
  static serves({ rules: { modes } }) { return modes.length > 1000 && modes.every((mode) => /^(\d{3}\.){2}\d{3}$/.test(mode)); }

  constructor(view) { super(view, "zombie"); }

  /** By colour the dice in the cup, feet in hand and shotguns; and how many are drawn. */
  get place() {
    const { engine, state } = this;
    const [cup, feet, shots] = engine.rules.modes[state.mode].split(".").map((word) => [...word].map(Number));
    return { cup, feet, shots, lacking: 3 - sumOfDice(feet) };
  }

  modeOf(cup, feet, shots) {
    const full = [6, 4, 3].map((all, n) => all - feet[n] - shots[n]), few = sumOfDice(cup) < 3 - sumOfDice(feet);
    return this.engine.rules.modes.indexOf([few ? full : cup, feet, shots].map((counts) => counts.join("")).join("."));
  }

  standing() {
    const { cup, shots } = this.place, { view: { table: { total } } } = this;
    const colours = (counts) => listed(counts.flatMap((count, n) => (
      count ? [say("zombie.count", { count, colour: say(`zombie.${n}`) })] : []))) || say("zombie.none");
    return say("zombie.standing", { total, cup: colours(cup), shots: colours(shots) });
  }

  /** How many dice of each colour may still be among those that fell: feet first, then from the cup. */
  left(fell) {
    const { cup, feet, lacking } = this.place;
    const thrown = [0, 1, 2].map((colour) => fell.filter((die) => die.colour === colour).length);
    const drawn = thrown.map((count, n) => Math.max(0, count - feet[n]));
    const free = lacking - sumOfDice(drawn);
    return thrown.map((count, n) => Math.max(0, feet[n] - count) + Math.min(free, cup[n] - drawn[n]));
  }

  get count() {
    const { cup, feet, lacking } = this.place;
    return sumOfDice(feet) + Math.min(lacking, sumOfDice(cup));
  }

  hint(fell) {
    const { feet } = this.place, left = this.count - fell.length;
    if (fell.length) return say("table.left", { count: left });
    const held = feet.flatMap((count, n) => (count ? [say("zombie.count", { count, colour: say(`zombie.${n}`) })] : []));
    return held.length ? say("zombie.hold", { held: listed(held), count: this.count - sumOfDice(feet) }) : say("table.tap", { count: this.count });
  }

  buttons(fell) {
    const { view } = this, left = this.left(fell);
    const die = ({ colour, face }, press) => {
      const button = pressable("", press, `face zombie-${colour}`);
      button.setAttribute("aria-label", say("zombie.die", { face: say(`zombie.face.${face}`), colour: say(`zombie.${colour}`) }));
      button.append(zombieFace(face));
      return button;
    };
    return [...this.entered(fell, die), ...[0, 1, 2].flatMap((colour) => ["brain", "feet", "shot"].map((face) => {
      const button = die({ colour, face }, () => view.fall({ colour, face }));
      button.disabled = left[colour] < 1;
      return button;
    }))];
  }

  outcome(fell) {
    if (fell.length < this.count) return undefined;
    const { cup, feet, shots } = this.place, { engine, view: { table: { state } } } = this;
    const showing = (face) => [0, 1, 2].map((colour) => fell.filter((die) => die.colour === colour && die.face === face).length);
    const gain = sumOfDice(showing("brain")), shot = showing("shot").map((count, n) => count + shots[n]);
    const left = cup.map((count, n) => count - (fell.filter(({ colour }) => colour === n).length - feet[n]));
    if (sumOfDice(shot) >= 3) return { faces: [], kind: "bust", gain: 0, options: [] };
    const mode = this.modeOf(left, showing("feet"), shot);
    if (mode === state.mode && !gain) return null;
    return { faces: [], kind: "gain", gain, options: [{ gain, mode, word: `+${gain}` }] };
  }
}

function sumOfDice(counts) { return counts.reduce((total, count) => total + count, 0); }

function zombieFace(face) {
  const drawn = {
    brain: "M50 22c-8-8-24-4-25 9-13 3-14 21-4 27-1 13 13 20 22 13 3 5 11 5 14 0 9 7 23 0 22-13 10-6 9-24-4-27-1-13-17-17-25-9zM50 24v46M33 38q9 0 9 9M67 38q-9 0-9 9M31 58q8 0 10-6M69 58q-8 0-10-6",
    feet: "M36 22q12-2 12 14 0 12-4 20-4 8-12 6-9-3-6-16 3-22 10-24zM31 70q6 2 11 0 0 12-7 11-6-2-4-11zM66 30q11 0 11 15 1 12-3 19-4 8-11 6-9-3-6-16 2-22 9-24zM60 77q6 2 11 0 0 11-7 10-6-2-4-10z",
    shot: "M50 12 58 34 78 22 68 42 90 48 68 56 80 76 59 66 50 88 42 66 21 77 32 56 10 50 32 42 21 22 42 34Z",
  }[face];
  return svg("svg", { viewBox: "0 0 100 100" }, svg("path", { class: "die-body", d: OUTLINES[6] }),
    svg("g", { class: `zombie-ink ${face}` }, svg("path", { d: drawn })));
}

PADS.unshift(ZombiePad);

"use strict";
// The tables of this game, as Python embedded them: JSON, in which long arrays are base64 of
// little-endian numbers.

const DATA = JSON.parse(document.getElementById("data").textContent);

/** The numbers of a base64 text, as an array of `Kind` (a typed array, little-endian as the text
 * is; so is every processor that runs a browser today). */
function numbers(text, Kind) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let n = 0; n < letters.length; n++) bytes[n] = letters.charCodeAt(n);
  return new Kind(bytes.buffer);
}

/** What the rival answers in a state: a function of the state, or null if there is no rival but the
 * perfect player. Run r reaches up to ends[r]; a state's place is found among them by bisection. */
const rivalChances = (() => {
  if (!DATA.rival) return null;
  const { shape, answers } = DATA.rival;
  const ends = numbers(DATA.rival.ends, Uint32Array);
  const which = numbers(DATA.rival.which, Uint16Array);
  return (state) => {
    const place = shape.reduce((sum, size, n) => sum * size + (state[DATA.names[n]] || 0), 0);
    let low = 0, high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (place < ends[middle]) high = middle; else low = middle + 1;
    }
    return answers[which[low]];
  };
})();

/** The rival's action in a state with these legal actions, drawn if he mixes. */
function rivalAction(state, actions, random = Math.random) {
  if (actions.length === 1) return actions[0];
  let left = random();
  const chances = rivalChances(state);
  for (let n = 0; n < chances.length; n++) {
    left -= chances[n];
    if (left < 0) return DATA.rival.actions[n];
  }
  return DATA.rival.actions[chances.lastIndexOf(Math.max(...chances))];
}

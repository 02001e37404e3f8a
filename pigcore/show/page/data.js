"use strict";
// The tables of a game, as Python embeds them: JSON, in which long arrays are base64 of little-endian
// numbers. What the page computes itself has the arrays in their place.

/** What is embedded in the page. */
function embedded() { return JSON.parse(document.getElementById("data").textContent); }

/** The numbers of a base64 text, as an array of `Kind` (a typed array, little-endian as the text
 * is; so is every processor that runs a browser today); of numbers, as such an array. */
function numbers(text, Kind) {
  if (typeof text !== "string") return text instanceof Kind ? text : Kind.from(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let n = 0; n < letters.length; n++) bytes[n] = letters.charCodeAt(n);
  return new Kind(bytes.buffer);
}

/** So many whole numbers, written as runs of equal ones or one by one. */
function fromRuns(runs, size) {
  if (runs.length === size) return runs;
  const Kind = runs.values.length > runs.lengths.length ? Uint32Array : Uint16Array;
  const found = new Uint32Array(size), values = numbers(runs.values, Kind);
  numbers(runs.lengths, Uint16Array).reduce((at, length, run) => {
    found.fill(values[run], at, at + length);
    return at + length;
  }, 0);
  return found;
}

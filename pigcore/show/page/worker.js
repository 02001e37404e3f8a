"use strict";
// Solving beside the page, in a Worker. It is made from the page's own text, of which the first script has
// all that needs no document: so there is no second file, and it works from a file, too.

/** What the Worker does: it posts {tables} if it was given rules, {share} now and then, and at last
 * {found} or {wrong}. */
const SERVING = `
onmessage = ({ data: given }) => {
  try {
    const tables = given.family ? given : tablesOf(given);
    if (tables !== given) postMessage({ tables });
    const found = solved(tables, (share) => postMessage({ share }));
    for (const key of Object.keys(tables)) delete found[key];
    postMessage({ found });
  } catch (error) {
    postMessage({ wrong: { message: error.message, field: error.field, key: error.key, values: error.values } });
  }
};`;

/**
 * What only a solution has of these tables, or of the tables of these rules, {promise, stop()}. `progress`
 * is called with the share that is done, and `made` with the tables if they were made of rules. Once
 * stopped the promise stays as it is. Where no Worker can be had it is solved here, in slices.
 */
function solveInWorker(given, progress = () => {}, made = () => {}) {
  let stop = () => {};
  const promise = new Promise((resolve, reject) => {
    const worker = workerOf(document.getElementById("kernel"));
    if (!worker) {
      const tables = given.family ? given : tablesOf(given), work = new Survey(inSlices(tables, progress));
      made(tables);
      work.start(() => resolve(work.found));
      stop = () => work.stop();
      return;
    }
    stop = () => worker.terminate();
    worker.onerror = worker.onmessageerror = (event) => {
      event.preventDefault();
      worker.terminate();
      reject(new Error(event.message));
    };
    worker.onmessage = ({ data: { tables, share, found, wrong } }) => {
      if (tables) made(tables);
      if (share !== undefined) progress(share);
      if (found || wrong) worker.terminate();
      if (found) resolve(found);
      if (wrong?.key) reject(Object.assign(new Refused(wrong.field, "", wrong.values), { key: wrong.key }));
      else if (wrong) reject(new Error(wrong.message));
    };
    worker.postMessage(given);
  });
  return { promise, stop: () => stop() };
}

/** A Worker that has run this script; null where there can be none. */
function workerOf(script) {
  const address = URL.createObjectURL(new Blob([script.textContent, SERVING], { type: "text/javascript" }));
  try {
    return new Worker(address);
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function* inSlices(tables, progress) {
  const work = solving(tables);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    progress(value);
    yield;
  }
}

"use strict";
// Solving beside the page, in a Worker. It is made from the page's own text, of which the first script has
// all that needs no document: so there is no second file, and it works from a file, too.

/** What the Worker does with tables: it posts {share} now and then, and at last {found} or {wrong}. */
const SERVING = `
onmessage = ({ data: tables }) => {
  try {
    const found = solved(tables, (share) => postMessage({ share }));
    for (const key of Object.keys(tables)) delete found[key];
    postMessage({ found });
  } catch (error) {
    postMessage({ wrong: { message: error.message, field: error.field, key: error.key, values: error.values } });
  }
};`;

/**
 * What only a solution has of these tables, {promise, stop()}. `progress` is called with the share that is
 * done. Once stopped the promise stays as it is. Where no Worker can be had it is solved here, in slices.
 */
function solveInWorker(tables, progress = () => {}) {
  let stop = () => {};
  const promise = new Promise((resolve, reject) => {
    const worker = workerOf(document.getElementById("kernel"));
    if (!worker) {
      const work = new Survey(inSlices(tables, progress));
      work.start(() => resolve(work.found));
      stop = () => work.stop();
      return;
    }
    stop = () => worker.terminate();
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
    worker.onmessage = ({ data: { share, found, wrong } }) => {
      if (share !== undefined) progress(share);
      if (found || wrong) worker.terminate();
      if (found) resolve(found);
      if (wrong?.key) reject(Object.assign(new Refused(wrong.field, "", wrong.values), { key: wrong.key }));
      else if (wrong) reject(new Error(wrong.message));
    };
    worker.postMessage(tables);
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

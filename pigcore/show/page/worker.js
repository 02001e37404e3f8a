"use strict";
// Needs tables.js cells.js induction.js
// Solving beside the page, in a Worker. It is made from the page's own text, of which the first script has
// all that needs no document: so there is no second file, and it works from a file, too.

/** What the Worker does: it posts {begun}, {tables} if it was given rules, {share} now and then, and at
 * last {found} or {wrong}. */
const SERVING = `
onmessage = ({ data: given }) => {
  postMessage({ begun: true });
  try {
    const tables = given.family ? given : { ...tablesOf(given.rules), ...given.more };
    if (tables !== given) postMessage({ tables });
    const found = solved(tables, (share) => postMessage({ share }));
    for (const key of Object.keys(tables)) delete found[key];
    postMessage({ found });
  } catch (error) {
    postMessage({ wrong: { message: error.message, field: error.field, key: error.key, values: error.values } });
  }
};`;

/** So many milliseconds the page is busy at a time where it solves itself. */
const SLICE = 12;

/**
 * What only a solution has of these tables, or of those of {rules} with `more`, {promise, stop()}. `progress`
 * is called with the share that is done, and `made` with the tables if they were made of rules. Once
 * stopped the promise stays as it is. Where no Worker can be had, or none that runs its script, it is
 * solved here, in slices.
 * @param {any} given
 * @param {(share: number) => void} progress
 * @param {(tables: any) => void} made
 */
function solveInWorker(given, progress = () => {}, made = () => {}) {
  const job = { stopped: false };
  const promise = new Promise((resolve, reject) => {
    const here = () => inSlices(given, progress, made, job).then(resolve, reject);
    const worker = workerOf(document.getElementById("kernel"));
    if (!worker) {
      here();
      return;
    }
    job.worker = worker;
    let runs = false;
    worker.onerror = worker.onmessageerror = (/** @type {any} */ event) => {
      event.preventDefault();
      worker.terminate();
      if (runs) reject(new Error(event.message));
      else if (!job.stopped) here();
    };
    worker.onmessage = ({ data: { begun, tables, share, found, wrong } }) => {
      runs ||= Boolean(begun);
      if (tables) made(tables);
      if (share !== undefined) progress(share);
      if (found || wrong) worker.terminate();
      if (found) resolve(found);
      if (wrong?.key) reject(Object.assign(new Refused(wrong.field, "", wrong.values), { key: wrong.key }));
      else if (wrong) reject(new Error(wrong.message));
    };
    worker.postMessage(given);
  });
  const stop = () => {
    job.stopped = true;
    job.worker?.terminate();
  };
  return { promise, stop };
}

/** The same on the page's own thread; never done once it is stopped. */
async function inSlices(given, progress, made, job) {
  await null;  // who asked has the job before anything is reported
  const tables = given.family ? given : { ...tablesOf(given.rules), ...given.more };
  if (tables !== given) made(tables);
  if (job.stopped) await new Promise(() => {});
  const work = solving(tables);
  for (;;) {
    const end = performance.now() + SLICE;
    let step = work.next();
    while (!step.done && performance.now() < end) step = work.next();
    if (step.done) return step.value;
    progress(step.value);
    await new Promise((resume) => setTimeout(() => job.stopped || resume()));
  }
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

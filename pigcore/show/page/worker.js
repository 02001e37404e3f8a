"use strict";
// Needs tables.js cells.js induction.js
// Solving beside the page, in a Worker. It is made from the page's own text, of which the first script has
// all that needs no document: so there is no second file, and it works from a file, too.

/** What the Worker does: it posts {tables} if it was given rules, {share} now and then, and at last {found}
 * or {wrong}. */
const SERVING = `
onmessage = ({ data: given }) => {
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

/**
 * What only a solution has of these tables, or of those of {rules} with `more`, {promise, stop()}. `progress`
 * is called with the share that is done, and `made` with the tables if they were made of rules. Once
 * stopped the promise stays as it is.
 * @param {any} given
 * @param {(share: number) => void} progress
 * @param {(tables: any) => void} made
 */
function solveInWorker(given, progress = () => {}, made = () => {}) {
  /** @type {Worker | undefined} */
  let worker;
  const promise = new Promise((resolve, reject) => {
    const script = new Blob([document.getElementById("kernel").textContent, SERVING], { type: "text/javascript" });
    const address = URL.createObjectURL(script);
    worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.onerror = (event) => {
      event.preventDefault();
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
  return { promise, stop: () => worker?.terminate() };
}

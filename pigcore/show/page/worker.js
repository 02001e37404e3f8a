"use strict";
// Needs tables.js cells.js induction.js
// Solving beside the page, in a Worker. It is made from the page's own text, of which the first script has
// all that needs no document: so there is no second file, and it works from a file, too.

/** What the Worker does: it posts {tables} if it was given rules, {share} now and then, and at last {found}, what only
 * a solution has, or {wrong}. */
const SERVING = `
onmessage = ({ data: given }) => {
  try {
    const tables = given.family ? given : { ...tablesOf(given.rules), ...given.more };
    if (tables !== given) postMessage({ tables });
    const found = solved(tables, (share) => postMessage({ share }));
    for (const key of Object.keys(tables)) delete found[key];
    postMessage({ found });
  } catch (error) {
    postMessage({ wrong: { field: error.field, key: error.key, values: error.values } });
  }
};`;

/** A Worker that is given tables, or {rules} with `more` of which it makes them first; `heard` gets what it posts.
 * @param {(said: any) => void} heard */
function solverOf(given, heard) {
  const script = new Blob([document.getElementById("kernel").textContent, SERVING], { type: "text/javascript" });
  const address = URL.createObjectURL(script), worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.onerror = (event) => {
    event.preventDefault();
    heard({ wrong: {} });
  };
  worker.onmessage = ({ data }) => heard(data);
  worker.postMessage(given);
  return worker;
}

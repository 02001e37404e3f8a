"use strict";
// Needs shelf.js
// On a host: name the manifest (of a file on a disk browsers complain), start the service worker, which keeps the page for when there is no network, and say so
// when it has fetched a newer one. Where there can be none, as in a private window, the page works.

if (location.protocol.startsWith("http")) {
  document.head.append(element("link", { rel: "manifest", href: "manifest.webmanifest" }));
}
if (location.protocol.startsWith("http") && navigator.serviceWorker) {
  const had = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (had) notify(say("site.newer"));
  });
  navigator.serviceWorker.register("sw.js").catch(() => { /* without it nothing is kept */ });
}

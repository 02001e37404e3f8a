// The service worker of a folder that a host serves. VERSION and FILES stand before this: all files of
// the folder, which are kept under a name of their own, so that everything works without a network.
// The name has the path of the folder, as folders of one host share their caches.

const OURS = `pigcore ${new URL(self.registration.scope).pathname} `, CACHE = OURS + VERSION;

/** Fetch all files anew, past what the browser may have kept of an older version. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(name, { cache: "reload" })));
}

/** Forget the versions before this one. */
async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
}

/** A file of the folder as it was kept. The folder itself is its page, which some hosts lead to from
 * index.html: an answer that was led elsewhere no browser takes for a page. */
async function answer(request) {
  const cache = await caches.open(CACHE), name = new URL(request.url).pathname.split("/").at(-1);
  const file = ["", "index.html"].includes(name) ? "./" : request;
  return await cache.match(file, { ignoreSearch: true }) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepAll().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(forget().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});

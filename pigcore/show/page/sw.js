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

/** The name of a file of the folder, if a request is for one. The folder itself is its page, which some
 * hosts lead to from index.html: an answer that was led elsewhere no browser takes for a page. */
function ours({ method, url }) {
  const [place, folder] = [url, self.registration.scope].map((address) => new URL(address));
  if (method !== "GET" || place.origin !== folder.origin || !place.pathname.startsWith(folder.pathname)) return undefined;
  const name = place.pathname.slice(folder.pathname.length);
  return FILES.find((file) => file === (["", "index.html"].includes(name) ? "./" : name));
}

async function answer(file, request) {
  const cache = await caches.open(CACHE);
  return await cache.match(file) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepAll().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(forget().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const file = ours(event.request);
  if (file) event.respondWith(answer(file, event.request));
});

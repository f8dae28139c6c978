// The service worker: keeps the files of the page, so that it plays alone without a server. The build puts in its version and the list of
// files. Must never keep what a server says about tables.
const CACHE = "billions-VERSION";
const FILES = [];

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(keys.filter((key) => key !== CACHE).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin || address.pathname.startsWith("/api/")) {
    return;
  }
  if (event.request.mode === "navigate") {
    // The newest page if there is a server, the one at hand if there is none.
    event.respondWith(fetch(event.request).catch(() => caches.match("/")));
    return;
  }
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});

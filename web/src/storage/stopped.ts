// The tables of whose turn messages somebody has enough: the service worker notes them in a cache of its own (tools/offline.js), for it has
// no other memory that a page can read.
//
// Must never throw: a browser that keeps nothing has no caches.
const STOPPED = "billions-stopped";

/** Those that were noted since the last call. */
export async function takeStopped(): Promise<string[]> {
  try {
    if (!(await caches.has(STOPPED))) {
      return [];
    }
    const noted = (await (await caches.open(STOPPED)).keys()).map(({ url }) => new URL(url).pathname.slice(1));
    await caches.delete(STOPPED);
    return noted;
  } catch {
    return [];
  }
}

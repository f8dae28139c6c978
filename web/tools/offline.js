// The service worker: keeps the files of the page, so that it plays alone without a server. The build puts in its version and the list of
// files. Must never keep what a server says about tables.
const CACHE = "billions-VERSION";
// The tables of which somebody has pressed "Stop" in a notification, for the page (src/people/seats/push.ts).
const STOPPED = "billions-stopped";
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
      .then((keys) => Promise.all(keys.filter((key) => key !== CACHE && key !== STOPPED).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

/** A network that has fallen silent answers nothing and refuses nothing. */
const SILENT = 4000;
const late = () => new Promise((_, fail) => setTimeout(fail, SILENT));

addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) {
    return;
  }
  if (address.pathname === "/api/quick") {
    // The first page asks whether there is a server at all: that there is none is an answer, and no fault.
    event.respondWith(fetch(event.request).catch(() => Response.json({ server: false, tables: [] })));
    return;
  }
  if (address.pathname.startsWith("/api/")) {
    return;
  }
  if (event.request.mode === "navigate") {
    // The newest page if there is a server, the one at hand if there is none.
    event.respondWith(Promise.race([fetch(event.request), late()]).catch(() => caches.match("/")));
    return;
  }
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});

// ------------------------------------------------------------------ push messages (docs/protocol.md)

// What came, as far as it makes sense: whatever it is, the browser wants something to be shown.
function read(data) {
  try {
    const said = data.json();
    const text = (value) => (typeof value === "string" ? value.slice(0, 200) : "");
    return { table: /^[a-z2-7]{16}$/.test(said.table) ? said.table : "", game: text(said.game), title: text(said.title), always: said.always === true };
  } catch {
    return { table: "", game: "", title: "", always: false };
  }
}

// Asks a page. One that does not answer is of an older version, or cannot just now.
const ANSWERS = 1000;
function ask(page, what, otherwise) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    setTimeout(() => done(otherwise), ANSWERS);
    page.postMessage(what, [port2]);
  });
}

// Where each page is now: it is asked, for what the browser says of it is where it was first.
async function pagesAt(table) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const places = await Promise.all(pages.map((page) => ask(page, "where", page.url)));
  return table === "" ? pages : pages.filter((_, i) => new URL(String(places[i])).hash.split("?")[0] === `#/t/${table}`);
}

// Whoever looks at the table sees it there. A page that is visible may have been left alone: it knows (src/source/sight.ts).
async function isLookedAt(table) {
  const visible = (await pagesAt(table)).filter((page) => page.visibilityState === "visible");
  return (await Promise.all(visible.map((page) => ask(page, "sight", true)))).includes(true);
}

async function tell(said) {
  if (said.table && !said.always && (await isLookedAt(said.table))) {
    return;
  }
  const tag = `billions-turn-${said.table}`; // the next turn at that table takes its place
  // What a hidden page has told itself (src/ui/frame/notify.ts) is replaced without a second alarm.
  const told = (await registration.getNotifications({ tag })).some(({ data }) => data?.byPage);
  await registration.showNotification("It is your turn", {
    body: said.title ? `${said.title} (${said.game})` : said.game || "At one of your tables",
    tag,
    renotify: !told,
    silent: told,
    icon: "/icon.svg",
    data: { table: said.table },
    actions: said.table ? [{ action: "stop", title: "Stop" }] : [],
  });
}

async function stop(table) {
  const subscription = await registration.pushManager.getSubscription();
  const cache = await caches.open(STOPPED);
  await cache.put(`/${table}`, new Response(""));
  if (subscription) {
    const body = JSON.stringify({ endpoint: subscription.endpoint });
    await fetch(`/api/tables/${table}/push`, { method: "DELETE", headers: { "Content-Type": "application/json" }, body });
  }
}

async function show(table) {
  const [there] = await pagesAt(table);
  await (there ? there.focus() : clients.openWindow(table ? `/#/t/${table}` : "/"));
}

addEventListener("push", (event) => event.waitUntil(tell(read(event.data))));

addEventListener("notificationclick", (event) => {
  const table = event.notification.data?.table ?? "";
  event.notification.close();
  event.waitUntil(event.action === "stop" && table ? stop(table) : show(table));
});

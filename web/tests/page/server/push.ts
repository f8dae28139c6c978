// Being told of one's turn when the page is closed, from end to end: the switch at a table online, a real server, a push service of the
// tests' own that reads what it gets (tests/server/processes/push_service.py), the page's real service worker, and the way out.
//
// What is stubbed: Chromium without a screen has no push service of its maker behind it, so `pushManager` gives a subscription of our
// service; and what that took is handed to the service worker by the browser's own command for it (CDP). A click at a notification of the
// system cannot be made by a test: the event of it is.
//
//     vite-node tests/page/server/push.ts BILLIONS-ONLINE
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page, Worker } from "playwright-core";
import { openBrowser, openPage, watchTroubles, withTroubles, type Fixture } from "../tools/fixture";
import { serve } from "../tools/server";

const program = process.argv[2];
assert.ok(program, "name the program billions-online");
const folder = mkdtempSync(join(tmpdir(), "billions-page-"));
const PATIENCE = 120_000;
const SWITCH = /Tell me when it is my turn/;

interface Taken {
  taken: { endpoint: string; text: string; topic: string }[];
  faults: string[];
}
const python = spawn("python3", [fileURLToPath(new URL("../../../../tests/server/processes/push_service.py", import.meta.url))], { stdio: ["pipe", "pipe", "inherit"] });
process.once("exit", () => python.kill());
const service = await new Promise<string>((done, fail) => {
  python.stdout.once("data", (bytes: Buffer) => done(`http://127.0.0.1:${bytes.toString().trim()}`));
  python.once("exit", () => fail(new Error("The push service of the tests ended; it needs python3-cryptography.")));
});
const taken = async (): Promise<Taken> => (await fetch(`${service}/taken`)).json() as Promise<Taken>;

async function until<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const began = Date.now(); Date.now() - began < PATIENCE; ) {
    const found = await look();
    if (found) {
      return found;
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`${what}: not within ${PATIENCE / 1000} s`);
}

/** Puts a subscription of our service into the place of the browser maker's. */
async function stubPush(page: Page): Promise<{ endpoint: string }> {
  const made = (await (await fetch(`${service}/subscribe`, { method: "POST" })).json()) as { endpoint: string };
  await page.context().addInitScript((subscription) => {
    const KEY = "stub";
    const there = (): object | null =>
      localStorage.getItem(KEY) === null
        ? null
        : {
            ...subscription,
            options: { applicationServerKey: Uint8Array.from(JSON.parse(localStorage.getItem(KEY) ?? "[]") as number[]).buffer },
            toJSON: () => subscription,
            unsubscribe: () => Promise.resolve(localStorage.removeItem(KEY)),
          };
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(there()),
      subscribe: ({ userVisibleOnly, applicationServerKey }: { userVisibleOnly: boolean; applicationServerKey: Uint8Array }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 65 || applicationServerKey[0] !== 4) {
          return Promise.reject(new TypeError("no key of a server"));
        }
        localStorage.setItem(KEY, JSON.stringify([...applicationServerKey]));
        return Promise.resolve(there());
      },
    });
  }, made);
  return made;
}

async function ask<T>(address: string, path: string, body: object, token = ""): Promise<T> {
  const response = await fetch(address + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, await response.clone().text());
  return response.json() as Promise<T>;
}

/** A table of two at which the first seat is taken, and its token. */
async function newTable(address: string): Promise<{ id: string; token: string }> {
  const made = await ask<{ table: string; token: string }>(address, "/api/tables", { game: "one-billion-users", seats: 2, title: "Tuesday", name: "Ann", seat: 1 });
  return { id: made.table, token: made.token };
}

async function deliver(page: Page, address: string, data: string): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.ready.then((there) => there.active?.state === "activated"));
  const session = await page.context().newCDPSession(page);
  const registrationId = await new Promise<string>((done) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find((one) => one.scopeURL.startsWith(address));
      if (found) {
        done(found.registrationId);
      }
    });
    void session.send("ServiceWorker.enable");
  });
  await session.send("ServiceWorker.deliverPushMessage", { origin: address, registrationId, data });
}

interface Note {
  title: string;
  body: string;
  tag: string;
  data: { table: string };
}
const notes = (page: Page): Promise<Note[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data: data as { table: string } }));
  });

/** What the browser does when somebody presses a button of a notification. */
function press(worker: Worker, action: string, endpoint: string): Promise<void> {
  return worker.evaluate(
    async ({ action, endpoint }) => {
      const scope = globalThis as unknown as ServiceWorkerGlobalScope & typeof globalThis;
      Object.assign(PushManager.prototype, { getSubscription: () => Promise.resolve({ endpoint }) });
      const [notification] = await scope.registration.getNotifications();
      const event = new NotificationEvent("notificationclick", { notification: notification as Notification, action });
      let done: Promise<unknown> = Promise.resolve();
      Object.defineProperty(event, "waitUntil", { value: (promise: Promise<unknown>) => (done = promise) });
      scope.dispatchEvent(event);
      await done;
    },
    { action, endpoint },
  );
}

/** The switch of a table in play lies among its settings. */
async function tableSwitch(page: Page): Promise<ReturnType<Page["getByLabel"]>> {
  await page.getByRole("button", { name: "Settings of this table" }).click();
  return page.getByRole("dialog").getByLabel(SWITCH);
}

const server = await serve(program, folder, 0, { "--push-contact": "mailto:push@example.org", "--push-allow-local": "", "--push-grace": "1" });
const browser = await openBrowser();
const fixture: Fixture = { address: server.address, browser, close: () => browser.close() };
const ann = await openPage(fixture, { width: 1280, height: 800, calm: true, keeps: true });
const troubles = [ann];
try {
  const { page } = ann;
  await page.context().grantPermissions(["notifications"], { origin: server.address });
  const { endpoint } = await stubPush(page);
  const { id, token } = await newTable(server.address);

  // While she waits for others she wants to be told.
  await page.goto(`${server.address}/t/${id}#${token}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const box = page.getByLabel(SWITCH);
  await box.check();
  await page.getByText("“Stop” in it, or this switch, ends it").waitFor();
  assert.equal((await taken()).taken.length, 0, "nothing is sent because somebody asks for it");
  await page.screenshot({ path: process.env["PUSH_PICTURE"] ?? join(folder, "waiting.png") });

  // She closes the page, the last seat is taken, and somebody must decide.
  await page.close();
  const bob = await ask<{ token: string }>(server.address, `/api/tables/${id}/join`, { name: "Bob" });
  const { taken: first } = await until("a message", async () => ((await taken()).taken.length > 0 || (await taken()).faults.length > 0) && taken());
  assert.deepEqual((await taken()).faults, [], "what a browser would not understand");
  assert.equal(first[0]?.endpoint, endpoint);
  assert.deepEqual(JSON.parse(first[0]?.text ?? ""), { type: "turn", table: id, game: "One Billion Users", title: "Tuesday" });
  assert.ok(bob.token);
  console.log("Asked for with one click, and told when the page is closed, fine");

  // The browser gives the message to the service worker of the page, which shows it.
  const elsewhere = await page.context().newPage();
  elsewhere.setDefaultTimeout(PATIENCE);
  watchTroubles(fixture, elsewhere, ann.troubles);
  troubles.push({ page: elsewhere, troubles: [] });
  await elsewhere.goto(`${server.address}/#/rules/six-billion`);
  await deliver(elsewhere, server.address, first[0]?.text ?? "");
  const [note] = await until("a notification", async () => ((await notes(elsewhere)).length > 0 ? notes(elsewhere) : null));
  assert.deepEqual(note, { title: "It is your turn", body: "Tuesday (One Billion Users)", tag: `billions-turn-${id}`, data: { table: id } });
  await deliver(elsewhere, server.address, first[0]?.text ?? "");
  await deliver(elsewhere, server.address, '{"table":"<b>","title":7}'); // whatever it is, the browser wants something to be shown
  const all = await until("both", async () => ((await notes(elsewhere)).length === 2 ? notes(elsewhere) : null));
  assert.deepEqual(all.map(({ body }) => body).sort(), ["At one of your tables", "Tuesday (One Billion Users)"], "the next turn takes the place of the one before");
  console.log("The service worker shows it, fine");

  // Who looks at the table is not told by it.
  await elsewhere.goto(`${server.address}/#/t/${id}`);
  const on = await tableSwitch(elsewhere);
  await until("the switch says how it is", () => on.isChecked());
  await elsewhere.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).forEach((one) => one.close()));
  await elsewhere.bringToFront();
  await deliver(elsewhere, server.address, first[0]?.text ?? "");
  await new Promise((done) => setTimeout(done, 3000));
  assert.deepEqual(await notes(elsewhere), []);

  // Out by one click in a notification: the server forgets this browser, and the page knows.
  await elsewhere.goto(`${server.address}/#/rules/six-billion`);
  await deliver(elsewhere, server.address, first[0]?.text ?? "");
  await until("a notification", async () => (await notes(elsewhere)).length === 1);
  const [worker] = elsewhere.context().serviceWorkers();
  assert.ok(worker);
  await press(worker, "stop", endpoint);
  assert.deepEqual(await notes(elsewhere), []);
  await elsewhere.goto(`${server.address}/#/t/${id}`);
  await elsewhere.reload();
  const off = await tableSwitch(elsewhere);
  await until("the switch can be pressed", () => off.isEnabled());
  assert.equal(await off.isChecked(), false, "the page knows what was pressed in the notification");
  console.log("One click out of it, fine");

  // In again, and out by the switch: then nothing is left behind, in the browser or at the server.
  await off.check();
  await until("in again", () => elsewhere.evaluate(() => localStorage.getItem("stub") !== null));
  await until("the switch can be pressed", () => off.isEnabled());
  await off.uncheck();
  await until("out again", () => elsewhere.evaluate(() => localStorage.getItem("stub") === null && localStorage.getItem("billions.pushes") === "[]"));
  await until("the switch can be pressed", () => off.isEnabled());
  const sent = (await taken()).taken.length;
  await elsewhere.close();
  await new Promise((done) => setTimeout(done, 3000));
  assert.equal((await taken()).taken.length, sent, "nobody is told any more");
  console.log("And by the switch, fine");

  // A page that is open but hidden is no reason to be silent; one that was left alone lets a message be shown, and so does who wants it.
  const open = await ann.page.context().newPage();
  open.setDefaultTimeout(PATIENCE);
  watchTroubles(fixture, open, ann.troubles);
  troubles.push({ page: open, troubles: [] });
  await open.addInitScript(() => {
    let hidden = false;
    Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") });
    Object.assign(globalThis, { hide: (now: boolean) => ((hidden = now), document.dispatchEvent(new Event("visibilitychange"))) });
  });
  const hide = (now: boolean): Promise<unknown> => open.evaluate((on) => (globalThis as unknown as { hide(now: boolean): unknown }).hide(on), now);
  const second = await newTable(server.address);
  await open.clock.install();
  await open.goto(`${server.address}/t/${second.id}#${second.token}`);
  await open.getByLabel(SWITCH).check();
  await until("the switch can be pressed", () => open.getByLabel(/Always tell this device/).isEnabled());
  const told = open.waitForRequest((request) => request.url().endsWith("/push") && request.method() === "POST");
  await open.getByLabel(/Always tell this device/).click();
  assert.equal((JSON.parse((await told).postData() ?? "") as { always: boolean }).always, true);
  await until("it is taken", () => open.getByLabel(/Always tell this device/).isEnabled());
  assert.equal(await open.getByRole("alert").count(), 0);
  assert.ok(await open.getByLabel(/Always tell this device/).isChecked());
  await open.getByLabel(/Always tell this device/).click();
  await until("it is taken back", async () => (await open.getByLabel(/Always tell this device/).isEnabled()) && !(await open.getByLabel(/Always tell this device/).isChecked()));
  await ask(server.address, `/api/tables/${second.id}/join`, { name: "Bob" });
  await open.locator(".hand .slot").first().waitFor();
  assert.equal((await taken()).taken.length, sent, "who looks at the table is not told");
  await hide(true);
  const { taken: more } = await until("a message", async () => (await taken()).taken.length > sent && taken());
  const words = more.at(-1)?.text ?? "";
  assert.equal((JSON.parse(words) as { table: string }).table, second.id);
  await hide(false);
  const clear = (): Promise<void> => open.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).forEach((one) => one.close()));
  await clear();
  await open.bringToFront();
  await deliver(open, server.address, JSON.stringify({ ...(JSON.parse(words) as object), always: true }));
  await until("shown, since it was asked for", async () => (await notes(open)).length === 1);
  await clear();
  await open.clock.fastForward(61_000);
  await deliver(open, server.address, words);
  await until("shown to who has left it alone", async () => (await notes(open)).length === 1);
  console.log("Hidden, left alone, and always, fine");
  await open.close();
  assert.deepEqual(ann.troubles, []);
} catch (why) {
  throw await withTroubles(troubles, why);
} finally {
  await browser.close();
  server.process.kill();
  python.stdin.end();
  rmSync(folder, { recursive: true, force: true });
}

// A server that sends none, and a browser that has none: said in a sentence, and the rest of it works.
const plain = await serve(program, mkdtempSync(join(tmpdir(), "billions-page-")));
const again = await openBrowser();
const other: Fixture = { address: plain.address, browser: again, close: () => again.close() };
const cid = await openPage(other, { width: 390, height: 844, calm: true, keeps: true });
try {
  await cid.page.context().grantPermissions(["notifications"], { origin: plain.address });
  const { id, token } = await newTable(plain.address);
  await cid.page.goto(`${plain.address}/t/${id}#${token}`);
  await cid.page.getByText("This server sends no messages to pages that are closed").waitFor();
  const box = cid.page.getByLabel(SWITCH);
  await box.check();
  await until("the page itself tells", () => cid.page.evaluate(() => (JSON.parse(localStorage.getItem("billions.settings") ?? "{}") as { notify?: boolean }).notify));
  await cid.page.addInitScript(() => Reflect.deleteProperty(globalThis, "PushManager"));
  await cid.page.reload();
  await cid.page.getByText("This browser has no push messages").waitFor();
  assert.deepEqual(cid.troubles, []);
  console.log("Where there is none it is said, fine");
} catch (why) {
  throw await withTroubles([cid], why);
} finally {
  await again.close();
  plain.process.kill();
}

// Being told of one's turn while one is elsewhere: the title of the page says it always; the system is asked for leave only by a click
// in the settings, tells only while the page is out of sight, and leads back to it. What the system would show is noted in its place, since
// no test can read it off a desktop.
//
//     vite-node tests/page/notifications.ts
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { begin, openFixture, openPage } from "./tools/fixture";
import { step } from "./tools/player";

const fixture = await openFixture();
const seen = { width: 1280, height: 800, calm: true };
const quick = { pace: 0, motion: "none" };
const table = { game: "one-billion-users", seats: 2, bots: "greedy", seed: "elsewhere" };

interface Noted {
  /** at each question for leave: what somebody had just done, if anything */
  asked: (string | null)[];
  notes: { title: string; body: string; tag: string; by: "page" | "worker" }[];
  closed: number;
}
type Kind = "grants" | "refuses" | "worker-only";

/** Puts a system in place that grants, refuses, or like some telephones lets only the service worker tell. */
async function system(page: Page, kind: Kind): Promise<void> {
  await page.addInitScript((kind) => {
    const noted: Noted = { asked: [], notes: [], closed: 0 };
    let hidden = false;
    class Note {
      static permission: NotificationPermission = "default";
      static requestPermission(): Promise<NotificationPermission> {
        const { event } = window;
        noted.asked.push(event?.isTrusted ? event.type : null);
        Note.permission = kind === "refuses" ? "denied" : "granted";
        return Promise.resolve(Note.permission);
      }
      onclick: (() => void) | null = null;
      constructor(title: string, about: NotificationOptions) {
        if (kind === "worker-only") {
          throw new TypeError("Illegal constructor.");
        }
        noted.notes.push({ title, body: about.body ?? "", tag: about.tag ?? "", by: "page" });
        Object.assign(globalThis, { note: this });
      }
      close(): void {
        noted.closed++;
      }
    }
    ServiceWorkerRegistration.prototype.showNotification = (title, about) => {
      noted.notes.push({ title, body: about?.body ?? "", tag: about?.tag ?? "", by: "worker" });
      return Promise.resolve();
    };
    Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") });
    const hide = (now: boolean): void => {
      hidden = now;
      document.dispatchEvent(new Event("visibilitychange"));
    };
    Object.assign(globalThis, { Notification: Note, noted, hide });
  }, kind);
}
const noted = (page: Page): Promise<Noted> => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);
const hide = (page: Page, now: boolean): Promise<void> => page.evaluate((on) => (globalThis as unknown as { hide(now: boolean): void }).hide(on), now);

/** A whole turn of one's own and of the others', until one is asked again. */
async function round(page: Page): Promise<void> {
  const lines = await page.locator(".log p").count();
  for (let i = 0; (await page.locator(".log p").count()) < lines + 6; i++) {
    await step(page, "one-billion-users", i);
  }
  await page.waitForFunction(() => document.title.startsWith("●"));
}

async function wanted(): Promise<void> {
  const { page, troubles } = await openPage(fixture, seen, quick);
  await system(page, "grants");
  await page.goto(fixture.address);
  await begin(fixture, page, table);
  await page.waitForFunction(() => document.title.startsWith("● Your turn"));
  await hide(page, true);
  await round(page);
  assert.deepEqual(await noted(page), { asked: [], notes: [], closed: 0 }, "who has not asked for it is neither asked nor told");
  await hide(page, false);

  await page.goto(`${fixture.address}/#/settings`);
  const box = page.getByLabel("Notify me when I look at another window");
  assert.equal(await box.isChecked(), false);
  await box.check();
  assert.deepEqual((await noted(page)).asked, ["change"], "asked once, when the box was ticked");
  await begin(fixture, page, { ...table, seed: "again" });
  await round(page);
  assert.deepEqual((await noted(page)).notes, [], "who looks at the page is not told");

  await hide(page, true);
  await round(page);
  const { notes, asked } = await noted(page);
  assert.ok(notes.length > 0, "who is elsewhere is told");
  for (const note of notes) {
    assert.deepEqual({ ...note, body: "" }, { title: "Your turn", body: "", tag: "billions-turn", by: "page" }, "one note, which the next one replaces");
    assert.ok(note.body.length > 10, "it says what is asked");
  }
  assert.equal(asked.length, 1);
  await page.evaluate(() => (globalThis as unknown as { note: { onclick(): void } }).note.onclick());
  assert.equal((await noted(page)).closed, 1, "a click on it leads back, and it goes");

  await hide(page, false);
  await page.goto(`${fixture.address}/#/settings`);
  await box.uncheck();
  const before = (await noted(page)).notes.length; // the last may have come while she went back
  await begin(fixture, page, { ...table, seed: "enough" });
  await hide(page, true);
  await round(page);
  assert.equal((await noted(page)).notes.length, before, "switched off is off");
  await page.goto(`${fixture.address}/#/`);
  await page.waitForFunction(() => document.title === "Billions");
  assert.deepEqual(troubles, []);
  console.log("Told of one's turn when one wants it and is elsewhere, fine");
  await page.context().close();
}

async function refused(): Promise<void> {
  const { page, troubles } = await openPage(fixture, seen, quick);
  await system(page, "refuses");
  await page.goto(`${fixture.address}/#/settings`);
  const box = page.getByLabel("Notify me when I look at another window");
  await box.click();
  assert.match(await page.getByRole("alert").innerText(), /does not allow it/);
  assert.equal(await box.isChecked(), false, "what cannot be is not shown as if it were");
  await begin(fixture, page, table);
  await hide(page, true);
  await round(page);
  assert.deepEqual((await noted(page)).notes, []);
  assert.deepEqual(troubles, []);
  console.log("Refused by the browser, and said so, fine");
  await page.context().close();
}

async function byWorker(): Promise<void> {
  const { page, troubles } = await openPage(fixture, { ...seen, keeps: true }, { ...quick, notify: true });
  await system(page, "worker-only");
  await page.goto(fixture.address);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => Notification.requestPermission()));
  await begin(fixture, page, table);
  await hide(page, true);
  await round(page);
  const { notes } = await noted(page);
  assert.ok(notes.length > 0 && notes.every(({ by }) => by === "worker"), "where only the service worker may tell, it does");
  assert.deepEqual(troubles, []);
  console.log("Told by the service worker, fine");
  await page.context().close();
}

try {
  await wanted();
  await refused();
  await byWorker();
} finally {
  await fixture.close();
}

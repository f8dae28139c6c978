// Being told of one's turn at a table online when no page is open: the browser's own push, which this browser's push service carries and
// the server of the table sends (docs/protocol.md, "Push messages").
//
// Must never ask for leave but behind a click, and never leave a subscription behind that no table wants any more.
import { Refusal } from "../../engine/engine";
import { bytesOf } from "../../source/base64url";
import { call } from "../../source/http";
import { tokenOf } from "../../source/tokens";
import { read, write } from "../../storage/small";
import { takeStopped } from "../../storage/stopped";
import { askLeave, canNotify } from "../../ui/frame/notify";

/** Where this browser notes at which tables it is told so. */
const KEY = "billions.pushes";
/** ... and whether it is told even while another page of the seat is in sight. */
const ALWAYS = "billions.pushes-always";

export type Reach =
  /** it can be told when the page is closed */
  | "closed"
  /** only while a page is open: why not beyond, in a sentence */
  | { open: string };

function tables(): string[] {
  return read<unknown[]>(KEY, []).filter((id): id is string => typeof id === "string");
}

function keep(ids: string[]): void {
  write(KEY, ids);
}

/** Takes note of what was stopped in a notification meanwhile. */
async function forgetStopped(): Promise<void> {
  const stopped = await takeStopped();
  if (stopped.length > 0) {
    keep(tables().filter((id) => !stopped.includes(id)));
  }
}

async function worker(): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await navigator.serviceWorker.getRegistration()) ? await navigator.serviceWorker.ready : null;
  } catch {
    return null; // a browser that keeps nothing has none, and may say so by an error
  }
}

/** The server's key for push messages; null: it sends none. */
async function serverKey(): Promise<string | null> {
  return (await call<{ key: string | null }>("GET", "/api/push")).key;
}

/** How far this browser and this server reach; asks nobody for leave. */
export async function reach(): Promise<Reach> {
  if (!globalThis.isSecureContext) {
    return { open: "The address of this page is not a safe one (https), so the browser tells you only while the page is open." };
  }
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || !canNotify()) {
    const home = "standalone" in navigator && navigator.standalone !== true; // Safari on telephones
    return {
      open: home
        ? "On this telephone only a page on the home screen can be told when it is closed: choose Share, then Add to Home Screen, and open it there."
        : "This browser has no push messages, so it tells you only while the page is open.",
    };
  }
  const key = await serverKey().catch(() => null);
  if (key === null) {
    return { open: "This server sends no messages to pages that are closed, so you are told only while the page is open." };
  }
  return (await worker()) ? "closed" : { open: "This browser keeps nothing of the page, so it tells you only while the page is open." };
}

function same(there: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = there ? new Uint8Array(there) : null;
  return bytes !== null && bytes.length === key.length && bytes.every((byte, i) => byte === key[i]);
}

/** This browser's subscription at this server: the one that is there, if it was made for this key. */
async function subscription(): Promise<PushSubscription> {
  const letters = await serverKey();
  const registration = await worker();
  if (letters === null || !registration) {
    throw new Refusal("This server sends no messages to pages that are closed.");
  }
  const key = bytesOf(letters);
  const there = await registration.pushManager.getSubscription();
  if (there && same(there.options.applicationServerKey, key)) {
    return there;
  }
  await there?.unsubscribe();
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    throw new Refusal("This browser's push service does not take part just now, so you are told only while the page is open.");
  }
}

function path(table: string): string {
  return `/api/tables/${encodeURIComponent(table)}/push`;
}

async function tellServer(table: string, made: PushSubscription): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  await call("POST", path(table), { endpoint, keys, always: isAlways() }, tokenOf(table) ?? undefined);
}

/** Whether this device is told although somebody looks at the table on another one, or in another window. */
export function isAlways(): boolean {
  return read<{ always?: unknown }>(ALWAYS, {}).always === true;
}

/** Throws one sentence if the server cannot be told; then it is as before. */
export async function setAlways(always: boolean): Promise<void> {
  const before = isAlways();
  write(ALWAYS, { always });
  try {
    const made = await subscription();
    for (const table of tables()) {
      await tellServer(table, made);
    }
  } catch (why) {
    write(ALWAYS, { always: before });
    throw why;
  }
}

/** Whether this browser is told of turns at that table. What the server should know is told once more: it may have forgotten. */
export async function isTold(table: string): Promise<boolean> {
  await forgetStopped();
  if (!tables().includes(table)) {
    return false;
  }
  const made = Notification.permission === "granted" ? await (await worker())?.pushManager.getSubscription() : null;
  const fine = made ? await tellServer(table, made).then(() => true, () => false) : false;
  if (!fine) {
    keep(tables().filter((id) => id !== table));
  }
  return fine;
}

/** Whether this browser is told so of any table. */
export function anywhere(): boolean {
  return tables().length > 0;
}

/** To be called by a click only. Throws one sentence if it cannot be. */
export async function begin(table: string): Promise<void> {
  const refused = await askLeave();
  if (refused !== null) {
    throw new Refusal(refused);
  }
  await tellServer(table, await subscription());
  keep([...tables().filter((id) => id !== table), table]);
}

/** The end of it at that table; where no other table wants it, the browser forgets the subscription too. */
export async function end(table: string): Promise<void> {
  const left = tables().filter((id) => id !== table);
  const made = await (await worker())?.pushManager.getSubscription();
  keep(left);
  if (made) {
    const { endpoint } = made;
    if (left.length === 0) {
      await made.unsubscribe();
    }
    await call("DELETE", path(table), { endpoint }).catch(() => undefined); // it cannot reach this browser any more, or tries in vain
  }
}

/** The same of a table that is over or left, if there was any; nothing that could go wrong there is anybody's trouble. */
export async function endOld(table: string): Promise<void> {
  if (tables().includes(table)) {
    await end(table).catch(() => undefined);
  }
}

/** The end of it everywhere. */
export async function endAll(): Promise<void> {
  for (const table of tables()) {
    await end(table);
  }
}

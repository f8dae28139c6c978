// What this browser keeps that is too much for its small storage: games that were played here, and receipts of games elsewhere. What it
// does not keep (storage forbidden, storage full) is in memory while the page is open, and the caller gets the reason.
//
// A thing is looked at and changed in one transaction, so that two tabs never write over each other; and it counts as kept only when
// that transaction has been carried out.
//
// Must never keep the secret of a seat: source/tokens.ts keeps it. Must never say that something is kept while it is not.
import { FORBIDDEN, FULL } from "./small";

const NAME = "billions";
const VERSION = 1;
export type Shelf = "games" | "receipts";
const SHELVES: Shelf[] = ["games", "receipts"];

/** A storage that says nothing for so long is not waited for: whoever plays would wait too. */
const PATIENCE = 10_000;

let opened: Promise<IDBDatabase | null> | null = null;
/** What could not be kept, and where nothing can be, everything. */
const memory: Record<Shelf, Map<string, unknown>> = { games: new Map(), receipts: new Map() };

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((done) => {
    try {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => SHELVES.forEach((shelf) => request.result.createObjectStore(shelf));
      request.onsuccess = () => {
        // Another tab with a newer page may want to change how it is laid out; a person may clear it.
        request.result.onversionchange = () => {
          request.result.close();
          opened = null;
        };
        request.result.onclose = () => (opened = null);
        done(request.result);
      };
      request.onerror = () => done(null);
      request.onblocked = () => done(null);
      setTimeout(() => done(null), PATIENCE);
    } catch {
      done(null);
    }
  });
  return opened;
}

/** Begins a transaction; once more, where the browser has closed the storage meanwhile. Null: there is none. */
async function begin(shelf: Shelf, mode: IDBTransactionMode): Promise<IDBTransaction | null> {
  for (let attempt = 0; ; attempt++) {
    const there = await open();
    try {
      return there?.transaction(shelf, mode) ?? null;
    } catch (why) {
      if (attempt > 0) {
        throw why;
      }
      opened = null;
    }
  }
}

/** Settled when everything is carried out, or nothing of it. */
function carriedOut(work: IDBTransaction): Promise<void> {
  return new Promise((done, fail) => {
    work.oncomplete = () => done();
    work.onabort = () => fail(work.error ?? new Error("The browser gave it up."));
    setTimeout(() => fail(new Error("It does not answer.")), PATIENCE);
  });
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("The browser could not read it."));
    setTimeout(() => fail(new Error("The storage of this browser does not answer.")), PATIENCE);
  });
}

function sentence(why: unknown): string {
  const name = why instanceof Error || why instanceof DOMException ? why.name : "";
  return name === "QuotaExceededError" ? FULL : `The storage of this browser fails: ${why instanceof Error ? why.message : name}`.replace(/\.?$/, ".");
}

/** What of a shelf changes; null: it goes. */
export type Changes<T> = Map<string, T | null>;

function changeMemory(shelf: Shelf, changes: Changes<unknown>): void {
  for (const [key, what] of changes) {
    if (what === null) {
      memory[shelf].delete(key);
    } else {
      memory[shelf].set(key, what);
    }
  }
}

/** Makes room by forgetting what matters least, and nothing under these keys; false: nothing more can be forgotten. people/kept/room.ts says what that is. */
let shed: (besides: ReadonlySet<string>) => Promise<boolean> = () => Promise.resolve(false);
let shedding = false;
export function shedBy(how: typeof shed): void {
  shed = how;
}

async function madeRoom(besides: ReadonlySet<string>): Promise<boolean> {
  if (shedding) {
    return false;
  }
  shedding = true;
  const made = await shed(besides).catch(() => false);
  shedding = false;
  return made;
}

/**
 * `decide` gets what lies there (all of it, or what lies under `keys`) and says what changes; nobody else comes between. Null if all of that is kept, else a
 * sentence that says why it is there as long as the page stays, and no longer. Where room is short, some is made, and it is decided once more.
 */
async function change<T>(shelf: Shelf, keys: string[] | null, decide: (there: Map<string, T>) => Changes<T>): Promise<string | null> {
  for (;;) {
    const failed = await attempt(shelf, keys, decide);
    if (failed?.why === FULL && (await madeRoom(new Set(failed.changes.keys())))) {
      continue;
    }
    if (failed) {
      changeMemory(shelf, failed.changes);
    }
    return failed?.why ?? null;
  }
}

/** Null if it is kept, else what is not, and why. */
async function attempt<T>(shelf: Shelf, keys: string[] | null, decide: (there: Map<string, T>) => Changes<T>): Promise<{ changes: Changes<T>; why: string } | null> {
  let changes: Changes<T> | null = null;
  let wrong: unknown = null;
  try {
    const work = await begin(shelf, "readwrite");
    if (!work) {
      return { changes: decide(memory[shelf] as Map<string, T>), why: FORBIDDEN };
    }
    const done = carriedOut(work);
    const store = work.objectStore(shelf);
    const found = new Map<string, T>();
    const look = (): void => {
      try {
        changes = decide(found);
        for (const [key, what] of changes) {
          if (what === null) {
            store.delete(key);
          } else {
            store.put(what, key);
          }
        }
      } catch (why) {
        wrong = why;
        work.abort();
      }
    };
    const cursor = keys ? null : store.openCursor();
    if (cursor) {
      cursor.onsuccess = () => {
        const at = cursor.result;
        if (at) {
          found.set(String(at.key), at.value as T);
          at.continue();
        } else {
          look();
        }
      };
    }
    keys?.forEach((key, i) => {
      const request = store.get(key);
      request.onsuccess = () => {
        if (request.result !== undefined) {
          found.set(key, request.result as T);
        }
        if (i === keys.length - 1) {
          look();
        }
      };
    });
    // However late: what is kept need not be remembered.
    work.addEventListener("complete", () => (keys ?? [...(changes?.keys() ?? [])]).forEach((key) => memory[shelf].delete(key)));
    await done;
    return null;
  } catch (why) {
    // What the storage did not take is remembered; where not even reading went well, on the ground of what is remembered.
    return { changes: (changes as Changes<T> | null) ?? decide(memory[shelf] as Map<string, T>), why: sentence(wrong ?? why) };
  }
}

export function changeOne<T>(shelf: Shelf, key: string, decide: (old: T | null) => T | null | undefined): Promise<string | null> {
  return change<T>(shelf, [key], (there) => {
    const made = decide(there.get(key) ?? null);
    return new Map(made === undefined ? [] : [[key, made]]);
  });
}

export function changeAll<T>(shelf: Shelf, decide: (there: Map<string, T>) => Changes<T>): Promise<string | null> {
  return change(shelf, null, decide);
}

export function put(shelf: Shelf, key: string, what: unknown): Promise<string | null> {
  return changeOne(shelf, key, () => what);
}

export function remove(shelf: Shelf, key: string): Promise<string | null> {
  memory[shelf].delete(key);
  return changeOne(shelf, key, () => null);
}

/** As if it could not be kept. */
export function rememberOnly(shelf: Shelf, key: string, what: unknown): void {
  memory[shelf].set(key, what);
}

/** Whether it is gone when the page is closed. */
export function onlyHere(shelf: Shelf, key: string): boolean {
  return memory[shelf].has(key);
}

export async function get<T>(shelf: Shelf, key: string): Promise<T | null> {
  if (onlyHere(shelf, key)) {
    return memory[shelf].get(key) as T;
  }
  const work = await begin(shelf, "readonly");
  return work ? (((await answer(work.objectStore(shelf).get(key))) as T | undefined) ?? null) : null;
}

export async function all<T>(shelf: Shelf): Promise<T[]> {
  const found = new Map<string, unknown>();
  const work = await begin(shelf, "readonly").catch(() => null);
  if (work) {
    const store = work.objectStore(shelf);
    const [keys, things] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
    keys.forEach((key, i) => found.set(String(key), things[i]));
  }
  return [...new Map([...found, ...memory[shelf]]).values()] as T[];
}

// ------------------------------------------------------------------ other tabs

interface News {
  shelf: Shelf;
  key: string;
}

/** Null where there is no such thing: then one sees what others did as soon as one does something oneself. */
let channel: BroadcastChannel | null | undefined;

function line(): BroadcastChannel | null {
  if (channel === undefined) {
    try {
      channel = new BroadcastChannel(NAME);
    } catch {
      channel = null;
    }
  }
  return channel;
}

/** Other tabs hear that something lies there anew. */
export function tellOthers(shelf: Shelf, key: string): void {
  line()?.postMessage({ shelf, key } satisfies News);
}

/** Tells what other tabs have changed, until the answer is called. */
export function hearOthers(shelf: Shelf, hear: (key: string) => void): () => void {
  const listen = ({ data }: MessageEvent<News>): void => {
    if (data.shelf === shelf) {
      hear(data.key);
    }
  };
  const to = line();
  to?.addEventListener("message", listen);
  return () => to?.removeEventListener("message", listen);
}

// What this browser keeps that is too much for its small storage: games that were played here, and receipts of games elsewhere. A browser
// that keeps nothing (private windows of some) has it as long as the page stays.
//
// Must never keep the secret of a seat: those lie in source/tokens.ts.
const NAME = "billions";
const VERSION = 1;
export type Shelf = "games" | "receipts";
const SHELVES: Shelf[] = ["games", "receipts"];

let opened: Promise<IDBDatabase | null> | null = null;
const memory = new Map<string, unknown>();

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((done) => {
    try {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => SHELVES.forEach((shelf) => request.result.createObjectStore(shelf));
      request.onsuccess = () => {
        // Another tab with a newer page may want to change how it is laid out.
        request.result.onversionchange = () => {
          request.result.close();
          opened = null;
        };
        done(request.result);
      };
      request.onerror = () => done(null);
      request.onblocked = () => done(null);
    } catch {
      done(null);
    }
  });
  return opened;
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("The browser could not keep it."));
  });
}

export async function put(shelf: Shelf, key: string, what: unknown): Promise<void> {
  const there = await open();
  if (!there) {
    memory.set(`${shelf} ${key}`, what);
    return;
  }
  await answer(there.transaction(shelf, "readwrite").objectStore(shelf).put(what, key));
}

export async function get<T>(shelf: Shelf, key: string): Promise<T | null> {
  const there = await open();
  if (!there) {
    return (memory.get(`${shelf} ${key}`) as T | undefined) ?? null;
  }
  return ((await answer(there.transaction(shelf).objectStore(shelf).get(key))) as T | undefined) ?? null;
}

export async function all<T>(shelf: Shelf): Promise<T[]> {
  const there = await open();
  if (!there) {
    return [...memory].flatMap(([key, what]) => (key.startsWith(`${shelf} `) ? [what as T] : []));
  }
  return (await answer(there.transaction(shelf).objectStore(shelf).getAll())) as T[];
}

export async function remove(shelf: Shelf, key: string): Promise<void> {
  const there = await open();
  if (!there) {
    memory.delete(`${shelf} ${key}`);
    return;
  }
  await answer(there.transaction(shelf, "readwrite").objectStore(shelf).delete(key));
}

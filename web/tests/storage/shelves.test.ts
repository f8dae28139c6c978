// The large storage of a browser that has no room left: games that are over go, the oldest first and no more than must, and then their receipts;
// nothing of a game that goes on. tests/page/kept.ts has the same with a true Chromium.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { KeptGame, LocalSetup } from "../../src/people/kept/kept";

type Listener = () => void;

/** What lies in the storage, by shelf; `most`: so many letters it holds. */
const disk = { shelves: new Map<string, Map<string, string>>(), most: Infinity };
const filled = (): number => [...disk.shelves.values()].flatMap((shelf) => [...shelf.values()]).reduce((sum, { length }) => sum + length, 0);

class Request<T> {
  result: T | undefined = undefined;
  error: DOMException | null = null;
  onsuccess: Listener | null = null;
  onerror: Listener | null = null;
}

/** Carries out one request after the other, and keeps all of them or nothing. */
class Transaction {
  error: DOMException | null = null;
  oncomplete: Listener | null = null;
  onabort: Listener | null = null;
  readonly #heard: Listener[] = [];
  readonly #steps: Listener[] = [];
  readonly #before = structuredClone(disk.shelves);
  constructor() {
    setTimeout(() => {
      for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
        step();
      }
      if (filled() > disk.most) {
        disk.shelves = this.#before;
        this.error = new DOMException("No room.", "QuotaExceededError");
        this.onabort?.();
        return;
      }
      this.#heard.forEach((hear) => hear());
      this.oncomplete?.();
    });
  }
  addEventListener(_: string, hear: Listener): void {
    this.#heard.push(hear);
  }
  objectStore(name: string): object {
    const shelf = (): Map<string, string> => disk.shelves.get(name) ?? new Map();
    const asked = <T>(answer: () => T): Request<T> => {
      const request = new Request<T>();
      this.#steps.push(() => {
        request.result = answer();
        request.onsuccess?.();
      });
      return request;
    };
    const read = (key: string): unknown => JSON.parse(shelf().get(key) ?? "null") ?? undefined;
    return {
      get: (key: string) => asked(() => read(key)),
      getAll: () => asked(() => [...shelf().keys()].map(read)),
      getAllKeys: () => asked(() => [...shelf().keys()]),
      put: (what: unknown, key: string) => asked(() => shelf().set(key, JSON.stringify(what))),
      delete: (key: string) => asked(() => shelf().delete(key)),
      openCursor: () => {
        const request = new Request<object | null>();
        const left = [...shelf().keys()];
        const next = (): void => {
          const key = left.shift();
          this.#steps.push(() => {
            request.result = key === undefined ? null : { key, value: read(key), continue: next };
            request.onsuccess?.();
          });
        };
        next();
        return request;
      },
    };
  }
}

const texts = new Map<string, string>();
beforeEach(() => {
  vi.resetModules();
  texts.clear();
  disk.most = Infinity;
  disk.shelves = new Map(["games", "receipts"].map((name) => [name, new Map()]));
  vi.stubGlobal("localStorage", { getItem: (key: string) => texts.get(key) ?? null, setItem: (key: string, text: string) => texts.set(key, text), removeItem: (key: string) => texts.delete(key) });
  vi.stubGlobal("indexedDB", {
    open: () => {
      const request = new Request<object>();
      setTimeout(() => {
        request.result = { transaction: () => new Transaction() };
        request.onsuccess?.();
      });
      return request;
    },
  });
});

const setup: LocalSetup = { game: "one-billion-users", seats: 2, options: {}, players: [{ name: "You" }, { bot: "greedy" }] };
const game = (id: string, over: boolean, changed: number, more: Partial<LocalSetup> = {}): KeptGame => ({ id, setup: { ...setup, ...more }, record: "x".repeat(100), seat: 1, began: 1, changed, over, revision: 1, by: "me" });
const lying = (shelf: string): string[] => [...(disk.shelves.get(shelf)?.keys() ?? [])];
const challenge = { challenge: { id: "deal", day: null } };

async function load(): Promise<{ games: typeof import("../../src/people/kept/games"); shelves: typeof import("../../src/storage/shelves"); tokens: typeof import("../../src/source/tokens") }> {
  const shelves = await import("../../src/storage/shelves");
  shelves.shedBy(async (besides) => (await import("../../src/people/kept/room")).dropOldest(besides));
  return { shelves, games: await import("../../src/people/kept/games"), tokens: await import("../../src/source/tokens") };
}

const FULL = "The storage of this browser is full.";

describe("a storage that has no room", () => {
  it("drops games that are over, the oldest first and no more than must, challenges last, and none that goes on", async () => {
    const { games, shelves } = await load();
    for (const one of [game("new", true, 30), game("dared", true, 1, challenge), game("running", false, 2), game("old", true, 10), game("mine", false, 40)]) {
      expect(await shelves.put("games", one.id, one)).toBeNull();
    }
    const mine = async (letters: number): Promise<unknown> => games.keepGame((await games.keptGame("mine")) as KeptGame, { record: "y".repeat(letters), orders: [] }, "me");
    disk.most = filled() + 50;
    expect(await mine(200)).toHaveProperty("unkept", null);
    expect(lying("games")).toEqual(["new", "dared", "running", "mine"]);
    disk.most = filled();
    expect(await mine(210)).toHaveProperty("unkept", null);
    expect(lying("games")).toEqual(["dared", "running", "mine"]);
    disk.most = filled();
    expect(await mine(220)).toHaveProperty("unkept", null);
    expect(lying("games")).toEqual(["running", "mine"]);
    // Nothing is left that could go: it is said, and what lies there stays.
    disk.most = filled();
    expect(await mine(1000)).toHaveProperty("unkept", FULL);
    expect(lying("games")).toEqual(["running", "mine"]);
    expect((await games.keptGame("mine"))?.record?.length).toBe(1000);
    expect(games.isUnkept((await games.keptGame("mine")) as KeptGame)).toBe(true);
  });

  it("drops the receipt of a table that is over or at which there is no seat, and of no other", async () => {
    const { shelves, tokens } = await load();
    tokens.keepToken("running", "secret", 1);
    tokens.keepToken("over", "secret", 1);
    tokens.noteOver("over", true);
    for (const table of ["running", "over", "stranger"]) {
      expect(await shelves.put("receipts", table, { table, lines: ["z".repeat(200)] })).toBeNull();
    }
    disk.most = filled() + 20;
    expect(await shelves.put("games", "first", game("first", false, 1))).toBeNull();
    expect(lying("receipts")).toEqual(["running"]);
    disk.most = filled();
    expect(await shelves.put("games", "second", game("second", false, 2))).toBe(FULL);
    expect([lying("receipts"), lying("games")]).toEqual([["running"], ["first"]]);
  });
});

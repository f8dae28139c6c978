// The small storage of a browser that is fine, denied, full, full for a while, cleared by another tab; and what goes when room is short.
// tests/page/server/storage.ts has the same with a true Chromium.
import { beforeEach, describe, expect, it, vi } from "vitest";

type Small = typeof import("../../src/storage/small");
type Tokens = typeof import("../../src/source/tokens");

/** As much of a browser's storage as the page uses; `room` is what it holds at most, in letters. */
class Disk {
  [key: string]: unknown;
  static room = Infinity;
  static denied = false;
  static texts = new Map<string, string>();
  getItem(key: string): string | null {
    return Disk.texts.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    const others = [...Disk.texts].filter(([other]) => other !== key).reduce((sum, [other, there]) => sum + other.length + there.length, 0);
    if (others + key.length + text.length > Disk.room) {
      throw new DOMException("No room.", "QuotaExceededError");
    }
    Disk.texts.set(key, text);
  }
  removeItem(key: string): void {
    Disk.texts.delete(key);
  }
}

let tabs: Record<string, (event: { key: string | null; newValue: string | null }) => void> = {};

/** The page is loaded: what it remembers is gone, what the browser keeps is there. */
async function load(): Promise<{ small: Small; tokens: Tokens }> {
  vi.resetModules();
  tabs = {};
  const small = await import("../../src/storage/small");
  const tokens = await import("../../src/source/tokens");
  return { small, tokens };
}
const seatsKept = (): string[] => Object.keys(JSON.parse(Disk.texts.get("billions.seats") ?? "{}") as object);
const TOKEN = "abcdefghijklmnopqrstuv";

beforeEach(() => {
  Object.assign(Disk, { room: Infinity, denied: false, texts: new Map() });
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get() {
      if (Disk.denied) {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      }
      return new Disk();
    },
  });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("location", { origin: "http://here" });
  vi.stubGlobal("addEventListener", (name: string, hear: (typeof tabs)[string]) => (tabs[name] = hear));
  vi.stubGlobal("name", "");
});

describe("the small storage", () => {
  it("keeps what it is given, and takes damage for nothing", async () => {
    const { small } = await load();
    expect(small.write("a", { one: 1 })).toBeNull();
    expect(JSON.parse(Disk.texts.get("a") ?? "")).toEqual({ one: 1 });
    for (const damage of ["{", "5", "[]", "null", '"text"']) {
      Disk.texts.set("a", damage);
      expect(small.read("a", { none: true })).toEqual({ none: true });
    }
    expect(small.anyUnkept()).toBeNull();
  });

  it("serves from memory where it is denied, says so, and a reload of the tab loses nothing", async () => {
    Disk.denied = true;
    const { tokens, small } = await load();
    expect(small.probe()).toBe(small.FORBIDDEN);
    tokens.keepToken("tableA", TOKEN, 2);
    expect(tokens.tokenOf("tableA")).toBe(TOKEN);
    expect([...tokens.tablesHeld()]).toEqual([["tableA", 2]]);
    expect(tokens.whySeatsUnkept()).toBe(small.FORBIDDEN);
    expect(tokens.seatLink("tableA")).toBe(`http://here/t/tableA#${TOKEN}`);
    const again = await load();
    expect([...again.tokens.tablesHeld()]).toEqual([["tableA", 2]]);
    expect(again.tokens.whySeatsUnkept()).toBe(small.FORBIDDEN);
    // Allowed at last: kept from then on.
    Disk.denied = false;
    const third = await load();
    expect(seatsKept()).toEqual(["tableA"]);
    expect(third.tokens.whySeatsUnkept()).toBeNull();
    expect(window.name).toBe("");
  });

  it("tells who listens when it gets full and when there is room again", async () => {
    const { small } = await load();
    const heard: (string | null)[] = [];
    const stop = small.hearUnkept(() => heard.push(small.anyUnkept()));
    small.write("a", { text: "x".repeat(50) });
    expect(heard).toEqual([]);
    Disk.room = 100;
    expect(small.write("b", { text: "y".repeat(90) })).toBe(small.FULL);
    expect(heard).toEqual([small.FULL]);
    expect(small.read("b", {})).toEqual({ text: "y".repeat(90) });
    Disk.room = 1000;
    expect(small.write("c", {})).toBeNull();
    expect(heard.at(-1)).toBeNull();
    expect(JSON.parse(Disk.texts.get("b") ?? "{}")).toEqual({ text: "y".repeat(90) });
    stop();
  });

  it("writes again what another tab has cleared, beside what that tab has kept since", async () => {
    const { tokens } = await load();
    tokens.keepToken("tableA", TOKEN, 1);
    Disk.texts.clear();
    expect(tokens.tokenOf("tableA")).toBe(TOKEN); // before the event comes
    Disk.texts.set("billions.seats", JSON.stringify({ tableB: TOKEN }));
    tabs["storage"]?.({ key: null, newValue: null });
    expect(seatsKept().sort()).toEqual(["tableA", "tableB"]);
    // What another tab takes out by its name is meant.
    Disk.texts.delete("billions.seats");
    tabs["storage"]?.({ key: "billions.seats", newValue: null });
    expect(tokens.tokenOf("tableA")).toBeNull();
  });

  it("says so if there is no room for what was cleared", async () => {
    const { tokens, small } = await load();
    tokens.keepToken("tableA", TOKEN, 1);
    Disk.texts.clear();
    Disk.room = 0;
    tabs["storage"]?.({ key: null, newValue: null });
    expect(tokens.tokenOf("tableA")).toBe(TOKEN);
    expect(tokens.whySeatsUnkept()).toBe(small.FULL);
  });

  it("leaves a probe nowhere, and probing makes no trouble that stays", async () => {
    const { small } = await load();
    expect(small.probe()).toBeNull();
    Disk.room = 0;
    expect(small.probe()).toBe(small.FULL);
    expect(small.anyUnkept()).toBeNull();
    expect([...Disk.texts.keys()]).toEqual([]);
  });

  it("knows a browser that keeps nothing from one that is full, before anything was written", async () => {
    const { small } = await load();
    expect(small.whyNothingKept()).toBeNull();
    Disk.room = 0;
    expect(small.whyNothingKept()).toBeNull();
    Disk.denied = true;
    expect((await load()).small.whyNothingKept()).toBe(small.FORBIDDEN);
    expect([...Disk.texts.keys()]).toEqual([]);
  });
});

describe("what a tab keeps of what one types", () => {
  type Tab = typeof import("../../src/storage/tab");
  const loadTab = async (): Promise<Tab> => {
    vi.resetModules();
    return import("../../src/storage/tab");
  };
  let denied = false;
  const kept = new Map<string, string>();
  beforeEach(() => {
    denied = false;
    kept.clear();
    Object.defineProperty(globalThis, "sessionStorage", {
      configurable: true,
      get() {
        if (denied) {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        }
        return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text), removeItem: (key: string) => kept.delete(key) };
      },
    });
  });

  it("is there after a reload, and gone when it is taken out", async () => {
    (await loadTab()).writeTab("typed", { text: "half a sent" });
    const tab = await loadTab();
    expect(tab.readTab("typed")).toEqual({ text: "half a sent" });
    tab.writeTab("typed", null);
    expect(tab.readTab("typed")).toBeNull();
    expect(kept.size).toBe(0);
    expect(window.name).toBe("");
  });

  it("is there after a reload also where the browser keeps nothing, beside the seats that are not kept either", async () => {
    denied = Disk.denied = true;
    const { tokens } = await load();
    tokens.keepToken("tableA", TOKEN, 1);
    (await import("../../src/storage/tab")).writeTab("typed", { text: "half a sent" });
    tokens.keepToken("tableB", TOKEN, 1);
    const again = await load();
    expect([...again.tokens.tablesHeld().keys()]).toEqual(["tableA", "tableB"]);
    const tab = await import("../../src/storage/tab");
    expect(tab.readTab("typed")).toEqual({ text: "half a sent" });
    tab.writeTab("typed", null);
    expect((await loadTab()).readTab("typed")).toBeNull();
    window.name = "billions {"; // damaged
    expect((await loadTab()).readTab("typed")).toBeNull();
  });

  it("is nothing where it is damaged", async () => {
    kept.set("typed", "{");
    expect((await loadTab()).readTab("typed")).toBeNull();
  });
});

describe("seats", () => {
  it("of games that are not over stay, however many there are, and what the version before kept is read", async () => {
    const ids = Array.from({ length: 200 }, (_, i) => `table${i}`);
    Disk.texts.set("billions.seats", JSON.stringify(Object.fromEntries(ids.map((id) => [id, TOKEN]))));
    Disk.texts.set("billions.seat-numbers", JSON.stringify({ table7: 3 }));
    const { tokens } = await load();
    tokens.keepToken("table200", TOKEN, 1);
    expect(tokens.tablesHeld().size).toBe(201);
    expect(seatsKept().length).toBe(201);
    expect(tokens.tablesHeld().get("table7")).toBe(3);
  });

  it("of games that are over go beyond fifty, the oldest first", async () => {
    vi.useFakeTimers();
    const { tokens } = await load();
    for (let i = 0; i < 120; i++) {
      vi.setSystemTime(1000 + i);
      tokens.keepToken(`table${i}`, TOKEN, 1);
      if (i % 2 === 0) {
        tokens.noteOver(`table${i}`, true);
      }
    }
    vi.useRealTimers();
    const held = [...tokens.tablesHeld().keys()];
    expect(held.filter((id) => Number(id.slice(5)) % 2 === 1).length).toBe(60);
    expect(held.filter((id) => Number(id.slice(5)) % 2 === 0)).toEqual(Array.from({ length: 50 }, (_, i) => `table${20 + 2 * i}`));
  });

  it("of games that are over go when room is short, the oldest first and no more than must; then playings of others", async () => {
    const { tokens, small } = await load();
    vi.useFakeTimers();
    for (const [i, id] of ["running1", "over2", "over1", "running2"].entries()) {
      vi.setSystemTime(id === "over1" ? 10 : 100 + i);
      tokens.keepToken(id, TOKEN, 1);
      tokens.noteOver(id, id.startsWith("over"));
    }
    vi.useRealTimers();
    small.write("billions.others", ["a".repeat(100), "b".repeat(100)]);
    const used = (): number => [...Disk.texts].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
    Disk.room = used();
    tokens.keepToken("new1", TOKEN);
    expect([...tokens.tablesHeld().keys()]).toEqual(["running1", "over2", "running2", "new1"]);
    Disk.room = used();
    tokens.keepToken("new2", TOKEN);
    expect([...tokens.tablesHeld().keys()]).toEqual(["running1", "running2", "new1", "new2"]);
    Disk.room = used();
    tokens.keepToken("new4", TOKEN);
    expect(small.read("billions.others", [""])).toEqual(["b".repeat(100)]);
    expect(tokens.whySeatsUnkept()).toBeNull();
    // Nothing is left that could go: no seat does.
    small.write("billions.others", []);
    Disk.room = used();
    tokens.keepToken("new5", TOKEN);
    expect([...tokens.tablesHeld().keys()]).toEqual(["running1", "running2", "new1", "new2", "new4", "new5"]);
    expect(tokens.whySeatsUnkept()).toBe(small.FULL);
  });

  it("come back to those that go on if a game was not over after all, and nothing is noted of tables without a seat", async () => {
    const { tokens } = await load();
    tokens.noteOver("stranger", true);
    expect(Disk.texts.get("billions.over")).toBeUndefined();
    tokens.keepToken("tableA", TOKEN, 1);
    tokens.noteOver("tableA", true);
    expect(tokens.isOver("tableA")).toBe(true);
    tokens.noteOver("tableA", false);
    expect(tokens.isOver("tableA")).toBe(false);
    expect(JSON.parse(Disk.texts.get("billions.over") ?? "{}")).toEqual({});
  });
});

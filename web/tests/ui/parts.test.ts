// A part of the page is loaded as often as it takes, its style with it, and not for ever from a server that has another program.
import { afterEach, beforeEach, expect, it, vi } from "vitest";

interface Link {
  href: string;
  onload(): void;
  onerror(): void;
  remove(): void;
}

/** How often each file still fails, also as a style sheet of the page. */
let failures: Record<string, number>;
let asked: string[];
let links: Link[];
let program: string;
let seen: EventTarget & { visibilityState: string };

function fails(file: string): boolean {
  failures[file] = (failures[file] ?? 0) - 1;
  return (failures[file] ?? 0) >= 0;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.spyOn(console, "error").mockReturnValue();
  [failures, asked, links, program] = [{}, [], [], "begin.js"];
  const head = {
    append(link: Link): void {
      links.push(link);
      queueMicrotask(() => (fails(`sheet ${link.href}`) ? link.onerror() : link.onload()));
    },
  };
  seen = Object.assign(new EventTarget(), {
    visibilityState: "visible",
    head,
    querySelector: (what: string) => (what.startsWith("script") ? { getAttribute: () => "begin.js" } : null),
    createElement: () => {
      const link: Partial<Link> = { remove: () => (links = links.filter((one) => one !== link)) };
      return link;
    },
  });
  vi.stubGlobal("document", seen);
  vi.stubGlobal("addEventListener", seen.addEventListener.bind(seen));
  vi.stubGlobal("fetch", (file: string) => {
    asked.push(file);
    return fails(file) ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(new Response(file === "/" ? program : "it", { status: program === "begin.js" || !file.startsWith("/assets/") ? 200 : 404 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const FILES = ["assets/table.js", "assets/table.css", "assets/game.css"];
const timesOf = (file: string): number => asked.filter((one) => one === file).length;

async function load(part = (): Promise<string> => Promise.resolve("there")) {
  const { loadPart, onMissing } = await import("../../src/ui/frame/part");
  const told: (string | null)[] = [];
  onMissing((why) => told.push(why));
  const loaded = { state: "waits", told, again: () => loadPart(part, FILES) };
  void loadPart(part, FILES).then(
    (what) => (loaded.state = what),
    (why: Error) => (loaded.state = why.message),
  );
  await vi.advanceTimersByTimeAsync(0);
  return loaded;
}

it("asks again for what failed, and for nothing else, until it is there", async () => {
  failures = { "/assets/table.css": 3 };
  const loaded = await load();
  for (const pause of [1000, 2000, 4000]) {
    expect(loaded).toMatchObject({ state: "waits", told: [null, "browser"].concat(Array<string>(timesOf("/assets/table.css") - 1).fill("browser")) });
    expect(links).toEqual([]);
    await vi.advanceTimersByTimeAsync(pause);
  }
  expect(loaded.state).toBe("there");
  expect(loaded.told.at(-1)).toBeNull();
  expect([timesOf("/assets/table.js"), timesOf("/assets/table.css")]).toEqual([1, 4]);
  expect(links.map(({ href }) => href)).toEqual(["/assets/table.css", "/assets/game.css"]);
});

it("puts another link in the place of a style sheet that failed, and waits for it", async () => {
  failures = { "sheet /assets/table.css": 1 };
  const loaded = await load();
  expect([loaded.state, links.map(({ href }) => href)]).toEqual(["waits", []]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([loaded.state, links.map(({ href }) => href)]).toEqual(["there", ["/assets/table.css", "/assets/game.css"]]);
  await loaded.again();
  expect(links).toHaveLength(2);
});

it("imports nothing before all files are there, and again what failed to import", async () => {
  failures = { "/assets/table.js": 1 };
  const part = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError("Failed to import")).mockResolvedValue("there");
  const loaded = await load(part);
  expect(part).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(part).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(loaded.state).toBe("there");
});

it("says that nobody answers, and rests while the page is out of sight", async () => {
  failures = { "/assets/table.js": 1, "/healthz": 1 };
  const loaded = await load();
  expect(loaded.told).toEqual([null, "line"]);
  seen.visibilityState = "hidden";
  await vi.advanceTimersByTimeAsync(60_000);
  expect(timesOf("/assets/table.js")).toBe(1);
  seen.visibilityState = "visible";
  seen.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded.state).toBe("there");
});

it("tries at once when the network comes back", async () => {
  failures = { "/assets/table.js": 1 };
  const loaded = await load();
  seen.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded.state).toBe("there");
});

it("gives a file up of which nothing comes", async () => {
  const whole = globalThis.fetch;
  vi.stubGlobal("fetch", (file: string, { signal }: { signal: AbortSignal }) => {
    const answer = whole(file);
    return file === "/assets/table.js" && timesOf(file) === 1 ? new Promise((_, fail) => signal.addEventListener("abort", () => fail(new Error("aborted")))) : answer;
  });
  const loaded = await load();
  await vi.advanceTimersByTimeAsync(7999);
  expect(loaded.told).toEqual([null]);
  await vi.advanceTimersByTimeAsync(1001);
  expect(loaded.state).toBe("there");
});

it("ends when the server has another program, and says so", async () => {
  program = "another.js";
  const loaded = await load();
  expect(loaded).toMatchObject({ state: "The program was renewed meanwhile: load the page again.", told: [null, "renewed"] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(timesOf("/assets/table.js")).toBe(1);
});

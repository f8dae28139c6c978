// What is said to a server over a line that comes and goes: each move once, and only while it is asked; nothing twice that may not be repeated;
// and what is told of all that. The clock is in the hand of the test.
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Entry, NowMessage, Setup, TableMessage } from "../../src/engine/types";
import { RemoteSource } from "../../src/source/remote";
import type { SourceMessage } from "../../src/source/source";
import { returnedLine } from "../../src/table/returned";
import { TestWorld, type TestWire } from "./world";

const events = new EventTarget();
const visible = Object.assign(new EventTarget(), { visibilityState: "visible" });
beforeAll(() => {
  vi.stubGlobal("document", visible);
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("removeEventListener", events.removeEventListener.bind(events));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
});

const say = ({ parts }: Entry): string => String(parts?.verb);

type Said = Record<string, unknown> & { type: string };

/** A server with one table, seat 1 of which is ours: what it has heard, and what has happened there. */
class Server {
  readonly world = new TestWorld();
  readonly heard: Said[] = [];
  log: Entry[] = [];
  decision = 1;
  /** whether seat 1 is asked */
  asks = true;
  window = false;
  /** the answers to moves get lost */
  loses = false;
  pace: Setup["pace"] = { kind: "live", move: 60 };
  /** when the server decides; null: never. And what seat 1 has in reserve */
  ends: number | null = null;
  bank: number | null = null;
  state: NowMessage["state"] = "playing";

  constructor() {
    this.world.answer = (wire, said) => this.#answer(wire, said as Said);
  }
  happens(kind: Entry["kind"], seat: number, more: Partial<Entry> = {}): void {
    this.log.push({ number: this.log.length + 1, kind, seat, time: this.world.time, ...more });
  }
  tells(...entry: Parameters<Server["happens"]>): void {
    this.happens(...entry);
    this.world.wires.at(-1)?.hear({ ...this.log.at(-1), type: "entry" });
  }
  now(): NowMessage {
    const you = this.asks ? { prompt: "Your turn.", moves: ["draw deck"] } : null;
    const clocks = this.bank === null ? null : [{ seat: 1, bank: this.bank, runs: this.asks }];
    return { type: "now", number: this.log.length, asked: { decision: this.decision, seats: [this.asks ? 1 : 2], window: this.window, ends: this.ends === null ? null : this.ends - this.world.time, you }, view: null, clocks, state: this.state } as unknown as NowMessage;
  }
  #answer(wire: TestWire, said: Said): void {
    if (said.type !== "ping") {
      this.heard.push(said);
    }
    if (said.type === "hello" && said["seen"] === undefined) {
      wire.hear({ ...this.now(), type: "table", you: 1, setup: { pace: this.pace }, seats: [], orders: [], log: this.log } as unknown as TableMessage);
    } else if (said.type === "hello") {
      wire.hear({ type: "rest" });
      this.log.slice(said["seen"] as number).forEach((entry) => wire.hear({ ...entry, type: "entry" }));
      wire.hear(this.now());
    } else if (said.type === "ping") {
      wire.hear({ type: "pong" });
    } else if (!this.loses) {
      wire.hear({ type: "ok", id: said["id"] });
    }
  }
  said(type: string): Said[] {
    return this.heard.filter((one) => one.type === type);
  }
}

const open: RemoteSource[] = [];
afterEach(() => open.splice(0).forEach((source) => source.close()));

interface Bench {
  server: Server;
  source: RemoteSource;
  told: SourceMessage[];
  lines(): SourceMessage[];
}

function bench(prepare: (server: Server) => void = () => undefined, token: string | null = null): Bench {
  const server = new Server();
  server.happens("began", 0);
  prepare(server);
  const told: SourceMessage[] = [];
  vi.spyOn(Date, "now").mockImplementation(() => server.world.time);
  const source = new RemoteSource("k3v6", token, server.world);
  source.hear = (message) => told.push(message);
  open.push(source);
  void source.start();
  server.world.pass(100);
  expect(told[0]?.type).toBe("table");
  return { server, source, told, lines: () => told.filter(({ type }) => type === "line" || type === "returned") };
}

/** What becomes of a promise, once it is known. */
function outcome(promise: Promise<void>): { is: string } {
  const what = { is: "open" };
  promise.then(
    () => (what.is = "done"),
    (why: Error) => (what.is = why.message),
  );
  return what;
}
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

describe("a move that is made while nobody answers", () => {
  it("waits here, is told as not sent, and goes off once when the server answers", async () => {
    const { server, source, lines } = bench();
    server.world.mood = "silent";
    server.world.pass(12_000);
    const move = outcome(source.move(1, "draw deck"));
    expect(lines()).toEqual([
      { type: "line", since: expect.any(Number) as number, unsent: false },
      { type: "line", since: expect.any(Number) as number, unsent: true },
    ]);
    server.world.mood = "well";
    server.world.pass(5_000);
    await settle();
    expect(move.is).toBe("done");
    expect(server.said("move")).toEqual([{ type: "move", decision: 1, move: "draw deck", id: expect.any(Number) as number }]);
    server.world.pass(60_000);
    expect(server.said("move")).toHaveLength(1);
  });
  it("is never sent where the question is over by then, and that is told", async () => {
    const { server, source } = bench();
    server.world.mood = "silent";
    server.world.pass(12_000);
    const move = outcome(source.move(1, "draw deck"));
    server.happens("move", 1, { how: "timeout" });
    server.happens("move", 2, { how: "person" });
    server.decision = 3;
    server.world.mood = "well";
    server.world.pass(5_000);
    await settle();
    expect(move.is).toBe("It was not sent: the question that it answers is over.");
    expect(server.said("move")).toEqual([]);
  });
  it("is not sent either where somebody else is asked now", async () => {
    const { server, source } = bench();
    server.world.mood = "silent";
    server.world.pass(12_000);
    const move = outcome(source.move(1, "draw deck"));
    server.asks = false;
    server.world.mood = "well";
    server.world.pass(5_000);
    await settle();
    expect(move.is).toContain("was not sent");
    expect(server.said("move")).toEqual([]);
  });
});

describe("what the server refuses", () => {
  it("keeps the server's word for it, so that it is said as it looks from the table", async () => {
    const { server, source } = bench();
    server.loses = true;
    const refused = source.undo(1).catch((why: unknown) => why);
    server.world.pass(50);
    server.world.last.hear({ type: "error", id: server.said("undo")[0]?.["id"], code: "stale", text: "Decision 1 is not open; what is asked now is decision 2." });
    expect(await refused).toMatchObject({ code: "stale" });
  });
});

describe("what was sent, and whose answer was lost", () => {
  it("is repeated if it is a move: the very same message", async () => {
    const { server, source } = bench();
    server.loses = true;
    const move = outcome(source.move(1, "draw deck"));
    server.world.pass(50);
    server.happens("move", 1, { how: "person" });
    server.decision = 2;
    server.asks = false;
    server.world.last.ear.ended();
    server.loses = false;
    server.world.pass(2_000);
    await settle();
    expect(move.is).toBe("done");
    const [first, second, ...more] = server.said("move");
    expect(second).toEqual(first);
    expect(more).toEqual([]);
  });
  it.each([
    ["what was said", "chat", { text: "Hello" }, (source: RemoteSource) => source.chat("Hello")],
    ["taking back", "ask-undo", {}, (source: RemoteSource) => source.undo(1)],
  ] as const)("is not repeated if it shows in what was missed: %s", async (_, kind, more, say) => {
    const { server, source } = bench();
    server.loses = true;
    const said = outcome(say(source));
    server.world.pass(50);
    server.happens(kind, 1, more);
    server.world.last.ear.ended();
    server.loses = false;
    server.world.pass(2_000);
    await settle();
    expect(said.is).toBe("done");
    expect(server.heard.filter(({ type }) => type !== "hello")).toHaveLength(1);
  });
  it("is not repeated where nothing shows it, and that is said: a sign", async () => {
    const { server, source } = bench();
    server.loses = true;
    const sign = outcome(source.sign("ouch"));
    server.world.pass(50);
    server.world.last.ear.ended();
    server.loses = false;
    server.world.pass(2_000);
    await settle();
    expect(sign.is).toContain("perhaps nobody saw it");
    expect(server.said("emote")).toHaveLength(1);
  });
  it("is repeated if it does not", async () => {
    const { server, source } = bench();
    server.world.mood = "silent";
    const said = outcome(source.chat("Hello"));
    server.world.pass(12_000);
    server.world.mood = "well";
    server.world.pass(5_000);
    await settle();
    expect(said.is).toBe("done");
    expect(server.said("chat")).toHaveLength(1);
  });
});

describe("when the server answers again", () => {
  it("tells for how long it did not, and what was missed; nothing where nothing was told before", () => {
    const { server, lines } = bench();
    server.world.last.ear.ended();
    server.world.pass(2_000);
    expect(lines()).toEqual([]);
    server.world.mood = "silent";
    server.world.pass(30_000);
    server.happens("move", 2, { how: "person" });
    server.happens("move", 1, { how: "timeout" });
    server.world.mood = "well";
    server.world.pass(5_000);
    const [uncertain, certain, returned, ...more] = lines();
    expect(more).toEqual([]);
    expect(uncertain).toMatchObject({ type: "line" });
    expect(certain).toMatchObject({ type: "line", since: null });
    expect(returned).toMatchObject({ type: "returned", missed: [{ seat: 2 }, { seat: 1 }] });
  });
  it("says so at once where the old socket answers what it was asked long ago, and what waits is sent", async () => {
    const { server, source, lines } = bench();
    const [old] = server.world.wires;
    server.world.mood = "silent";
    server.world.pass(12_000);
    const move = outcome(source.move(1, "draw deck"));
    server.world.mood = "well";
    old?.hear({ type: "pong" });
    server.world.pass(100);
    await settle();
    expect(lines().slice(-2)).toMatchObject([{ type: "line", since: null }, { type: "returned", missed: [] }]);
    expect(move.is).toBe("done");
    expect(server.said("move")).toHaveLength(1);
  });
  it("says nothing of it where only words come back and none go out, before they do", () => {
    const { server, lines } = bench();
    const [old] = server.world.wires;
    server.world.mood = "silent";
    server.world.pass(12_000);
    old?.hear({ type: "presence", seat: 2, connected: true });
    server.world.mood = "well"; // what was asked for meanwhile is lost: the next sign of life is asked for 4 s later
    server.world.pass(3_000);
    expect(lines().map(({ type }) => type)).toEqual(["line", "line"]);
    server.world.pass(7_000);
    expect(lines().map(({ type }) => type)).toEqual(["line", "line", "returned"]);
  });
  it("does not say that nothing happened where the page was loaded meanwhile", () => {
    expect(returnedLine(12_000, 0, [], 1, (seat) => `Seat ${seat}`, say)).toBe("Back after 12 s. Nothing happened.");
    expect(returnedLine(12_000, 0, null, 1, (seat) => `Seat ${seat}`, say)).toBe("Back after 12 s.");
  });
  it("counts moves of others as Away does, and names those made for one", () => {
    const passes = (seat: number): Entry[] => ["pass", "draw", "pass"].map((verb) => ({ number: 1, kind: "move", seat, how: "bot", time: 0, parts: { verb } }) as Entry);
    expect(returnedLine(12_000, 0, [...passes(1), ...passes(2)], 1, (seat) => `Seat ${seat}`, say)).toBe("Back after 12 s. Played for you: draw. Seat 2 made 1 move.");
  });
  it("has a line for people", () => {
    const nameOf = (seat: number): string => ["", "Ann", "Ben", "Cid"][seat] ?? "";
    const entry = (seat: number, how: Entry["how"]): Entry => ({ number: 1, kind: "move", seat, how, time: 0, parts: { verb: "pass" } }) as Entry;
    expect(returnedLine(12_400, 0, [], 1, nameOf, say)).toBe("Back after 12 s. Nothing happened.");
    expect(returnedLine(34_000, 900, [entry(2, "person"), entry(2, "person"), entry(1, "timeout"), entry(3, "bot")], 1, nameOf, say)).toBe("Back after 34 s. Time ran out: pass. Ben made 2 moves, Cid made 1 move.");
    expect(returnedLine(400_000, 0, [entry(1, "person")], 1, nameOf, say)).toBe("Back after 7 min. Your move has arrived.");
    expect(returnedLine(41_000, 41_300, [], 1, nameOf, say)).toBe("Back after 41 s (41 s on your clock). Nothing happened.");
    expect(returnedLine(400_000, 20_000, [entry(1, "timeout")], 1, nameOf, say)).toBe("Back after 7 min (20 s on your clock). Time ran out: pass.");
  });
});

it("a seat that a bot plays for, because time was up, is taken back by who has the page in sight, or comes to it, and once", () => {
  const { server } = bench(undefined, "key");
  const look = (state: string): boolean => Object.assign(visible, { visibilityState: state }).dispatchEvent(new Event("visibilitychange"));
  server.tells("bot", 2, { name: "easy" });
  expect(server.said("back")).toHaveLength(0);
  server.tells("bot", 1, { name: "easy" });
  server.world.pass(100);
  expect(server.said("back")).toHaveLength(1);
  server.tells("back", 1);
  look("hidden");
  server.tells("bot", 1, { name: "easy" });
  server.world.pass(100);
  expect(server.said("back")).toHaveLength(1);
  look("visible");
  server.world.pass(100);
  expect(server.said("back")).toHaveLength(2);
});

describe("a Pass that only the end of a window's time has made", () => {
  const pass = { how: "person", parts: { verb: "pass" }, lapsed: true } as const;
  const question = "Your turn."; // of the server of these tests
  const inWindow = (made: Server): unknown => Object.assign(made, { window: true });
  it("is told with what was asked", () => {
    const { server, told } = bench(inWindow);
    server.world.pass(100);
    server.tells("move", 2, { how: "person", parts: { verb: "pass" } });
    server.tells("move", 1, pass);
    server.tells("move", 1, pass);
    expect(told.flatMap((one) => (one.type === "lapsed" ? [one.entry.question] : []))).toEqual([question, undefined]);
  });
  it("is in the log of a page that begins again, and tells nothing there", () => {
    const { told } = bench((server) => server.happens("move", 1, pass));
    const log = told.flatMap((one) => (one.type === "table" ? one.log : []));
    expect(log.at(-1)).toMatchObject({ lapsed: true });
    expect(told.filter(({ type }) => type === "lapsed")).toEqual([]);
  });
  it("is among what was missed", () => {
    const { server, told } = bench(inWindow);
    server.world.mood = "silent";
    server.world.pass(12_000);
    server.happens("move", 1, pass);
    server.world.mood = "well";
    server.world.pass(5_000);
    expect(told.find(({ type }) => type === "returned")).toMatchObject({ missed: [{ seat: 1, question }] });
  });
});

describe("what an outage costs", () => {
  /** The server falls silent 10 s after the beginning, for half a minute; meanwhile that happens. All in seconds: how long it was silent
   *  from its last sign of life on, how long our clock ran, and from what moment to what. */
  function outage(prepare: (server: Server) => void, meanwhile: (server: Server) => void = () => undefined): { after: number; ran: number; from: number; to: number } {
    const { server, lines } = bench(prepare);
    server.world.pass(10_000);
    server.world.mood = "silent";
    server.world.pass(30_000);
    meanwhile(server);
    server.world.mood = "well";
    for (let tries = 0; tries < 100; tries++) {
      server.world.pass(100);
      const returned = lines().find((one) => one.type === "returned");
      if (returned?.type === "returned") {
        const to = server.world.time;
        const [after, ran, from] = [returned.after, returned.ran, to - returned.after].map((time) => Math.round(time / 1000)) as [number, number, number];
        return { after, ran, from, to: Math.round(to / 1000) };
      }
    }
    throw new Error("Nothing was said.");
  }
  const clocked = (server: Server): unknown => Object.assign(server, { ends: 360_000, bank: 300_000 });
  const othersTurn = (server: Server): unknown => Object.assign(server, { asks: false, ends: 360_000, bank: 300_000 });

  it("is all of it where one was asked all the time", () => {
    const { after, ran } = outage(clocked);
    expect(after).toBeGreaterThan(25);
    expect(ran).toBe(after);
  });
  it.each<[string, (server: Server) => unknown]>([
    ["somebody else was asked", othersTurn],
    ["there is no clock", () => undefined],
    ["days are given for a decision", (server) => Object.assign(server, { ends: 86_400_000, pace: { kind: "days", days: 1 } })],
    ["it was a window, whose time is the same for all", (server) => Object.assign(server, { ends: 60_000, bank: 300_000, window: true })],
  ])("is nothing where %s", (_, prepare) => {
    expect(outage(prepare).ran).toBe(0);
  });
  it("is what was left where the time ran out, and the bot that played on cost nothing", () => {
    const { ran, from } = outage(
      (server) => Object.assign(server, { ends: 18_000, bank: 0 }),
      (server) => {
        server.happens("move", 1, { how: "timeout" });
        server.happens("bot", 1);
        server.happens("move", 1, { how: "bot" });
        server.happens("back", 1);
        Object.assign(server, { decision: 3, asks: false });
      },
    );
    expect(from).toBeLessThanOrEqual(10);
    expect(Math.abs(18 - from - ran)).toBeLessThanOrEqual(1);
  });
  it("is what has run since one was asked, where another's turn ended meanwhile; the reserve counts", () => {
    // Asked 20 s before the silence ends at 40 s.
    const asked = (left: number, bank: number) => (server: Server) => {
      server.happens("move", 2, { how: "person" });
      Object.assign(server, { asks: true, decision: 2, ends: server.world.time + left, bank });
    };
    const long = outage(othersTurn, asked(340_000, 300_000));
    expect(Math.abs(long.to - 20 - long.ran)).toBeLessThanOrEqual(1);
    const short = (server: Server): unknown => Object.assign(server, { pace: { kind: "live", move: 5 }, asks: false, ends: 40_000, bank: 60_000 });
    const reserve = outage(short, asked(45_000, 45_000));
    expect(Math.abs(reserve.to - 20 - reserve.ran)).toBeLessThanOrEqual(1);
  });
  it("is nothing where a table stood still meanwhile", () => {
    expect(outage(clocked, (server) => (server.ends = server.world.time + 355_000)).ran).toBeLessThan(5);
  });
});

describe("how often a sign of life is asked for", () => {
  const pings = ({ server }: Bench): number => server.world.wires.flatMap(({ said }) => said).filter((text) => text.includes("ping")).length;
  it.each([
    ["a game that goes on and is looked at", {}, 12, 16],
    ["one over days", { pace: { kind: "days" } }, 2, 4],
    ["a table that has not begun", { state: "open" }, 2, 4],
    ["a game that is over", { state: "over" }, 2, 4],
  ] as const)("in a minute: %s", (_, more, least, most) => {
    const made = bench((server) => Object.assign(server, more));
    made.server.world.pass(60_000);
    expect(pings(made)).toBeGreaterThanOrEqual(least);
    expect(pings(made)).toBeLessThanOrEqual(most);
  });
  it("falls when the page is hidden, and a look at it asks at once", () => {
    const made = bench();
    visible.visibilityState = "hidden";
    visible.dispatchEvent(new Event("visibilitychange"));
    const before = pings(made);
    made.server.world.pass(20_000);
    expect(pings(made)).toBe(before);
    visible.visibilityState = "visible";
    visible.dispatchEvent(new Event("visibilitychange"));
    expect(pings(made)).toBe(before + 1);
    made.source.close();
    made.server.world.pass(60_000);
    expect(pings(made)).toBe(before + 1);
  });
  it.each(["online", "pageshow"])("and %s tries at once, where nobody answers", (event) => {
    const made = bench();
    made.server.world.mood = "silent";
    made.server.world.pass(31_000);
    made.server.world.mood = "well";
    const begun = (): number => made.server.world.wires.length + made.server.world.requests.length;
    const before = begun();
    events.dispatchEvent(new Event(event));
    expect(begun()).toBe(before + 1);
    made.server.world.pass(100);
    expect(made.lines().at(-1)).toMatchObject({ type: "returned" });
  });
});

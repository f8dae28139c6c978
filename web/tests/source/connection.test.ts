// The connection of a table, its clock in the hand of the test: when a silent network is noticed and told, in each phase of an attempt; how
// soon it is back; and that sockets which were given up are neither waited for nor listened to.
import { describe, expect, it } from "vitest";
import { Connection, LIVELY, RESTING, type Speaker } from "../../src/source/connection";
import { TestWorld } from "./world";

interface Bench {
  world: TestWorld;
  connection: Connection;
  /** "up 20", "down 8000", "uncertain 9000 since 20", ... with the moments at which they came */
  told: string[];
  heard: string[];
}

function bench(lively = true, how: Partial<TestWorld> = {}): Bench {
  const world = Object.assign(new TestWorld(), how);
  const told: string[] = [];
  const heard: string[] = [];
  const speaker: Speaker = {
    greeting: () => '{"type":"hello"}',
    heard: (text) => {
      heard.push(text);
      return text.includes('"rest"');
    },
    up: () => told.push(`up ${world.time}`),
    down: () => told.push(`down ${world.time}`),
    uncertain: (since) => told.push(since === null ? `certain ${world.time}` : `uncertain ${world.time} since ${since}`),
  };
  const connection = new Connection(world, speaker);
  connection.lively(lively);
  connection.begin();
  return { world, connection, told, heard };
}

/** One that is up since 40 ms, with nothing told but that. */
function up(lively = true): Bench {
  const made = bench(lively);
  made.world.pass(40);
  expect(made.told).toEqual(["up 40"]);
  made.told.length = 0;
  return made;
}
const pings = ({ world }: Bench): number => world.wires.flatMap(({ said }) => said).filter((text) => text.includes("ping")).length;

describe("while the line is well", () => {
  it.each([
    ["somebody looks at a game", true, LIVELY],
    ["nobody does", false, RESTING],
  ])("asks for a sign of life when %s", (_, lively, interval) => {
    const made = up(lively);
    made.world.pass(interval - 1);
    expect(pings(made)).toBe(0);
    made.world.pass(10 * (interval + 40));
    expect(pings(made)).toBeGreaterThanOrEqual(9);
    expect(pings(made)).toBeLessThanOrEqual(11);
    expect(made.told).toEqual([]);
    expect(made.world.wires).toHaveLength(1);
  });
  it("asks for none as long as the server says something", () => {
    const made = up();
    for (let i = 0; i < 20; i++) {
      made.world.pass(LIVELY - 100);
      made.world.last.hear({ type: "presence" });
    }
    expect(pings(made)).toBe(0);
  });
  it("stays with a slow line: an answer that is late is one", () => {
    const made = up();
    made.world.delay = 4_500;
    made.world.pass(60_000);
    expect(made.told.filter((what) => what.startsWith("uncertain"))).toEqual([]);
    expect(made.connection.isUp || made.told.length > 0).toBe(true);
    expect(made.world.wires[0]?.closed).toBe(false);
  });
});

describe("a line that falls silent, without a word", () => {
  it("is told 9 s after the last sign of life, and not before", () => {
    const made = up();
    made.world.mood = "silent";
    made.world.pass(8_999);
    expect(made.told).toEqual(["down 8040"]); // another one is tried already
    made.world.pass(1);
    expect(made.told).toEqual(["down 8040", "uncertain 9040 since 40"]);
    made.world.pass(300_000);
    expect(made.told).toHaveLength(2);
  });
  it("is found where it rests, too", () => {
    const made = up(false);
    made.world.mood = "silent";
    made.world.pass(RESTING + 5_000);
    expect(made.told.at(-1)).toBe("uncertain 30040 since 40");
  });
  it.each([
    ["silent", 20],
    ["silent", 200],
    ["no-answer", 200],
    ["no-hello", 200],
    ["refused", 200],
  ] as const)("is back within 5 s of being well, whenever that is, after attempts that were %s, where an answer takes %i ms", (mood, delay) => {
    for (let well = 0; well < 20_000; well += 250) {
      const made = up();
      made.world.mood = mood;
      made.world.delay = delay;
      if (mood === "refused" || mood === "no-hello") {
        made.world.last.ear.ended();
      }
      made.world.pass(20_000 + well);
      expect(made.connection.isUp).toBe(false);
      made.world.mood = "well";
      made.told.length = 0;
      made.world.pass(5_000);
      expect(made.told, `well after ${well} ms more`).toEqual([expect.stringMatching(/^certain/), expect.stringMatching(/^up/)]);
      expect(made.world.going).toBe(1);
    }
  });
  it("is back within 5 s although a browser sends the first request over a connection that has died", () => {
    for (let well = 10_000; well < 20_000; well += 250) {
      const made = up();
      Object.assign(made.world, { mood: "silent", dead: 1 });
      made.world.pass(well);
      made.world.mood = "well";
      made.told.length = 0;
      made.world.pass(5_000);
      expect(made.told, `well after ${well} ms`).toContainEqual(expect.stringMatching(/^up/));
    }
  });
  it.each(["no-answer", "silent"] as const)("never has more than four sockets and requests at once, and lets go of each within its limit: %s", (mood) => {
    const made = up();
    made.world.mood = mood;
    for (let i = 0; i < 120; i++) {
      made.world.pass(500);
      expect(made.world.going).toBeLessThanOrEqual(4);
    }
    expect(made.world.wires.slice(0, -4).every(({ closed }) => closed)).toBe(true);
    expect(made.world.requests.slice(0, -4).every(({ closed }) => closed)).toBe(true);
  });
  it("comes back on the old socket, if that speaks first; the others are let go", () => {
    const made = up();
    made.world.mood = "no-answer";
    made.world.pass(11_000);
    made.world.mood = "well";
    made.world.wires[0]?.hear({ type: "entry" });
    expect(made.told.slice(-2)).toEqual(["certain 11040", "up 11040"]);
    expect(made.world.wires.map(({ closed }) => closed)).toEqual([false, ...made.world.wires.slice(1).map(() => true)]);
  });
  it("hears nothing more of a socket that was given up", () => {
    const made = up();
    made.world.mood = "silent";
    made.world.pass(30_000);
    made.world.mood = "well";
    made.world.pass(5_000);
    const [old] = made.world.wires;
    const before = [...made.heard];
    const told = [...made.told];
    old?.hear({ type: "rest" });
    old?.ear.ended();
    old?.ear.opened();
    made.world.pass(100);
    expect(made.heard).toEqual(before);
    expect(made.told).toEqual(told);
    expect(made.connection.isUp).toBe(true);
  });
});

describe("attempts", () => {
  it("follow at 1, 2, 4 s and then at 4 less a share of chance, counted from the beginning of each", () => {
    const made = up();
    made.world.mood = "refused";
    made.world.last.ear.ended();
    made.world.pass(15_500);
    const first = made.world.opened[1] ?? 0;
    expect(made.world.opened.slice(1).map((at) => at - first)).toEqual([0, 1_000, 3_000, 7_000, 11_000, 15_000]);
    made.world.share = 1;
    made.world.pass(10_000);
    const [a = 0, b = 0] = made.world.asked.slice(-2);
    expect(b - a).toBe(3_200);
  });
  it("that are refused again and again are told at once", () => {
    const made = up();
    made.world.mood = "refused";
    made.world.last.ear.ended();
    made.world.pass(1_500);
    expect(made.told).toEqual(["down 40", "uncertain 1060 since 40"]);
  });
  it("begin at once, and say nothing, when a server ends the connection and is there again", () => {
    const made = up();
    made.world.share = 1;
    made.world.last.ear.ended();
    made.world.pass(400);
    expect(made.told).toEqual(["down 40", "up 380"]);
  });
  it("begin at once when the server says that the table has moved", () => {
    const made = up();
    made.connection.moved();
    made.world.pass(40);
    expect(made.told).toEqual(["down 40", "up 80"]);
    expect(made.world.wires[0]?.closed).toBe(true);
  });
  it("open no socket while another is not open yet: browsers open only one at a time", () => {
    const made = up();
    made.world.mood = "silent";
    for (let i = 0; i < 120; i++) {
      made.world.pass(500);
      expect(made.world.wires.slice(1).filter(({ closed }) => !closed).length).toBeLessThanOrEqual(1);
    }
    expect(made.world.requests.length).toBeGreaterThan(8);
  });
  it.each([
    [1_600, 6_400],
    [1_500, 7_000],
    [2_500, 8_000],
  ])("wait for a slow line: an answer takes %i ms, and a handshake %i", (delay, handshake) => {
    const made = bench(true, { delay, handshake });
    made.world.pass(handshake + delay);
    expect(made.told.at(-1)).toBe(`up ${handshake + delay}`);
    expect(made.world.wires[0]?.closed).toBe(false);
    expect(made.world.going).toBe(1);
  });
  it("give a handshake more time, where requests are answered quickly and it is not", () => {
    for (const handshake of [5_000, 6_000, 7_500, 12_000]) {
      const made = bench(true, { handshake });
      made.world.pass(30_000);
      expect(made.connection.isUp, `a handshake of ${handshake} ms`).toBe(true);
      expect(made.world.wires.length).toBeLessThanOrEqual(3);
      expect(made.world.going).toBe(1);
    }
  });
  it("give up a socket that hangs as soon as a request is answered", () => {
    const made = up();
    made.world.mood = "silent";
    made.world.pass(9_000);
    made.world.mood = "well";
    made.world.pass(3_100);
    expect(made.world.wires.map(({ closed }) => closed)).toEqual([true, true, false]);
    expect(made.told.slice(-2)).toEqual([expect.stringMatching(/^certain/), "up 12100"]);
  });
  it("ask by a request first, once many were refused, until somebody looks", () => {
    const made = up();
    made.world.mood = "refused";
    made.world.last.ear.ended();
    made.world.pass(60_000);
    const all = [...made.world.opened.slice(1).map((at) => [at, "socket"] as const), ...made.world.asked.map((at) => [at, "request"] as const)].sort(([a], [b]) => a - b);
    const five = (what: string): string[] => Array<string>(5).fill(what);
    expect(all.slice(0, 13).map(([, what]) => what)).toEqual([...five("socket"), "socket", ...five("request"), "socket", "request"]);
    made.world.pass(1_000);
    const before = made.world.wires.length;
    made.connection.look();
    expect(made.world.wires.length).toBe(before + 1);
  });
  it("are told even if none was ever answered", () => {
    const made = bench();
    made.connection.close();
    const other = new TestWorld();
    other.mood = "silent";
    const told: string[] = [];
    new Connection(other, { greeting: () => "{}", heard: () => false, up: () => undefined, down: () => undefined, uncertain: (since) => told.push(`${other.time} ${since}`) }).begin();
    other.pass(9_000);
    expect(told).toEqual(["9000 0"]);
  });
});

describe("when somebody looks again, or the device wakes up", () => {
  it("asks at once on a socket that has been silent, and tries another one after 2 s", () => {
    const made = up(false);
    made.world.mood = "silent";
    made.world.sleep(15_000);
    made.connection.look();
    expect(pings(made)).toBe(1);
    made.world.pass(2_000);
    expect(made.world.wires).toHaveLength(2);
    made.world.pass(1_000);
    expect(made.told.at(-1)).toBe(`uncertain ${15_040 + 3_000} since 40`);
  });
  it("asks nothing on one that has just spoken, unless the network has changed", () => {
    const made = up();
    made.world.pass(1_000);
    made.connection.look();
    expect(pings(made)).toBe(0);
    made.connection.look(true);
    expect(pings(made)).toBe(1);
  });
  it("tries at once where it waits for the next attempt; several events are one", () => {
    const made = up();
    made.world.mood = "silent";
    made.world.pass(30_000);
    const before = made.world.requests.length;
    made.world.mood = "well";
    made.world.pass(1_000 - ((made.world.time - (made.world.asked.at(-1) ?? 0)) % 1_000));
    made.connection.look();
    made.connection.look();
    made.connection.look(true);
    expect(made.world.requests.length).toBe(before + 1);
    made.world.pass(60);
    expect(made.connection.isUp).toBe(true);
  });
  it("waits for no socket that was begun on another network", () => {
    const made = up();
    made.world.mood = "silent";
    made.world.pass(11_000);
    made.world.mood = "well";
    made.connection.look(true);
    expect(made.world.wires.map(({ closed }) => closed)).toEqual([false, true, false]);
    made.world.pass(40);
    expect(made.connection.isUp).toBe(true);
  });
  it("says at once that there is no network, where the device knows it", () => {
    const made = up();
    made.connection.cut();
    expect(made.told).toEqual(["down 40", "uncertain 40 since 40"]);
    expect(made.world.last.closed).toBe(true);
    made.connection.look(true);
    made.world.pass(40);
    expect(made.told.slice(2)).toEqual(["certain 80", "up 80"]);
  });
  it("notices a sleep that no event tells of: the next sign of life has less time", () => {
    const made = up();
    made.world.mood = "silent";
    made.world.sleep(60_000);
    made.world.pass(2_000);
    expect(made.world.wires).toHaveLength(2);
  });
});

it("is silent for good once it is closed", () => {
  const made = up();
  made.connection.close('{"type":"bye"}');
  expect(made.world.last.said.at(-1)).toBe('{"type":"bye"}');
  made.world.pass(100_000);
  made.connection.look(true);
  made.connection.cut();
  made.connection.moved();
  made.world.pass(100_000);
  expect(made.told).toEqual([]);
  expect(made.world.wires).toHaveLength(1);
});

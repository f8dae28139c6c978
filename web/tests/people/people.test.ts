// Who bots are on the page: names taken apart, drawn without anybody twice, and when they speak, what, and where.
import { describe, expect, it } from "vitest";
import type { Entry, Look, Over } from "../../src/engine/types";
import { stage } from "../../src/games/one-billion-users/staging";
import { launchesOf } from "../../src/games/one-billion-users/launches";
import { botOf, drawBots, drawPersons, levelOf, personOf } from "../../src/people/bots";
import faces from "../../src/people/faces.json";
import { MOMENTS, REMARKS } from "../../src/people/speech/remarks";
import { changeOfLead, Floor, leaderOf, meets, momentsOf, momentsOfEnd, placeFor, QUIET } from "../../src/people/speech/speaking";
import { newEngine } from "../engine/engine";

const engine = newEngine();
const { games } = engine.ask("games", {});

describe("the name of a bot", () => {
  it.each([
    ["easy", "easy", null],
    ["hard:person=mara", "hard", "mara"],
    ["search:ms=5:person=otto", "search", "otto"],
  ])("%s", (bot, level, person) => {
    expect([levelOf(bot), personOf(bot)]).toEqual([level, person]);
  });
  it("is put together, and nobody plays at random", () => {
    expect(botOf("best", "mara")).toBe("best:person=mara");
    expect([botOf("best", null), botOf("random", "mara")]).toEqual(["best", "random"]);
  });
});

describe("a table of persons", () => {
  const all = games[0]?.persons ?? [];
  it("has nobody twice, and none who sits there already", () => {
    for (let i = 0; i < 50; i++) {
      const drawn = drawPersons(all, 4, ["mara"]);
      expect(new Set(drawn).size).toBe(4);
      expect(drawn).not.toContain("mara");
    }
    expect(drawPersons(all, 100)).toHaveLength(all.length);
  });
  it("is filled with whoever there is", () => {
    expect(new Set(drawBots(all, ["easy", "easy", "hard"]).map(personOf)).size).toBe(3);
    expect(drawBots([], ["easy", "hard"])).toEqual(["easy", "hard"]);
  });
  it("can be begun at both games", () => {
    for (const { game, persons } of games) {
      const bots = persons.slice(0, 3).map(({ id }) => ({ bot: botOf("easy", id) }));
      const { match } = engine.ask("new", { game, seats: 4, players: [{ name: "You" }, ...bots], seed: "persons" });
      expect(engine.ask("table", { match, viewer: 1 }).seats.slice(1).map(({ name }) => name)).toEqual(bots.map(({ bot }) => bot));
      engine.ask("free", { match });
    }
  });
});

describe("every person", () => {
  const everybody = games.flatMap(({ persons }) => persons);
  it("has a face of their own", () => {
    const pictures = everybody.map(({ id }) => (faces as Record<string, string[]>)[id]?.join());
    expect(pictures.every(Boolean)).toBe(true);
    expect(new Set(pictures).size).toBe(everybody.length);
  });
  it("has something to say at every big moment, which nobody else says", () => {
    const lines = everybody.flatMap(({ id }) => MOMENTS.flatMap((moment) => REMARKS[id]?.[moment] ?? [""]));
    expect(lines.every((line) => line.length > 2 && line.length <= 60)).toBe(true);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.join(" ")).not.toContain("!");
    expect(Object.keys(REMARKS).sort()).toEqual(everybody.map(({ id }) => id).sort());
  });
});

describe("what moves somebody to speak", () => {
  const entry = (kind: string, about: object): Entry => ({ number: 1, kind: "move", seat: 2, time: 0, events: [{ text: `${kind}.`, kind, seat: 2, ...about }] });
  it("is harm, on both sides", () => {
    const moved = momentsOf(entry("blocked", { a: 47, b: 2 }), [2, 3, 4], 4, stage);
    expect(moved).toEqual([{ seat: 2, moment: "harms" }, { seat: 3, moment: "harmed" }]);
  });
  it("is harm to one, but nobody's deed, where it came out of the deck", () => {
    expect(momentsOf(entry("joined", { a: 2, b: 2 }), [2, 3], 4, stage)).toEqual([{ seat: 3, moment: "harmed" }]);
  });
  it("is a counter, first for who made it", () => {
    const [first] = [...momentsOf(entry("countered", { a: 50, b: 0, c: 58 }), [2, 3], 3, stage)];
    expect(first).toEqual({ seat: 2, moment: "counters" });
  });
  it("is not what a person at the table does, nor talk", () => {
    expect(momentsOf(entry("blocked", { a: 47, b: 0 }), [3], 3, stage)).toEqual([]);
    expect(momentsOf({ number: 1, kind: "chat", seat: 2, time: 0, text: "Hello" }, [2], 3, stage)).toEqual([]);
  });
  it("is a new leader, but no first one", () => {
    const look = (...totals: number[]): Look => ({ scores: totals.map((total, i) => ({ seat: i + 1, total, items: [], place: 1 })) }) as unknown as Look;
    expect([leaderOf(look(5, 9, 2)), leaderOf(look(9, 9, 2)), leaderOf(null)]).toEqual([2, null, null]);
    expect(changeOfLead(null, 2, [2])).toEqual([]);
    expect(changeOfLead(2, 3, [2, 3])).toEqual([{ seat: 2, moment: "passed" }, { seat: 3, moment: "leads" }]);
    expect(changeOfLead(1, 3, [2])).toEqual([]);
  });
  it("is the end, for the first and the last", () => {
    expect(momentsOfEnd({ places: [2, 1, 3], points: [], decided: null } as Over, [2, 3])).toEqual([{ seat: 2, moment: "wins" }, { seat: 3, moment: "loses" }]);
  });
});

describe("the floor", () => {
  it("is given to one at a time, the most pressing first, and not soon again", () => {
    const floor = new Floor();
    expect(floor.choose([{ seat: 3, moment: "leads" }, { seat: 2, moment: "harmed" }], 1000)).toMatchObject({ seat: 2, moment: "harmed", turn: 0 });
    expect(floor.choose([{ seat: 3, moment: "wins" }], 1000 + QUIET - 1)).toBeNull();
    expect(floor.choose([{ seat: 2, moment: "harmed" }, { seat: 3, moment: "harmed" }], 1000 + QUIET)).toMatchObject({ seat: 3 });
    expect(floor.choose([{ seat: 2, moment: "harmed" }], 1000 + 2 * QUIET)).toMatchObject({ seat: 2, turn: 1 });
    expect(floor.choose([], 1e9)).toBeNull();
  });
});

describe("a bubble", () => {
  const screen = { width: 1000, height: 800 };
  const size = { width: 200, height: 50 };
  const who = { left: 10, top: 50, width: 300, height: 180 };
  it("stands below who speaks, where nothing is asked", () => {
    expect(placeFor(who, size, screen, [])).toEqual({ left: 34, top: 236, ...size });
    const asked = [{ left: 0, top: 230, width: 500, height: 300 }];
    const other = placeFor(who, size, screen, asked);
    expect(other && !asked.some((one) => meets(one, other))).toBe(true);
  });
  it("heeds measures as the browser gives them", () => {
    class Measured {
      get width(): number {
        return 200;
      }
      get height(): number {
        return 50;
      }
    }
    const asked = [{ left: 0, top: 230, width: 500, height: 300 }];
    const place = placeFor(who, new Measured(), screen, asked);
    expect(place).not.toBeNull();
    expect(place && asked.some((one) => meets(one, place))).toBe(false);
  });
  it("prefers a place that the game keeps free, near who speaks, and only where it fits whole", () => {
    const free = { left: 400, top: 300, width: 220, height: 200 };
    expect(placeFor(who, size, screen, [], [free])).toEqual({ left: 400, top: 300, ...size });
    expect(placeFor(who, size, screen, [], [{ ...free, width: 100 }])).toEqual({ left: 34, top: 236, ...size });
    expect(placeFor(who, size, screen, [free], [free])).toEqual({ left: 34, top: 236, ...size });
  });
  it("stands at the speaker's own place where that has room, and not on its cards", () => {
    const cards = [{ left: 10, top: 100, width: 60, height: 130 }];
    const place = placeFor(who, size, screen, cards, [], true);
    expect(place && meets(place, who) && place.left >= who.left && place.top + place.height <= who.top + who.height).toBe(true);
    expect(place && cards.some((card) => meets(card, place))).toBe(false);
    const beside = placeFor(who, size, screen, [who], [], true);
    expect(beside && !meets(beside, who)).toBe(true);
  });
  it("is not there at all where everything is asked", () => {
    expect(placeFor(who, size, screen, [{ left: 0, top: 0, ...screen }])).toBeNull();
  });
  it("keeps inside a narrow screen", () => {
    const place = placeFor({ left: 300, top: 50, width: 80, height: 70 }, size, { width: 390, height: 844 }, []);
    expect(place && place.left >= 8 && place.left + size.width <= 382).toBe(true);
  });
});

describe("the secret launch", () => {
  const PLAYERS = [{ name: "You" }, { bot: "easy:person=mara" }, { bot: "easy:person=otto" }];
  const movesOf = (match: number, viewer: number): Entry[] => engine.ask("table", { match, viewer }).log.filter(({ kind }) => kind === "move");
  /** Plays until everybody has launched; whether the first seat was asked for it. */
  function launched(seed: string): { match: number; asked: boolean } {
    const { match } = engine.ask("new", { game: "one-billion-users", seats: 3, players: PLAYERS, seed });
    let asked = false;
    for (let i = 0; i < 6 && !movesOf(match, 1).some((entry) => launchesOf(entry).length > 0); i++) {
      const now = engine.ask("look", { match, viewer: 1 }).asked;
      asked ||= now?.seats[0] === 1;
      if (now?.seats[0] === 1) {
        engine.ask("play", { match, move: now.you?.moves?.[0] ?? "" });
      } else {
        engine.ask("step", { match });
      }
    }
    return { match, asked };
  }

  it("is one thing for everybody, with all cards, whoever chose last", () => {
    const { match, asked } = launched("launch");
    expect(asked).toBe(true);
    for (const viewer of [1, 2, 3]) {
      const entries = movesOf(match, viewer).filter((entry) => launchesOf(entry).length > 0);
      expect(entries).toHaveLength(1);
      const [entry] = entries as [Entry];
      expect(launchesOf(entry).map(({ seat, cards }) => [seat, cards.length])).toEqual([[1, 1], [2, 1], [3, 1]]);
      expect(stage(entry, viewer)).toMatchObject({ weight: "grand", seat: 0, text: "All launch at once; then Influencers and Events are shuffled into the deck." });
    }
  });
  it("is one also for who could launch but one Community, and was not asked", () => {
    let found = 0;
    for (let i = 0; i < 400 && found < 3; i++) {
      const { match, asked } = launched(`one ${i}`);
      if (!asked) {
        found++;
        const entry = movesOf(match, 1).find((one) => launchesOf(one).length > 0) as Entry;
        expect(launchesOf(entry).map(({ seat }) => seat)).toEqual([1, 2, 3]);
        expect(stage(entry, 1)?.weight).toBe("grand");
      }
      engine.ask("free", { match });
    }
    expect(found).toBeGreaterThan(0);
  });
  it("and nothing else is", () => {
    expect(launchesOf(undefined)).toEqual([]);
    expect(launchesOf({ number: 1, kind: "move", seat: 1, time: 0, events: [{ kind: "chose", seat: 1, text: "You have chosen." }] })).toEqual([]);
  });
});

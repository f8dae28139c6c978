// The page's reading of 6 Billion against the engine: every legal move can be taken apart, put together again and reached by pointing,
// and what the map shows of growth is what the board in text says.
import { beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "../../src/engine/engine";
import { atOnce, back, cardOf, choosing, oneRoute, otherNumbers, pick, waysOf, type Key } from "../../src/games/six-billion/choosing";
import type { Parts } from "../../src/generated/six-billion";
import { boardOf, fullness, leadersOf, neutralsOf, playersOf, stationsOf, underTreaty, type SixView } from "../../src/games/six-billion/view";
import { cardLook, marksAbout, reasonOf, siteName } from "../../src/games/six-billion/words";
import { CELL, cells, DOCK, inRow, isHeap, layout, LEADER, mooring, ring, STATION, stationRadius, STRIP } from "../../src/games/six-billion/map/geometry";
import { newEngine } from "../engine/engine";

let engine: Engine;
beforeAll(() => {
  engine = newEngine();
});

interface Moment {
  view: SixView;
  moves: { text: string; parts: Parts }[];
  board: string;
}

/** What seat 1 is asked in a game in which all play by hints. */
function moments(seats: number, options: Record<string, string>, seed: string, most: number): Moment[] {
  const players = Array.from({ length: seats }, (_, i) => (i === 0 ? { name: "Ann" } : { bot: "greedy" }));
  const { match } = engine.ask("new", { game: "six-billion", seats, options, seed, players, askWindows: true });
  const found: Moment[] = [];
  for (let guard = 0; guard < 3000 && found.length < most; guard++) {
    const look = engine.ask("look", { match, viewer: 1, board: true });
    if (look.over) {
      break;
    }
    if (look.asked?.you) {
      const { you } = look.asked;
      const moves = you.moves.map((text, i) => ({ text, parts: you.parts[i] as unknown as Parts }));
      found.push({ view: look.view as SixView, moves, board: look.board ?? "" });
      engine.ask("play", { match, move: moves[guard % moves.length]?.text ?? "" });
    } else {
      engine.ask("step", { match });
    }
  }
  engine.ask("free", { match });
  return found;
}

/** Verbs that were met in any of the games. */
const verbs = new Set<string>();

const games: [number, Record<string, string>][] = [
  [2, {}],
  [3, { track: "on" }],
  [5, { track: "on", "discovery-step": "on" }],
];

describe.each(games)("with %i seats and %o", (seats, options) => {
  it("is given every legal move in parts, no two alike", () => {
    let count = 0;
    for (const { moves } of moments(seats, options, `parts ${seats}`, 500)) {
      expect(new Set(moves.map(({ parts }) => JSON.stringify(parts))).size).toBe(moves.length);
      moves.forEach(({ parts }) => verbs.add(parts.verb));
      count += moves.length;
    }
    expect(count).toBeGreaterThan(400);
  });

  it("finds the card of every move in the hand that one holds", () => {
    let found = 0;
    for (const { view, moves } of moments(seats, options, `cards ${seats}`, 200)) {
      const neutrals = neutralsOf(view);
      const hand = view.hands[playersOf(view)[0] ?? ""];
      for (const { text, parts } of moves) {
        const card = cardOf(parts, neutrals);
        if (card && Array.isArray(hand)) {
          expect(hand, text).toContain(card);
          found++;
        }
      }
    }
    expect(found).toBeGreaterThan(150);
  });

  it("reaches every legal move, and no other, by pointing at one thing after the other", () => {
    for (const { view, moves } of moments(seats, options, `pointing ${seats}`, 120)) {
      const you = playersOf(view)[0] ?? "";
      const ways = waysOf(moves, { neutrals: neutralsOf(view), mover: view.to_move, you });
      const reached = new Set<string>();
      const visit = (chosen: Key[]): void => {
        const state = choosing(ways, chosen);
        if (state.ready) {
          reached.add(state.ready.text);
        }
        for (const key of state.next) {
          const next = pick(ways, chosen, key);
          expect(next.length).toBeGreaterThan(chosen.length);
          expect(back(ways, next).length).toBeLessThan(next.length);
          visit(next);
        }
      };
      visit([]);
      expect([...reached].sort()).toEqual(moves.map(({ text }) => text).sort());
    }
  });

  it("shows growth and the Opening Treaty as the engine's own board does", () => {
    let full = 0;
    let treaties = 0;
    for (const { view, board } of moments(seats, options, `growth ${seats}`, 150)) {
      const { sites } = boardOf(engine.ask("edition", { game: "six-billion" }).edition, view.options);
      for (const site of sites) {
        const name = site.site === "belt" ? "Belt" : site.site.charAt(0).toUpperCase() + site.site.slice(1);
        const line = board.split("\n").find((one) => one.trimStart().startsWith(name)) ?? "";
        const said = /(-|\d+(?: [13]\/[24])?|[13]\/[24])\s+\d+\/\d+\/\d+/.exec(line)?.[1] ?? "";
        const quarters = fullness(view, site);
        expect(said, line).toBe(quarters === null ? "-" : inWords(quarters));
        full += (quarters ?? 0) >= 4 ? 1 : 0;
      }
      // What a faction's lines say may be broken anywhere.
      const said = board.slice(board.indexOf("Order of turn")).replace(/\s+/g, " ");
      for (const colour of playersOf(view)) {
        const name = colour.charAt(0).toUpperCase() + colour.slice(1);
        const own = new RegExp(` [A-Z] ${name} Seat (.*?)(?: [A-Z] [A-Z][a-z]+ (?:Seat|Neutral)| Table )`).exec(said)?.[1] ?? "";
        expect(own, said).not.toBe("");
        expect(underTreaty(view, colour), `${colour}: ${own}`).toBe(own.includes("under the treaty"));
        treaties += underTreaty(view, colour) ? 1 : 0;
      }
    }
    expect(full).toBeGreaterThan(0);
    expect(treaties).toBeGreaterThan(0);
  });
});

it("asks of migrants only what is a choice: which token, which place, how many", () => {
  const send = (from: string, to: string, billions: number) => ({ text: `send ${billions} ${from} ${to}`, parts: { verb: "send", from, to, billions } as Parts });
  const whose = { neutrals: ["pink"], mover: "pink", you: "red" };
  const first = (moves: ReturnType<typeof send>[]): string[] => [...choosing(waysOf(moves, whose), []).next];
  const single = [send("earth", "belt", 1), send("earth", "belt", 2)];
  expect(first([...single, send("mars", "venus", 1)])).toEqual(["token:pink@earth", "site:belt", "token:pink@mars", "site:venus"]);
  expect(first([...single, send("earth", "venus", 1)])).toEqual(["site:belt", "site:venus"]);
  expect(first([...single, send("mars", "belt", 1)])).toEqual(["token:pink@earth", "token:pink@mars"]);
  const ways = waysOf(single, whose);
  expect(oneRoute(ways)).toBe(true);
  expect([...choosing(ways, pick(ways, [], "token:pink@earth")).next]).toEqual(["count:1", "count:2"]);
  expect(oneRoute(waysOf([...single, send("mars", "belt", 1)], whose))).toBe(false);
  const [one] = ways;
  expect(one && otherNumbers(waysOf([...single, send("mars", "belt", 1), send("mars", "venus", 1)], whose), one).map(({ text }) => text)).toEqual(["send 2 earth belt"]);
});

it("has met every kind of question by now", () => {
  for (const verb of ["grow", "settle", "colony", "migrants", "double", "trouble", "discard", "take", "deck", "send", "cancel", "respond", "symbol", "power-leaf", "pass"]) {
    expect(verbs).toContain(verb);
  }
});

/** 5 quarters: "1 1/4". */
function inWords(quarters: number): string {
  const rest = ["", "1/4", "1/2", "3/4"][quarters % 4] ?? "";
  const whole = Math.floor(quarters / 4);
  return [whole > 0 || !rest ? String(whole) : "", rest].filter(Boolean).join(" ");
}

describe("a click", () => {
  it("asks twice for nothing that is one click's worth, and for everything that is not", () => {
    const whose = { neutrals: ["pink"], mover: "red", you: "red" };
    const of = (parts: Parts): boolean => waysOf([{ text: "", parts }], whose).every(atOnce);
    expect(of({ verb: "grow", site: "mars" })).toBe(true);
    expect(of({ verb: "double", site: "mars" })).toBe(false);
    expect(of({ verb: "pass" })).toBe(false);
  });
});

describe("a question", () => {
  it("says nothing that only a keyboard needs", () => {
    for (const [game, options] of [
      ["six-billion", { track: "on" }],
      ["one-billion-users", { milestones: "manual", networks: "random" }],
    ] as const) {
      const players = Array.from({ length: 3 }, () => ({ bot: "easy" }));
      const verbs = new Set<string>();
      for (const seed of ["words 1", "words 2", "words 3"]) {
        const { match } = engine.ask("new", { game, seats: 3, options, seed, players, askWindows: true });
        for (let i = 0; i < 400; i++) {
          const seat = engine.ask("look", { match, viewer: 0 }).asked?.seats[0];
          if (seat === undefined) {
            break;
          }
          const { prompt, parts } = engine.ask("look", { match, viewer: seat }).asked?.you ?? {};
          parts?.forEach(({ verb }) => verbs.add(verb));
          expect(prompt).not.toMatch(/`|\b(colony|migrants)\d|[A-Z]{5}|write/);
          engine.ask("step", { match });
        }
        engine.ask("free", { match });
      }
      expect([...verbs].length).toBeGreaterThan(game === "six-billion" ? 14 : 12);
    }
  });
});

describe("the map", () => {
  it("has a station for every number of every track of the edition, on the map and apart from each other", () => {
    const { sites } = boardOf(engine.ask("edition", { game: "six-billion" }).edition, {});
    const map = layout(sites);
    expect(map.tracks.length).toBe(10);
    const all: { x: number; y: number }[] = [];
    for (const [i, track] of map.tracks.entries()) {
      const site = sites[i];
      expect(site && stationsOf(site)).toEqual(track.stations.map((one) => one.people));
      all.push(...track.stations);
    }
    for (const [i, one] of all.entries()) {
      expect(one.x > 20 && one.x < map.width - 20 && one.y > 20 && one.y < map.height - 20).toBe(true);
      for (const other of all.slice(i + 1)) {
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(40);
      }
    }
  });

  it("lets no ship in a box touch another; what does not fit is a heap", () => {
    const boxes = [
      { ...DOCK, letters: 14 },
      { width: 36, height: 38, letters: 12.7 }, // as high as a box of the telephone grows
    ];
    for (const { width, height, letters } of boxes) {
      expect(mooring([1, 2, 1, 1, 2, 1], width, height, letters)).toBeNull();
      for (const billions of [[1], [2, 1], [1, 1]]) {
        const ships = mooring(billions, width, height, letters);
        expect(ships, `${billions.join(" ")} in ${width} by ${height}`).toHaveLength(billions.length);
        for (const [i, one] of ships?.entries() ?? []) {
          expect(one.size).toBeGreaterThanOrEqual(11);
          expect(one.numbered || billions[i] === 1, "only a single billion goes without its number").toBe(true);
          expect(Math.abs(one.x) + one.size / 2 <= width / 2 && Math.abs(one.y) + one.size / 2 <= height / 2).toBe(true);
          for (const other of ships?.slice(i + 1) ?? []) {
            expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThan(one.size);
          }
        }
      }
    }
  });

  it("shows up to four tokens on one station, none touching another nor smaller than can be told apart, and of more one", () => {
    // On a laptop a map of 960 is drawn at least 760 pixels wide, on a telephone a rail of 360 at least 350.
    expect([4, 5, 6].map((count) => [isHeap(count), ring(count, STATION).length])).toEqual([[false, 4], [true, 1], [true, 1]]);
    expect([2, 3, 6].map((count) => [cells(count).heap, cells(count).places.length])).toEqual([[false, 2], [true, 1], [true, 1]]);
    for (let count = 1; count <= 6; count++) {
      // None reaches the next station, where the others of six may stand: on the shortest track they are 49 apart.
      expect(stationRadius(count) + stationRadius(6 - count)).toBeLessThan(49);
      expect(cells(count).width).toBeLessThanOrEqual(24);
    }
    for (let count = 2; count <= 4; count++) {
      const round = ring(count, STATION).map((one) => ({ ...one, radius: Math.hypot(one.x, one.y) + one.size / 2 }));
      for (const [i, one] of round.entries()) {
        expect(one.size * (760 / 960)).toBeGreaterThan(14);
        expect(one.radius).toBeLessThanOrEqual(stationRadius(count));
        for (const other of round.slice(i + 1)) {
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(1.15 * one.size);
        }
      }
    }
    const [one, other] = cells(2).places;
    expect((other?.y ?? 0) - (one?.y ?? 0)).toBeGreaterThanOrEqual(CELL);
  });

  it("takes the room that there is, and puts its tracks further apart", () => {
    const { sites } = boardOf(engine.ask("edition", { game: "six-billion" }).edition, {});
    const least = layout(sites);
    for (const [width, height] of [[1216, 600], [820, 660], [2000, 600], [1280, 1400]] as const) {
      const map = layout(sites, { width, height });
      expect(map.width / map.height).toBeCloseTo(width / height, 5);
      expect(map.width >= least.width && map.height >= least.height).toBe(true);
      const far = (one: typeof map, i: number, n: number): number => one.tracks[i]?.stations[n]?.[width / height > 1.5 ? "x" : "y"] ?? 0;
      expect(Math.abs(far(map, 5, 5) - far(map, 0, 0))).toBeGreaterThan(Math.abs(far(least, 5, 5) - far(least, 0, 0)));
      for (const { stations, name } of map.tracks) {
        expect([...stations, name].every(({ x, y }) => x > 20 && x < map.width - 20 && y > 20 && y < map.height - 20)).toBe(true);
      }
    }
  });

  it("makes room for a longer track of another edition", () => {
    const { sites } = boardOf(engine.ask("edition", { game: "six-billion" }).edition, { "earth-limit": "128" });
    expect(sites.find((one) => one.site === "earth")?.limit).toBe(128);
    const longer = sites.map((site) => (site.site === "pluto" ? { ...site, last: 1024 } : site));
    expect(layout(longer).tracks[9]?.stations.length).toBe(11);
  });
});

describe("the points below the names of sites", () => {
  it("are, summed up with those of cards, what the list counts, doublings too", () => {
    let twice = 0;
    const { match } = engine.ask("new", { game: "six-billion", seats: 3, seed: "twice", players: Array.from({ length: 3 }, () => ({ bot: "greedy" })) });
    for (let guard = 0; guard < 400; guard++) {
      const look = engine.ask("look", { match, viewer: 1 });
      if (look.over) {
        break;
      }
      const view = look.view as SixView;
      const board = boardOf(engine.ask("edition", { game: "six-billion" }).edition, view.options);
      const leaders = [...leadersOf(view, board, look, siteName).values()].flat();
      for (const { seat, total } of look.scores) {
        const colour = playersOf(view)[seat - 1] ?? "";
        expect(leaders.reduce((sum, one) => sum + (one.colour === colour ? one.points : 0), view.points[colour] ?? 0)).toBe(total);
      }
      twice += leaders.filter((one) => one.twice === "the Hidden Agenda").length;
      engine.ask("step", { match });
    }
    engine.ask("free", { match });
    expect(twice).toBeGreaterThan(10);
  });
  it("run into nobody's, nor into those of the next site", () => {
    for (const points of [[8], [8, 4], [16, 4, 2], [12, 8, 6], [10, 8, 1]]) {
      const places = inRow(points, STRIP);
      const ends = places.map((at, i) => at + LEADER.sign + 1 + LEADER.digit * String(points[i]).length);
      expect(places.slice(1).every((at, i) => at >= (ends[i] ?? 0)), points.join()).toBe(true);
      expect((ends.at(-1) ?? 0) - (places[0] ?? 0), points.join()).toBeLessThanOrEqual(STRIP);
    }
  });
});

describe("a card's tip", () => {
  const facts = boardOf(newEngine().ask("edition", { game: "six-billion" }).edition, {}).cards;
  it("says what each mark on its face means", () => {
    const all = [...facts.keys()].map((code) => marksAbout(cardLook(code, facts.get(code)), false));
    expect(all.every((one) => one.includes("not in this one"))).toBe(true);
    const other = marksAbout(cardLook("colony6-other", facts.get("colony6-other")), true);
    expect(other).toMatch(/^6: so far it reaches\. It is for the people of another player\. \+\d: you score \d points? .* a step on the \w+ track instead\.$/);
  });
  it("says a reason without the move and without numbers of rules", () => {
    expect(reasonOf("You can't play Death: not now: no Cancel card can be used in one's own turn (SIX-169).")).toBe("no Cancel card can be used in one's own turn.");
  });
});

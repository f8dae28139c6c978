// Headlines of games that are over: over a thousand games of bots each says what the scores and the course of the points show, reckoned here once more
// in another way; and the order in which an ending tells lines.
import { beforeAll, describe, expect, it } from "vitest";
import type { Happening, Look, Score } from "../../src/engine/types";
import { headlineOf, HEADLINES, resultOf, type Ended } from "../../src/table/ending/headline";
import { deciderOf, inOrder, leadOf, rowsOf, sumOf } from "../../src/table/ending/rows";
import { newEngine, refusal } from "../engine/engine";

const NAMES = ["You", "Ada", "Bea", "Cyr", "Dan"];
const seatOf = (name: string): number => NAMES.findIndex((one) => one.toLowerCase() === name.toLowerCase()) + 1;
const numberOf = (text: string): number => Number(text.replaceAll(",", "").replace("−", "-"));

interface Game extends Ended {
  name: string;
  kind: string;
  text: string;
}

const games: Game[] = [];
const SETTINGS = [["one-billion-users", 2], ["one-billion-users", 3], ["one-billion-users", 4], ["six-billion", 3], ["six-billion", 4], ["six-billion", 5]] as const;
const EACH = 170;

beforeAll(() => {
  const engine = newEngine();
  for (const [name, seats] of SETTINGS) {
    for (let i = 0; i < EACH; i++) {
      const { match } = engine.ask("new", { game: name, seats, seed: `headline ${i}`, players: Array.from({ length: seats }, (_, k) => ({ bot: (i + k) % 3 ? "greedy" : "medium" })) });
      expect(refusal(() => {
        for (;;) {
          engine.ask("step", { match });
        }
      })).toMatch(/^The game is over/);
      const look: Look = engine.ask("look", { match, viewer: "all" });
      const samples = Array.from({ length: 61 }, (_, k) => Math.round((look.plies * k) / 60)).map((ply) => ({ ply, totals: engine.ask("look", { match, viewer: "all", ply }).scores.map(({ total }) => total) }));
      const events: Happening[] = engine.ask("table", { match, viewer: 0 }).log.flatMap((entry) => entry.events ?? []);
      const ended: Ended = { scores: look.scores, decided: look.decided, ending: look.ending, drew: events.find(({ kind }) => kind === "game-over")?.seat ?? 0, samples };
      games.push({ ...ended, name, ...headlineOf(ended, (seat) => NAMES[seat - 1] ?? "") });
      engine.ask("free", { match });
    }
  }
}, 300_000);

/** A score as it would have been without the lines that are called so. */
const without = (score: Score, label: RegExp): number => score.items.reduce((sum, item) => sum + (label.test(item.label) ? 0 : item.points), 0);
const winnersOf = ({ scores }: Ended): Score[] => scores.filter(({ place }) => place === 1);
const winnerOf = (game: Ended): Score => winnersOf(game)[0] as Score;
const othersOf = (game: Ended): Score[] => game.scores.filter((score) => score !== winnerOf(game));
const bestOther = (game: Ended): number => Math.max(...othersOf(game).map(({ total }) => total));
/** The moments after the beginning. */
const later = ({ samples }: Ended): number[][] => samples.filter(({ ply }) => ply >= (samples.at(-1)?.ply ?? 0) * 0.15).map(({ totals }) => totals);
const soleFirst = (totals: number[]): number => totals.findIndex((one, i) => totals.every((other, k) => k === i || other < one)) + 1;

/** What each kind claims, of the words that it used. */
const TRUE: Record<string, (game: Game) => boolean> = {
  shared: (game) => winnersOf(game).length > 1 && winnersOf(game).every(({ seat }) => game.text.includes(NAMES[seat - 1] ?? "?")) && game.decided === null,
  "tie-break": (game) => winnersOf(game).length === 1 && bestOther(game) === winnerOf(game).total && game.text.includes(game.decided ?? "?"),
  "one point": (game) => {
    const line = /, thanks to (.+)$/.exec(game.text)?.[1];
    return winnerOf(game).total - bestOther(game) === 1 && (line === undefined || line === "a single user" || decides(game, line));
  },
  penalty: (game) => {
    const [, points = "", name = ""] = /^([\d,]+) points lost to Toxicity cost (\w+) the victory$/.exec(game.text) ?? [];
    const robbed = game.scores[seatOf(name) - 1];
    return robbed !== undefined && robbed.place > 1 && without(robbed, /^Toxicity Penalty$/) > winnerOf(game).total && without(robbed, /^Toxicity Penalty$/) - robbed.total === numberOf(points);
  },
  secret: (game) => game.scores.some((score) => score.place > 1 && without(score, /Hidden Agenda/) > without(winnerOf(game), /Hidden Agenda/)),
  snatched: (game) => {
    const [, name = ""] = /from (\w+) at the very end$/.exec(game.text) ?? [];
    return soleFirst(game.samples.at(-2)?.totals ?? []) === seatOf(name) && seatOf(name) !== winnerOf(game).seat;
  },
  comeback: (game) => {
    const at = winnerOf(game).seat - 1;
    const last = game.samples.findLast(({ totals }) => totals.every((one, i) => i === at || one > (totals[at] ?? 0)));
    const part = (last?.ply ?? 0) / (game.samples.at(-1)?.ply ?? 1);
    return game.scores.length > 2 && part >= (game.text.includes("last moments") ? 0.9 : game.text.includes("last third") ? 0.7 : 0.5);
  },
  narrow: (game) => {
    const [, points = "", , line] = / by ([\d,]+) points?(, thanks to (.+))?$/.exec(game.text) ?? [];
    return numberOf(points) === winnerOf(game).total - bestOther(game) && (line === undefined || decides(game, line));
  },
  worlds: (game) => Number(/on (\d+) worlds$/.exec(game.text)?.[1]) === winnerOf(game).items.filter(({ label, points, rule }) => rule === "SIX-252" && points > 0 && othersOf(game).every((score) => (score.items.find((item) => item.label === label)?.points ?? 0) < points)).length,
  "from start to finish": (game) => later(game).every((totals) => soleFirst(totals) === winnerOf(game).seat),
  "many leads": (game) => {
    const leaders = later(game).map(soleFirst).filter((seat) => seat > 0);
    return Number(/hands (\d+) times/.exec(game.text)?.[1]) === leaders.reduce((sum, seat, i) => sum + (i > 0 && leaders[i - 1] !== seat ? 1 : 0), 0);
  },
  twice: (game) => winnerOf(game).total >= 2 * bestOther(game) && bestOther(game) > 0,
  "all Milestones": (game) => without(winnerOf(game), /^Milestones$/) < winnerOf(game).total && othersOf(game).every((score) => without(score, /^Milestones$/) === score.total),
  cards: (game) => winnerOf(game).total < 2 * (winnerOf(game).total - without(winnerOf(game), /^Points from cards$/)),
  "own end": (game) => game.drew === winnerOf(game).seat,
  "another's end": (game) => game.drew > 0 && game.drew === seatOf(/^(\w+) ends? the game/.exec(game.text)?.[1] ?? "") && game.drew !== winnerOf(game).seat,
  worldwide: (game) => game.ending === "all tracks populated",
  plain: (game) => game.text.includes(winnerOf(game).total.toLocaleString("en")) && numberOf(/([\d,]+) ahead$/.exec(game.text)?.[1] ?? "") === winnerOf(game).total - bestOther(game),
};

/** Without the lines that are called so somebody else would have had more. */
function decides(game: Game, line: string): boolean {
  const label = new RegExp(`^ *(?:Again, by the )?${line.replace(/^(?:a|the) /, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`, "i");
  return othersOf(game).some((score) => without(score, label) > without(winnerOf(game), label));
}

describe("headlines of a thousand games", () => {
  it("are true, and name the winner or who lost it", () => {
    expect(games.length).toBeGreaterThanOrEqual(1000);
    for (const game of games) {
      expect(TRUE[game.kind]?.(game), `${game.name}, ${game.kind}: ${game.text} (${game.scores.map(({ total }) => total).join()})`).toBe(true);
      expect(game.text.length, game.text).toBeLessThan(80);
      expect(game.text, "you are small within a sentence").not.toMatch(/.\bYou\b|\byou (snatches|ends|wins|comes|leads|has)\b|^you/);
    }
  });
  it("are of many kinds, and none of the kinds is most of them", () => {
    const kinds = new Map<string, number>();
    for (const { kind } of games) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    expect(Object.keys(TRUE).sort()).toEqual([...HEADLINES].sort());
    expect(kinds.size, [...kinds].join("; ")).toBeGreaterThanOrEqual(15);
    for (const name of ["one-billion-users", "six-billion"]) {
      const own = games.filter((game) => game.name === name);
      expect(new Set(own.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(9);
      expect(Math.max(...[...kinds.keys()].map((kind) => own.filter((game) => game.kind === kind).length))).toBeLessThan(own.length * 0.4);
    }
  });
});

describe("the result", () => {
  const result = (you: number | null, ...places: number[]): string => resultOf(places.map((place, i) => ({ seat: i + 1, place, total: 0, items: [] })), you, (seat) => ["Ann", "Ada", "Bea", "Cyr"][seat - 1] ?? "");
  it("says who has won, and one's own place", () => {
    expect(result(1, 1, 2, 3)).toBe("You win!");
    expect(result(1, 2, 1, 3)).toBe("Ada wins. You are 2nd of 3.");
    expect(result(null, 2, 1, 3)).toBe("Ada wins.");
  });
  it("tells with whom a place is shared", () => {
    expect(result(1, 1, 1, 3)).toBe("You win, level with Ada!");
    expect(result(1, 3, 1, 1)).toBe("Ada and Bea win. You are 3rd of 3.");
    expect(result(1, 2, 1, 2, 2)).toBe("Ada wins. You are 2nd of 4, level with Bea and Cyr.");
    expect(result(null, 1, 1, 3)).toBe("Ann and Ada win.");
  });
  it("is reckoned of every game without a hole", () => {
    for (const { scores } of games) {
      expect(resultOf(scores, 1, (seat) => NAMES[seat - 1] ?? "")).toMatch(/^(You win(, level with [\w ,]+)?!|[A-Z][\w ,]+ wins?\. You are \d(st|nd|rd|th) of \d(, level with [\w ,]+)?\.)$/);
    }
  });
});

describe("the lines of an ending", () => {
  it("add up to what everybody has", () => {
    for (const { scores } of games) {
      const rows = rowsOf(scores);
      expect(scores.map(({ seat }) => sumOf(rows, seat))).toEqual(scores.map(({ total }) => total));
      expect(rows.every(({ shares }) => shares.length > 0)).toBe(true);
    }
  });
  it("are told so that the last one decides as much as any, and the one that decides is among them", () => {
    for (const game of games) {
      const seats = game.scores.map(({ seat }) => seat);
      const { seat } = winnerOf(game);
      const rows = rowsOf(game.scores);
      const told = inOrder(rows, seat, seats);
      expect(new Set(told)).toEqual(new Set(rows));
      const open = leadOf(told.slice(0, -1), seat, seats);
      expect(rows.every((row) => leadOf(rows.filter((one) => one !== row), seat, seats) >= open)).toBe(true);
      const decider = deciderOf(rows, seat, seats);
      expect(decider === null).toBe(open >= 0);
    }
  });
});

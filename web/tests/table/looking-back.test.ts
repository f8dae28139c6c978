// What one is told when a game is looked at again: which choices are called mistakes, what they cost in words, which moves of the log were
// taken back, what the graph's axis says; and where rings stand.
import { describe, expect, it } from "vitest";
import type { Analysis, Entry, Judgement } from "../../src/engine/types";
import { costOf, openOf, ownWorst } from "../../src/replay/judging.svelte";
import { stepsOf } from "../../src/replay/totals";
import { undoneIn } from "../../src/table/undone";
import { ringOf } from "../../src/table/pointing";
import { unturned } from "../../src/tutorial/ring";

/** Choices of Seat 1 that lost so many places, and the interval of their sum. */
function analysisOf(losses: number[], within: number): Analysis {
  const choices = losses.map(
    (loss, ply) => ({ ply, seat: 1, move: "a", best: loss > 0 ? "b" : "a", judged: true, before: { places: [1, 2], points: [0, 0] }, after: { places: [1 + loss, 2], points: [-100 * loss, 0] } }) as unknown as Judgement,
  );
  return { choices, seats: [{ seat: 1, choicesWithin: { places: within, points: 100 * within } }], worst: [] } as unknown as Analysis;
}

describe("a mistake", () => {
  it("has lost more than the analysis leaves open, and enough to speak of", () => {
    const analysis = analysisOf([0.1, 0.3, 0.6, 0, 0.9], 0.8);
    expect(openOf(analysis, "places", 1)).toBeCloseTo(0.4);
    expect(ownWorst(analysis, "places", 1).map(({ ply }) => ply)).toEqual([4, 2]);
    expect(ownWorst(analysisOf([0.1, 0.16], 0), "places", 1).map(({ ply }) => ply)).toEqual([1]);
    expect(ownWorst(analysis, "points", 1).map(({ ply }) => ply)).toEqual([4, 2]);
    expect(ownWorst(analysis, "places", 2)).toEqual([]);
  });
  it.each([
    [0.16, "places", "finish about a sixth of a place lower"],
    [0.45, "places", "finish about half a place lower"],
    [1, "places", "finish about one place lower"],
    [1.62, "places", "finish about 1.6 places lower"],
    [1, "points", "end with about 1 point less"],
    [1240, "points", "end with about 1,240 points less"],
  ] as const)("that costs %d %s says so in words", (loss, measure, words) => {
    expect(costOf(loss, measure)).toBe(`Played out many times, you ${words} on average.`);
  });
});

describe("the log", () => {
  const move = (number: number, ply: number): Entry => ({ number, kind: "move", seat: 1, time: 0, ply, until: ply + 1 });
  it("knows what was taken back, and what was played instead", () => {
    const log: Entry[] = [move(1, 0), move(2, 1), move(3, 2), { number: 4, kind: "undo", seat: 1, time: 0, to: 1 }, move(5, 1)];
    expect([...undoneIn(log)]).toEqual([2, 3]);
    expect(undoneIn([move(1, 0)]).size).toBe(0);
  });
});

describe("the axis of the graph", () => {
  it.each([
    [0, 900, [0, 200, 400, 600, 800]],
    [0, 40, [0, 20, 40]],
    [-250, 1200, [0, 500, 1000]],
    [0, 1, [0, 1]],
  ])("from %d to %d", (low, high, steps) => {
    const found = stepsOf(low, high);
    expect(found.map((step) => step + 0)).toEqual(steps);
    expect(found.length).toBeLessThanOrEqual(5);
  });
});

describe("rings", () => {
  it("stand round a card of a fan as it stands", () => {
    const [width, height, angle] = [112, 160, -0.06];
    const [cos, sin] = [Math.cos(angle), Math.abs(Math.sin(angle))];
    const round = { left: 50, top: 20, width: width * cos + height * sin, height: height * cos + width * sin };
    const ring = unturned(round, angle);
    expect([ring.width, ring.height, ring.turn]).toEqual([expect.closeTo(112), expect.closeTo(160), expect.closeTo((-0.06 * 180) / Math.PI)]);
    expect(ring.left + ring.width / 2).toBeCloseTo(round.left + round.width / 2);
    const covered = unturned(round, angle, 60);
    expect(covered.width).toBe(60);
    expect(covered.left).toBeLessThan(ring.left + 4);
  });
  it("point at what a hint speaks of", () => {
    expect(ringOf({ verb: "block", blocker: "Bad Press", seat: 2 })).toContain('.hand [data-fly="h-Bad Press-0"]');
    expect(ringOf({ verb: "block", blocker: "Bad Press", seat: 2 })).toContain('[data-anchor="seat-2"]');
    expect(ringOf({ verb: "sacrifice", community: "Meme Workshop" })).toBe('.platform [data-card="Meme Workshop"]');
    expect(ringOf({ verb: "draw-deck" })).toBe("[data-anchor=deck]");
    expect(ringOf({ verb: "colony", distance: 6, from: "earth", to: "mars" })).toBe('.hand [data-fly="h-colony6-0"], .rail[data-site="earth"], .sky [data-site="earth"] .half, .rail[data-site="mars"], .sky [data-site="mars"] .half');
    expect(ringOf({ verb: "symbol", track: "dollar", cards: ["colony2", "colony2"] })).toBe('.hand [data-fly="h-colony2-0"], .hand [data-fly="h-colony2-1"]');
    expect([ringOf({ verb: "pass" }), ringOf(undefined)]).toEqual(["", ""]);
  });
  it("stand round the card that is played, where the move does not name it", () => {
    const OTHER = '[data-neutrals]:not([data-neutrals~="pink"]) .hand [data-fly="h-colony6-other-0"]';
    expect(ringOf({ verb: "colony", distance: 6, faction: "pink" })).toBe(`[data-neutrals~="pink"] .hand [data-fly="h-colony6-neutral-0"], ${OTHER}`);
    expect(ringOf({ verb: "double", site: "mars" })).toContain('.hand [data-fly="h-double-0"], ');
    expect(ringOf({ verb: "trouble", faction: "pink", site: "mars" })).toContain('.hand [data-fly="h-trouble-0"], ');
    expect(ringOf({ verb: "poke", influencer: "The Troll" })).toBe('.hand [data-fly="h-Poke-0"], .platform [data-card="The Troll"], .strip [data-influencers*="|The Troll|"]');
    expect(ringOf({ verb: "counter-push", seat: 4 })).toContain('.hand [data-fly="h-Push-0"], ');
    expect(ringOf({ verb: "take", card: "war" })).not.toContain(".hand");
  });
});

// What one is told when a game is looked at again: which choices are called mistakes, which moves of the log were
// taken back, what the graph's axis says; and where rings stand.
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/engine/types";
import { isMistake } from "../../src/replay/weighing";
import { stepsOf } from "../../src/replay/totals";
import { undoneIn } from "../../src/table/undone";
import { ringOf } from "../../src/table/pointing";
import { unturned } from "../../src/tutorial/ring";

describe("a mistake", () => {
  it.each([
    ["b", true, 0.3, true],
    ["b", false, 0.3, false],
    ["b", true, 0.04, false],
    ["a", true, 0.3, false],
  ])("against %s, clear: %s, %d places: %s", (move, clear, place, is) => {
    expect(isMistake({ ply: 3, cost: 40, move: "a", moveParts: { verb: "a" }, argument: { move, clear, place } })).toBe(is);
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
    expect(ringOf({ verb: "colony", distance: 6, from: "earth", to: "mars" })).toBe('.hand [data-fly="h-colony6-0"], [data-mover][data-token$="@earth"], [data-site="mars"] [data-half="colonies"]');
    expect(ringOf({ verb: "double", faction: "blue", site: "jupiter" })).toMatch(/, \[data-token="blue@jupiter"\]$/);
    expect(ringOf({ verb: "home", faction: "pink", site: "mars" })).toMatch(/, \[data-site="mars"\] \.half$/);
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

// One's best move and one's worst: what is chosen from what was weighed, and how the turn is named.
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/engine/types";
import { fromBothEnds, most, turnAt } from "../../src/replay/moments";
import { isGood, isMistake, type Weighed } from "../../src/replay/weighing";

/** `best`: what the argument is for; `place`: by how much nearer to the first place. */
function weighed(ply: number, about: { move?: string; best?: string; clear?: boolean; place?: number; points?: number; cost?: number } = {}): Weighed {
  const { move = "a", best = move, clear = true, place = 0.3, points = 1, cost = 0 } = about;
  return { ply, cost, move, moveParts: { verb: move }, argument: { decision: 1, seat: 1, move: best, moveParts: { verb: best }, clear, place, points, text: "" }, surely: false };
}
const plies = (all: readonly { ply: number }[]): number[] => all.map(({ ply }) => ply);

describe("the best move", () => {
  it("gained most over the next best, in places and then in points", () => {
    expect(plies(most([weighed(1), weighed(2, { place: 0.5 }), weighed(3, { points: 9 })], isGood))).toEqual([2, 3, 1]);
  });
  it("is none within the doubt, none that another one beats, no Pass, and none that hardly mattered", () => {
    expect(most([weighed(1, { clear: false }), weighed(2, { best: "b" }), weighed(3, { move: "pass" }), weighed(4, { place: 0.04 })], isGood)).toEqual([]);
  });
});

describe("the worst move", () => {
  it("is the one that another one beats by most, a Pass as well", () => {
    expect(plies(most([weighed(1, { best: "b" }), weighed(2, { move: "pass", best: "b", place: 0.6 }), weighed(3, { place: 0.9 })], isMistake))).toEqual([2, 1]);
  });
  it("is none within the doubt, and none that hardly mattered", () => {
    expect(most([weighed(1, { best: "b", clear: false }), weighed(2, { best: "b", place: 0.04 })], isMistake)).toEqual([]);
  });
});

it("what looks worst and what looks best is weighed by turns, each choice once", () => {
  const all = [weighed(1, { cost: -500, move: "pass" }), weighed(2, { cost: 80 }), weighed(3, { cost: -90 }), weighed(4, { cost: 5 }), weighed(5, { cost: -2 })];
  expect(plies(fromBothEnds(all))).toEqual([2, 3, 4, 5, 1]);
});

describe("the turn of a moment", () => {
  const entry = (ply: number, ...events: [string, number][]): Entry => ({ number: ply + 1, kind: "move", seat: 1, time: 0, ply, until: ply + 1, events: events.map(([kind, seat]) => ({ kind, seat, a: 0, b: 0, c: 0 })) });
  const log = [entry(0, ["turn", 1]), entry(1, ["turn", 2]), entry(2, ["turn", 3], ["control", 2]), entry(3, ["turn", 1])];
  it.each([
    [0, "before your first turn"],
    [1, "your 1st turn"],
    [2, "Seat 2's 1st turn"],
    [3, "after your 1st turn"],
    [4, "your 2nd turn"],
  ])("at %d: %s", (ply, words) => {
    expect(turnAt(log, ply, 1, (seat) => `Seat ${seat}`)).toBe(words);
  });
});

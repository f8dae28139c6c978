// What counts as a leap in the graph at the end: against the others, whoever it was.
import { expect, it } from "vitest";
import { leapOf, moveOfLeap } from "../src/replay/totals";

it("is measured against the mean of all", () => {
  expect(leapOf([10, 10, 10], [10, 40, 10])).toEqual({ seat: 2, gain: 20 });
  expect(leapOf([10, 10], [60, 60])).toEqual({ seat: 1, gain: 0 });
  expect(leapOf([50, 10, 10], [20, 10, 10])).toEqual({ seat: 1, gain: -20 });
});

it("is credited to the move by which that seat gained or lost most", () => {
  // Seat 2 rises and falls back: more than seat 1 ever moves, and nothing in the end.
  const moments = [[0, 0, 0], [0, 240, 0], [0, 30, 0], [300, 30, 0]];
  expect(leapOf(moments[0] ?? [], moments[3] ?? [])).toEqual({ seat: 1, gain: 190 });
  expect(moveOfLeap(moments, { seat: 1, gain: 190 })).toEqual({ move: 2, gain: 200 });
  expect(moveOfLeap([[90, 0], [100, 0], [50, 0]], { seat: 1, gain: -20 })).toEqual({ move: 1, gain: -25 });
});

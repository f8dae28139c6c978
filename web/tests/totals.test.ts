// What counts as a leap in the graph at the end: against the others, whoever it was.
import { expect, it } from "vitest";
import { leapOf } from "../src/replay/totals";

it("is measured against the mean of all", () => {
  expect(leapOf([10, 10, 10], [10, 40, 10])).toEqual({ seat: 2, gain: 20 });
  expect(leapOf([10, 10], [60, 60])).toEqual({ seat: 1, gain: 0 });
  expect(leapOf([50, 10, 10], [20, 10, 10])).toEqual({ seat: 1, gain: -20 });
});

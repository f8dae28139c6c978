// What tools/check/compare-wasm says about speeds: the interval that it gives with a ratio.
import { describe, expect, it } from "vitest";
import { rankOfInterval } from "../tools/compare";

describe("the interval of a median", () => {
  // Tables of the sign test: with n values, the (k + 1)th and the (n - k)th hold the median with at least 95 %.
  it.each([
    [6, 0],
    [9, 1],
    [15, 3],
    [21, 5],
    [25, 7],
    [50, 17],
  ])("%i values: %i are left out on each side", (count, rank) => {
    expect(rankOfInterval(count)).toBe(rank);
  });
});

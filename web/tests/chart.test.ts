// The chart of what every seat could expect: signs stand apart on a line, however few points it has.
import { expect, test } from "vitest";
import { signsOn } from "../src/replay/judging.svelte";

const at = (...plies: number[]) => plies.map((ply) => ({ ply, value: ply }));

test("a long line has four signs, elsewhere for every seat", () => {
  const points = at(...Array.from({ length: 101 }, (_, ply) => ply));
  expect(signsOn(points, 0, 2, 100).map(({ ply }) => ply)).toEqual([6, 31, 56, 81]);
  expect(signsOn(points, 1, 2, 100).map(({ ply }) => ply)).toEqual([18, 43, 68, 93]);
});

test("a line of few points has none twice at the same place", () => {
  expect(signsOn(at(0, 1, 100), 0, 3, 100).map(({ ply }) => ply)).toEqual([1]);
  expect(signsOn(at(50, 50, 100), 0, 2, 100).map(({ ply }) => ply)).toEqual([50]);
  expect(signsOn([], 0, 2, 100)).toEqual([]);
});

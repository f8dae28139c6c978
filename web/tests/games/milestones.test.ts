// Which Milestone the bar of a platform aims at: the lowest that nobody has.
import { describe, expect, it } from "vitest";
import { billions, wayOf } from "../../src/games/one-billion-users/milestones";

describe("the way to a Milestone", () => {
  it("leads to the first that nobody has, however many Users one has", () => {
    expect(wayOf([])).toEqual({ next: 1, needs: 1000 });
    expect(wayOf([1])).toEqual({ next: 2, needs: 2000 });
    expect(wayOf([2, 1])).toEqual({ next: 3, needs: 3000 });
    expect(wayOf([2])).toEqual({ next: 1, needs: 1000 });
  });
  it("is at its end when all are claimed", () => {
    expect(wayOf([3, 1, 2])).toEqual({ next: null, needs: 3000 });
  });
  it("is longer for who needs more than others", () => {
    expect(wayOf([], 300)).toEqual({ next: 1, needs: 1300 });
    expect(billions(1300)).toBe("1.3 B");
    expect(billions(2000)).toBe("2 B");
  });
});

// How a platform's scale is coloured: a penalty that would be due is red, however young the platform is.
import { describe, expect, it } from "vitest";
import { penaltyOf, weigh, type Platform } from "../../src/games/one-billion-users/view";

const platform = (communities: number, users: number, toxicity: number): Platform =>
  ({ communities: Array.from({ length: communities }, () => "Pet Pictures"), influencers: [], users: users * 1_000_000, toxicity }) as unknown as Platform;

describe("the scale", () => {
  it("is quiet, near, or tipped", () => {
    expect(weigh(platform(3, 600, 3), false)).toBe("");
    expect(weigh(platform(3, 400, 3), false)).toBe("close");
    expect(weigh(platform(3, 400, 6), true)).toBe("penalty");
  });
  it("is tipped where it costs, for one that has just begun as well", () => {
    expect(weigh(platform(1, 150, 3), true)).toBe("penalty");
    expect(weigh(platform(2, 300, 4), true)).toBe("penalty");
  });
  it("costs what the engine says", () => {
    expect(penaltyOf({ seat: 1, total: -150, items: [{ label: "Users", points: 150 }, { label: "Toxicity Penalty", points: -300 }] } as never)).toBe(-300);
    expect(penaltyOf(undefined)).toBe(0);
  });
});

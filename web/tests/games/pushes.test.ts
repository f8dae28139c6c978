// One Billion Users: in which order the answers of a Push stand, and what else a card is good for.
import { describe, expect, it } from "vitest";
import { inOrder, otherUse, type Move } from "../../src/games/one-billion-users/moves";
import { namedIn } from "../../src/games/one-billion-users/staging";

const push = (thing: string, seat: number): Move => ({ text: `push ${thing} to ${seat}`, verb: "push", card: "Push", thing, seat });
const platforms = [{ influencers: ["The Troll"] }, { influencers: [{ name: "The Investor" }] }, { influencers: [] }];

describe("answers of a Push", () => {
  it("bring to oneself first, and stay where they are last", () => {
    const moves = [push("The Troll", 1), push("The Troll", 2), push("The Investor", 2), push("The Investor", 3), push("The Investor", 1)];
    expect(inOrder(moves, platforms, 1).map(({ text }) => text)).toEqual([
      "push The Investor to 1",
      "push The Investor to 3",
      "push The Troll to 2",
      "push The Troll to 1",
      "push The Investor to 2",
    ]);
  });
  it("come before what the card is not for", () => {
    const aside: Move[] = [{ text: "grind", verb: "grind", card: "Push" }, { text: "discard", verb: "discard", card: "Push" }];
    const moves = [push("The Investor", 1), ...aside, push("The Investor", 3), push("The Investor", 2)];
    expect(inOrder(moves, platforms, 1).map(({ text }) => text)).toEqual(["push The Investor to 1", "push The Investor to 3", "push The Investor to 2", "grind", "discard"]);
  });
  it("leave other answers in their order", () => {
    const moves: Move[] = [{ text: "b", verb: "done" }, { text: "a", verb: "add", card: "a" }];
    expect(inOrder(moves, platforms, 1)).toEqual(moves);
  });
});

describe("a card that cannot be played as it is meant", () => {
  it("says first that it can grind", () => {
    expect(otherUse(["discard", "grind"])).toBe("You can grind your Blocker with it.");
    expect(otherUse(["discard"])).toBe("");
  });
});

describe("the card of a sentence", () => {
  it("is the one that it names first", () => {
    expect(namedIn("You draw Funding Winter: nobody can play Fundraising or New Advertisers.")).toBe("Funding Winter");
    expect(namedIn("Seat 2 draws a card from the deck.")).toBeNull();
  });
});

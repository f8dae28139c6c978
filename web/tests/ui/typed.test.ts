// Reasons for people who click: without the move as one would type it.
import { describe, expect, it } from "vitest";
import { withoutTyped } from "../../src/ui/words";

describe("reasons", () => {
  it("leave out a move that stands there as one would type it, and nothing else", () => {
    expect(withoutTyped("You can't play `colony 6 blue earth mercury`: Blue's token on Earth is on 1 (SIX-83).")).toBe("Not now: Blue's token on Earth is on 1 (SIX-83).");
    expect(withoutTyped("You can't `pass`: that is none of your choices; now take an Action, or `pass` (SIX-28).")).toBe("Not now: that is none of your choices; now take an Action, or pass (SIX-28).");
    expect(withoutTyped("You can't add Prank Channels: Server Overload allows only 50 M (OBU-70).")).toBe("You can't add Prank Channels: Server Overload allows only 50 M (OBU-70).");
  });
});

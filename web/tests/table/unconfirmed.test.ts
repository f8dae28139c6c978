// What is said of a move until the server has confirmed it.
import { expect, it } from "vitest";
import { onItsWayWords } from "../../src/table/unconfirmed";

it("a move is on its way for a moment; after that it is told whether it was sent", () => {
  const soon = { silent: false, unsent: false, late: false, over: false };
  expect(onItsWayWords("Pass", soon)).toBe("Your move is on its way: Pass.");
  expect(onItsWayWords("", soon)).toBe("Your move is on its way.");
  for (const after of [{ silent: false, late: true, over: false }, { silent: true, late: false, over: false }]) {
    expect(onItsWayWords("Pass", { ...after, unsent: false })).toBe("Sent, not confirmed yet: Pass. It is repeated when the server answers, and counts once if it comes in time.");
    expect(onItsWayWords("Pass", { ...after, unsent: true })).toBe("Not sent yet: Pass. It is sent when the server answers, if you are still asked.");
    expect(onItsWayWords("Pass", { ...after, over: true, unsent: true })).toBe("Not sent yet: Pass. Time is over by now, as far as one can tell from here.");
  }
});

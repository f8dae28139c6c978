// What is said of a move until the server has confirmed it; what a person reads whose answer came after its question was over.
import { expect, it } from "vitest";
import type { Entry } from "../../src/engine/types";
import { lateWords, meantBy, onItsWayWords, staleUndoWords, unheardWords } from "../../src/table/unconfirmed";

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

const nameOf = (seat: number): string => (seat === 1 ? "You" : seat === 2 ? "Mara" : "Ben");
const move = (seat: number, how: Entry["how"] = "person"): Entry => ({ number: 9, kind: "move", seat, time: 0, how });

it("names who moved last, and what the next press does", () => {
  expect(staleUndoWords([move(3), move(2)], 1, nameOf)).toBe("Mara has moved meanwhile. Press Undo again to take that back, too.");
});

it("names nobody where nobody else is known to have moved", () => {
  expect(staleUndoWords([move(1)], 1, nameOf)).toBe("The game has gone on meanwhile. Press Undo again to take that back, too.");
});

it("names the move that was not played, and what was quicker", () => {
  expect(lateWords("Famine", [move(1, "timeout"), move(3)], 1, nameOf)).toBe('"Famine" was not played: time had run out.');
  expect(lateWords("Famine", [{ ...move(1), lapsed: true }], 1, nameOf)).toBe('"Famine" was not played: time had run out.');
  expect(lateWords("Famine", [move(1, "bot")], 1, nameOf)).toBe('"Famine" was not played: a bot had played for you.');
  expect(lateWords("Famine", [move(3)], 1, nameOf)).toBe('"Famine" was not played: Ben had moved.');
  expect(lateWords("Famine", [], 1, nameOf)).toBe('"Famine" was not played: the question was over.');
});

it("finds what was to follow among the choices, and the order that is to answer there", () => {
  const choices = [{ text: "take war", parts: { verb: "take", card: "war" } }, { text: "deck", parts: { verb: "deck" } }];
  expect(meantBy({ verb: "take", card: "war" }, choices)).toEqual({ text: "take war", order: "" });
  expect(meantBy({ verb: "deck", order: "fill up" }, choices)).toEqual({ text: "deck", order: "fill up" });
  expect(meantBy({ verb: "take", card: "death" }, choices)).toBeUndefined();
});

it("says what did not arrive before a reload, unless the log shows that it did", () => {
  expect(unheardWords({ what: "sign", after: 4 }, [], 1)).toMatch(/^Your sign to the others perhaps did not go out:/);
  const undo = { what: "undo", after: 4 };
  const asked = (number: number, seat: number): Entry => ({ number, kind: "ask-undo", seat, time: 0 });
  expect(unheardWords(undo, [asked(3, 1), asked(5, 2), { ...move(1), number: 6 }], 1)).toMatch(/^Your undo did not arrive/);
  expect(unheardWords(undo, [asked(5, 1)], 1)).toBe("");
  expect(unheardWords(undo, [{ ...asked(5, 1), kind: "undo" }], 1)).toBe("");
});
